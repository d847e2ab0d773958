package workspace_test

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements the steps of sequences: what happens to documents and to the
// disk, and questions in between.

// files are the files on disk with an ending.
func (e *editing) files(ending string) []string {
	return slices.DeleteFunc(e.disk.Paths(), func(p string) bool { return !strings.HasSuffix(p, ending) })
}

// somePath is a file that is there or that may come.
func (e *editing) somePath(ending string) string {
	if known := e.files(ending); len(known) > 0 && e.below(4) > 0 {
		return pick(e, known)
	}
	if ending == ".pp" && e.below(6) == 0 {
		return "untitled:1"
	}
	return path.Join(e.someDir(), pick(e, []string{"main", "b", "new", "zz"})+ending)
}

func (e *editing) someDir() string {
	return path.Join(e.root, pick(e, []string{"app", "app/one", "app/two", "lib", "app/one/deep", "."}))
}

func (e *editing) open(p string) {
	text := ""
	if data, err := e.disk.ReadFile(p); err == nil {
		text = string(data)
	}
	if e.below(8) == 0 {
		text += pick(e, pasted)
	}
	e.did("open %s", p)
	e.versions++
	e.session.Apply(workspace.Open{Path: p, Text: text, Version: e.versions})
}

func (e *editing) close() {
	if open := e.session.Snapshot().Open(); len(open) > 0 {
		p := pick(e, open)
		e.did("close %s", p)
		e.session.Apply(workspace.Close{Path: p})
	}
}

// edit changes an open document: with one edit or several in one change, or with a
// new text as a whole.
func (e *editing) edit() {
	open := e.session.Snapshot().Open()
	if len(open) == 0 {
		e.open(e.somePath(".pp"))
		return
	}
	p := pick(e, open)
	file, _, _, _ := e.session.Snapshot().File(p)
	e.versions++
	if e.below(16) == 0 {
		text := e.typedInto(file.Text())
		e.did("replace all of %s", p)
		if e.below(2) == 0 {
			e.session.Apply(workspace.Open{Path: p, Text: text, Version: e.versions})
		} else {
			e.session.Apply(workspace.Edit{Path: p, File: syntax.Parse(p, text, nil), Version: e.versions})
		}
		return
	}
	edits := 1
	if e.below(6) == 0 {
		edits = 2 + e.below(3)
	}
	for range edits {
		change := e.someEdit(file.Text())
		e.did("edit %s at %v: %q for %q", p, change.Span, change.Text, file.Text()[change.Span.Start:change.Span.End])
		file = file.Edited(change)
	}
	if file.Len() > 8000 {
		file = file.Edited(syntax.Edit{Span: syntax.Span{Start: 2000, End: file.Len()}})
		e.did("the rest of %s goes", p)
	}
	e.session.Apply(workspace.Edit{Path: p, File: file, Version: e.versions})
}

// typedInto is a text after an edit.
func (e *editing) typedInto(text string) string {
	c := e.someEdit(text)
	return text[:c.Span.Start] + c.Text + text[c.Span.End:]
}

// someEdit is what somebody may do to a text.
func (e *editing) someEdit(text string) syntax.Edit {
	at := e.below(len(text) + 1)
	here := func(start, end int, text string) syntax.Edit {
		return syntax.Edit{Span: syntax.Span{Start: start, End: end}, Text: text}
	}
	switch e.below(10) {
	case 0: // letters
		from := e.below(len(letters))
		return here(at, at, letters[from:min(len(letters), from+1+e.below(5))])
	case 1:
		return here(at, min(len(text), at+1+e.below(6)), "")
	case 2, 3, 4: // another word
		if words := wordsIn(text); len(words) > 0 {
			word := pick(e, words)
			start := strings.Index(text, word)
			return here(start, start+len(word), e.someWord())
		}
	case 5: // cut a block
		start, end := e.someBlock(text)
		e.cut = text[start:end]
		return here(start, end, "")
	case 6: // copy it
		start, end := e.someBlock(text)
		e.cut = text[start:end]
	case 7: // put it in, in this file or in another one
		start, _ := e.someBlock(text)
		return here(start, start, e.cut)
	case 8:
		start, _ := e.someBlock(text)
		return here(start, start, pick(e, pasted))
	case 9:
		return here(0, 0, "\n# above\n"[:1+8*e.below(2)])
	}
	return here(at, at, "\n")
}

