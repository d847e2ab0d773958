package plugins

import (
	"fmt"
	"strconv"
	"strings"
)

// This file implements the status of gRPC calls.

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
