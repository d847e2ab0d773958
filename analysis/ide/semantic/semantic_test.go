package semantic_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "semantic", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, path := range f.Paths() {
			file, _ := f.ProgramOf(path).File(path)
			fmt.Fprintf(&out, "=== %s\n", filepath.Base(path))
			for _, it := range placedIn(paint(t, f.ProgramOf(path), path, nil)) {
				for _, tok := range it.Made {
					span := tok.Span.Shift(it.Base)
					line := fmt.Sprintf("%d: %s %s %s", file.Line(span.Start)+1, file.Slice(span), tok.Type, strings.Join(tok.Modifiers.Names(), " "))
					out.WriteString(strings.TrimSpace(line) + "\n")
				}
			}
		}
		f.Check(t, "", out.String())
	})
}

type placed = semantic.Placed[[]semantic.Token]

func made(_ *syntax.Item, tokens []semantic.Token) []semantic.Token { return slices.Clone(tokens) }

type document = semantic.Document[[]semantic.Token]

func paint(t testing.TB, p *analysis.Program, path string, before *document) *document {
	t.Helper()
	all, err := semantic.Whole(context.Background(), p, path, before, made)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// placedIn returns the items of a document at their places in the file.
func placedIn(d *document) []placed {
	var all []placed
	for i, it := range d.Items.From(0) {
		at := d.File.Item(i)
		all = append(all, placed{Base: at.Base, Line: at.Line, Painted: it})
	}
	return all
}

// programs are all kinds of texts.
func programs(t testing.TB) []string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(analysistest.Repository(t), "testdata/programs/*/main.pp"))
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	all := []string{
		"a = <<EOT\nx ${b} y\n\r\n%{ for c in d ~}\n${c}\n%{ endfor }\nEOT\nb = \"\u00e9\U0001f600${a}\"\r\n/* one\ntwo\r\nthree */\nd = [\n  for k, v in { x = 1 } : k if v > 0\n]\n",
		"resource r \"cloudy:storage/bucket:Bucket\" {\n  options {\n    range = 2\n  }\n  name = \"${range.value}\"\n}\no = r[0].id\n\"x\xff\" = 1\n",
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(data))
	}
	return all
}

// checkTokens checks the invariant of the package.
func checkTokens(t testing.TB, file *syntax.File, all []placed) {
	t.Helper()
	end := 0
	for _, it := range all {
		for _, tok := range it.Made {
			span := tok.Span.Shift(it.Base)
			text := file.Slice(span)
			if span.Start < end || text == "" || len(text) != span.Len() || strings.ContainsAny(text, "\r\n") {
				t.Fatalf("the token %v %q (%s) is not in order, empty or not on one line in\n%s", span, text, tok.Type, file.Text())
			}
			end = span.End
		}
	}
}

// Invariant: the tokens of an item are sorted, do not overlap, are not empty, and none goes
// over a line end. A result computed from an earlier one equals a fresh one. Checked along
// sequences of small edits.
func TestEdits(t *testing.T) {
	t.Parallel()
	for i, text := range programs(t) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			checkEdits(t, text, rand.New(rand.NewPCG(3, uint64(i))), testsize.TokenEdits)
		})
	}
}

func FuzzEdits(f *testing.F) {
	for i := range programs(f) {
		f.Add(i, uint64(i))
	}
	all := programs(f)
	f.Fuzz(func(t *testing.T, program int, seed uint64) {
		text := all[(program%len(all)+len(all))%len(all)]
		checkEdits(t, text, rand.New(rand.NewPCG(seed, 1)), 20)
	})
}

const path = "/fixture/main.pp"

func checkEdits(t *testing.T, text string, random *rand.Rand, edits int) {
	world := analysis.World{Schemas: analysistest.RepositorySchemas(t)}
	file := syntax.Parse(path, text, nil)
	p := analysis.NewProgram("/fixture", []*syntax.File{file}, world, nil)
	before := paint(t, p, path, nil)
	for range edits {
		words := []string{"", "", "x", "\"", "${", "}", "{", "\n", "\r\n", "a = secret(1)\n", ".", "[", "]", "<<E\n", "for ", "\xff", "😀", "/*", "true"}
		start := random.IntN(file.Len() + 1)
		edit := syntax.Edit{Span: syntax.Span{Start: start, End: min(start+random.IntN(4), file.Len())}, Text: words[random.IntN(len(words))]}
		file = file.Edited(edit)
		p = analysis.NewProgram("/fixture", []*syntax.File{file}, world, p)
		now := paint(t, p, path, before)
		checkTokens(t, file, placedIn(now))
		again := syntax.Parse(path, file.Text(), nil)
		fresh := paint(t, analysis.NewProgram("/fixture", []*syntax.File{again}, world, nil), path, nil)
		if got, want := shown(placedIn(now)), shown(placedIn(fresh)); got != want {
			t.Fatalf("after %+v the tokens are\n%s\nand those of a fresh program\n%s\nof\n%s", edit, got, want, file.Text())
		}
		before = now
	}
}

