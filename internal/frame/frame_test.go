package frame_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// What was framed is read again, and the end of a stream is told from the end of a part of a message.
func TestRead(t *testing.T) {
	t.Parallel()
	one := string(frame.Of("{}"))
	for input, want := range map[string]error{
		"":                                  io.EOF,
		one + one:                           io.EOF,
		one[:len("Content-Length: 2\r\n")]:  io.ErrUnexpectedEOF,
		one[:len(one)-2]:                    io.ErrUnexpectedEOF,
		one[:len(one)-1]:                    io.ErrUnexpectedEOF,
		"X: y\r\n\r\n":                      frame.ErrHeader,
		"Content-Length: -1\r\n\r\n":        frame.ErrHeader,
		"Content-Length: 1\r\nX: y\r\n\r\n": io.ErrUnexpectedEOF,
	} {
		r := bufio.NewReader(strings.NewReader(input))
		body, err := frame.Read(r)
		for err == nil {
			if string(body) != "{}" {
				t.Errorf("%q: got the body %q", input, body)
			}
			body, err = frame.Read(r)
		}
		if !errors.Is(err, want) {
			t.Errorf("%q: got the error %v, want %v", input, err, want)
		}
	}
}
