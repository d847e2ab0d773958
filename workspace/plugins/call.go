package plugins

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// This file implements unary gRPC calls over HTTP/2 without encryption. Request and
// response are one message each, after a prefix of a flag and a length. The status is in
// the trailers, or in the headers if there is no message.

var (
	errProtocol = errors.New("not gRPC")
	errTooLarge = errors.New("too large")
)

const (
	smallAnswer = 1 << 20   // bytes an answer may have that is no schema
	window      = 4<<20 - 1 // bytes that may be on their way: the most the library allows
)

type client struct {
	address   string
	transport *http.Transport

	mu     sync.Mutex // guards what follows
	conns  []net.Conn
	ready  net.Conn // a connection that nobody uses yet
	closed bool
}

// connect makes a client once the address is reachable. It tries until the context ends:
// some plugins print their port before they listen.
func connect(ctx context.Context, address string) (*client, error) {
	c := &client{address: address}
	var only http.Protocols
	only.SetUnencryptedHTTP2(true)
	c.transport = &http.Transport{
		Protocols:              &only,
		DialContext:            func(ctx context.Context, _, _ string) (net.Conn, error) { return c.dial(ctx) },
		DisableCompression:     true,
		MaxResponseHeaderBytes: 64 << 10,
		HTTP2: &http.HTTP2Config{
			MaxReceiveBufferPerConnection: window,
			MaxReceiveBufferPerStream:     window,
			MaxReadFrameSize:              256 << 10,
		},
	}
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 200*time.Millisecond) {
		conn, err := c.dial(ctx)
		if err == nil {
			c.ready = conn
			return c, nil
		}
		again := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			again.Stop()
			return nil, err
		case <-again.C:
		}
	}
}

// dial returns the waiting connection, or a new one.
func (c *client) dial(ctx context.Context) (net.Conn, error) {
	c.mu.Lock()
	conn := c.ready
	c.ready = nil
	c.mu.Unlock()
	if conn != nil {
		return conn, nil
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", c.address)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		conn.Close()
		return nil, net.ErrClosed
	}
	c.conns = append(c.conns, conn)
	return conn, nil
}

// close closes all connections, which ends all calls.
func (c *client) close() {
	c.mu.Lock()
	c.closed = true
	conns := c.conns
	c.conns = nil
	c.mu.Unlock()
	for _, conn := range conns {
		conn.Close()
	}
	c.transport.CloseIdleConnections()
}

// call makes one call. The response may have at most limit bytes, and is passed to read.
func (c *client) call(ctx context.Context, method string, m message, limit int64, read func(io.Reader) error) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost,
		"http://"+c.address+"/pulumirpc.ResourceProvider/"+method, bytes.NewReader(frame(m)))
	if err != nil {
		return err
	}
	request.Header = http.Header{
		"Content-Type":         {"application/grpc+proto"},
		"Te":                   {"trailers"},
		"User-Agent":           {"pcl-lsp"},
		"Grpc-Accept-Encoding": {"identity"},
	}
	if deadline, ok := ctx.Deadline(); ok {
		request.Header["Grpc-Timeout"] = []string{strconv.FormatInt(max(1, time.Until(deadline).Milliseconds()), 10) + "m"}
	}
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if err := answersGRPC(response); err != nil {
		return err
	}
	if status := response.Header.Get("Grpc-Status"); status != "" {
		if err := parseStatus(status, response.Header.Get("Grpc-Message")); err != nil {
			return err
		}
	}
	return unary(response, limit, read)
}

// answersGRPC reports what is wrong with the headers of a response.
func answersGRPC(r *http.Response) error {
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: HTTP status %d", errProtocol, r.StatusCode)
	}
	if kind := r.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/grpc") {
		return fmt.Errorf("%w: content of type %q", errProtocol, printable(kind))
	}
	return nil
}

