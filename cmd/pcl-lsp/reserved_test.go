package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Who runs other programs and who speaks over a network: plugins are run and asked at one
// place, and git is run at another. One package accepts connections of editors and agents.
// Nothing else can.
func TestWhoRunsAndDials(t *testing.T) {
	t.Parallel()
	want := map[string][]string{
		"os/exec":  {"cmd/pcl-lsp/recheck/revision", "workspace/plugins"},
		"net":      {"cmd/pcl-lsp/transport", "workspace/plugins"},
		"net/http": {"cmd/pcl-lsp/transport", "workspace/plugins"},
		"plugin":   nil,
	}
	got := map[string][]string{"plugin": nil}
	for _, top := range []string{"cmd", "lsp", "workspace", "analysis", "typesys"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			dir, err := filepath.Rel(root, filepath.Dir(path))
			for _, spec := range file.Imports {
				name := strings.Trim(spec.Path.Value, `"`)
				if _, reserved := want[name]; (reserved || name == "net/rpc" || name == "golang.org/x/sys/execabs") && !slices.Contains(got[name], filepath.ToSlash(dir)) {
					got[name] = append(got[name], filepath.ToSlash(dir))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, dirs := range got {
		slices.Sort(dirs)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
