// Package transport connects the language server with editors, at a pipe or a socket that an editor has opened, or at an address where the server listens,
// and serves agents over HTTP. It waits for the end of an editor's process.
//
// Invariant: nothing outside of this machine is dialled, and other machines are heard only if the caller says so.
// Invariant: a request of an agent without the token, for another host, or from a page of another origin reaches no tool.
//
// **Why** nobody asks an editor for a password: the protocol has none, and no editor could send one. Everybody on this machine can connect to an address
// where the server listens. They can read programs, schemas and states with it, and run nothing: plugins run only if a flag allows that. A page in a browser can
// connect too, but speaks HTTP, which the server hangs up on at the first line.
package transport

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync"
)

// DialPort connects to an editor that waits at a port of this machine.
func DialPort(ctx context.Context, port uint16) (io.ReadWriteCloser, error) {
	return new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))))
}

// Listen listens at HOST:PORT, where HOST is an address of this machine that others cannot reach, unless toOthers is true.
func Listen(address string, toOthers bool) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%s is not HOST:PORT, such as 127.0.0.1:7777", address)
	}
	switch ip := net.ParseIP(host); {
	case toOthers || ip != nil && ip.IsLoopback():
	case ip == nil && host != "": // whose address depends on the machine, even that of localhost
		return nil, fmt.Errorf("%s is a name; write an address of this machine, 127.0.0.1 or [::1]", host)
	default:
		return nil, fmt.Errorf("%s can be reached from other machines; listen at 127.0.0.1 or [::1]", cmp.Or(host, address))
	}
	return net.Listen("tcp", address)
}

// MostEditors is how many editors are served at a time. Others wait until one ends.
const MostEditors = 16

// Serve calls serve for everybody who connects, until the context is done, and waits until all calls have returned. It closes the listener and the
// connections. The error says why nobody else can connect.
func Serve(ctx context.Context, l net.Listener, serve func(io.ReadWriteCloser)) error {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	defer l.Close()
	var editors sync.WaitGroup
	defer editors.Wait()
	free := make(chan struct{}, MostEditors)
	for {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		c, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		editors.Go(func() {
			defer func() { <-free }()
			defer c.Close()
			serve(c)
		})
	}
}
