package value_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// Files are equal if their types and hashes are, and show neither content nor hash.
func TestFile(t *testing.T) {
	t.Parallel()
	a := value.File(value.AssetType, "0a1b")
	if !a.RawEquals(value.File(value.AssetType, "0a1b")) || !a.Equals(value.File(value.AssetType, "0a1b")).True() {
		t.Error("files with one hash differ")
	}
	if a.RawEquals(value.File(value.AssetType, "0a1c")) || a.Equals(value.File(value.AssetType, "0a1c")).True() {
		t.Error("files with two hashes are the same")
	}
	if a.RawEquals(value.File(value.ArchiveType, "0a1b")) {
		t.Error("an asset is an archive")
	}
	if shown := fmt.Sprintf("%#v", a); shown != "asset" {
		t.Errorf("it shows %s", shown)
	}
	if _, err := value.Written(a); err == nil || strings.Contains(err.Error(), "0a1b") {
		t.Errorf("written as text: %v", err)
	}
}
