package complete

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers strings that name something: labels, tokens, methods, keys, enum values, paths and the actions of
// access policies. In other strings nothing is offered but values in place of the quotes; they can also stand in
// place of empty brackets.

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

// filePaths offers the files and directories that continue the path at the cursor.
func (c *completer) filePaths() {
	c.eachName(func(path string, n analysis.FileName) {
		item := Item{Label: path, Kind: KindFile, Sort: sorted(rankFit, byUse(c.used().values().texts[path]), path)}
		if n.IsDir {
			item.Label, item.Kind, item.Next = path+"/", KindFolder, NextItems
			item.Sort = sorted(rankUsual, middle, path)
		}
		c.addQuoted(item)
	})
}

// componentPaths offers directories for a component.
func (c *completer) componentPaths() {
	c.eachName(func(path string, n analysis.FileName) {
		if n.IsDir {
			c.addQuoted(Item{Label: path, Kind: KindFolder, Detail: "directory", Sort: sortText(rankUsual, path)})
		}
	})
}

// eachName visits the entries of the directory before the cursor.
func (c *completer) eachName(visit func(path string, n analysis.FileName)) {
	typed := c.typedToken()
	dir := typed[:strings.LastIndexByte(typed, '/')+1]
	dir = cmp.Or(dir, "./")
	for _, n := range c.p.NamesIn(dir) {
		visit(dir+n.Name, n)
	}
}

// policyActions offers the actions that a string can be, if it is one.
func (c *completer) policyActions(pr *probed) {
	if !takesActions(pr) {
		return
	}
	service, _, chosen := strings.Cut(c.typedToken(), ":")
	if !chosen {
		near := c.usedModules()
		for _, name := range policy.Services() {
			item := Item{Label: name + ":", Kind: KindModule, Detail: fmt.Sprintf("%d actions", len(policy.Actions(name))), Sort: sortText(rankUsual, name), Next: NextItems}
			if near[name] {
				item.Sort = sortText(rankFit, name)
			}
			c.addQuoted(item)
		}
		return
	}
	for _, name := range policy.Actions(service) {
		c.addQuoted(Item{Label: service + ":" + name, Kind: KindValue, Sort: sortText(rankFit, name)})
	}
}

// usedModules returns the modules of the resources of the program, which are mostly called like the services, and that of roles.
func (c *completer) usedModules() map[string]bool {
	used := map[string]bool{"sts": true} // who may assume a role
	for _, f := range c.p.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindResource || len(it.Labels) < 2 {
				continue
			}
			if token, ok := schema.ParseToken(it.Labels[1].Value); ok {
				module, _, _ := strings.Cut(token.Module, "/")
				used[strings.ToLower(module)] = true
			}
		}
	}
	return used
}

// takesActions reports whether the last node of a path is an action of a statement, alone or in a list.
func takesActions(pr *probed) bool {
	for i := len(pr.Path) - 1; i > 0; i-- {
		switch n := pr.Path[i-1].(type) {
		case *hclsyntax.TupleConsExpr:
		case *hclsyntax.ObjectConsExpr:
			for _, item := range n.Items {
				if key, _ := probe.KeyText(item.KeyExpr); item.ValueExpr == pr.Path[i] && policy.TakesActions(key) {
					part := policy.PartOf(pr.Wanted(pr.Path[:i]))
					return part != nil && part.Token == policy.StatementToken
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}

// without returns a completer for the text in which only the word is left of a span around it.
func (c *completer) without(span syntax.Span) *completer {
	bare := c.File.Edited(syntax.Edit{Span: span, Text: c.File.Slice(c.Word())})
	return &completer{ctx: c.ctx, p: c.p, brief: c.brief, words: c.used(), Place: probe.At(bare, span.Start+c.Offset-c.Word().Start)}
}

// addWithout adds the items of a completer that [completer.without] returned. Each replaces the whole
// span.
func (c *completer) addWithout(span syntax.Span, inner *completer, note string) {
	for _, item := range inner.items {
		before := inner.File.Slice(syntax.Span{Start: span.Start, End: item.Replace.Start})
		item.Insert, item.Plain = before+item.Insert, before+item.Plain
		item.Label, item.Filter = item.Plain, c.File.Slice(syntax.Span{Start: span.Start, End: span.Start + 1})+before+item.Filter
		item.Detail += note
		item.Replace, item.Whole = span, true
		c.add(item)
	}
}

// insteadOfList offers lists in place of empty brackets, which an accepted input has written.
func (c *completer) insteadOfList(option *language.Option) error {
	f := c.Cursor.Top()
	if f.Kind != cursor.ListFrame || len(f.Entry) > 0 || f.Commas > 0 || c.Cursor.FollowedBy() != ']' {
		return nil
	}
	after := c.Cursor.After()
	span := syntax.Span{Start: f.Open, End: after + strings.IndexByte(c.Item.Text[after:], ']') + 1}.Shift(c.Item.Base)
	inner := c.without(span)
	if strings.Contains(c.File.Slice(span), "\n") || inner.Cursor.Form != cursor.FormOperand || inner.Word().Start != span.Start {
		return nil
	}
	pr, err := inner.probe(probe.Placeholder)
	if err != nil {
		return err
	}
	want := inner.expectation(pr, pr.Wanted(pr.Path))
	inner.variables(pr, want, option)
	inner.items = slices.DeleteFunc(inner.items, func(item Item) bool {
		if strings.Contains(item.Label, "[*].") {
			return false
		}
		o := c.p.Lookup(item.Label)
		return o == nil || c.p.TypeOf(c.ctx, o).Kind() == typesys.KindDynamic || fitRank(want.want, c.p.TypeOf(c.ctx, o)) != rankFit
	})
	c.addWithout(span, inner, " · without brackets")
	return nil
}
