package rename

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file writes the edits of a rename, and checks the renamed programs before the rename is offered. It also
// updates paths in programs when files and directories move.

func (r *renaming) edit() error {
	for _, u := range r.uses {
		r.edits = append(r.edits, change.Edit{Path: u.Path, Span: u.Word, Text: r.to})
	}
	s := r.subject
	if r.keys {
		if err := r.editKeys(); err != nil {
			return err
		}
	}
	switch {
	case r.keeps:
		return r.keep()
	case s.logical == nil:
		return nil
	case !isPlain(s.logical):
		return change.Refuse("the `__logicalName` of `%s` is computed, which no run accepts; replace it by a literal first", s.object.Name)
	case r.outside:
		r.replace(syntax.SpanOf(s.logical.Expr), `"`+r.to+`"`, nil)
	case keepsName[s.object.Kind] || s.object.Kind == analysis.ObjectOutput:
		r.unkeep()
	}
	return nil
}

// replace replaces a part of the declaring item.
func (r *renaming) replace(span syntax.Span, text string, note *change.Note) {
	r.edits = append(r.edits, change.Edit{Path: r.subject.target.Path, Span: span.Shift(r.subject.item.Base), Text: text, Note: note})
}

// keep adds the old name as `__logicalName`.
func (r *renaming) keep() error {
	s := r.subject
	it := s.item
	if it.Block() == nil || len(it.Errors) > 0 {
		return change.Refuse("the block of `%s` is incomplete; fix its syntax first so that its old name can be kept as `__logicalName`", s.object.Name)
	}
	note := &change.Note{
		Label:       "Keep the name outside the program",
		Description: "With `__logicalName`, the URN keeps the name `" + s.object.Name + "`. Without it, the next run would delete `" + s.object.Name + "` and create `" + r.to + "`",
	}
	if s.object.Kind == analysis.ObjectOutput {
		note.Description = "Without `__logicalName` the stack would export `" + r.to + "` and no more `" + s.object.Name + "`"
	}
	attribute := language.LogicalName + ` = "` + s.object.Name + `"`
	if written := it.Text[it.NameSpan.Start:it.NameSpan.End]; strings.HasPrefix(written, `"`) {
		attribute = language.LogicalName + " = " + written
	}
	open, end := it.Block().OpenBraceRange.End.Byte, it.Block().CloseBraceRange.Start.Byte
	block := change.Of(it.Item)
	if block.IsOneLine() && strings.TrimSpace(it.Text[open:end]) == "" { // it stays on one line
		r.replace(syntax.Span{Start: open, End: end}, " "+attribute+" ", note)
		return nil
	}
	for _, e := range block.AddFirst(attribute) {
		r.replace(e.Span, e.Text, note)
	}
	return nil
}

// unkeep removes a logical name that equals the new name, if it is written as keep writes it,
// so that renaming back restores the text.
func (r *renaming) unkeep() {
	s := r.subject
	it := s.item
	if name, ok := analysis.PlainText(s.logical.Expr); !ok || name != r.to || it.Block() == nil {
		return
	}
	open, end := it.Block().OpenBraceRange.End.Byte, it.Block().CloseBraceRange.Start.Byte
	attribute := syntax.SpanOf(s.logical)
	before, behind := it.Text[open:attribute.Start], it.Text[attribute.End:end]
	switch whole := change.Lines(it.Text, attribute); {
	case before == " " && behind == " ":
		r.replace(syntax.Span{Start: open, End: end}, "", nil)
	case strings.Count(before, "\n") == 1 && whole != attribute:
		r.replace(whole, "", nil)
	}
}

func isPlain(a *hclsyntax.Attribute) bool {
	_, ok := analysis.PlainText(a.Expr)
	return ok
}

// editKeys renames the keys in stack configuration.
func (r *renaming) editKeys() error {
	if r.around.Keys == nil {
		return nil
	}
	it, _ := r.subject.object.Item()
	keys, err := r.around.Keys(r.subject.target.Declaring.Dir, analysis.LogicalName(it.Item))
	if err != nil {
		return change.Refuse("%s", err.Error())
	}
	note := &change.Note{
		Label:       "Rename the key in stack configuration",
		Description: "The value for the config `" + r.to + "` is looked up under this key", Confirm: true,
	}
	for _, k := range keys {
		r.edits = append(r.edits, change.Edit{Path: k.Path, Span: k.Span, Text: r.to, Note: note})
	}
	r.moved = keys
	return nil
}

// prove refuses a rename that adds an error to a program. This catches reads that navigation
// does not follow, such as an output of a component through the result of a function.
func (r *renaming) prove() error {
	after := map[string]*analysis.Program{}
	for _, p := range r.inOrder() {
		files := lists.Map(p.Files, func(f *syntax.File) *syntax.File { return change.Applied(f, r.edits) })
		next := p.WithChanges(files, after, r.stackOf(p))
		if err := r.compare(p, next); err != nil {
			return err
		}
		after[p.Dir] = next
	}
	return nil
}