func shown(all []placed) string {
	var out strings.Builder
	for _, it := range all {
		for _, tok := range it.Made {
			fmt.Fprintln(&out, tok.Span.Shift(it.Base), tok.Type, tok.Modifiers.Names())
		}
	}
	return out.String()
}

// Unchanged items are not painted again, wherever they are after an edit.
func TestWhatStaysIsNotPaintedAgain(t *testing.T) {
	t.Parallel()
	text := "a = \"x${1}\"\nb = \"${a}\"\nc = secret(\"y\")\nd = \"${c}\"\n"
	for _, test := range []struct{ name, old, new, painted string }{
		{"in an item", "x$", "xy$", "a"},
		{"what a name is", "\"x${1}\"", "\"xy\"", "a b"},
		{"what a name carries", "secret(\"y\")", "\"y\"", "c d"},
		{"what a name denotes", "c = secret(\"y\")", "config c \"string\" { secret = true }", "c d"},
		{"further down", "\"x${1}\"", "(\n\"x${1}\")", "a"},
		{"a new item", "b = ", "e = 1\nb = ", "e"},
		{"an item less", "b = \"${a}\"\n", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			file := syntax.Parse(path, text, nil)
			world := analysis.World{Schemas: analysistest.RepositorySchemas(t)}
			p := analysis.NewProgram("/fixture", []*syntax.File{file}, world, nil)
			before := paint(t, p, path, nil)
			at := strings.Index(text, test.old)
			file = file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + len(test.old)}, Text: test.new})
			var painted []string
			known := placedIn(before)
			for _, it := range placedIn(paint(t, analysis.NewProgram("/fixture", []*syntax.File{file}, world, p), path, before)) {
				if it.View.Item.Name != "" && !slices.ContainsFunc(known, func(b placed) bool { return b.Painted == it.Painted }) {
					painted = append(painted, it.View.Item.Name)
				}
			}
			if got := strings.Join(painted, " "); got != test.painted {
				t.Errorf("painted %q again, want %q", got, test.painted)
			}
		})
	}
}

// A part of a file has the same tokens as in the whole file.
func TestPart(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "A program.\n-- main.pp --\na = 1\nb = \"${a}\"\nc = b\n")
	var none *document
	part, err := semantic.In(context.Background(), f.Program, f.Paths()[0], syntax.Span{Start: 8, End: 9}, none, made)
	if err != nil || len(part) != 1 || part[0].View.Item.Name != "b" {
		t.Errorf("got %v, %v; want the item b", part, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := semantic.In(ctx, f.Program, f.Paths()[0], syntax.Span{End: 9}, none, made); err == nil {
		t.Error("a cancelled context is no error")
	}
}

// Every kind of name has a color.
func TestEveryKindHasAColour(t *testing.T) {
	t.Parallel()
	for kind := analysis.ObjectLoopVariable; kind <= analysis.ObjectProperty; kind++ {
		if !semantic.HasObject(kind) {
			t.Errorf("%s has none", kind)
		}
	}
	for kind := analysis.OccurDeclaration; kind <= analysis.OccurPackage; kind++ {
		if !semantic.HasOccurrence(kind) {
			t.Errorf("occurrence %d has none", kind)
		}
	}
	for _, typ := range semantic.Types() {
		if typ.String() == "" {
			t.Errorf("type %d has no name", typ)
		}
	}
	if got := len(semantic.Modifiers(0xff).Names()); got != len(semantic.All()) {
		t.Errorf("%d of %d modifiers have names", got, len(semantic.All()))
	}
}

// Painting several items at once gives the tokens of painting them one after the other.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	text := strings.Join(programs(t), "\n")
	tokens := func(each func(n int, do func(i int))) string {
		world := analysis.World{Schemas: analysistest.RepositorySchemas(t), Each: each}
		file := syntax.Parse(path, text, nil)
		return shown(placedIn(paint(t, analysis.NewProgram("/fixture", []*syntax.File{file}, world, nil), path, nil)))
	}
	together := tokens(func(n int, do func(i int)) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { do(i) })
		}
		all.Wait()
	})
	if one := tokens(nil); together != one {
		t.Errorf("at once the tokens are\n%s\nand one after the other\n%s", together, one)
	}
}
