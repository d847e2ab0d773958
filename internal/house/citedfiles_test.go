package house

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// citedPath finds paths in documents. Many methods of the protocol begin with workspace/, so paths of that package need a dot.
var citedPath = regexp.MustCompile("`((?:(?:analysis|cmd|editors|internal|lsp|testdata|typesys)/[a-zA-Z0-9_/.-]+)|workspace/[a-z/_]+\\.[a-zA-Z.]+)`")

// A document that names a file or folder of the repository names one that exists.
func TestCitedFilesExist(t *testing.T) {
	t.Parallel()
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatal(err)
	}
	cited := 0
	for _, document := range append(documents, "../../README.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range citedPath.FindAllStringSubmatch(string(text), -1) {
			cited++
			path := found[1]
			for _, test := range []string{path, path[:len(path)-len(filepath.Ext(path))]} { // or a test of a package
				if _, err = os.Stat(filepath.Join("../..", test)); err == nil {
					break
				}
			}
			if err != nil {
				t.Errorf("%s names %s, which does not exist", document, path)
			}
		}
	}
	if cited < 100 {
		t.Errorf("only %d paths are found", cited)
	}
}
