package refactor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// TestFixtures: two consecutive cursors are a selection, one is a place.
func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "refactor", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for i, c := range f.Cursors {
			selected := syntax.Span{Start: c.Offset, End: c.Offset}
			if strings.Contains(string(f.Archive.Comment), "selected") {
				if i%2 == 1 {
					continue
				}
				selected.End = f.Cursors[i+1].Offset
			}
			fmt.Fprintf(&out, "%s\n", f.ShowSpan(c.Path, selected))
			p := f.ProgramOf(c.Path)
			for _, a := range at(t, p, c.Path, selected) {
				fmt.Fprintf(&out, "  %s: %s\n", a.Kind, a.Title)
				if a.Disabled != "" {
					fmt.Fprintf(&out, "    disabled: %s\n", a.Disabled)
				}
				out.WriteString(shown(f, p, a.Change))
			}
		}
		f.Check(t, "", out.String())
	})
}

func at(t *testing.T, p *analysis.Program, path string, selected syntax.Span) []refactor.Action {
	t.Helper()
	actions, err := refactor.At(context.Background(), p, path, selected)
	if err != nil {
		t.Fatal(err)
	}
	return actions
}

// shown returns the new lines of a change.
func shown(f *analysistest.Fixture, p *analysis.Program, set change.Set) string {
	var out strings.Builder
	for _, file := range p.Files {
		after := change.Applied(file, set.Edits).Text()
		old := slices.Collect(strings.Lines(file.Text()))
		for line := range strings.Lines(after) {
			if at := slices.Index(old, line); at >= 0 {
				old = old[at+1:]
				continue
			}
			fmt.Fprintf(&out, "    %s| %s\n", path.Base(file.Path), strings.TrimRight(line, "\r\n"))
		}
	}
	for _, file := range set.NewFiles {
		for line := range strings.Lines(file.Text) {
			fmt.Fprintf(&out, "    new %s| %s\n", path.Base(path.Dir(file.Path))+"/"+path.Base(file.Path), strings.TrimRight(line, "\r\n"))
		}
	}
	return out.String()
}

// Invariant: every offered action adds no error and keeps the values of outputs, apart from
// secrecy. This visits every expression of the fixtures, selected and not selected.
func TestMeaning(t *testing.T) {
	t.Parallel()
	var done atomic.Int32
	t.Cleanup(func() {
		if done.Load() < 300 {
			t.Errorf("only %d refactorings were tried", done.Load())
		}
	})
	for _, dir := range []string{"refactor", "hover", "inlay", "signature", "navigate"} {
		analysistest.Run(t, dir, func(t *testing.T, f *analysistest.Fixture) {
			for _, filePath := range f.Paths() {
				p := f.ProgramOf(filePath)
				errors, values := errorsOf(t, p), valuesOf(t, p)
				for _, selected := range places(p, filePath) {
					for _, a := range at(t, p, filePath, selected) {
						if a.Disabled != "" || len(a.Change.NewFiles) > 0 {
							continue
						}
						done.Add(1)
						after := applied(p, a.Change.Edits)
						if now := errorsOf(t, after); len(now) > len(errors) {
							t.Errorf("%s at %s: %v", a.Title, f.ShowSpan(filePath, selected), now)
						}
						if now := valuesOf(t, after); !contains(now, values) {
							t.Errorf("%s at %s: the outputs were %v and are %v", a.Title, f.ShowSpan(filePath, selected), values, now)
						}
					}
				}
			}
		})
	}
}

func places(p *analysis.Program, filePath string) []syntax.Span {
	seen := map[syntax.Span]bool{}
	file, _ := p.File(filePath)
	for _, it := range file.All() {
		visit := func(span syntax.Span) {
			span = span.Shift(it.Base)
			seen[span], seen[syntax.Span{Start: span.Start, End: span.Start}] = true, true
		}
		visit(it.NameSpan)
		if info, err := p.Check(context.Background(), it); err == nil {
			info.EachTyped(it.Item, func(n hclsyntax.Node, _ typesys.Type) { visit(syntax.SpanOf(n)) })
		}
	}
	var all []syntax.Span
	for s := range seen {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b syntax.Span) int { return a.Start*100000 + a.End - b.Start*100000 - b.End })
	return all
}

func applied(p *analysis.Program, edits []change.Edit) *analysis.Program {
	var files []*syntax.File
	for _, f := range p.Files {
		files = append(files, change.Applied(f, edits))
	}
	return p.With(files...)
}

func errorsOf(t *testing.T, p *analysis.Program) []string {
	t.Helper()
	found, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, d := range found {
		if d.Severity == codes.Error {
			all = append(all, d.Message)
		}
	}
	return all
}

