package transport

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file serves agents: a server of the Model Context Protocol answers clients of this machine over HTTP, if they send the token. A web page of another
// site is refused even if the browser of the user sends it here, under whatever name.
//
// Why the token, on one machine: other users of the machine, and every program that runs in a sandbox with network access, can reach a loopback address.

// MaxBody limits a request, in bytes.
const MaxBody = 5 << 20

// patience is how long the header of a request may take to arrive, and then its body.
const patience = 10 * time.Second

// NewToken makes a token that nobody can guess.
func NewToken() string {
	var b [24]byte
	_, _ = rand.Read(b[:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// shortestToken is how many characters a token has at least, and longestToken how many bytes its file has at most.
const (
	shortestToken = 16
	longestToken  = 4096
)

// TokenIn reads the token of a file, which errors call by another name.
func TokenIn(path, file string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("token file %s: %w", file, disk.WithoutPath(err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o066 != 0 { // rights mean nothing there
		return "", fmt.Errorf("token file %s: other users of this machine can read or change it (its mode is %#o); run chmod 600 %s, and choose another token if someone may have read it", file, info.Mode().Perm(), file)
	}
	text, err := io.ReadAll(io.LimitReader(f, longestToken))
	if err != nil {
		return "", fmt.Errorf("token file %s: %w", file, disk.WithoutPath(err))
	}
	token := strings.TrimSpace(string(text))
	if len(token) < shortestToken || len(text) == longestToken || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("token file %s: a token is one word of at least %d characters", file, shortestToken)
	}
	return token, nil
}

// ServeAgents answers clients that know the token, at /mcp, until the context ends.
func ServeAgents(ctx context.Context, l net.Listener, s *mcp.Server, token string) error {
	server := &http.Server{
		Handler:           Handler(s, token),
		ReadHeaderTimeout: patience, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		_ = server.Close() // what is cut off was cancelled anyway
		<-ended
		return nil
	}
}

// Handler answers requests with the token, from clients of this machine that are no web pages of others.
func Handler(s *mcp.Server, token string) http.Handler {
	streamable := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{
		MaxRequestBodyBytes: MaxBody, SessionTimeout: time.Hour, PropagateRequestCancellation: true,
	})
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(time.Now().Add(patience)) // a writer in a test may have none
		given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		got := sha256.Sum256([]byte(given))
		switch {
		case !isLocal(r.Host):
			http.Error(w, "this server answers only requests to 127.0.0.1, [::1] and localhost", http.StatusForbidden)
		case r.Header.Get("Origin") != "" && !isLocalOrigin(r.Header.Get("Origin")):
			http.Error(w, "this server does not answer web pages of other machines", http.StatusForbidden)
		case !ok || subtle.ConstantTimeCompare(got[:], want[:]) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the token is missing or wrong; send Authorization: Bearer TOKEN", http.StatusUnauthorized)
		case r.URL.Path != "/mcp":
			http.Error(w, "the address is /mcp", http.StatusNotFound)
		default:
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
			if err != nil {
				http.Error(w, fmt.Sprintf("the request cannot be read within %v, or is larger than %d MiB", patience, MaxBody>>20), statusOf(err))
				return
			}
			_ = control.SetReadDeadline(time.Time{}) // an answer may take longer
			r.Body = io.NopCloser(bytes.NewReader(body))
			streamable.ServeHTTP(w, r)
		}
	})
}

// statusOf is the answer to a request whose body cannot be read.
func statusOf(err error) int {
	if errors.As(err, new(*http.MaxBytesError)) {
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusRequestTimeout
}

// isLocal reports whether a host names this machine, as it stands in a request.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// isLocalOrigin reports whether a page comes from this machine.
func isLocalOrigin(origin string) bool {
	rest, ok := strings.CutPrefix(origin, "http://")
	return ok && isLocal(rest)
}