// kept proves that a renamed resource or component registers what it did, in every program that is
// run. What is written for that is written already.
func (r *renaming) kept() (*change.Set, error) {
	set := &change.Set{Edits: r.edits}
	s := r.subject
	if s.object.Kind != analysis.ObjectResource && s.object.Kind != analysis.ObjectComponent || !r.inside {
		return set, nil
	}
	dir := s.target.Declaring.Dir
	around := preserve.Around{Users: r.around.Users, Runs: r.around.Runs}
	kept, err := preserve.Resources(r.ctx, around, preserve.Refactoring{
		Program: s.target.Declaring, Change: *set,
		Mapping: preserve.Rules(preserve.Rule{From: preserve.Path{{Dir: dir, Name: s.object.Name}}, To: preserve.Path{{Dir: dir, Name: r.to}}}),
	})
	var refusal, already *change.Refusal
	if !errors.As(err, &refusal) {
		return kept, err
	}
	if _, found, err := preserve.NewError(r.ctx, nil, []*analysis.Program{s.target.Declaring}); err != nil || found {
		return set, err // no run accepts the program as it is
	}
	_, err = preserve.Resources(r.ctx, around, preserve.Refactoring{Program: s.target.Declaring})
	if errors.As(err, &already) {
		return set, nil
	}
	return nil, refusal
}

// inOrder returns the programs, each after those it uses.
func (r *renaming) inOrder() []*analysis.Program {
	programs := slices.Clone(r.programs)
	declaring := r.subject.target.Declaring
	lists.SortStable(programs, func(a, b *analysis.Program) int {
		switch {
		case a == b:
			return 0
		case a == declaring:
			return -1
		case b == declaring:
			return 1
		}
		return 0
	})
	return programs
}

// compare refuses the rename if there are more errors after it.
func (r *renaming) compare(before, after *analysis.Program) error {
	d, found, err := preserve.NewError(r.ctx, []*analysis.Program{before}, []*analysis.Program{after})
	if !found {
		return err
	}
	line := 0
	if f, ok := after.File(d.Path); ok {
		line = f.Line(d.Span.Start)
	}
	return change.Refuse("`%s` cannot be renamed alone: line %d of %s would have an error: %s", r.subject.text, line+1, path.Base(d.Path), d.Message)
}

// stackOf returns the stack configuration of a program after the rename.
func (r *renaming) stackOf(p *analysis.Program) *analysis.Stack {
	s := p.Stack()
	it, declared := r.subject.object.Item()
	if s == nil || len(r.moved) == 0 || p != r.subject.target.Declaring || !declared {
		return s
	}
	key := analysis.LogicalName(it.Item)
	value, has := s.Values[key]
	if !has {
		return s
	}
	moved := *s
	moved.Values = maps.Clone(s.Values)
	delete(moved.Values, key)
	moved.Values[r.to] = value
	return &moved
}

// Move is a file or directory that moves.
type Move struct{ From, To string }

// Moves are moves that happen together.
type Moves []Move

// Of returns where a path leads after the moves.
func (m Moves) Of(p string) string {
	for _, move := range m {
		if p == move.From {
			return move.To
		}
		if rest, inside := strings.CutPrefix(p, strings.TrimSuffix(move.From, "/")+"/"); inside {
			return path.Join(move.To, rest)
		}
	}
	return p
}

// Paths returns edits that keep the paths of a program valid after the moves: directories of
// components and, if the program runs by itself, literal paths of files it reads. A path in a
// component depends on the program that uses it and stays. The edits apply to the files before
// the moves.
func (m Moves) Paths(p *analysis.Program, runs bool) []change.Edit {
	var edits []change.Edit
	for _, f := range p.Files {
		home := path.Dir(m.Of(f.Path))
		for _, it := range f.All() {
			if _, ok := p.ComponentDir(it.Item); ok {
				label := it.Labels[1]
				if next := m.follow(label.Value, path.Join(p.Dir, label.Value), home); next != label.Value {
					edits = append(edits, change.Edit{Path: f.Path, Span: label.Span.Shift(it.Base), Text: printer.Text(next)})
				}
			}
			if runs {
				edits = append(edits, m.files(p, f.Path, home, it)...)
			}
		}
	}
	return edits
}

// follow rewrites a path for a file that moves to another directory. It returns the path
// unchanged if it stays valid.
func (m Moves) follow(written, to, home string) string {
	next := m.Of(to)
	if path.Join(home, written) == next {
		return written
	}
	rel := analysis.RelativePath(home, next)
	if !strings.HasPrefix(rel, "../") && rel != ".." && (strings.HasPrefix(written, ".")) {
		rel = "./" + rel
	}
	return rel
}

// readsFiles reports whether the first argument of a function is a path.
func readsFiles(function string) bool { return language.Called(function).Role(0).IsPath() }

// files returns edits of the literal paths in one item. Paths are relative to the directory of
// the program, where it runs.
func (m Moves) files(p *analysis.Program, file, home string, it syntax.Placed) []change.Edit {
	calls := syntax.CalledFunctions(it.Item)
	if !slices.ContainsFunc(calls, func(r syntax.Ref) bool { return readsFiles(r.Name) }) {
		return nil
	}
	var edits []change.Edit
	for _, call := range calls {
		if !readsFiles(call.Name) {
			continue
		}
		for _, n := range syntax.NodeAt(it.Item, call.Span.Start) {
			e, ok := n.(*hclsyntax.FunctionCallExpr)
			if !ok || syntax.SpanOf(e).Start != call.Span.Start || len(e.Args) == 0 {
				continue
			}
			written, literal := analysis.PlainText(e.Args[0])
			if !literal || strings.HasPrefix(written, "/") || written == "" {
				continue
			}
			if next := m.follow(written, path.Join(p.Dir, written), home); next != written {
				edits = append(edits, change.Edit{Path: file, Span: syntax.SpanOf(e.Args[0]).Shift(it.Base), Text: printer.Text(next)})
			}
		}
	}
	return edits
}
