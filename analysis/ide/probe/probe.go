// Package probe finds the types around the cursor in text that is being written. It puts a placeholder in place of
// the word at the cursor, closes the brackets that the text leaves open if it must, and
// checks the item as part of the program. So the types around the placeholder, and
// the type expected in its place, are those of the checker.
//
// Completion and signature help share it. It doesn't know what can be written at a
// place; they do. It also works out the expected type for features that look at whole
// programs (see [Probe.Wanted]).
//
// **Why** a placeholder: the checker notes the expected type of an expression, so
// there must be an expression.
package probe

import (
	"context"
	"iter"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// Place is an offset of a file, and what is being written there.
type Place struct {
	File   *syntax.File
	Offset int // in the file
	// Item is the item around the offset; an empty one where there is none.
	Item   syntax.Placed
	Cursor *cursor.Cursor
}

// At reads the text in front of an offset of a file.
func At(file *syntax.File, offset int) *Place {
	p := &Place{File: file, Offset: offset}
	found := false
	if p.Item, found = file.ItemAt(offset); !found {
		p.Item = syntax.Placed{Item: syntax.ParseItem("")}
	}
	if p.Item.Inputs != nil {
		p.Cursor = cursor.ReadBody(p.Item.Text, offset, p.Item.Keyword, p.Item.Labels[0].Value, p.Item.Labels[1].Value)
	} else {
		p.Cursor = cursor.Read(p.Item.Text, offset-p.Item.Base)
	}
	return p
}

// Word is the span in the file of the word at the cursor.
func (p *Place) Word() syntax.Span { return p.Cursor.Word.Shift(p.Item.Base) }

// Checking the text around the cursor with a placeholder in place of the word.

// Placeholder is the name that stands for the word. No program declares it.
const Placeholder = "completion_placeholder"

// Probe is a checked item with the placeholder inside.
type Probe struct {
	Item syntax.Placed
	Info *analysis.Info
	// Path leads from the item's root to the node of the placeholder. It is nil if there
	// is none.
	Path []hclsyntax.Node
}

// Node is the node of the placeholder, or nil.
func (pr *Probe) Node() hclsyntax.Node {
	if len(pr.Path) == 0 {
		return nil
	}
	return pr.Path[len(pr.Path)-1]
}

// Parent is the node n levels above that of the placeholder, or nil.
func (pr *Probe) Parent(n int) hclsyntax.Node {
	if i := len(pr.Path) - 1 - n; i >= 0 {
		return pr.Path[i]
	}
	return nil
}

// Probe replaces the word, or the string around it, with a text that holds the
// placeholder, and checks the result. It mends the text around it in the first way that
// leaves no syntax error, or else in the first that keeps the placeholder. The error is
// that of the context.
func (p *Place) Probe(ctx context.Context, program *analysis.Program, text string) (*Probe, error) {
	var best *Probe
	for placed := range p.candidates(p.Cursor.Replaced().Shift(p.Item.Base), text) {
		path := findPlaceholder(placed.Item)
		if path == nil {
			continue
		}
		if best == nil || len(placed.Errors) == 0 {
			best = &Probe{Item: placed, Path: path}
		}
		if len(placed.Errors) == 0 {
			break
		}
	}
	if best == nil {
		best = p.isolated(text)
	}
	return p.checked(ctx, program, best)
}

// ProbeKey is Probe for a key of an object, which may have no value yet.
func (p *Place) ProbeKey(ctx context.Context, program *analysis.Program) (*Probe, error) {
	text := Placeholder
	if follows := p.Cursor.FollowedBy(); !p.Cursor.Assigned() && follows != ':' {
		text += " = null"
		if follows != 0 && follows != ',' && follows != '}' {
			text += ","
		}
	}
	return p.Probe(ctx, program, text)
}

// Body checks the block around the cursor without the word, for places that hold no
// expression. It keeps a word that is the name of an attribute. The error is that of
// the context.
func (p *Place) Body(ctx context.Context, program *analysis.Program) (*Probe, error) {
	text := ""
	if p.Cursor.Assigned() {
		text = p.Cursor.WordText()
	}
	var best *Probe
	for placed := range p.candidates(p.Word(), text) {
		if placed.Block() == nil || placed.Keyword != p.Cursor.Keyword() {
			continue
		}
		if best == nil || len(placed.Errors) < len(best.Item.Errors) {
			best = &Probe{Item: placed}
		}
		if len(placed.Errors) == 0 {
			break
		}
	}
	return p.checked(ctx, program, best)
}

// checked checks the item of a probe. Without a probe it returns the item as it stands,
// with empty facts.
func (p *Place) checked(ctx context.Context, program *analysis.Program, pr *Probe) (*Probe, error) {
	if pr == nil {
		return &Probe{Item: p.Item, Info: &analysis.Info{}}, nil
	}
	info, err := program.Check(ctx, pr.Item)
	pr.Info = info
	return pr, err
}

// findPlaceholder returns the path to the node of the placeholder.
func findPlaceholder(it *syntax.Item) []hclsyntax.Node {
	if !strings.Contains(it.Text, Placeholder) {
		return nil
	}
	var path []hclsyntax.Node
	node.Walk(it.Root(), func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		if path == nil && isPlaceholder(n) {
			path = append(append(path, parents...), n)
		}
		return path == nil
	})
	return path
}