// someWord is a word of a program that is there, or another one.
func (e *editing) someWord() string {
	if e.below(2) == 0 {
		return pick(e, wordsOfPrograms)
	}
	open := e.session.Snapshot().Open()
	if len(open) == 0 {
		return "x"
	}
	file, _, _, _ := e.session.Snapshot().File(pick(e, open))
	if words := wordsIn(file.Text()); len(words) > 0 {
		return pick(e, words)
	}
	return "y"
}

// someBlock is the place of a block and the empty line after it.
func (e *editing) someBlock(text string) (start, end int) {
	blocks := strings.SplitAfter(text, "\n\n")
	n := e.below(len(blocks))
	for _, b := range blocks[:n] {
		start += len(b)
	}
	return start, start + len(blocks[n])
}

// fuse is a context that ends after it was asked some times.
type fuse struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
}

func newFuse(asks int) *fuse {
	ctx, cancel := context.WithCancel(context.Background())
	f := &fuse{Context: ctx, cancel: cancel}
	f.left.Store(int64(asks))
	return f
}

func (f *fuse) Err() error {
	if f.left.Add(-1) < 0 { // several workers may ask at once
		f.cancel()
	}
	return f.Context.Err()
}

// ask asks a program something, perhaps without waiting for the end, perhaps of an
// earlier moment.
func (e *editing) ask() {
	s, when := e.session.Snapshot(), "now"
	if len(e.old) > 0 && e.below(3) == 0 {
		s, when = pick(e, e.old), "earlier"
	}
	dir := pick(e, e.dirs())
	ctx, left := context.Context(context.Background()), "to the end"
	if e.below(3) > 0 {
		f := newFuse(e.below(256))
		defer f.cancel()
		ctx, left = f, fmt.Sprintf("for %d steps", f.left.Load())
	}
	what := e.below(len(questions))
	e.did("ask of %s as it is %s, %s: %s", dir, when, left, questions[what].name)
	if p := s.ProgramIn(dir); p != nil && len(p.Files) > 0 {
		questions[what].ask(e, ctx, s, p)
	}
}

// questions are asked of programs; the answers do not count.
var questions = []struct {
	name string
	ask  func(e *editing, ctx context.Context, s *workspace.Snapshot, p *analysis.Program)
}{
	{"report", func(_ *editing, ctx context.Context, s *workspace.Snapshot, p *analysis.Program) {
		_, _ = s.Report(ctx, p, nil)
	}},
	{"early report", func(_ *editing, ctx context.Context, s *workspace.Snapshot, p *analysis.Program) {
		_, _ = s.Report(ctx, p, func(*workspace.Report) {})
	}},
	{"only the early report", func(_ *editing, ctx context.Context, s *workspace.Snapshot, p *analysis.Program) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		_, _ = s.Report(ctx, p, func(*workspace.Report) { cancel() })
	}},
	{"dump", func(_ *editing, ctx context.Context, _ *workspace.Snapshot, p *analysis.Program) {
		_, _ = analysis.DumpProgram(ctx, p)
	}},
	{"hover", atSomePlace(hover.At)},
	{"complete", atSomePlace(complete.At)},
	{"definition", atSomePlace(navigate.Definition)},
	{"a type", func(e *editing, ctx context.Context, _ *workspace.Snapshot, p *analysis.Program) {
		if objects := p.Objects(); len(objects) > 0 {
			p.TypeOf(ctx, pick(e, objects))
		}
	}},
	{"a flow", func(e *editing, ctx context.Context, _ *workspace.Snapshot, p *analysis.Program) {
		if objects := p.Objects(); len(objects) > 0 {
			analysis.TaintOf(ctx, p, pick(e, objects))
		}
	}},
}

func atSomePlace[R any](ask func(context.Context, *analysis.Program, string, int) (R, error)) func(*editing, context.Context, *workspace.Snapshot, *analysis.Program) {
	return func(e *editing, ctx context.Context, _ *workspace.Snapshot, p *analysis.Program) {
		file := pick(e, p.Files)
		_, _ = ask(ctx, p, file.Path, e.below(file.Len()+1))
	}
}