// valuesOf returns the known values of outputs, without marks.
func valuesOf(t *testing.T, p *analysis.Program) map[string]cty.Value {
	t.Helper()
	values := map[string]cty.Value{}
	for _, o := range p.Objects() {
		it, _ := o.Item()
		if o.Kind != analysis.ObjectOutput || it.Block() == nil || it.Block().Body.Attributes["value"] == nil {
			continue
		}
		v, err := eval.Of(context.Background(), p, it, it.Block().Body.Attributes["value"].Expr)
		if err != nil {
			t.Fatal(err)
		}
		if v.Known() {
			values[o.Name], _ = v.Value.UnmarkDeep()
		}
	}
	return values
}

func contains(all, some map[string]cty.Value) bool {
	for name, v := range some {
		if now, ok := all[name]; !ok || !now.RawEquals(v) && !sameDocument(now, v) {
			return false
		}
	}
	return true
}

// sameDocument reports whether two texts are the same as JSON or YAML. JSON is YAML.
func sameDocument(a, b cty.Value) bool {
	is, was := asJSON(a), asJSON(b)
	return is != "" && is == was
}

// asJSON returns a document as JSON with sorted keys, or nothing for other values.
func asJSON(v cty.Value) string {
	var read any
	if v.Type() != cty.String || v.IsNull() || yaml.Unmarshal([]byte(v.AsString()), &read) != nil {
		return ""
	}
	text, err := json.Marshal(read)
	if err != nil {
		return ""
	}
	return string(text)
}

// documentTexts makes JSON of any form.
func documentTexts(r *rand.Rand, depth int) string {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	space := pick("", " ", "\n  ", "\t")
	switch n := r.IntN(8); {
	case n < 3 && depth < 4:
		var parts []string
		for i := range r.IntN(4) {
			parts = append(parts, fmt.Sprintf(`%s"%s%d"%s:%s%s`, space, pick("a", "for", "x y", "ä", "${name}", `\"`, "null", "1", "#"), i, space, space, documentTexts(r, depth+1)))
		}
		return "{" + strings.Join(parts, ",") + space + "}"
	case n < 5 && depth < 4:
		var parts []string
		for range r.IntN(4) {
			parts = append(parts, documentTexts(r, depth+1)+space)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case n < 6:
		return pick("0", "-1", "2.50", "0.1", "1e3", "-1E-2", "12345678901234567890", "true", "false", "null")
	}
	return `"` + pick("", "a", "${name}", "${name}x", "$${no}", "%%{no}", `\\`, `\"`, `\n`, `\u00e9`, `\/`, "é😀", "# no comment", "a: b", "yes", "1", "null", `\u003c`, `a\nb\nc\n`, "- a", "<b>&") + `"`
}

// TestDocuments: a JSON text of any form that becomes an object stays the same JSON.
func TestDocuments(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	offered := 0
	for i := range 500 {
		text := pickedRoot(r)
		program := "name = \"ann\"\noutput x {\n  value = <<EOT\n" + text + "\nEOT\n}\n"
		if i%2 == 1 {
			program = strings.ReplaceAll(program, "\n", "\r\n")
		}
		p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", program, nil)}, analysis.World{}, nil)
		at := strings.Index(program, "<<EOT") + len("<<EOT\r\n")
		for _, a := range actionsAt(t, p, at) {
			offered++
			after := applied(p, a.Change.Edits)
			was, is := valuesOf(t, p)["x"], valuesOf(t, after)["x"]
			if asJSON(was) == "" || asJSON(is) != asJSON(was) {
				t.Errorf("%s\nbecame %#v, %s", program, is, after.Files[0].Text())
			}
			if edits := format.Edits(after.Files[0]); len(edits) > 0 {
				t.Errorf("not formatted: %q", after.Files[0].Text())
			}
		}
	}
	if offered < 250 {
		t.Errorf("only %d of 500 texts were rewritten", offered)
	}
}

func pickedRoot(r *rand.Rand) string {
	for {
		if text := documentTexts(r, 0); strings.ContainsAny(text[:1], "{[") {
			return text
		}
	}
}

func actionsAt(t *testing.T, p *analysis.Program, offset int) []refactor.Action {
	t.Helper()
	return slices.DeleteFunc(at(t, p, "d/main.pp", syntax.Span{Start: offset, End: offset}), func(a refactor.Action) bool {
		return a.ID != "rewrite.object" || a.Disabled != ""
	})
}

// A long value is not repeated for each of many uses, and one that is used once moves, however long it is.
func TestLongValuesAreNotRepeated(t *testing.T) {
	t.Parallel()
	long := "a = [" + strings.Repeat("1, ", 10_000) + "]\n"
	for uses, want := range map[int]string{1: "", 2: "its value is too long to be repeated for each use"} {
		text := long
		for i := range uses {
			text += fmt.Sprintf("b%d = a\n", i)
		}
		p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text, nil)}, analysis.World{}, nil)
		actions := at(t, p, "d/main.pp", syntax.Span{})
		i := slices.IndexFunc(actions, func(a refactor.Action) bool { return a.ID == "inline.local" })
		if i < 0 || actions[i].Disabled != want {
			t.Errorf("with %d uses the action is %v", uses, actions)
		}
	}
}
