//go:build cgo && unix

package grammar

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sitter "github.com/tree-sitter/go-tree-sitter"
)

// queryFiles are the queries of an editor, and the names of captures that mean something to it, by file. A name that begins with "_" is
// for the query itself.
var queryFiles = []struct {
	dir, file string
	names     string
}{
	{"tree-sitter/queries", "highlights.scm", `comment keyword keyword.conditional keyword.repeat variable variable.parameter type string string.escape property function number
		boolean constant.builtin label operator punctuation.special punctuation.bracket punctuation.delimiter`},
	{"tree-sitter/queries", "folds.scm", "fold"},
	{"tree-sitter/queries", "indents.scm", "indent.begin indent.end indent.branch indent.ignore indent.auto"},
	{"tree-sitter/queries", "injections.scm", "injection.content injection.language"},
	{"tree-sitter/queries", "locals.scm", "local.scope local.definition.var local.definition.parameter local.reference"},
	{"tree-sitter/queries", "tags.scm", "name definition.constant reference.call"},
}

func readQuery(t testing.TB, path string) (*sitter.Query, string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "editors", path))
	if err != nil {
		t.Fatal(err)
	}
	query, queryError := sitter.NewQuery(language, string(text))
	if queryError != nil {
		t.Fatalf("%s: %v", path, queryError)
	}
	t.Cleanup(query.Close)
	return query, string(text)
}

// TestQueries: every query fits the grammar, and its editor knows every name.
func TestQueries(t *testing.T) {
	t.Parallel()
	for _, q := range queryFiles {
		query, _ := readQuery(t, filepath.Join(q.dir, q.file))
		for _, name := range query.CaptureNames() {
			if !strings.HasPrefix(name, "_") && !slices.Contains(strings.Fields(q.names), name) {
				t.Errorf("%s/%s: the editor doesn't know @%s", q.dir, q.file, name)
			}
		}
	}
}
