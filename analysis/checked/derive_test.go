package checked_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// yarns are programs of several files in which much depends on something else.
var yarns = [][]string{
	{
		"config size number {\n  default = 3\n}\n\nconfig kind string {\n  default = \"dog\"\n}\n\nhalf = size / 2\n",
		"resource a \"zoo:index:Animal\" {\n  name = \"x${half}\"\n  options {\n    range = size\n  }\n}\n\nresource b \"zoo:index:Animal\" {\n  name   = a[0].name\n  parent = nope\n}\n",
		"names = [for x in [\"a\", half] : \"${x}-${kind}\"]\n\noutput o {\n  value = { n = names, b = b.id }\n}\n\nhook resource \"h\" {\n  command = [\"echo\", kind]\n}\n",
	},
	{
		"c0 = \"x\"\nc1 = c0\nc2 = \"${c1}!\"\nc3 = [c2, c1]\nc4 = { a = c3, b = c0 }\nc5 = c4.a[0]\nc6 = length(c3)\n",
		"config pw string {\n  secret = true\n}\n\nresource r \"zoo:index:Animal\" {\n  __logicalName = \"animal\"\n  name = c5\n  options {\n    ignoreChanges = [name]\n  }\n}\n\nresource s \"zoo:index:Animal\" {\n  name = \"${pw}${r.name}\"\n  options {\n    parent = r\n    dependsOn = [r]\n  }\n}\n",
		"output first {\n  value = s.name\n}\n\noutput second {\n  value = secret(c6)\n}\n\npackage {\n  baseProviderName = \"zoo\"\n}\n",
	},
	{ // findings of items, of flows and of the whole, suppressed or nearly so
		"# pcl-lsp:ignore-file unused.*, name.shadows -- shared\n\nconfig size number {\n  default = 3\n}\n\nhalf = size / 2\n\nkinds = [for half in [1] : half]\n",
		"# pcl-lsp:ignore-block name.undefined, attr.unknown\nresource a \"zoo:index:Animal\" {\n  name = nope\n  size = 1\n}\n\n# pcl-lsp:ignore unused.local -- for later\nspare = a.name\n\n" +
			"resource b \"zoo:index:Animal\" {\n  name = a.nam # pcl-lsp:ignore prop.unknown\n}\n\n# pcl-lsp:ignore cycle\nx = y\n\ny = x\n",
		"config pw string {\n  secret = true\n}\n\n# pcl-lsp:ignore-block secret.output, secret.unsecret, unused.local\noutput o {\n  value = unsecret(pw)\n}\n\nspare = 1 // pcl-lsp:ignore name.duplicate, unused.local\n",
	},
}

// A program that was derived again and again says what one says that was made of
// the same files from nothing.
func TestDerivedEqualsFresh(t *testing.T) {
	t.Parallel()
	schemas := analysistest.RepositorySchemas(t)
	for seed := range 24 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(7, uint64(seed)))
			w := weaver{random: random, texts: slices.Clone(yarns[seed%len(yarns)])}
			world := checked.World{Schemas: schemas, SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1}
			if seed%2 == 1 { // rules that are off are asked, too
				world.OptIns = ^world.OptIns
			}
			var p *checked.Program
			files := make([]*syntax.File, len(w.texts))
			derived := 0
			for step := range 150 {
				for i, text := range w.texts {
					if files[i] == nil || files[i].Text() != text {
						files[i] = syntax.Parse(fmt.Sprintf("d/%d.pp", i), text, files[i])
					}
				}
				p = analysis.NewProgram("d", files, world, p)
				if checked.IsDerived(p) {
					derived++
				}
				switch random.IntN(4) {
				case 0: // nobody asks
				case 1: // somebody asks and does not wait
					ctx, cancel := context.WithCancel(context.Background())
					_, _ = p.Report(ctx, func(*checked.Report) { cancel() })
					cancel()
				default:
					fresh := make([]*syntax.File, len(files))
					for i, text := range w.texts {
						fresh[i] = syntax.Parse(fmt.Sprintf("d/%d.pp", i), text, nil)
					}
					last := world
					last.Final = seed%4 == 2
					want, got := described(t, analysis.NewProgram("d", fresh, last, nil)), described(t, p)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("step %d, %s: fresh and derived differ (-fresh +derived):\n%s\n%s", step, w.last, diff, strings.Join(w.texts, "\n----\n"))
					}
				}
				if seed%4 == 0 && step%10 == 0 { // the next program is derived from a final one
					last := world
					last.Final = true
					p = analysis.NewProgram("d", files, last, nil)
					described(t, p)
				}
				w.weave()
			}
			if derived < 30 {
				t.Errorf("%d of 150 programs were derived, which tests little", derived)
			}
		})
	}
}

