package rulefile_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rulefile"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/cost"
)

// texts are the rule files of fixtures.
func texts(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, feature := range []string{"rules", "rulefile"} {
		files, err := filepath.Glob(filepath.Join(analysistest.Repository(t), "testdata", feature, "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatal("no fixtures")
		}
		for _, name := range files {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if file, _ := marked(archive); file != nil {
				all = append(all, file.Text())
			}
		}
	}
	return all
}

// check asks at an offset and reports what is wrong with the answers themselves.
func check(t *testing.T, file *syntax.File, offset int, schemas analysis.Schemas) {
	t.Helper()
	line := file.Line(offset)
	whole := syntax.Span{Start: file.LineStart(line), End: file.LineEnd(line)}
	labels := map[string]bool{}
	for _, item := range rulefile.Complete(file, offset, schemas).Items {
		if r := item.Replace; r.Start < whole.Start || r.End > whole.End || !r.Touches(offset) {
			t.Fatalf("at %d of %q: %s replaces %v of the line %v", offset, file.Text(), item.Label, r, whole)
		}
		if labels[item.Label] {
			t.Fatalf("at %d of %q: %s is offered twice", offset, file.Text(), item.Label)
		}
		labels[item.Label] = true
	}
	if h := rulefile.Hover(file, offset, schemas); h != nil && (!h.Span.Touches(offset) || h.Text == "") {
		t.Fatalf("at %d of %q: the hover %+v", offset, file.Text(), h)
	}
}

// Items and hovers are about the word at the cursor, wherever it is, and in a text that ends there.
func TestEveryOffset(t *testing.T) {
	t.Parallel()
	schemas := named{analysistest.RepositorySchemas(t)}
	for _, text := range texts(t) {
		file := syntax.Parse("/p/x"+rules.Ending, text, nil)
		for offset := 0; offset <= len(text); offset++ {
			check(t, file, offset, schemas)
			if offset%7 == 0 {
				check(t, syntax.Parse("/p/x"+rules.Ending, text[:offset], nil), offset, nil)
			}
		}
	}
}

// A word that is replaced by any item leaves a file that parses.
func TestAcceptedItemsParse(t *testing.T) {
	t.Parallel()
	schemas := named{analysistest.RepositorySchemas(t)}
	accepted := 0
	for _, text := range texts(t) {
		file := syntax.Parse("/p/x"+rules.Ending, text, nil)
		if broken(text) {
			continue
		}
		for offset := range len(text) {
			list := rulefile.Complete(file, offset, schemas)
			if len(list.Items) == 0 || list.Items[0].Replace.Len() == 0 || list.Items[0].Replace.Start != offset || strings.HasPrefix(text[offset:], "for ") {
				continue
			}
			for i, item := range list.Items {
				if strings.HasSuffix(item.Plain, "(") || strings.HasSuffix(item.Plain, "= ") || i%3 != offset%3 {
					continue // the value is still to be written
				}
				accepted++
				if now := text[:item.Replace.Start] + item.Plain + text[item.Replace.End:]; broken(now) {
					t.Fatalf("%s at %d breaks the file:\n%s", item.Label, offset, now)
				}
			}
		}
	}
	if accepted < 1000 {
		t.Errorf("%d items were accepted", accepted)
	}
}

// broken reports whether a rule file has a syntax error.
func broken(text string) bool {
	_, found := rules.Parse("/p/x"+rules.Ending, text)
	return slices.ContainsFunc(found, func(d analysis.Diagnostic) bool { return d.Code != codes.RuleInvalid })
}

// FuzzRuleFile asks at any place of any text.
func FuzzRuleFile(f *testing.F) {
	for i, text := range texts(f) {
		f.Add(text, i*37)
		f.Add(text, len(text)/2)
	}
	schemas := named{analysistest.RepositorySchemas(f)}
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if len(text) > 20_000 {
			return
		}
		file := syntax.Parse("/p/x"+rules.Ending, text, nil)
		if offset < 0 || offset > len(text) {
			if rulefile.Complete(file, offset, schemas) != nil || rulefile.Hover(file, offset, schemas) != nil {
				t.Errorf("there is something at %d of %d", offset, len(text))
			}
			return
		}
		check(t, file, offset, schemas)
	})
}

// The cost law for completion and hover, in hostile texts. It runs alone: the work of others would count too.
func TestWorkIsBounded(t *testing.T) {
	var sheet cost.Sheet
	for _, shape := range cost.Shapes {
		sheet.Check(t, "rule file", "", shape, 200, func(n int) []float64 {
			text := shape.Text(n)
			file := syntax.Parse("/p/x"+rules.Ending, text, nil)
			return cost.Of(func() {
				for _, offset := range []int{len(text) / 2, len(text)} {
					rulefile.Complete(file, offset, nil)
					rulefile.Hover(file, offset, nil)
				}
			})
		})
	}
}
