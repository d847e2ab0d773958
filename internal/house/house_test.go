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

// rooms are the allowed imports: a package may import what its longest matching
// row names, inside the module and outside of it, and the standard library but
// for what is reserved below.
var rooms = []struct {
	room    string
	inside  []string
	outside []string
}{
	{"cmd/pcl-lsp", []string{"cmd/pcl-lsp/autofix", "cmd/pcl-lsp/recheck", "cmd/pcl-lsp/recheck/baseline", "cmd/pcl-lsp/recheck/revision", "cmd/pcl-lsp/report", "cmd/pcl-lsp/schemaflags", "lsp", "workspace", "workspace/disk", "workspace/fault", "workspace/private", "workspace/replace", "workspace/schemas", "workspace/settings", "analysis", "analysis/*", "typesys", "typesys/schema"}, []string{"*"}},
	{"cmd/pcl-lsp/autofix", []string{"workspace", "workspace/replace", "analysis", "analysis/codes", "analysis/ide/change", "analysis/ide/fix", "analysis/ide/suppress", "analysis/syntax"}, nil},
	{"cmd/pcl-lsp/recheck/baseline", nil, nil},
	{"cmd/pcl-lsp/recheck/revision", nil, []string{"github.com/aymanbagabas/go-udiff"}},
	{"cmd/pcl-lsp/schemaflags", []string{"workspace", "workspace/disk", "workspace/plugins", "workspace/schemas", "typesys/schema"}, []string{"github.com/spf13/pflag"}},
	{"cmd/pcl-lsp/recheck", []string{"workspace", "workspace/disk", "workspace/private", "workspace/replace"}, nil},
	{"cmd/pcl-lsp/report", []string{"analysis", "analysis/ide/change", "analysis/codes", "analysis/syntax"}, []string{"*"}},
	{"lsp", []string{"lsp/place", "lsp/publish", "lsp/wire", "workspace", "workspace/fault", "workspace/settings", "analysis", "analysis/*"}, []string{"go.lsp.dev/*", "github.com/go-json-experiment/json*"}},
	{"lsp/place", []string{"workspace", "analysis/syntax"}, []string{"go.lsp.dev/*"}},
	{"lsp/publish", []string{"lsp/place", "workspace", "workspace/disk", "analysis", "analysis/codes", "analysis/syntax"}, []string{"go.lsp.dev/*", "github.com/go-json-experiment/json*"}},
	{"lsp/wire", nil, []string{"go.lsp.dev/*", "github.com/go-json-experiment/json*"}},
	{"workspace", []string{"workspace/disk", "workspace/fault", "workspace/schemas", "workspace/settings", "workspace/stackfile", "analysis", "analysis/codes", "analysis/syntax", "typesys/schema", "analysis/language"}, []string{"go.yaml.in/yaml/v3"}},
	{"workspace/disk", nil, []string{"golang.org/x/text/unicode/norm"}},
	{"workspace/fault", nil, nil},
	{"workspace/schemas", []string{"typesys/schema", "workspace/disk", "workspace/fault", "workspace/private"}, []string{"golang.org/x/mod/semver"}},
	{"workspace/stackfile", []string{"workspace/disk", "analysis", "analysis/codes", "analysis/syntax", "typesys", "typesys/constraint"}, []string{"go.yaml.in/yaml/v3"}},
	{"workspace/plugins", []string{"typesys/schema", "workspace/private"}, []string{"golang.org/x/mod/semver"}},
	{"internal/testprovider", nil, nil},
	{"workspace/private", nil, nil},
	{"workspace/replace", nil, nil},
	{"workspace/settings", []string{"workspace/disk", "analysis", "analysis/codes", "analysis/syntax", "typesys"}, []string{"github.com/bmatcuk/doublestar/v4", "go.yaml.in/yaml/v3"}},
	{"internal/workload", nil, nil},
	{"internal/fixture", []string{"analysis/analysistest", "workspace", "workspace/disk", "workspace/schemas", "analysis", "analysis/codes", "analysis/syntax", "typesys", "typesys/schema"}, []string{"golang.org/x/tools/txtar", "github.com/google/go-cmp/cmp"}},
	{"analysis/value", []string{"typesys", "typesys/constraint"}, []string{"github.com/zclconf/go-cty/*"}},
	{"analysis/language", []string{"analysis/codes", "analysis/value", "typesys"}, []string{"github.com/zclconf/go-cty/*"}},
	{"analysis", []string{"analysis/check", "analysis/lint", "analysis/program", "analysis/syntax", "analysis/syntax/tree", "typesys/schema", "analysis/language"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/program", []string{"analysis/syntax"}, nil},
	{"analysis/check", []string{"analysis/codes", "analysis/program", "analysis/sensitive", "analysis/syntax", "analysis/syntax/node", "analysis/syntax/parse", "analysis/syntax/tree", "typesys", "typesys/asset", "typesys/constraint", "typesys/proppath", "typesys/schema", "typesys/urn", "analysis/language", "analysis/value"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*", "golang.org/x/mod/semver"}},
	{"analysis/lint", []string{"analysis/check", "analysis/codes", "analysis/language", "analysis/program", "analysis/sensitive", "analysis/syntax", "analysis/syntax/node", "analysis/syntax/tree", "analysis/value", "typesys", "typesys/schema"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/codes", nil, nil},
	{"analysis/sensitive", nil, nil},
	{"analysis/syntax", []string{"analysis/codes", "analysis/syntax/lex", "analysis/syntax/node", "analysis/syntax/parse", "analysis/syntax/split", "analysis/language"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax/fastparse", []string{"analysis/syntax/lex"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax/lex", nil, nil},
	{"analysis/syntax/cursor", []string{"analysis/syntax/lex"}, nil},
	{"analysis/syntax/tree", []string{"analysis/syntax", "typesys", "analysis/language"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax/parse", []string{"analysis/codes", "analysis/syntax/fastparse", "analysis/syntax/lex", "analysis/syntax/split", "analysis/syntax/node"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax/node", []string{"analysis/syntax/lex"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/syntax/split", []string{"analysis/syntax/lex"}, nil},
	{"analysis/analysistest", []string{"analysis", "analysis/codes", "analysis/syntax", "typesys", "typesys/schema"}, []string{"github.com/zclconf/go-cty/cty", "golang.org/x/tools/txtar", "github.com/google/go-cmp/cmp"}},
	{"analysis/eval", []string{"analysis", "analysis/syntax", "typesys", "typesys/constraint", "analysis/language", "analysis/value"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*"}},
	{"internal/flowtest", nil, nil}, // a second opinion: it must not know the first
	{"internal/bench", []string{"cmd/pcl-lsp/schemaflags", "workspace", "workspace/schemas", "internal/workload", "analysis", "typesys/schema"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/spf13/cobra"}},
	{"analysis/ide/change", []string{"analysis/syntax"}, nil},
	{"analysis/ide/markdown", nil, nil},
	{"analysis/ide/printer", []string{"typesys"}, []string{"github.com/zclconf/go-cty/cty"}},
	{"analysis/ide/probe", []string{"analysis", "analysis/syntax", "analysis/syntax/cursor", "analysis/syntax/node", "typesys", "analysis/language"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/ide/rename", []string{"analysis", "analysis/codes", "analysis/ide/change", "analysis/ide/navigate", "analysis/ide/printer", "analysis/syntax", "analysis/language"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/ide/speculate", []string{"analysis", "analysis/codes", "analysis/ide/change", "analysis/syntax"}, nil},
	{"analysis/ide/", []string{"analysis", "analysis/codes", "analysis/eval", "analysis/ide/change", "analysis/ide/markdown", "analysis/ide/printer", "analysis/ide/probe", "analysis/ide/speculate", "analysis/syntax", "analysis/syntax/*", "typesys", "typesys/constraint", "typesys/schema", "analysis/language", "analysis/value"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*", "github.com/sahilm/fuzzy"}},
	{"typesys/proppath", []string{"typesys"}, []string{"github.com/zclconf/go-cty/*"}},
	{"typesys/urn", []string{"typesys"}, []string{"github.com/zclconf/go-cty/*"}},
	{"typesys/asset", []string{"typesys"}, []string{"github.com/zclconf/go-cty/*"}},
	{"typesys/constraint", []string{"typesys"}, []string{"github.com/zclconf/go-cty/*", "github.com/go-json-experiment/json*"}},
	{"typesys/schema", []string{"typesys"}, []string{"github.com/zclconf/go-cty/*", "github.com/go-json-experiment/json*"}},
	{"internal/house/circles", []string{"internal/house"}, nil},
	{"internal/testsize", nil, nil},
	{"internal/notation", []string{"typesys"}, []string{"github.com/zclconf/go-cty/cty"}},
	{"internal/house", nil, []string{"golang.org/x/tools/go/packages"}},
	{"typesys", nil, []string{"github.com/zclconf/go-cty/*", "github.com/agext/levenshtein"}},
}

// reserved are packages of the standard library that only some rooms may use.
var reserved = map[string][]string{
	"os": {"cmd/pcl-lsp", "internal", "workspace"}, "net": {"cmd/pcl-lsp", "internal", "workspace"}, "net/http": {"cmd/pcl-lsp", "internal", "workspace"},
	"os/exec": {"cmd/pcl-lsp", "internal", "workspace"}, "time": {"cmd/pcl-lsp", "internal", "workspace", "lsp"},
}

type listedPackage struct {
	ImportPath string
	Imports    []string
}

func TestImports(t *testing.T) {
	t.Parallel()
	for _, p := range listPackages(t) {
		room := strings.TrimPrefix(p.ImportPath, module+"/")
		rule := slices.IndexFunc(rooms, func(r struct {
			room    string
			inside  []string
			outside []string
		}) bool {
			return r.room == room || strings.HasSuffix(r.room, "/") && strings.HasPrefix(room, r.room)
		})
		if rule < 0 {
			t.Errorf("%s is in no room: add it to the table and to docs/architecture.md", room)
			continue
		}
		for _, imported := range p.Imports {
			if !mayImport(room, imported, rooms[rule].inside, rooms[rule].outside) {
				t.Errorf("%s must not import %s", room, imported)
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
			return slices.ContainsFunc(owners, func(o string) bool { return room == o || strings.HasPrefix(room, o+"/") }) ||
				strings.HasSuffix(room, "test") // test support reads fixtures
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
	agreed := strings.Fields(`.ci .git .gitignore .golangci.yml .pre-commit-hooks.yaml CONTRIBUTING.md LICENSE Makefile README.md analysis bin cmd dist docs editors examples go.mod go.sum internal
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
