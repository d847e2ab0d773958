// Package frame frames messages for the clients of tests and of the benchmark: a header with the length, then JSON. It shares no code with the server, which
// would share its mistakes.
package frame

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
)

// Of returns a message with its header.
func Of[T string | []byte](body T) []byte {
	return fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(body), body)
}

// ErrHeader is the error of a header without a length.
var ErrHeader = errors.New("a message without a length")

// Read waits for a message and returns its body. The error is [io.EOF] if the stream ends between two messages, and only then.
func Read(r *bufio.Reader) ([]byte, error) {
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if errors.Is(err, io.EOF) && len(header) > 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	length, err := strconv.ParseUint(header.Get("Content-Length"), 10, 31)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrHeader, header)
	}
	body := make([]byte, length)
	if _, err = io.ReadFull(r, body); errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return body, err
}
