package plugins

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
)

// This file implements reading the port a plugin listens on from what it prints.

const maxLine = 4096 // bytes of a line that are looked at

var (
	errNoise     = errors.New("noise without a port")
	errNoMore    = errors.New("no more output and no port")
	escapes      = regexp.MustCompile("\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b\\[[0-9;?]*[@-~]")
	byteOrderSet = []byte("\xef\xbb\xbf")
)

// readPort reads lines until one of them is a port, and no more than limit bytes.
//
// Lines that are no port are passed over, as loaders and runtimes like to say
// something first. A runtime may also put commands for the terminal before the
// port: those of .NET set the progress of its task bar.
func readPort(r io.Reader, limit int64) (int, error) {
	limited := &io.LimitedReader{R: r, N: limit}
	lines := bufio.NewReaderSize(limited, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		if port, ok := parsePort(line); ok && !errors.Is(err, bufio.ErrBufferFull) {
			return port, nil
		}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = lines.ReadSlice('\n')
		}
		switch {
		case err == nil:
		case limited.N <= 0:
			return 0, errNoise
		default:
			return 0, errNoMore
		}
	}
}

func parsePort(line []byte) (int, bool) {
	line = bytes.TrimSpace(escapes.ReplaceAll(bytes.TrimPrefix(line, byteOrderSet), nil))
	for _, c := range line {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	port, err := strconv.Atoi(string(line))
	return port, err == nil && 0 < port && port < 1<<16
}
