package fix_test

import (
	"context"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// values counts the literals in a program, and the names that references begin with.
func values(p *analysis.Program) map[string]int {
	all := map[string]int{}
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Root() == nil {
				continue
			}
			node.Walk(it.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
				switch n := n.(type) {
				case *hclsyntax.LiteralValueExpr:
					if !n.Val.IsNull() {
						all[strings.Trim(typesys.FormatValue(n.Val), `"`)]++
					}
				case *hclsyntax.ScopeTraversalExpr:
					all[n.Traversal.RootName()]++
				}
				return true
			})
		}
	}
	return all
}

// hasWords reports whether a text has all words of another one.
func hasWords(text, words string) bool {
	isSpace := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return !slices.ContainsFunc(strings.FieldsFunc(words, isSpace), func(word string) bool { return !strings.Contains(text, word) })
}

// foreign are names of other languages, in whose place is what they mean.
var foreign = map[string]bool{"var": true, "local": true, "each": true, "count": true, "path": true, "terraform": true, "pulumi": true}

// checkKept applies the fixes that need no question, until there are none, and compares what the program says: but for what safe
// fixes remove since it has no effect, each literal and each reference is still there, or what a typing mistake in it stands for.
func checkKept(t *testing.T, p *analysis.Program) {
	t.Helper()
	const rounds = 5
	for range rounds {
		if slices.ContainsFunc(p.Files, func(f *syntax.File) bool { _, broken := f.FirstError(); return broken }) {
			return // it cannot be told what it says
		}
		unsafe := func(f fix.Fix) bool { return !f.Safe }
		chosen, _ := fix.Compatible(context.Background(), p, findings(t, p), fix.Best, unsafe)
		if len(chosen) == 0 {
			return
		}
		var edits []change.Edit
		for _, f := range chosen {
			edits = append(edits, f.Edits...)
		}
		after := applyTo(p, edits)
		before, now := values(p), values(after)
		for value, n := range before {
			if now[value] >= n || foreign[value] {
				continue
			}
			meant, written := false, ""
			for other := range now {
				if now[other] > before[other] {
					isSlip := strings.ContainsFunc(value, unicode.IsLetter) && typesys.IsSlip(value, other)
					meant, written = meant || isSlip, written+" "+other
				}
			}
			if !meant && !hasWords(written, value) {
				for _, f := range chosen {
					t.Errorf("%s is lost by %s %s", value, f.Diagnostic.Code, f.Title)
				}
			}
		}
		p = after
	}
}

// Invariant: what is applied without asking loses nothing that was written.
func TestFixesLoseNothing(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"testdata/check", "testdata/fix"} {
		fixture.Run(t, dir, func(t *testing.T, f *fixture.Fixture) {
			for _, p := range f.Programs(t) {
				checkKept(t, p)
			}
		})
	}
	for _, f := range families(t) {
		for seed := range testsize.RandomPrograms {
			files := fixture.Files{}
			for file, text := range f.Program(seed).Files {
				files[path.Join(fixture.Root, file)] = text
			}
			session := workspace.New(workspace.Options{FS: files, Schemas: f.Store})
			if p := session.Snapshot().ProgramIn(fixture.Root); p != nil {
				checkKept(t, p)
			}
		}
	}
}

// families are those of random programs whose schemas are there, by name.
func families(t *testing.T) map[string]*randomprogram.Family {
	t.Helper()
	all := map[string]*randomprogram.Family{}
	for _, name := range randomprogram.Families() {
		if f, err := randomprogram.Open(analysistest.Repository(t), name); err == nil {
			all[name] = f
		} else {
			t.Logf("without the family %s: %v", name, err)
		}
	}
	return all
}