// A type that nobody asked for in the program before is not taken for one that was
// found to hold there.
func TestUnaskedTypesAreNotTakenOver(t *testing.T) {
	t.Parallel()
	edited := editedProgram{steady: true, rules: allRules}
	for _, step := range []struct{ text, want string }{
		{"a = 1\nq = [a, nope]\nk = k\n", "[int, dynamic]"}, // with a circle: nothing is derived from it
		{"a = \"x\"\nq = [a, nope]\n", ""},
		{"a = \"x\"\nq = [a, nope]\nz = 1\n", "[string, dynamic]"},
	} {
		edited.set(step.text)
		findingsOf(t, edited.program)
		if step.want == "" {
			continue // nobody asks
		}
		if got := edited.program.TypeOf(context.Background(), edited.program.Lookup("q")).String(); got != step.want {
			t.Errorf("%q: q is %s, want %s", step.text, got, step.want)
		}
	}
}

// Several programs may be derived from one: of a snapshot that is asked late.
func TestProgramsBranch(t *testing.T) {
	t.Parallel()
	base := editedProgram{steady: true, rules: allRules}
	base.set("a = 1\n")
	findingsOf(t, base.program)
	larger, other := base, base
	larger.set("a = 1\ny = [for b in [1] : b]\n")
	findingsOf(t, larger.program)
	other.set("b = 1\n")
	fresh := editedProgram{rules: allRules}
	fresh.set("b = 1\n")
	if diff := cmp.Diff(described(t, fresh.program), described(t, other.program)); diff != "" {
		t.Errorf("fresh and derived differ (-fresh +derived):\n%s", diff)
	}
}

// described is everything that users see of a program.
func described(t *testing.T, p *checked.Program) string {
	t.Helper()
	var b strings.Builder
	for _, d := range findingsOf(t, p) {
		line, _ := json.Marshal(struct {
			Path, Message string
			Span          syntax.Span
			Related       []diagnostic.Related
		}{d.Path, string(d.Code) + " " + d.Severity.String() + " " + d.Message, d.Span, d.Related})
		fmt.Fprintf(&b, "%s\n", line)
	}
	d, err := dump.Program(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return b.String() + string(text)
}

// weaver edits texts as people do: a letter, a word, a line, a block at a time.
type weaver struct {
	random *rand.Rand
	texts  []string
	last   string // what was done last
	cut    string // what was taken away last
}

func (w *weaver) weave() {
	i := w.random.IntN(len(w.texts))
	text := w.texts[i]
	switch w.random.IntN(8) {
	case 0: // type something
		const bits = "a b c.x [0] { } ( ) \" ${ = \n # resource config half kind c1 r.name options range = 2\n"
		at, from := w.random.IntN(len(text)+1), w.random.IntN(len(bits))
		text = text[:at] + bits[from:min(len(bits), from+1+w.random.IntN(6))] + text[at:]
		w.last = "typed"
	case 1: // delete something
		at := w.random.IntN(len(text) + 1)
		end := min(len(text), at+1+w.random.IntN(5))
		w.cut, text = text[at:end], text[:at]+text[end:]
		w.last = "deleted"
	case 2, 3: // another name in one place
		text = w.replaceWord(text, 1)
		w.last = "one word"
	case 4: // everywhere in the file
		text = w.replaceWord(text, -1)
		w.last = "a word everywhere"
	case 5: // cut a block
		blocks := strings.SplitAfter(text, "\n\n")
		k := w.random.IntN(len(blocks))
		w.cut = blocks[k]
		text = strings.Join(slices.Delete(blocks, k, k+1), "")
		w.last = "cut"
	case 6: // put it back, perhaps twice, perhaps elsewhere
		blocks := strings.SplitAfter(text, "\n\n")
		text = strings.Join(slices.Insert(blocks, w.random.IntN(len(blocks)), w.cut), "")
		w.last = "put back"
	case 7: // move everything down
		text = strings.Repeat("\n", 1+w.random.IntN(2)) + text
		w.last = "moved"
	}
	if len(text) > 4000 {
		text = text[:2000]
	}
	w.texts[i] = text
}

func (w *weaver) replaceWord(text string, n int) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", r)
	})
	other := strings.FieldsFunc(strings.Join(w.texts, " "), func(r rune) bool { return strings.ContainsRune(" \n\t{}()[]=,\"$:", r) })
	if len(words) == 0 || len(other) == 0 {
		return text + "x = 1\n"
	}
	return strings.Replace(text, words[w.random.IntN(len(words))], other[w.random.IntN(len(other))], n)
}
