package house

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file holds the rules of the house that no linter knows: who may import
// whom, how long a file may be, what stands at the top, what must be documented.

const (
	module = "github.com/pcl-lsp/pcl-lsp"
	root   = "../.."
)

type listedPackage struct {
	ImportPath string
	Imports    []string
}

func TestImports(t *testing.T) {
	t.Parallel()
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		row, ok := roomOf(name)
		if !ok {
			t.Errorf("%s has no row: add it to rooms_test.go, with what it may import", name)
			continue
		}
		for _, imported := range p.Imports {
			if !mayImport(name, imported, row.inside, row.outside) {
				t.Errorf("%s must not import %s", name, imported)
			}
		}
	}
}

func mayImport(room, imported string, inside, outside []string) bool {
	if rest, ours := strings.CutPrefix(imported, module+"/"); ours {
		return matchesAny(rest, inside)
	}
	if strings.Contains(strings.Split(imported, "/")[0], ".") {
		return matchesAny(imported, outside)
	}
	for name, owners := range reserved {
		if imported == name {
			return slices.ContainsFunc(owners, func(o string) bool { return room == o || strings.HasPrefix(room, o+"/") })
		}
	}
	return true
}

func matchesAny(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		prefix, wild := strings.CutSuffix(p, "*")
		return p == path || wild && strings.HasPrefix(path, prefix)
	})
}

func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listedPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestTopLevel: what stands at the top is agreed upon; other things have a room.
func TestTopLevel(t *testing.T) {
	t.Parallel()
	agreed := strings.Fields(`.ci .git .github .gitignore .golangci.yml .pre-commit-hooks.yaml CHANGELOG.md CODE_OF_CONDUCT.md CONTRIBUTING.md LICENSE Makefile README.md SECURITY.md analysis bin cmd dist docs editors examples flake.nix go.mod go.sum internal
		lsp testdata typesys workspace`)
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(agreed, e.Name()) {
			t.Errorf("%s does not belong at the top of the repository", e.Name())
		}
	}
}

// TestFilesAreShort: a file is one idea. 500 lines are the limit.
func TestFilesAreShort(t *testing.T) {
	t.Parallel()
	eachFile(t, func(path string, text []byte) {
		if n := strings.Count(string(text), "\n"); n > 500 && !strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s has %d lines: which ideas are in it?", path, n)
		}
	})
}

// TestExportedNamesAreDocumented: every exported declaration has a comment, and
// every package one that says what it is.
func TestExportedNamesAreDocumented(t *testing.T) {
	t.Parallel()
	documented := map[string]bool{}
	eachFile(t, func(path string, text []byte) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		documented[filepath.Dir(path)] = documented[filepath.Dir(path)] || file.Doc != nil
		for _, d := range file.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s: %s has no comment", path, name)
			}
		}
	})
	for dir, has := range documented {
		if !has {
			t.Errorf("%s has no package comment", dir)
		}
	}
}

// undocumented are the exported names of a declaration that have no comment,
// neither of their own nor of the group they stand in.
func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		var names []string
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
					names = append(names, s.Name.Name)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					names = append(names, s.Names[0].Name)
				}
			}
		}
		return names
	}
	return nil
}

func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if generic, ok := t.(*ast.IndexExpr); ok {
		t = generic.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}

func eachFile(t *testing.T, visit func(path string, text []byte)) {
	t.Helper()
	for _, room := range []string{"cmd", "internal", "lsp", "analysis", "typesys", "workspace"} {
		err := filepath.WalkDir(filepath.Join(root, room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil {
				visit(path, text)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
