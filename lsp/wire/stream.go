// This file implements the receiving half of the transport: LSP framing that survives frames it cannot decode.

package wire

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

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"go.lsp.dev/jsonrpc2"
)

const (
	headerLimit = 64 << 10  // bytes of one header block
	bodyLimit   = 256 << 20 // bytes of one message
	bodyStep    = 1 << 20   // bytes allocated ahead of what has arrived
	keptBuffer  = 64 << 10  // bytes of the largest body whose buffer is kept for the next
)

// errEnded is returned by Read after stop.
var errEnded = errors.New("the connection has ended")

// arrival is the time and the size of a message.
type arrival struct {
	at    time.Time // of its first byte
	bytes int
}

// stream implements jsonrpc2.Stream over the two ends of a byte transport.
//
// A frame whose body cannot be decoded gets an error response with a null id, and reading continues. A broken header ends the stream, since the start of
// the next frame is unknown.
type stream struct {
	in     *bufio.Reader
	out    *outbox
	came   intake
	last   arrival       // of the message read last
	body   []byte        // the frame read last; requests borrow from it until the next Read
	over   chan struct{} // closed when nothing more will be read
	hungUp chan struct{} // closed by hangUp

	mu      sync.Mutex  // guards the fields below
	stopped bool        // by stop
	open    int         // requests read and not answered yet
	change  await.Event // each answer
	broken  error       // why reading ended; nil after a clean end of input
}

var _ jsonrpc2.Stream = (*stream)(nil)

func newStream(in io.Reader, out *outbox) *stream {
	return &stream{in: bufio.NewReaderSize(in, headerLimit), out: out, over: make(chan struct{}), hungUp: make(chan struct{})}
}

// Read returns the next message that can be decoded. At the end of the input, and after stop, it waits for hangUp: jsonrpc2 drops pending responses once
// Read has failed.
func (s *stream) Read(context.Context) (jsonrpc2.Message, int64, error) {
	msg, n, err := s.next()
	if err != nil {
		s.end(err)
		return nil, 0, err
	}
	if _, ok := msg.(*jsonrpc2.Call); ok {
		s.mu.Lock()
		s.open++
		s.mu.Unlock()
	}
	return msg, n, nil
}

// Write queues msg. It never waits for the client.
func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, msg)
	n, err := s.out.send(body)
	if bytes.HasPrefix(body, responsePrefix) {
		s.answered()
	}
	return n, err
}

// responsePrefix begins each response that jsonrpc2 encodes. Calls and notifications begin with the method.
var responsePrefix = []byte(`{"jsonrpc":"2.0","id":`)

// Close makes the outbox write its queue and accept no more.
func (s *stream) Close() error {
	s.out.close()
	return nil
}

// stop ends reading before the next message.
func (s *stream) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
}

// hangUp lets Read return its error. It is called once.
func (s *stream) hangUp() {
	s.stop()
	close(s.hungUp)
}

func (s *stream) isStopped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopped
}

