package plugins

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file reads the port that a plugin prints.

const maxLine = 4096 // bytes of a line that are looked at

var (
	errNoise     = errors.New("noise without a port")
	errNoMore    = errors.New("no more output and no port")
	escapes      = lazy.Regexp("\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b\\[[0-9;?]*[@-~]")
	byteOrderSet = []byte("\xef\xbb\xbf")
)

// readPort reads lines until one is a port, and at most limit bytes.
//
// It skips other lines, as loaders and runtimes may print something first. A runtime may
// also print terminal commands before the port: .NET sets the progress of its task bar.
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
	line = bytes.TrimSpace(escapes.Get().ReplaceAll(bytes.TrimPrefix(line, byteOrderSet), nil))
	if slices.ContainsFunc(line, func(c byte) bool { return c < '0' || c > '9' }) {
		return 0, false
	}
	port, err := strconv.Atoi(string(line))
	return port, err == nil && 0 < port && port < 1<<16
}
