//go:build cgo && unix

package grammar

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// helixNames are the names of Helix for colors that it calls differently.
var helixNames = map[string]string{
	"@boolean":             "@constant.builtin.boolean",
	"@number":              "@constant.numeric",
	"@property":            "@variable.other.member",
	"@string.escape":       "@constant.character.escape",
	"@keyword.repeat":      "@keyword.control.repeat",
	"@keyword.conditional": "@keyword.control.conditional",
}

const helixHead = "; Colors, by the names of Helix. make grammar writes this file from editors/tree-sitter/queries/highlights.scm.\n"

// TestHelixHighlights: the colors of Helix are those of the others by its names.
func TestHelixHighlights(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "editors", highlights))
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile(`\A; .*\n`)
	named := regexp.MustCompile(`@[a-z.]+`).ReplaceAllFunc(head.ReplaceAll(text, []byte(helixHead)), func(name []byte) []byte {
		if other := helixNames[string(name)]; other != "" {
			return []byte(other)
		}
		return name
	})
	same(t, filepath.Join(root, "editors/helix/queries/pcl/highlights.scm"), named)
}
