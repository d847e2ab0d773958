package complete_test

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file checks the laws of completion on programs and their prefixes.

// programs loads the programs below a directory, with their components.
type programs struct {
	schemas analysis.Schemas
	edition language.Edition
	opened  map[string]*analysis.Program
}

func newPrograms(t *testing.T) *programs {
	return &programs{schemas: analysistest.RepositorySchemas(t), opened: map[string]*analysis.Program{}}
}

func (ps *programs) world() analysis.World {
	return analysis.World{Schemas: ps.schemas, Language: ps.edition, Component: ps.open}
}

func (ps *programs) open(dir string) *analysis.Program {
	if p, ok := ps.opened[dir]; ok {
		return p
	}
	names, err := filepath.Glob(dir + "/*.pp")
	if err != nil || len(names) == 0 {
		return nil
	}
	var files []*syntax.File
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			files = append(files, syntax.Parse(filepath.ToSlash(name), string(text), nil))
		}
	}
	p := analysis.NewProgram(dir, files, ps.world(), nil)
	ps.opened[dir] = p
	return p
}

// with replaces the text of one file of a program.
func (ps *programs) with(p *analysis.Program, filePath, text string) *analysis.Program {
	var files []*syntax.File
	for _, f := range p.Files {
		if f.Path == filePath {
			f = syntax.Parse(filePath, text, f)
		}
		files = append(files, f)
	}
	return analysis.NewProgram(p.Dir, files, ps.world(), p)
}

// directories returns the directories below testdata/FEATURE that contain programs.
func directories(t *testing.T, below string) []string {
	t.Helper()
	root := filepath.Join(analysistest.Repository(t), "testdata", below)
	seen := map[string]bool{}
	var dirs []string
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if dir := filepath.ToSlash(filepath.Dir(name)); err == nil && strings.HasSuffix(name, ".pp") && !seen[dir] {
			seen[dir] = true
			dirs = append(dirs, dir)
		}
		return err
	})
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no programs below %s: %v", root, err)
	}
	return dirs
}

// at requests completion and checks the laws of every list.
func at(t *testing.T, p *analysis.Program, filePath, text string, offset int) *complete.List {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("panic %v at\n%s", r, around(text, offset))
		}
	}()
	list, err := complete.At(context.Background(), p, filePath, offset)
	if err != nil || list == nil {
		t.Fatalf("got %v, %v at\n%s", list, err, around(text, offset))
	}
	type look struct {
		label string
		kind  complete.Kind
	}
	seen := map[look]bool{}
	for i, item := range list.Items {
		r := item.Replace
		switch {
		case r.Start < 0 || r.End > len(text) || !r.Touches(offset):
			t.Fatalf("%q replaces %v, which does not contain %d, at\n%s", item.Label, r, offset, around(text, offset))
		case strings.Contains(text[r.Start:r.End], "\n"):
			t.Fatalf("%q replaces %q, which is more than a line, at\n%s", item.Label, text[r.Start:r.End], around(text, offset))
		case seen[look{item.Label, item.Kind}]:
			t.Fatalf("%q is there twice at\n%s", item.Label, around(text, offset))
		case item.Insert == "" || item.Label == "" || item.Filter == "" || kindNames[item.Kind] == "":
			t.Fatalf("%+v lacks something at\n%s", item, around(text, offset))
		case i > 0 && list.Items[i-1].Sort > item.Sort:
			t.Fatalf("%q stands before %q at\n%s", list.Items[i-1].Label, item.Label, around(text, offset))
		case item.Snippet != (item.Insert != item.Plain):
			t.Fatalf("%+v: a snippet is what differs from the plain text, at\n%s", item, around(text, offset))
		}
		seen[look{item.Label, item.Kind}] = true
	}
	return list
}

// around shows the text before and after an offset.
func around(text string, offset int) string {
	return text[max(0, offset-200):offset] + "⟨cursor⟩" + text[offset:min(len(text), offset+100)]
}

