package rename

import (
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file updates paths in programs when files and directories move.

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
