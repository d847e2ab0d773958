package house

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// citedPath finds paths in documents. Many methods of the protocol begin with workspace/, so paths of that package need a dot.
var citedPath = regexp.MustCompile("`((?:(?:analysis|cmd|editors|internal|lsp|testdata|typesys)/[a-zA-Z0-9_/.-]+)|workspace/[a-z/_]+\\.[a-zA-Z.]+)`")

// A document that names a file or folder of the repository names one that exists.
func TestCitedFilesExist(t *testing.T) {
	t.Parallel()
	cited := 0
	for _, document := range append(documents(t), "../../README.md", "../../CONTRIBUTING.md") {
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

// documents are the files of docs, and those below it.
func documents(t *testing.T) (all []string) {
	t.Helper()
	for _, pattern := range []string{"../../docs/*.md", "../../docs/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		all = append(all, found...)
	}
	return all
}

var (
	citedSection = regexp.MustCompile(`docs/((?:[\w-]+/)*[\w-]+\.md)(#[\w-]+)?`)
	linked       = regexp.MustCompile(`\]\(([\w./-]+\.md)?(#[\w-]+)?\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.+)$`)
	comment      = regexp.MustCompile(`(?m)(?:^|\s)// .*`)
	unslugged    = regexp.MustCompile(`[^\w -]`)
)

// sections are the anchors in documents, by path.
type sections map[string][]string

// missing says why a section can't be cited; "" if it can.
func (s sections) missing(document, anchor string) string {
	if _, known := s[document]; !known {
		text, err := os.ReadFile(document)
		if err != nil {
			return fmt.Sprintf("there is no %s", document)
		}
		s[document] = []string{""}
		for _, h := range heading.FindAllStringSubmatch(string(text), -1) {
			slug := strings.ReplaceAll(strings.ToLower(unslugged.ReplaceAllString(h[1], "")), " ", "-")
			s[document] = append(s[document], "#"+slug)
		}
	}
	if !slices.Contains(s[document], anchor) {
		return fmt.Sprintf("%s has no %s", document, anchor)
	}
	return ""
}

// A comment or text in Go that cites a section of a document cites one that exists, and so does a link of a document.
func TestCitedSectionsExist(t *testing.T) {
	t.Parallel()
	known, cited, links := sections{}, 0, 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.Contains(path, "node_modules") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.HasSuffix(path, "_test.go") { // whose texts may name documents of invented places
			text = bytes.Join(comment.FindAll(text, -1), []byte("\n"))
		}
		for _, found := range citedSection.FindAllStringSubmatch(string(text), -1) {
			cited++
			if why := known.missing("../../docs/"+found[1], found[2]); why != "" {
				t.Errorf("%s: %s", path, why)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range documents(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range linked.FindAllStringSubmatch(string(text), -1) {
			links++
			target := document
			if found[1] != "" {
				target = filepath.Join(filepath.Dir(document), found[1])
			}
			if why := known.missing(target, found[2]); why != "" {
				t.Errorf("%s: %s", document, why)
			}
		}
	}
	if cited < 150 || links < 500 {
		t.Errorf("only %d citations and %d links are found", cited, links)
	}
}
