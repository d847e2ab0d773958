//go:build cgo && unix

package grammar

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// sample is a text of the language: a file, a file in a fixture, or a code block of a document.
type sample struct{ path, text string }

func isProgram(path string) bool {
	return strings.HasSuffix(path, ".pp") || strings.HasSuffix(path, ".pcl") || strings.HasSuffix(path, ".pcl-rules.hcl")
}

var codeBlock = regexp.MustCompile("(?ms)^```(?:pcl|hcl)\n(.*?)^```")

// samples are all texts of the repository, and of the optional folder beside it.
func samples(t testing.TB) []sample {
	t.Helper()
	var all []sample
	for _, dir := range []string{"testdata", "examples", "docs", "editors", "analysis", "cmd", "lsp", "workspace", "../shared/conformance"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err != nil || d.IsDir() {
				if err == nil && d.Name() == "node_modules" {
					return filepath.SkipDir
				}
				return err
			}
			all = append(all, samplesOf(t, path)...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func samplesOf(t testing.TB, path string) (all []sample) {
	t.Helper()
	ending := filepath.Ext(path)
	if !isProgram(path) && ending != ".txtar" && ending != ".md" {
		return nil
	}
	bytes, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(filepath.ToSlash(path), root+"/")
	switch text := string(bytes); ending {
	case ".txtar":
		for _, f := range txtar.Parse(bytes).Files {
			if isProgram(f.Name) {
				all = append(all, sample{name + ":" + f.Name, string(f.Data)})
			}
		}
	case ".md":
		for _, m := range codeBlock.FindAllStringSubmatch(text, -1) {
			all = append(all, sample{name + ":block.pp", m[1]})
		}
	default:
		all = append(all, sample{name, text})
	}
	return all
}
