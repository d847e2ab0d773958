// Command testprovider is a provider plugin for the tests of package workspace/plugins: a real program with a real
// server. A file named variant next to it selects how it misbehaves. Without that file it behaves well.
//
// It does not use package plugins: it has its own messages and its own framing.
//
// Why a file: the tests cannot use environment variables, because the plugin's environment
// is reduced, nor arguments, which are fixed.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "fatal: could not connect to host RPC: missing host RPC address")
		os.Exit(1)
	}
	p := &provider{dir: home()}
	variant, _ := os.ReadFile(filepath.Join(p.dir, "variant"))
	p.variant = strings.TrimSpace(string(variant))
	if os.Args[1] == "child" {
		hang()
	}
	p.note(os.Getpid())
	if err := p.start(); err != nil {
		fmt.Fprintln(os.Stderr, "testprovider:", err)
		os.Exit(1)
	}
}

// hang waits for longer than anybody should.
func hang() { <-time.After(time.Hour) }

func home() string {
	path, err := os.Executable()
	if err != nil {
		return "."
	}
	return filepath.Dir(path)
}

type provider struct {
	dir     string
	variant string

	name, version string // of the parameterization
}

// note adds a process to the list of those that must be gone in the end.
func (p *provider) note(pid int) {
	f, err := os.OpenFile(filepath.Join(p.dir, "pids"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(f, pid)
		f.Close()
	}
}

// start does what stands before the port, and serves.
func (p *provider) start() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	before := ""
	switch p.variant {
	case "hang before the port":
		fmt.Fprintln(os.Stderr, "waiting for the moon")
		hang()
	case "crash at start":
		fmt.Fprint(os.Stderr, "loading\npanic: no moon\n\n")
		os.Exit(3)
	case "end at start":
		return nil
	case "close the output":
		os.Stdout.Close()
		hang()
	case "noise":
		before = "warning: the moon is full\n\nlistening on 127.0.0.1:1\n" + strings.Repeat("long ", 5000) + "\n99999999\n"
	case "escapes":
		before = "\x1b]9;4;3;\x1b\\"
	case "endless noise":
		for line := bytes.Repeat([]byte("noise\n"), 10000); ; {
			if _, err := os.Stdout.Write(line); err != nil {
				return err
			}
		}
	case "nobody listens":
		listener.Close()
		listener = nil
	case "child":
		child := exec.Command(os.Args[0], "child")
		if err := child.Start(); err != nil {
			return err
		}
		p.note(child.Process.Pid)
	}
	if p.variant == "ignore the interrupt" {
		signal.Ignore(os.Interrupt)
	}
	fmt.Printf("%s%d\n", before, port)
	if p.variant == "noise after the port" {
		fmt.Println(strings.Repeat("noise\n", 1<<18))
	}
	if listener == nil {
		hang()
	}
	return p.serve(listener)
}

