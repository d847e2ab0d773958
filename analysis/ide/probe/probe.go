package probe

import (
	"context"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

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
