package complete

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file checks the text that stands around the cursor, with a placeholder in
// place of the word that is being written, and finds the placeholder again.

// placeholder is the name that stands for the word. Nobody declares it.
const placeholder = "completion_placeholder"

// probe is a checked item with the placeholder inside.
type probe struct {
	item syntax.Placed
	info *analysis.Info
	// path leads from the item's root to the node that the placeholder made; nil
	// where none was looked for or found.
	path []hclsyntax.Node
}

// node is the node that the placeholder made; nil if there is none.
func (pr *probe) node() hclsyntax.Node {
	if len(pr.path) == 0 {
		return nil
	}
	return pr.path[len(pr.path)-1]
}

// parent is the node n levels above that of the placeholder; nil if there is
// none.
func (pr *probe) parent(n int) hclsyntax.Node {
	if i := len(pr.path) - 1 - n; i >= 0 {
		return pr.path[i]
	}
	return nil
}

// probe puts a text with the placeholder in place of the word, or of the string
// around it, and checks what comes out. Of the ways to mend the text around it,
// the first that leaves no syntax error is taken, or else the first in which the
// placeholder is found.
func (c *completer) probe(text string) (*probe, error) {
	span := c.word()
	if c.cursor.form == formQuoted {
		span = syntax.Span{Start: span.Start - 1, End: c.cursor.after() + c.item.Base}
	}
	var best *probe
	for placed := range c.candidates(span, text) {
		path := findPlaceholder(placed.Item)
		if path == nil {
			continue
		}
		if best == nil || len(placed.Errors) == 0 {
			best = &probe{item: placed, path: path}
		}
		if len(placed.Errors) == 0 {
			break
		}
	}
	if best == nil {
		best = c.isolated(text)
	}
	if best == nil {
		return &probe{item: c.item, info: &analysis.Info{}}, nil
	}
	return best, c.check(best)
}

// body is the block around the cursor without the word, for places where no
// expression stands. A word that an attribute is named by stays.
func (c *completer) body() (*probe, error) {
	text := ""
	if c.cursor.assigned() {
		text = c.cursor.full[c.cursor.word.Start:c.cursor.word.End]
	}
	var best *probe
	for placed := range c.candidates(c.word(), text) {
		if placed.Block == nil || placed.Keyword != c.cursor.keyword() {
			continue
		}
		if best == nil || len(placed.Errors) < len(best.item.Errors) {
			best = &probe{item: placed}
		}
		if len(placed.Errors) == 0 {
			break
		}
	}
	if best == nil {
		return &probe{item: c.item, info: &analysis.Info{}}, nil
	}
	return best, c.check(best)
}

func (c *completer) check(pr *probe) error {
	info, err := c.p.Check(c.ctx, pr.item)
	pr.info = info
	return err
}

// findPlaceholder is the path to the node that the placeholder made.
func findPlaceholder(it *syntax.Item) []hclsyntax.Node {
	if !strings.Contains(it.Text, placeholder) {
		return nil
	}
	var path []hclsyntax.Node
	visit := func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		if path == nil && isPlaceholder(n) {
			path = append(append(path, parents...), n)
		}
		return path == nil
	}
	switch {
	case it.Block != nil:
		syntax.Walk(it.Block, visit)
	case it.Attr != nil:
		syntax.Walk(it.Attr, visit)
	}
	return path
}

func isPlaceholder(n hclsyntax.Node) bool {
	switch n := n.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return n.Traversal.RootName() == placeholder || stepsToPlaceholder(n.Traversal[1:]) >= 0
	case *hclsyntax.RelativeTraversalExpr:
		return stepsToPlaceholder(n.Traversal) >= 0
	case *hclsyntax.FunctionCallExpr:
		return n.Name == placeholder
	case *hclsyntax.ObjectConsKeyExpr:
		if t, ok := n.Wrapped.(*hclsyntax.ScopeTraversalExpr); ok {
			return t.Traversal.RootName() == placeholder
		}
	case *hclsyntax.TemplateExpr:
		text, ok := literal(n)
		return ok && text == placeholder
	}
	return false
}

// stepsToPlaceholder is the index of the step that the placeholder is; -1 if
// there is none.
func stepsToPlaceholder(steps hcl.Traversal) int {
	for i, step := range steps {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			if step.Name == placeholder {
				return i
			}
		case hcl.TraverseIndex:
			if step.Key.Type() == cty.String && step.Key.IsKnown() && !step.Key.IsNull() && step.Key.AsString() == placeholder {
				return i
			}
		}
	}
	return -1
}

// literal is the text of a string without templates.
func literal(n hclsyntax.Node) (string, bool) {
	e, ok := n.(hclsyntax.Expression)
	if !ok {
		return "", false
	}
	return analysis.PlainText(e)
}

// optionAround is the attribute in an options block that the path goes through;
// empty if there is none.
func (pr *probe) optionAround() string {
	for i, n := range pr.path {
		b, ok := n.(*hclsyntax.Block)
		if !ok || b.Type != "options" {
			continue
		}
		for _, inner := range pr.path[i+1:] {
			if a, ok := inner.(*hclsyntax.Attribute); ok {
				return a.Name
			}
		}
	}
	return ""
}
