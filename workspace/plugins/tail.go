package plugins

import (
	"bytes"
	"strings"
	"sync"
)

// This file keeps the end of a plugin's standard error.

const tailSize = 8 << 10

// tail keeps the last bytes that were written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-tailSize):]...)
	if extra := len(t.kept) - tailSize; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
	return len(p), nil
}

// lastLine is the last line that is not blank.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.Split(t.kept, []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		if line := printable(escapes.Get().ReplaceAllString(string(lines[i]), "")); strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}
