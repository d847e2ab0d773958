package disk_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// A file above the limit is not read, not even its beginning. The test runs alone: the memory of others would count too.
func TestLargeFileIsNotRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, 1<<30); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, err := disk.Machine{}.ReadFile(filepath.ToSlash(name))
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; err == nil || len(text) > 0 || grown > 1<<20 {
		t.Errorf("read %d bytes into %d bytes of memory: %v", len(text), grown, err)
	}
}
