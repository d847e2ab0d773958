// This file implements the receiving half of the transport: LSP framing that
// answers what cannot be decoded instead of dying of it.

package lsp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

const (
	headerLimit = 64 << 10  // bytes of one header block
	bodyLimit   = 256 << 20 // bytes of one message
	bodyStep    = 1 << 20   // bytes allocated ahead of what has arrived
)

// stream implements jsonrpc2.Stream over the two ends of a byte transport.
//
// A frame whose body cannot be decoded gets an error reply with a null id, and
// reading goes on. A broken header ends the stream, since nothing tells where
// the next frame begins.
type stream struct {
	in   *bufio.Reader
	out  *outbox
	came intake
	last arrival       // of that message
	body []byte        // the frame read last; requests borrow from it until the next Read
	over chan struct{} // closed when nothing more can be read

	mu       sync.Mutex    // guards the fields below
	open     int           // requests read and not answered yet
	answered chan struct{} // closed when open is zero after over; nil before
	broken   error         // why reading ended, if not by a clean end of input
}

var _ jsonrpc2.Stream = (*stream)(nil)

func newStream(in io.Reader, out *outbox) *stream {
	return &stream{in: bufio.NewReaderSize(in, headerLimit), out: out, over: make(chan struct{})}
}

// Read returns the next message that can be decoded. At the end of the input it
// waits for the answers still being computed, because the connection drops them
// once it has seen the end.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	msg, n, err := s.next(ctx)
	if err != nil {
		s.end(ctx, err)
		return nil, 0, err
	}
	if _, ok := msg.(*jsonrpc2.Call); ok {
		s.mu.Lock()
		s.open++
		s.mu.Unlock()
	}
	return msg, n, nil
}

// Write queues msg; it never waits for the client.
func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, msg)
	n, err := s.out.send(body)
	if bytes.HasPrefix(body, responsePrefix) {
		s.settle()
	}
	return n, err
}

// responsePrefix begins each response jsonrpc2 encodes, and nothing else: calls
// and notifications begin with the method.
var responsePrefix = []byte(`{"jsonrpc":"2.0","id":`)

// Close lets what is queued be written and accepts no more.
func (s *stream) Close() error {
	s.out.close()
	return nil
}

func (s *stream) next(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if err := s.frame(); err != nil {
			return nil, 0, err
		}
		msg, err := jsonrpc2.DecodeMessage(s.body)
		if err == nil {
			return msg, int64(len(s.body)), nil
		}
		if reply, ok := salvageResponse(s.body); ok {
			if reply != nil {
				return reply, int64(len(s.body)), nil
			}
			continue
		}
		if _, err := s.out.send(jsonrpc2.AppendResponse(nil, jsonrpc2.ID{}, nil, err)); err != nil {
			return nil, 0, err
		}
	}
}

// frame reads one frame into body.
func (s *stream) frame() error {
	if cap(s.body) > keptBuffer {
		s.body = nil // one huge document must not stay in memory for good
	}
	n, err := s.header()
	if err != nil {
		return err
	}
	s.last.bytes = n
	for s.body = s.body[:0]; len(s.body) < n; { // allocate what arrives, not what is announced
		at := len(s.body)
		s.body = append(s.body, make([]byte, min(n-at, bodyStep))...)
		if _, err := io.ReadFull(s.in, s.body[at:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF // io.EOF would mean a clean end
			}
			return fmt.Errorf("message cut short: %w", err)
		}
	}
	return nil
}

// header reads one header block and returns the length it declares. It returns
// io.EOF only where a frame could have begun.
func (s *stream) header() (length int, err error) {
	s.await()
	length = -1
	for size := 0; ; {
		line, err := s.in.ReadSlice('\n')
		size += len(line)
		switch {
		case errors.Is(err, io.EOF) && size == 0:
			return 0, io.EOF
		case errors.Is(err, io.EOF):
			return 0, fmt.Errorf("header cut short: %w", io.ErrUnexpectedEOF)
		case errors.Is(err, bufio.ErrBufferFull), size > headerLimit:
			return 0, fmt.Errorf("header is longer than %d bytes", headerLimit)
		case err != nil:
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		if length, err = headerField(line, length); err != nil {
			return 0, err
		}
	}
	if length < 0 {
		return 0, errors.New("header without Content-Length")
	}
	return length, nil
}

// await waits for the first byte of a message. Meanwhile all before it has taken
// effect.
func (s *stream) await() {
	if s.in.Buffered() > 0 {
		return
	}
	s.came.ends()
	if _, err := s.in.Peek(1); err == nil { // an error comes again when the header is read
		s.came.begins()
		s.last.at = time.Now()
	}
}

// headerField returns the length after one header line, which is the length so
// far unless the line declares one.
func headerField(line []byte, length int) (int, error) {
	name, value, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		return 0, fmt.Errorf("header line %.40q has no colon", line)
	}
	if !bytes.EqualFold(bytes.TrimSpace(name), []byte("Content-Length")) {
		return length, nil
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 10, 63)
	if err != nil {
		return 0, fmt.Errorf("Content-Length %.40q is not a length", value)
	}
	if n > bodyLimit {
		return 0, fmt.Errorf("Content-Length %d is over the limit of %d bytes", n, bodyLimit)
	}
	return int(n), nil
}

// end records why reading stopped and, after a clean end of input, waits until
// the open requests are answered or ctx is done.
func (s *stream) end(ctx context.Context, err error) {
	s.mu.Lock()
	if !errors.Is(err, io.EOF) && ctx.Err() == nil {
		s.broken = err
	}
	answered := make(chan struct{})
	if s.answered = answered; s.open <= 0 {
		close(answered)
		s.answered = nil
	}
	s.mu.Unlock()
	close(s.over)
	if !errors.Is(err, io.EOF) {
		return
	}
	select {
	case <-answered:
	case <-ctx.Done():
	}
}

// settle counts one request as answered.
func (s *stream) settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open--; s.open == 0 && s.answered != nil {
		close(s.answered)
		s.answered = nil
	}
}

// failure returns why the stream cannot go on, or nil after a clean end.
func (s *stream) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.broken, s.out.failure())
}
