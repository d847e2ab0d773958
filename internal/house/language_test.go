package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// otherNames are literals that look like names of the language and are something else, by
// file.
var otherNames = map[string][]string{
	"analysis/lenient/parse.go":  {"invoke", "range"}, // words of the setting mode
	"analysis/state/envelope.go": {"version"},         // a member of a state
	"analysis/state/examples.go": {"provider"},        // a section of a schema
	"analysis/state/resource.go": { // members of a resource in a state
		"resource", "parent", "provider", "protect", "retainOnDelete", "deletedWith", "replaceWith", "aliases", "replaceOnChanges", "ignoreChanges", "replacementTrigger",
	},
	"analysis/state/snippet.go":    {"version"},                       // a member of a descriptor
	"typesys/schema/scanresult.go": {"version", "provider", "config"}, // members of a schema
	"typesys/schema/open.go":       {"version"},                       // a member of a schema
	"typesys/schema/reference.go":  {"provider"},                      // a section of a schema
	"typesys/schema/token.go":      {"providers"},                     // a module of the built-in package
	"workspace/settings/file.go":   {"stack", "pulumi"},               // settings
	"workspace/stackfile/read.go":  {"config", "secret"},              // keys of a stack file and a project file
}

// TestNamesOfTheLanguage checks that only package language knows the names of builtins,
// options and kinds of blocks. Other code must read a field of the entry, so that it works
// for a new entry too.
func TestNamesOfTheLanguage(t *testing.T) {
	t.Parallel()
	excepted := map[string]bool{}
	eachFile(t, func(path string, text []byte) {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		rel = filepath.ToSlash(rel)
		if strings.HasSuffix(rel, "_test.go") || strings.HasPrefix(rel, "analysis/language/") || strings.HasPrefix(rel, "internal/") {
			return
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, rel, text, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		for _, literal := range comparedLiterals(file) {
			name, err := strconv.Unquote(literal.Value)
			if err != nil || !isNameOfTheLanguage(name) {
				continue
			}
			if isOtherName(rel, name) {
				excepted[rel+" "+name] = true
				continue
			}
			t.Errorf("%s: compares with %q; read a field of the entry in package language instead", files.Position(literal.Pos()), name)
		}
	})
	for path, names := range otherNames {
		for _, name := range names {
			if !excepted[path+" "+name] {
				t.Errorf("%s no longer compares with %q: remove the exception", path, name)
			}
		}
	}
}

func isNameOfTheLanguage(name string) bool {
	return name == language.OptionsBlock || language.LookupBuiltin(name) != nil ||
		language.LookupOption(name) != nil || language.LookupBlock(name) != nil
}

func isOtherName(path, name string) bool {
	for _, n := range otherNames[path] {
		if n == name {
			return true
		}
	}
	return false
}

// comparedLiterals returns the string literals that a file compares something with: operands
// of == and !=, cases of a switch and keys of a map.
func comparedLiterals(file *ast.File) []*ast.BasicLit {
	var found []*ast.BasicLit
	add := func(e ast.Expr) {
		if literal, ok := ast.Unparen(e).(*ast.BasicLit); ok && literal.Kind == token.STRING {
			found = append(found, literal)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				add(n.X)
				add(n.Y)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				add(e)
			}
		case *ast.KeyValueExpr:
			add(n.Key)
		}
		return true
	})
	return found
}
