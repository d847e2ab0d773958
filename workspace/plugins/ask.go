// Package plugins asks an installed provider plugin for the schema of its package, and
// caches the answers.
//
// [Ask] starts the plugin's executable, talks to it, and ends it. [Cache] asks only for
// schemas it does not have, and shares them with other processes.
//
// # What happens to a plugin
//
// The plugin is started with the address of an engine that does not exist, an empty
// temporary directory as its working directory, an empty standard input, and the few
// environment variables of [Environment]. It prints the port it listens on. The calls on
// that port are Handshake, GetPluginInfo, Parameterize if a parameterization is wanted,
// and GetSchema. Then the plugin gets Cancel and an interrupt, and after a grace period
// its whole process group is killed, as some plugins are shell scripts around the real
// one. Each step is limited in time or size. If the context ends, the plugin is killed at
// once. It is gone when Ask returns. On Linux it also ends if this process dies;
// elsewhere a plugin ends itself some minutes after it finds no engine.
//
// A parameterization changes a plugin permanently, so each one gets its own process.
//
// # Threat model
//
// Running a plugin is running the code of its author. A workspace can name plugins in
// several ways: directories in its project file, local packages, download addresses, a
// PATH that it influences. This package does not decide which of them may run. It runs
// the executable it is given, because its caller decided to trust it. It searches,
// downloads and installs nothing, and tells the plugin not to.
//
// A trusted plugin is protected from its own bugs and those of its environment: it sees
// no credentials, finds no program in its working directory, and cannot fill the memory,
// hang the server or stay behind. None of that is a sandbox. A process that leaves its
// process group on purpose is not found again. The answers of a plugin are data: their
// sizes are limited, texts in messages are short and printable, and the schema is stored
// under a harmless name in a directory that belongs to the user alone.
//
// # What it does not know
//
// The package does not know programs, settings, which package needs which plugin, and
// what a schema contains beyond its name and version.
//
// # Why net/http and not grpc-go
//
// The protocol is gRPC, of which five unary calls with two or three plain fields are
// needed. Measured with grpc-go 1.85 (Apache-2.0), called with raw messages and no stubs:
// the stripped binary of pcl-lsp grows from 22.1 to 28.2 MB, and go.sum by 10 lines; the
// start time stays within noise (8 ms). The stubs of the Pulumi SDK would bring 158 modules.
// About 250 lines would go: the call and its status, but not connecting, limits and
// error texts.
//
// What grpc-go lacks for us is streaming within a message. It hands over a message as a
// whole, and schemas have up to 142 MB; here the schema goes from the connection to the
// file. For the same reason protowire (BSD-3-Clause), which parses byte slices, would
// replace only the ten lines that write fields. net/http speaks HTTP/2 without
// encryption, and the rest of gRPC for a unary call is a prefix of five bytes and two
// trailers. The price is 0.93 s instead of 0.78 s for the largest schema, once for each
// version of a plugin.
package plugins

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"time"
)

// This file implements the conversation with a plugin, and what happens if something
// fails.

// memory is a text that can be written and then read at any place.
type memory struct{ bytes.Buffer }

// ReadAt reads what was written.
func (m *memory) ReadAt(p []byte, offset int64) (int, error) {
	return bytes.NewReader(m.Bytes()).ReadAt(p, offset)
}

type store interface {
	io.Writer
	io.ReaderAt
}

// ask starts a plugin, asks it for its schema, writes the schema's text to the store, and ends
// the plugin. It does not check whether the schema is the wanted one. The error is an [*Error],
// even when the context is done.
func ask(ctx context.Context, r Request, text store) (Schema, error) {
	r.Limits = r.Limits.withDefaults()
	c := &conversation{request: r, text: text}
	err := c.hold(ctx)
	if err != nil {
		return Schema{}, c.explain(ctx, err)
	}
	return c.schema, nil
}

type conversation struct {
	request Request
	text    store
	process *process
	client  *client

	stage  Stage
	limit  time.Duration // that of what was done last
	words  string        // the last ones on the plugin's standard error
	schema Schema
}

func (c *conversation) begin(s Stage) {
	c.stage = s
	c.request.progress(s)
}

// hold starts the plugin, asks it, and always stops it.
func (c *conversation) hold(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.begin(Starting)
	p, err := start(c.request)
	if err != nil {
		return err
	}
	c.process = p
	err = c.talk(ctx)
	if err != nil && mayBeDeath(err) && p.hasEnded(ctx) {
		err = errEnded
	}
	if err == nil {
		c.begin(Ending)
	}
	c.words = p.errors.lastLine() // what it says when it is told to end explains nothing
	c.end(ctx)
	if err == errEnded {
		c.words = p.errors.lastLine() // all of it has been read now
	}
	return err
}