func unary(r *http.Response, limit int64, read func(io.Reader) error) error {
	n, err := prefix(r.Body)
	if errors.Is(err, io.EOF) {
		return cmp.Or(outcome(r), fmt.Errorf("%w: an answer without a message", errProtocol))
	}
	if err != nil {
		return err
	}
	if n > limit {
		return fmt.Errorf("%w: %d bytes, and the limit is %d", errTooLarge, n, limit)
	}
	body := &io.LimitedReader{R: r.Body, N: n}
	if err := read(body); err != nil {
		return cutShort(body, err)
	}
	if _, err := io.Copy(io.Discard, body); err != nil || body.N > 0 {
		return cutShort(body, err)
	}
	if err := atEnd(r.Body); err != nil {
		return err
	}
	return outcome(r)
}

func frame(m message) []byte {
	framed := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(m)))
	return append(framed, m...)
}

// prefix reads the prefix of a message. The error is io.EOF if there is no message.
func prefix(r io.Reader) (int64, error) {
	var p [5]byte
	if n, err := io.ReadFull(r, p[:]); err != nil {
		if n > 0 && err == io.ErrUnexpectedEOF {
			return 0, fmt.Errorf("%w: a truncated prefix", errProtocol)
		}
		return 0, err
	}
	if p[0] != 0 {
		return 0, fmt.Errorf("%w: a message with flag %d, which means that it is compressed", errProtocol, p[0])
	}
	return int64(binary.BigEndian.Uint32(p[1:])), nil
}

// cutShort explains why a message is shorter than its prefix says: the response or the
// connection ended.
func cutShort(body *io.LimitedReader, err error) error {
	if body.N == 0 || err != nil && !errors.Is(err, errWire) {
		return err
	}
	n, ended := body.R.Read(make([]byte, 1))
	switch {
	case n > 0 || ended == nil:
		return err
	case ended == io.EOF:
		return fmt.Errorf("%w: a message without its last %d bytes", errProtocol, body.N)
	}
	return ended
}

// atEnd reports an error if there is more than one message.
func atEnd(body io.Reader) error {
	n, err := io.ReadFull(body, make([]byte, 1))
	switch {
	case n > 0:
		return fmt.Errorf("%w: more than one message", errProtocol)
	case err == io.EOF:
		return nil
	}
	return err
}

// outcome is the status in the trailers or headers, after the whole body has been read.
func outcome(r *http.Response) error {
	for _, h := range []http.Header{r.Trailer, r.Header} {
		if status := h.Get("Grpc-Status"); status != "" {
			return parseStatus(status, h.Get("Grpc-Message"))
		}
	}
	return fmt.Errorf("%w: an answer without a status", errProtocol)
}

// Code is a status code of gRPC.
type Code uint32

// The codes that are handled specially.
const (
	OK            Code = 0
	Unimplemented Code = 12
	Unavailable   Code = 14
)

var codeNames = []string{
	"ok", "cancelled", "unknown error", "invalid argument", "deadline exceeded", "not found", "already exists",
	"permission denied", "resource exhausted", "failed precondition", "aborted", "out of range", "unimplemented",
	"internal error", "unavailable", "data loss", "unauthenticated",
}

// String is the code in words.
func (c Code) String() string {
	if int(c) < len(codeNames) {
		return codeNames[c]
	}
	return fmt.Sprintf("status %d", uint32(c))
}

// statusError is the status of a call that the plugin refused.
type statusError struct {
	code    Code
	message string
}

func (e *statusError) Error() string {
	if e.message == "" {
		return e.code.String()
	}
	return e.code.String() + ": " + e.message
}

// parseStatus reads the two headers or trailers with the status.
func parseStatus(code, message string) error {
	n, err := strconv.ParseUint(code, 10, 32)
	switch {
	case err != nil:
		return fmt.Errorf("%w: its status is %q", errProtocol, printable(code))
	case n == 0:
		return nil
	}
	return &statusError{Code(n), printable(unescape(message))}
}

// unescape decodes percent-encoding. It leaves invalid encoding as it is: a damaged
// message is better than none.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
