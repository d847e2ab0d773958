package disk_test

import (
	"errors"
	"io"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// A text that is shorter than its file is not taken for the whole. The kernel has such files: it says that each has a page.
func TestTextThatEndsEarly(t *testing.T) {
	t.Parallel()
	const short = "/sys/kernel/mm/transparent_hugepage/enabled"
	if _, err := (disk.Machine{}).Stat(short); err != nil {
		t.Skip("no such file here:", err)
	}
	if text, err := (disk.Machine{}).ReadFile(short); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("read %q: %v", text, err)
	}
}