func isPlaceholder(n hclsyntax.Node) bool {
	switch n := n.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return n.Traversal.RootName() == Placeholder || StepToPlaceholder(n.Traversal[1:]) >= 0
	case *hclsyntax.RelativeTraversalExpr:
		return StepToPlaceholder(n.Traversal) >= 0
	case *hclsyntax.FunctionCallExpr:
		return n.Name == Placeholder
	case *hclsyntax.ObjectConsKeyExpr:
		if t, ok := n.Wrapped.(*hclsyntax.ScopeTraversalExpr); ok {
			return t.Traversal.RootName() == Placeholder
		}
	case *hclsyntax.TemplateExpr:
		text, ok := analysis.PlainText(n)
		return ok && text == Placeholder
	}
	return false
}

// StepToPlaceholder is the index of the step that is the placeholder, or -1.
func StepToPlaceholder(steps hcl.Traversal) int {
	for i, step := range steps {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			if step.Name == Placeholder {
				return i
			}
		case hcl.TraverseIndex:
			if step.Key.Type() == cty.String && step.Key.IsKnown() && !step.Key.IsNull() && step.Key.AsString() == Placeholder {
				return i
			}
		}
	}
	return -1
}

// OptionAround is the name of the attribute in an options block that the path goes
// through; empty if there is none.
func (pr *Probe) OptionAround() string {
	for i, n := range pr.Path {
		b, ok := n.(*hclsyntax.Block)
		if !ok || b.Type != language.OptionsBlock {
			continue
		}
		for _, inner := range pr.Path[i+1:] {
			if a, ok := inner.(*hclsyntax.Attribute); ok {
				return a.Name
			}
		}
	}
	return ""
}

// Mending: edits around the cursor that make the text parse with something in place of
// the word.

// candidates visits the items that the text can be mended to, the smallest change
// first: only the word replaced; the end of its expression added; the rest of the line
// dropped, with and without closing the brackets of this line or of this entry; all
// text behind the cursor dropped.
func (p *Place) candidates(word syntax.Span, text string) iter.Seq[syntax.Placed] {
	before, after := p.Item.Text[:word.Start-p.Item.Base], p.Item.Text[word.End-p.Item.Base:]
	line := syntax.Span{Start: word.Start, End: p.File.Len()} // the rest of the line
	if n := strings.IndexByte(after, '\n'); n >= 0 {
		line.End = word.End + n
	}
	tail := p.Cursor.Tail()
	variants := []syntax.Edit{{Span: word, Text: text}}
	if tail != "" {
		variants = append(variants, syntax.Edit{Span: word, Text: text + tail})
	}
	variants = append(variants,
		syntax.Edit{Span: line, Text: text + tail},
		syntax.Edit{Span: line, Text: text + tail + p.Cursor.CloseLine()},
		syntax.Edit{Span: line, Text: text + tail + p.Cursor.CloseEntry()},
	)
	return func(yield func(syntax.Placed) bool) {
		for _, v := range variants {
			if it, ok := p.File.Edited(v).ItemAt(word.Start); ok && !yield(it) {
				return
			}
		}
		it := p.Item.With(before + text + tail + p.Cursor.CloseAll())
		yield(syntax.Placed{Item: it, Base: p.Item.Base, Line: p.Item.Line})
	}
}

// isolated is a probe of the entry around the cursor without its siblings, first with
// and then without the arguments before it. It is the last resort where the text in
// front of the cursor is broken too. It returns nil if even that doesn't parse.
func (p *Place) isolated(text string) *Probe {
	for _, nullArguments := range []bool{false, true} {
		it := p.Item.With(p.Cursor.Isolated(nullArguments) + text + p.Cursor.Tail() + p.Cursor.CloseAll() + "\n")
		if path := findPlaceholder(it); path != nil {
			return &Probe{Item: syntax.Placed{Item: it, Base: p.Item.Base, Line: p.Item.Line}, Path: path}
		}
	}
	return nil
}
