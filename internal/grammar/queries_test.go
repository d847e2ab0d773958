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

type queryFile struct{ dir, file, names string }

// queryFiles are the queries of an editor, and the names of captures that mean something to it, by file. A name that begins with "_" is
// for the query itself.
var queryFiles = []queryFile{
	{"tree-sitter/queries", "highlights.scm", `comment keyword keyword.conditional keyword.repeat variable variable.parameter type string string.escape property function number
		boolean constant.builtin label operator punctuation.special punctuation.bracket punctuation.delimiter`},
	{"tree-sitter/queries", "folds.scm", "fold"},
	{"tree-sitter/queries", "indents.scm", "indent.begin indent.end indent.branch indent.ignore indent.auto"},
	{"tree-sitter/queries", "injections.scm", "injection.content injection.language"},
	{"tree-sitter/queries", "locals.scm", "local.scope local.definition.var local.definition.parameter local.reference"},
	{"tree-sitter/queries", "tags.scm", "name definition.constant reference.call"},

	{"helix/queries/pcl", "highlights.scm", `comment keyword keyword.control.conditional keyword.control.repeat variable variable.parameter variable.other.member type string
		constant.character.escape constant.numeric constant.builtin constant.builtin.boolean function label operator punctuation.special
		punctuation.bracket punctuation.delimiter`},
	{"helix/queries/pcl", "indents.scm", "indent outdent"},
	{"helix/queries/pcl", "injections.scm", "injection.content injection.language"},
	{"helix/queries/pcl", "textobjects.scm", "class.inside class.around function.inside function.around parameter.inside entry.inside entry.around comment.inside comment.around"},

	{"zed/languages/pcl", "highlights.scm", `comment keyword keyword.conditional keyword.repeat variable variable.parameter type string string.escape property function number
		boolean constant.builtin label operator punctuation.special punctuation.bracket punctuation.delimiter`},
	{"zed/languages/pcl", "injections.scm", "injection.content injection.language"},
	{"zed/languages/pcl", "brackets.scm", "open close"},
	{"zed/languages/pcl", "indents.scm", "indent end"},
	{"zed/languages/pcl", "outline.scm", "item name context"},
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

// TestQueries: every query of an editor is in the list, it fits the grammar, and its editor knows every name.
func TestQueries(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"tree-sitter/queries", "helix/queries/pcl", "zed/languages/pcl"} {
		files, err := filepath.Glob(filepath.Join(root, "editors", dir, "*.scm"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !slices.ContainsFunc(queryFiles, func(q queryFile) bool { return q.dir == dir && q.file == filepath.Base(file) }) {
				t.Errorf("%s is not in the list", file)
			}
		}
	}
	for _, q := range queryFiles {
		query, _ := readQuery(t, filepath.Join(q.dir, q.file))
		for _, name := range query.CaptureNames() {
			if !strings.HasPrefix(name, "_") && !slices.Contains(strings.Fields(q.names), name) {
				t.Errorf("%s/%s: the editor doesn't know @%s", q.dir, q.file, name)
			}
		}
	}
}
