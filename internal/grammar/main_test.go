//go:build cgo && unix

package grammar

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	sitter "github.com/tree-sitter/go-tree-sitter"
)

const (
	root    = "../.."
	sources = root + "/editors/tree-sitter/src"
)

var language *sitter.Language

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "grammar")
		if err == nil {
			defer os.RemoveAll(dir)
			library := filepath.Join(dir, "pcl.so")
			if err = Build(sources, library, sanitize...); err == nil {
				language, err = Load(library)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// parse returns the tree of a text; the caller closes it.
func parse(t testing.TB, text string, old *sitter.Tree) *sitter.Tree {
	t.Helper()
	p := sitter.NewParser()
	defer p.Close()
	if err := p.SetLanguage(language); err != nil {
		t.Fatal(err)
	}
	return p.Parse([]byte(text), old)
}

func hasError(t testing.TB, text string) bool {
	t.Helper()
	tree := parse(t, text, nil)
	defer tree.Close()
	return tree.RootNode().HasError()
}