func (s *stream) next() (jsonrpc2.Message, int64, error) {
	for {
		if s.isStopped() {
			return nil, 0, errEnded
		}
		if err := s.frame(); err != nil {
			return nil, 0, err
		}
		msg, err := jsonrpc2.DecodeMessage(s.body)
		if err == nil {
			return msg, int64(len(s.body)), nil
		}
		if response, ok := salvageResponse(s.body); ok {
			if response != nil {
				return response, int64(len(s.body)), nil
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
		s.body = nil // one huge document must not stay in memory
	}
	n, err := s.header()
	if err != nil {
		return err
	}
	s.last.bytes = n
	for s.body = s.body[:0]; len(s.body) < n; { // allocate for the bytes that arrive, not for the announced length
		at := len(s.body)
		s.body = append(s.body, make([]byte, min(n-at, bodyStep))...)
		if _, err := io.ReadFull(s.in, s.body[at:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF // io.EOF would mean a clean end
			}
			return fmt.Errorf("truncated message: %w", err)
		}
	}
	return nil
}

// header reads one header block and returns the length it declares. It returns io.EOF only where a frame could have begun.
func (s *stream) header() (length int, err error) {
	s.awaitByte()
	length = -1
	for size := 0; ; {
		line, err := s.in.ReadSlice('\n')
		size += len(line)
		switch {
		case errors.Is(err, io.EOF) && size == 0:
			return 0, io.EOF
		case errors.Is(err, io.EOF):
			return 0, fmt.Errorf("truncated header: %w", io.ErrUnexpectedEOF)
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

// awaitByte waits for the first byte of a message. Everything before it has taken effect.
func (s *stream) awaitByte() {
	if s.in.Buffered() > 0 {
		return
	}
	s.came.ends()
	if _, err := s.in.Peek(1); err == nil { // an error comes again when the header is read
		s.came.begins()
		s.last.at = time.Now()
	}
}

// headerField returns the declared length after one more header line.
func headerField(line []byte, length int) (int, error) {
	name, value, ok := bytes.Cut(line, []byte(":"))
	name = bytes.TrimSpace(name)
	switch {
	case !ok:
		return 0, fmt.Errorf("header line %.40q has no colon", line)
	case bytes.ContainsAny(name, " \t/"): // such as the first line of HTTP, which a page in a browser can send
		return 0, fmt.Errorf("header line %.40q has no name", line)
	case !bytes.EqualFold(name, []byte("Content-Length")):
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

// end records why reading stopped and waits for hangUp.
func (s *stream) end(err error) {
	s.mu.Lock()
	if !errors.Is(err, io.EOF) && !s.stopped {
		s.broken = err
	}
	s.mu.Unlock()
	close(s.over)
	<-s.hungUp
}

func (s *stream) answered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	s.change.Happen()
}

// unanswered returns how many requests are open, and a channel that is closed at the next answer.
func (s *stream) unanswered() (open int, next <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open, s.change.Next()
}

// awaitAnswers waits until at most this many requests are open, or until hangUp.
func (s *stream) awaitAnswers(left int) {
	for {
		open, next := s.unanswered()
		if open <= left {
			return
		}
		select {
		case <-next:
		case <-s.hungUp:
			return
		}
	}
}

// failure returns why the stream cannot continue, or nil after a clean end.
func (s *stream) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.broken, s.out.failure())
}

// intake knows whether the read loop has handled everything that has arrived. Messages that arrive together deserve one diagnostics pass, after the
// last of them. The client sets the pace, so no timer is needed.
type intake struct {
	quiet await.Event // everything is handled
	mu    sync.Mutex  // guards busy
	busy  bool
}

// begins notes that bytes have arrived.
func (i *intake) begins() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = true
}

// ends notes that the last complete message has taken effect and no further byte has arrived.
func (i *intake) ends() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = false
	i.quiet.Happen()
}

// drained returns a channel that is closed when everything that has arrived is handled.
func (i *intake) drained() <-chan struct{} {
	i.mu.Lock()
	defer i.mu.Unlock()
	quiet := i.quiet.Next()
	if !i.busy {
		i.quiet.Happen()
	}
	return quiet
}

// looseResponse is a response whose members are decoded but not validated.
type looseResponse struct {
	ID     jsontext.Value `json:"id"`
	Method jsontext.Value `json:"method"`
	Result jsontext.Value `json:"result"`
	Error  jsontext.Value `json:"error"`
}

// salvageResponse reports whether a body that cannot be decoded is a response. A response must not be answered. The message is nil if no call can be
// waiting for it. Otherwise it delivers the result or the error to the call, which would wait forever without it.
func salvageResponse(body []byte) (msg jsonrpc2.Message, ok bool) {
	var loose looseResponse
	relaxed := json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err := json.Unmarshal(body, &loose, relaxed); err != nil {
		return nil, false
	}
	if loose.Method != nil || (loose.Result == nil && loose.Error == nil) {
		return nil, false
	}
	number, err := strconv.ParseInt(string(loose.ID), 10, 64) // our own calls have integer ids
	if err != nil {
		return nil, true
	}
	id := jsonrpc2.NewNumberID(number)
	if loose.Error.Kind() != jsontext.KindBeginObject && loose.Result != nil {
		return jsonrpc2.NewResponse(id, jsonrpc2.RawMessage(loose.Result), nil), true
	}
	return jsonrpc2.NewResponse(id, nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "malformed error response %.200s", loose.Error)), true
}
