package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"

	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers strings that name something: labels, tokens, methods, keys and enum values.
// In other strings nothing is offered.

func (c *completer) quoted() error {
	outer := c.Cursor.Around(1)
	if outer.Kind == cursor.TopFrame && !outer.Assigns() {
		if outer.OnlyLabels() && len(outer.Entry) > 0 {
			c.label(label{index: len(c.Cursor.Labels()), quoted: true})
		}
		return nil
	}
	pr, err := c.probe(c.quotedPlaceholder(outer))
	if err != nil || len(pr.Path) == 0 {
		return err
	}
	if call, position := pr.argument(); call != nil {
		switch role := language.Called(call.Name).Role(position); {
		case role == language.RoleFunctionToken:
			c.tokens(functionTokens())
			return nil
		case role.IsPath():
			c.filePaths()
			return nil
		case role == language.RoleMethodName:
			c.methods(schema.ResourceOf(typesys.Strip(pr.Info.TypeOf(call.Args[0]))))
			return nil
		}
	}
	switch pr.Node().(type) {
	case *hclsyntax.TemplateExpr:
		c.quotedText(pr)
		return c.unquoted(outer)
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.RelativeTraversalExpr:
		c.indexed(pr)
	}
	return nil
}

// quotedPlaceholder returns the text that replaces the string in the probe. A key without a
// value gets one.
func (c *completer) quotedPlaceholder(outer *cursor.Frame) string {
	text := `"` + probe.Placeholder + `"`
	isKey := outer.Kind == cursor.ObjectFrame && !outer.IsFor && len(outer.Entry) == 0
	if isKey && !c.Cursor.Assigned() && c.Cursor.FollowedBy() != ':' {
		text += " = null"
	}
	return text
}

// argument returns the call that has the placeholder as a direct argument, and its position.
func (pr *probed) argument() (*hclsyntax.FunctionCallExpr, int) {
	call, ok := pr.Parent(1).(*hclsyntax.FunctionCallExpr)
	if !ok {
		return nil, 0
	}
	for i, arg := range call.Args {
		if arg == pr.Node() {
			return call, i
		}
	}
	return nil, 0
}

// quotedText offers the keys or values that a string can be.
func (c *completer) quotedText(pr *probed) {
	if _, isKey := pr.Parent(1).(*hclsyntax.ObjectConsKeyExpr); isKey {
		if object, at := pr.ObjectAround(); object != nil {
			c.keys(pr, object, at)
		}
		return
	}
	want := pr.Wanted(pr.Path)
	s := c.expectation(pr, want)
	for _, v := range c.choices(want) {
		if v.isString() {
			c.choice(v, s)
		}
	}
	c.policyActions(pr)
}

// unquoted offers members of the name that a string begins with: `"subnet.` is meant as a
// reference, so an item takes the quotes away.
func (c *completer) unquoted(outer *cursor.Frame) error {
	whole := c.Cursor.Replaced().Shift(c.Item.Base)
	typed := c.typedToken()
	name, _, dotted := strings.Cut(typed, ".")
	if o := c.p.Lookup(name); !dotted || o == nil || !usable(o) || outer.Kind == cursor.ObjectFrame && !outer.Assigns() {
		return nil
	}
	inner := c.without(whole)
	if inner.Cursor.Form != cursor.FormMember {
		return nil
	}
	err := inner.member()
	c.addWithout(whole, inner, " · without quotes")
	return err
}

// methods offers the methods of a resource.
func (c *completer) methods(r *schema.Resource) {
	if r == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(r.Methods)) {
		item := Item{Label: name, Kind: KindFunction, Detail: "method of " + r.Canonical}
		if f := r.Method(name); f != nil {
			item.Doc, item.Deprecated = c.docOf(f.Description, f.Deprecation), f.Deprecation != ""
		}
		c.addQuoted(item)
	}
}

// indexed offers the members of the value that the string indexes.
func (c *completer) indexed(pr *probed) {
	want := c.expectation(pr, pr.wantedOfMember())
	for _, object := range probe.ObjectsIn(pr.owner()) {
		c.properties(object, want, c.quotedContent)
	}
}