// Invariant: every item replaces a span of one line that contains the cursor.
// Invariant: no two items of a list have the same label and kind.
func TestLawsAtOffsets(t *testing.T) {
	t.Parallel()
	for _, below := range []string{"conformance/programs", "programs"} {
		ps := newPrograms(t)
		stride := 7
		if below == "programs" {
			stride = 29
		}
		for i, dir := range directories(t, below) {
			p := ps.open(dir)
			for _, f := range p.Files {
				for offset := i % stride; offset <= f.Len(); offset += stride {
					at(t, p, f.Path, f.Text(), offset)
				}
			}
		}
	}
}

func TestLawsAtPrefixes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lookups", "options", "expressions"} {
		ps := newPrograms(t)
		p := ps.open(path.Join(filepath.ToSlash(analysistest.Repository(t)), "testdata/programs", name))
		f := p.Files[0]
		for offset := 0; offset <= f.Len(); offset += 9 {
			at(t, ps.with(p, f.Path, f.Text()[:offset]), f.Path, f.Text()[:offset], offset)
		}
	}
}

// An offered name exists: inserting it adds no finding about the name.
func TestLawOffersExist(t *testing.T) {
	t.Parallel()
	ps := newPrograms(t)
	tried := map[complete.Kind]int{}
	for i, dir := range directories(t, "programs") {
		p := ps.open(dir)
		for _, f := range p.Files {
			for offset := i % 97; offset <= f.Len(); offset += 97 {
				list := at(t, p, f.Path, f.Text(), offset)
				for k := offset % 5; k < len(list.Items); k += 5 {
					tried[list.Items[k].Kind]++
					holdOffer(t, ps, p, f, offset, list.Items[k])
				}
			}
		}
	}
	for _, kind := range []complete.Kind{complete.KindAttribute, complete.KindMember, complete.KindVariable, complete.KindOption} {
		if tried[kind] < 20 {
			t.Errorf("only %d items of kind %s were tried", tried[kind], kindNames[kind])
		}
	}
}

var unknownNames = map[codes.Code]bool{
	codes.AttrUnknown: true, codes.PropUnknown: true, codes.NameUndefined: true,
	codes.OptionUnknown: true, codes.HookMember: true, codes.FunctionUnknown: true,
}

// holdOffer inserts an item and checks that no finding says its name is unknown.
func holdOffer(t *testing.T, ps *programs, p *analysis.Program, f *syntax.File, offset int, item complete.Item) {
	t.Helper()
	switch item.Kind {
	case complete.KindAttribute, complete.KindMember, complete.KindVariable, complete.KindOption:
	default:
		return
	}
	text := f.Text()[:item.Replace.Start] + item.Plain + f.Text()[item.Replace.End:]
	after := ps.with(p, f.Path, text)
	found, err := after.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(errors.Unwrap(err))
	}
	inserted := syntax.Span{Start: item.Replace.Start, End: item.Replace.Start + len(item.Plain)}
	for _, d := range found {
		if unknownNames[d.Code] && d.Path == f.Path && d.Span.Start < inserted.End && inserted.Start < d.Span.End {
			t.Errorf("%q inserted for %q: %s %s\n%s", item.Label, f.Text()[item.Replace.Start:item.Replace.End], d.Code, d.Message, around(text, inserted.End))
		}
	}
}

func TestCancelledContext(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "A cancelled question has no answer.\n-- main.pp --\na = $0\nb = 1\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := f.Cursors[0]
	if list, err := complete.At(ctx, f.Program, c.Path, c.Offset); !errors.Is(err, context.Canceled) || list != nil {
		t.Errorf("got %v, %v; want no list and %v", list, err, context.Canceled)
	}
}

func TestNoSuchPlace(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "A place outside the program has no answer.\n-- main.pp --\na = $0\n")
	for _, offset := range []int{-1, 100} {
		if list, err := complete.At(context.Background(), f.Program, f.Cursors[0].Path, offset); list != nil || err != nil {
			t.Errorf("offset %d: got %v, %v", offset, list, err)
		}
	}
	if list, err := complete.At(context.Background(), f.Program, "/elsewhere.pp", 0); list != nil || err != nil {
		t.Errorf("got %v, %v", list, err)
	}
}
