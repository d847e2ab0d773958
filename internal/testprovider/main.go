// Command testprovider is a provider plugin for the tests of package workspace/plugins: a
// real program with a real server. A file named variant next to it selects how it
// misbehaves. Without that file it behaves well.
//
// It does not use package plugins: it has its own messages and its own framing.
//
// Why a file: the tests cannot use environment variables, because the plugin's environment
// is reduced, nor arguments, which are fixed.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
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

// home is the folder of the executable.
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