// mayBeDeath reports whether an error may be caused by the end of the process. Limits and
// invalid answers are not.
func mayBeDeath(err error) bool {
	for _, other := range []error{context.DeadlineExceeded, context.Canceled, errTooLarge, errNoise, errProtocol, errWire} {
		if errors.Is(err, other) {
			return false
		}
	}
	return !errors.As(err, new(*statusError)) && !errors.As(err, new(*Error))
}

func (c *conversation) talk(ctx context.Context) error {
	if err := c.reach(ctx); err != nil {
		return err
	}
	c.begin(Greeting)
	if err := c.greet(ctx); err != nil {
		return err
	}
	name, version, err := c.parameterize(ctx)
	if err != nil {
		return err
	}
	c.begin(Receiving)
	if err := c.receive(ctx, getSchema(name, version)); err != nil {
		return err
	}
	return c.identify()
}

// reach waits for the port and connects to it.
func (c *conversation) reach(ctx context.Context) error {
	c.limit = c.request.Limits.Start
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	port, err := c.process.awaitPort(ctx)
	if err != nil {
		return err
	}
	ctx, cancel = whileRunning(ctx, c.process)
	defer cancel()
	c.client, err = connect(ctx, net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil && ctx.Err() != nil {
		return &unreachable{port, err}
	}
	return err
}

// whileRunning is a context that ends with the process.
func whileRunning(ctx context.Context, p *process) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-p.ended:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(); <-stopped }
}

// unreachable is the error for a plugin that does not listen on the port it printed.
type unreachable struct {
	port  int
	cause error
}

func (e *unreachable) Error() string {
	return fmt.Sprintf("does not listen on the port %d that it printed: %v", e.port, e.cause)
}

// greet introduces the client and asks what the plugin is. Old plugins lack one of the
// calls or both.
func (c *conversation) greet(ctx context.Context) error {
	dir := filepath.Dir(c.request.Executable)
	err := c.call(ctx, "Handshake", handshake(engineAddress, dir), new(texts).read)
	if err != nil && codeOf(err) != Unimplemented {
		return err
	}
	var info texts
	err = c.call(ctx, "GetPluginInfo", nil, info.read)
	if err != nil && codeOf(err) == OK {
		return err
	}
	c.schema.PluginVersion = printable(info[0])
	return nil
}

// parameterize turns the plugin into another package, if wanted, and returns its name and
// version.
func (c *conversation) parameterize(ctx context.Context) (name, version string, err error) {
	p := c.request.Parameterization
	if p == nil {
		return "", "", nil
	}
	c.begin(Parameterizing)
	var answer texts
	if err := c.call(ctx, "Parameterize", p.message(), answer.read); err != nil {
		return "", "", err
	}
	if len(p.Args) > 0 {
		return answer[0], answer[1], nil
	}
	return p.Name, p.Version, nil
}

// receive asks for the schema and stores it as it arrives.
func (c *conversation) receive(ctx context.Context, m message) error {
	return c.bounded(ctx, "GetSchema", m, c.request.Limits.Size, func(r io.Reader) error {
		return eachField(r, func(field int, content io.Reader, _ int64) error {
			if field != 1 {
				return nil
			}
			if c.schema.Size > 0 {
				return fmt.Errorf("%w: two schemas", errWire)
			}
			return c.write(content)
		})
	})
}

func (c *conversation) write(content io.Reader) error {
	to := &recorder{to: c.text}
	n, err := io.CopyBuffer(to, content, make([]byte, 256<<10))
	c.schema.Size = n
	if to.err != nil {
		return failed(NotStored, "returned a schema that cannot be written: %v", to.err).because(to.err)
	}
	return err
}

// recorder tells write errors from read errors.
type recorder struct {
	to  io.Writer
	err error
}

func (r *recorder) Write(p []byte) (int, error) {
	n, err := r.to.Write(p)
	if err != nil {
		r.err = err
	}
	return n, err
}

// call makes a call with a small answer.
func (c *conversation) call(ctx context.Context, method string, m message, read func(io.Reader) error) error {
	return c.bounded(ctx, method, m, smallAnswer, read)
}

func (c *conversation) bounded(ctx context.Context, method string, m message, size int64, read func(io.Reader) error) error {
	c.limit = c.request.Limits.Call
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	err := c.client.call(ctx, method, m, size, read)
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // whatever the library makes of it
	}
	return err
}

// end tells the plugin to stop.
func (c *conversation) end(ctx context.Context) {
	grace := c.request.Limits.Grace
	if c.client != nil {
		if ctx.Err() == nil {
			ctx, cancel := context.WithTimeout(ctx, grace/2)
			defer cancel()
			_ = c.client.call(ctx, "Cancel", nil, smallAnswer, new(texts).read) // it is ended in any case
		}
		c.client.close()
	}
	c.process.stop(ctx, grace)
}
