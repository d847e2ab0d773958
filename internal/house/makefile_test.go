package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFuzzersAreListed: the Makefile lists exactly the fuzz targets of the tree, so `make fuzz` runs them all.
func TestFuzzersAreListed(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	var listed, there []string
	for _, m := range regexp.MustCompile(`(?m)^\t\./(\S+ Fuzz\w+)(?: \\)?$`).FindAllStringSubmatch(string(makefile), -1) {
		listed = append(listed, m[1])
	}
	declared := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	eachFile(t, func(path string, text []byte) {
		for _, m := range declared.FindAllSubmatch(text, -1) {
			dir, _ := filepath.Rel(root, filepath.Dir(path)) // it is below
			there = append(there, filepath.ToSlash(dir)+" "+string(m[1]))
		}
	})
	slices.Sort(listed)
	slices.Sort(there)
	if diff := cmp.Diff(there, listed); diff != "" {
		t.Errorf("fuzz targets (-in the tree +in the Makefile):\n%s", diff)
	}
}

// TestMakefileNamesTests: every test that the Makefile names exists, and every target has a line for `make help`.
func TestMakefileNamesTests(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	makefile, declared := string(text), map[string]bool{}
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	eachFile(t, func(_ string, text []byte) {
		for _, m := range function.FindAllSubmatch(text, -1) {
			declared[string(m[1])] = true
		}
	})
	for _, name := range regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+`).FindAllString(makefile, -1) {
		if !declared[name] {
			t.Errorf("there is no test %s", name)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^([a-z0-9-]+):(.*)$`).FindAllStringSubmatch(makefile, -1) {
		if !strings.Contains(m[2], " ## ") {
			t.Errorf("the target %s has no text for make help", m[1])
		}
	}
}