func (p *provider) serve(l net.Listener) error {
	server := &http.Server{Handler: p, Protocols: new(http.Protocols)}
	server.Protocols.SetUnencryptedHTTP2(p.variant != "HTTP of old")
	server.Protocols.SetHTTP1(p.variant == "HTTP of old")
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// ServeHTTP answers a call.
func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	method := strings.TrimPrefix(r.URL.Path, "/pulumirpc.ResourceProvider/")
	request, err := readFrame(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if p.misbehaves(method, w, r) {
		return
	}
	switch method {
	case "GetPluginInfo":
		answer(w, text(1, "1.2.3"))
	case "Parameterize":
		p.parameterize(w, request)
	case "GetSchema":
		p.getSchema(w, request)
	case "Cancel":
		answer(w, nil)
	default: // Handshake too, as in old providers
		refuse(w, 12, "unknown method "+method)
	}
}

// instead are messages that variants give instead of a schema.
var instead = map[string]struct {
	flag    byte
	message []byte
	status  string
}{
	"compressed in GetSchema":     {1, []byte("moon"), "0"},
	"no status in GetSchema":      {0, text(1, "{}"), ""},
	"strange status in GetSchema": {0, text(1, "{}"), "fine"},
	"no protobuf in GetSchema":    {0, []byte("moonlight"), "0"},
	"lying protobuf in GetSchema": {0, []byte{1<<3 | 2, 200, 1, '{', '}'}, "0"},
	"nothing in GetSchema":        {0, nil, "0"},
	"empty object in GetSchema":   {0, text(1, "{}"), "0"},
	"no JSON in GetSchema":        {0, text(1, "<html>"), "0"},
	"torn JSON in GetSchema":      {0, text(1, `{"name":"moon","version":"1.2.3","resources":{`), "0"},
}

// misbehaves does what the variant says, and reports whether that was all.
func (p *provider) misbehaves(method string, w http.ResponseWriter, r *http.Request) bool {
	if p.variant == "hang in "+method {
		<-r.Context().Done()
		return true
	}
	switch p.variant + " in " + method {
	case "deaf in GetSchema":
		hang() // nor does it notice that the caller is gone
	case "crash in GetSchema":
		fmt.Fprintln(os.Stderr, "panic: the moon fell down")
		os.Exit(5)
	case "crash half way in GetSchema":
		begin(w, 1000)
		fmt.Fprintln(os.Stderr, "panic: the moon fell down")
		os.Exit(6)
	case "refuse the handshake in Handshake":
		refuse(w, 16, "who are you?")
	case "refuse in GetSchema":
		refuse(w, 7, "no schema%3A it is a secr%C3%A9t%0Aof the moon%")
	case "refuse late in GetSchema":
		begin(w, -1)
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", "13")
		w.Header().Set(http.TrailerPrefix+"Grpc-Message", "late")
	case "unimplemented in GetSchema":
		refuse(w, 12, "unknown method GetSchema")
	case "no gRPC in GetSchema":
		http.Error(w, "moon", http.StatusTeapot)
	case "two messages in GetSchema":
		frame(w, 0, text(1, "{}"), "")
		frame(w, 0, text(1, "{}"), "0")
	case "half a message in GetSchema":
		begin(w, 1000)
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
	case "no message in GetSchema":
		begin(w, -1)
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
	case "100 MB in GetSchema":
		answer(w, text(1, `{"name":"moon","version":"1.2.3","description":"`+strings.Repeat("o", 100_000_000)+`"}`))
	default:
		other, ok := instead[p.variant+" in "+method]
		if ok {
			frame(w, other.flag, other.message, other.status)
		}
		return ok
	}
	return true
}

func (p *provider) parameterize(w http.ResponseWriter, request []byte) {
	if p.name != "" {
		refuse(w, 9, "parameterized twice")
		return
	}
	args, value := fields(request)[1], fields(request)[2]
	switch {
	case args != nil:
		p.name, p.version = string(fields(args[0])[1][0]), "9.9.9"
	case value != nil:
		v := fields(value[0])
		if string(v[3][0]) != "half" {
			refuse(w, 3, "the value must be half")
			return
		}
		p.name, p.version = string(v[1][0]), string(v[2][0])
	}
	answer(w, append(text(1, p.name), text(2, p.version)...))
}

// getSchema gives a schema that tells what the process sees of the world.
func (p *provider) getSchema(w http.ResponseWriter, request []byte) {
	asked := fields(request)
	name, version := "moon", "1.2.3"
	if other, err := os.ReadFile(filepath.Join(p.dir, "version")); err == nil {
		version = strings.TrimSpace(string(other))
	}
	if p.name != "" {
		name, version = p.name, p.version
		if asked[2] == nil || string(asked[2][0]) != name || string(asked[3][0]) != version {
			refuse(w, 5, "asked for another subpackage")
			return
		}
	}
	input, inputErr := io.ReadAll(os.Stdin)
	folder, _ := os.ReadDir(".")
	seen, err := json.Marshal(map[string]any{
		"environment": os.Environ(), "arguments": os.Args[1:],
		"input": string(input), "inputOK": inputErr == nil, "folder": len(folder),
	})
	if err != nil {
		refuse(w, 13, err.Error())
		return
	}
	described, _ := json.Marshal(string(seen))
	answer(w, text(1, fmt.Sprintf(`{"name":%q,"version":%q,"description":%s,"resources":{}}`, name, version, described)))
}

// begin begins an answer with a message of some length, or without a message.
func begin(w http.ResponseWriter, length int) {
	w.Header().Set("Content-Type", "application/grpc+proto")
	w.WriteHeader(http.StatusOK)
	if length >= 0 {
		_, _ = w.Write(binary.BigEndian.AppendUint32([]byte{0}, uint32(length)))
		_, _ = w.Write([]byte{1<<3 | 2})
	}
	_ = http.NewResponseController(w).Flush()
}

func answer(w http.ResponseWriter, message []byte) { frame(w, 0, message, "0") }

// frame writes a message; an empty status is none.
func frame(w http.ResponseWriter, flag byte, message []byte, status string) {
	w.Header().Set("Content-Type", "application/grpc")
	_, _ = w.Write(binary.BigEndian.AppendUint32([]byte{flag}, uint32(len(message))))
	_, _ = w.Write(message)
	if status != "" {
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", status)
	}
}

// refuse answers with a status and nothing else.
func refuse(w http.ResponseWriter, code int, message string) {
	w.Header().Set("Content-Type", "application/grpc")
	w.Header().Set("Grpc-Status", strconv.Itoa(code))
	w.Header().Set("Grpc-Message", message)
	w.WriteHeader(http.StatusOK)
}

func readFrame(r *http.Request) ([]byte, error) {
	if r.ProtoMajor != 2 || r.Method != http.MethodPost || r.Header.Get("Te") != "trailers" {
		return nil, errors.New("not a gRPC call")
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || len(body) < 5 || int(binary.BigEndian.Uint32(body[1:])) != len(body)-5 {
		return nil, fmt.Errorf("not one message: %v", err)
	}
	return body[5:], nil
}

func text(field int, value string) []byte {
	b := append(make([]byte, 0, len(value)+8), byte(field<<3|2))
	b = binary.AppendUvarint(b, uint64(len(value)))
	return append(b, value...)
}

// fields are the fields of a message whose fields are all texts or messages.
func fields(m []byte) map[int][][]byte {
	all := map[int][][]byte{}
	for len(m) > 0 {
		n, size := binary.Uvarint(m[1:])
		if size <= 0 || m[0]&7 != 2 {
			panic(http.ErrAbortHandler) // the stream is reset
		}
		content := m[1+size:][:n]
		all[int(m[0]>>3)] = append(all[int(m[0]>>3)], content)
		m = m[1+size+int(n):]
	}
	return all
}
