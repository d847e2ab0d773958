package complete

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the start of an expression: the few values of bools, constants and enums, variables, and
// functions. It finds the variables that exist in only one item, and selects names in a large program: nobody reads
// ten thousand names, and looking up all their types takes longer than typing the next letter.

// operand offers the start of the expression at the cursor.
func (c *completer) operand() error {
	pr, err := c.probe(probe.Placeholder)
	if err != nil {
		return err
	}
	want, option := pr.Wanted(pr.Path), language.OptionNamed(pr.OptionAround())
	if option.Rule.TakesPaths() && language.BlockOf(pr.Item.Kind).Paths {
		c.propertyPaths(pr)
		return nil
	}
	if option.Rule == language.OptionHooks {
		c.hooks(pr)
		return nil
	}
	if c.Cursor.WordText() == "null" && c.standsForNone() {
		c.null()
	}
	s := c.expectation(pr, want)
	for _, v := range c.choices(want) {
		c.choice(v, s)
	}
	s.whole = s.whole && !option.Rule.TakesResource() && !option.Rule.TakesResources()
	if c.Cursor.FollowedBy() != '(' {
		c.variables(pr, s, option)
	}
	c.snippetValues(s)
	c.functions(s)
	return c.insteadOfList(option)
}

// null offers the value that is there: somebody who types it ends up here as well.
func (c *completer) null() {
	c.add(Item{Label: "null", Kind: KindValue, Sort: sortText(rankBest, "")})
	c.items[len(c.items)-1].Filter = "null"
}

// propertyPaths offers the inputs of the resource, the only names in scope in a list of
// property paths.
func (c *completer) propertyPaths(pr *probed) {
	if pr.Info.Resource == nil {
		return
	}
	for _, p := range pr.Info.Resource.Inputs {
		item := c.property(p, p.Plain, "")
		item.Insert, item.Plain, item.Snippet = p.Name, p.Name, false
		item.Kind, item.Sort = KindMember, sortText(rankFit, p.Name)
		item.Detail = detail(p.Plain)
		c.add(item)
	}
}

// hooks offers the hooks of the kind that the hook point takes.
func (c *completer) hooks(pr *probed) {
	kind := "resource"
	for i, n := range pr.Path[:max(len(pr.Path)-1, 0)] {
		object, ok := n.(*hclsyntax.ObjectConsExpr)
		if !ok {
			continue
		}
		for _, item := range object.Items {
			if name, _ := probe.KeyText(item.KeyExpr); item.ValueExpr == pr.Path[i+1] && name == "onError" {
				kind = "error"
			}
		}
	}
	for _, o := range c.p.Objects() {
		it, ok := o.Item()
		if o.Kind == analysis.ObjectHook && ok && len(it.Labels) > 0 && it.Labels[0].Value == kind {
			c.add(Item{Label: o.Name, Kind: KindVariable, Detail: "hook of kind " + kind, Sort: sortText(rankFit, o.Name)})
		}
	}
}

// unreadable lists names that an expression reads as something else.
var unreadable = []string{"true", "false", "null", "for"}

// variables offers the names in scope at the placeholder, and paths into their values.
func (c *completer) variables(pr *probed, s expectation, option *language.Option) {
	inner := map[string]bool{}
	for depth, o := range c.innerVariables(pr, option) {
		if inner[o.Name] {
			continue
		}
		inner[o.Name] = true
		name := wordsOf(o.Name)
		// Inner variables are declared to be used, so they come first, innermost first.
		of := relativeOf(name, resourceIn(o.Type))
		r := connection{inner: true, depth: depth}
		reasons := c.variableEvidence(o, of, fittingMember{rank: s.rank(o.Type)}, s, r)
		own := c.paths(o, o.Type, s, of, r, operandWeights.weigh(&reasons))
		c.add(Item{Label: o.Name, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(o.Type), Sort: sorted(rankFit, own, o.Name)})
	}
	own := c.ownName()
	circular := c.p.Dependents(own)
	objects := c.p.Objects()
	here := c.placeAmong(objects)
	uses := c.p.UseCounts()
	offered := c.nearest(objects, here, s)
	for i, o := range objects {
		if !offered(i) || inner[o.Name] || !usable(o) || o.Name == own {
			continue
		}
		item := c.variable(o, s, option, connection{near: nearness(i, here), uses: uses(o), circular: circular[o.Name]})
		if circular[o.Name] {
			item.Sort, item.Detail = sortText(rankLast, o.Name), item.Detail+" · depends on "+own
		}
		c.add(item)
	}
}

// placeAmong returns the position of the item at the cursor among the declarations.
func (c *completer) placeAmong(objects []*analysis.Object) int {
	at := 0
	for i, o := range objects {
		if o.Path == c.File.Path && o.Span.Start <= c.Offset {
			at = i
		}
	}
	return at
}

// usable reports whether an expression can use a name.
func usable(o *analysis.Object) bool {
	switch o.Kind {
	case analysis.ObjectOutput, analysis.ObjectHook, analysis.ObjectPulumi:
		return false
	}
	return syntax.IdentifierEnd(o.Name, 0) == len(o.Name) && !slices.Contains(unreadable, o.Name)
}

// ownName returns the name that the item at the cursor declares, if any.
func (c *completer) ownName() string {
	if o := c.p.Lookup(c.Item.Name); o != nil {
		if it, ok := o.Item(); ok && it.Item == c.Item.Item && it.Base == c.Item.Base {
			return o.Name
		}
	}
	return ""
}

// variable returns the item of a name and adds the paths into its value.
func (c *completer) variable(o *analysis.Object, s expectation, option *language.Option, r connection) Item {
	t := c.p.TypeOf(c.ctx, o)
	resource := resourceIn(t)
	of := relativeTo(o, resource)
	fits := s.rank(t)
	item := Item{Label: o.Name, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(t)}
	if it, ok := o.Item(); ok {
		item.Doc = c.docOf(analysis.ConfigDescription(it.Item), "")
	}
	if option.Rule.TakesResource() || option.Rule.TakesResources() {
		fits = rankOther
		if resource != nil && (resource.IsProvider || !option.Rule.TakesProviders()) {
			fits = rankFit
		}
	}
	reasons := c.variableEvidence(o, of, fittingMember{rank: fits}, s, r)
	own := operandWeights.weigh(&reasons)
	if !option.Rule.TakesResource() && !option.Rule.TakesResources() && !r.circular {
		own = c.paths(o, t, s, of, r, own)
	}
	item.Sort = sorted(rankFit, own, o.Name)
	item.Likely = fits <= rankFit && !r.circular && similarity(s.words, of.name) >= 50
	return item
}

// resourceIn returns the resource type of a value or of its elements, or nil.
func resourceIn(t typesys.Type) *schema.Resource {
	for _, a := range probe.Alternatives(t) {
		if a.Kind() == typesys.KindList || a.Kind() == typesys.KindMap {
			return resourceIn(a.Elem())
		}
		if r := schema.ResourceOf(a); r != nil {
			return r
		}
	}
	return nil
}

// functions offers the functions of the language, after the variables.
func (c *completer) functions(s expectation) {
	called, calls := c.Cursor.FollowedBy() == '(', c.p.TakesCalls(c.Item.Item)
	for _, b := range analysis.EditionOf(c.p).Version.Builtins() {
		if b.Source != 0 && !calls {
			continue
		}
		item := FunctionItem(b, called)
		item.Sort = c.functionSort(b, s)
		c.add(item)
	}
}

// FunctionItem returns the item of a function. It inserts only the name if it is called already.
func FunctionItem(b *language.Builtin, called bool) Item {
	item := Item{Label: b.Name, Kind: KindFunction, Detail: b.Usage(), Doc: functionDoc(b)}
	switch {
	case called:
		item.Insert, item.Plain = b.Name, b.Name
	case b.Snippet != "":
		item.Insert, item.Next = b.Snippet, NextSignature
		item.Plain, _, _ = strings.Cut(b.Snippet, "$")
	case len(b.Parameters) > 0:
		item.Insert, item.Plain, item.Next = b.Name+"($0)", b.Name+"(", NextSignature
	default:
		item.Insert, item.Plain = b.Name+"()", b.Name+"()"
	}
	return item
}

// functionSort sorts a function. Those that no run has, or hardly any program calls, come last.
func (c *completer) functionSort(b *language.Builtin, s expectation) string {
	r := rankFit
	if b.ConversionOnly || b.Rare {
		r = rankLast
	}
	reasons := c.functionEvidence(b, s)
	return sorted(r, operandWeights.weigh(&reasons), "~"+b.Name)
}

// functionDoc returns the documentation of a function with one example.
func functionDoc(b *language.Builtin) string {
	var doc markdown.Page
	doc.Para(markdown.Text(b.Doc))
	if b.Since != 0 {
		doc.Para(markdown.Text("Since Pulumi " + b.Since.String() + "."))
	}
	doc.Items(markdown.Texts(b.Notes)...)
	if len(b.Examples) > 0 {
		doc.Fence("pcl", b.Examples[0].String())
	}
	return doc.String()
}

// choice adds a value. A string gets quotes unless the cursor is inside a string.
func (c *completer) choice(v choice, s expectation) {
	r := rankFit
	if v.deprecation != "" {
		r = rankOther
	}
	reasons := c.choiceEvidence(v, s)
	item := Item{
		Label: printer.Value(v.value), Kind: KindValue, Detail: v.name, Deprecated: v.deprecation != "",
		Doc: c.docOf(v.description, v.deprecation), Sort: sorted(r, operandWeights.weigh(&reasons), fmt.Sprintf("%03d", v.order)),
	}
	if !v.isString() {
		c.add(item)
		return
	}
	item.Insert = v.value.AsString()
	if c.Cursor.Form == cursor.FormQuoted {
		item.Label = item.Insert
	}
	c.addQuoted(item)
}

// choice is one value of such a type.
type choice struct {
	value                          cty.Value
	name, description, deprecation string
	order                          int // position in the declaration
}

func (v choice) isString() bool { return v.value.Type() == cty.String }

// choices returns the values of a type that has only a few, in declaration order.
func (c *completer) choices(t typesys.Type) []choice {
	var all []choice
	for _, a := range probe.Alternatives(t) {
		switch a.Kind() {
		case typesys.KindBool:
			all = append(all, choice{value: cty.True}, choice{value: cty.False})
		case typesys.KindConst:
			if !a.Value().IsNull() {
				all = append(all, choice{value: a.Value()})
			}
		case typesys.KindEnum:
			all = append(all, c.enumChoices(a)...)
		}
	}
	for i := range all {
		all[i].order = i
	}
	return all
}

// enumChoices returns the values of an enum, with their documentation from the schema.
func (c *completer) enumChoices(enum typesys.Type) []choice {
	said := map[string]schema.EnumValue{} // keyed by source text, because some enums have hundreds of values
	if declared := c.enumType(enum.Token()); declared != nil {
		for _, d := range declared.Values {
			said[typesys.FormatValue(d.Value)] = d
		}
	}
	var all []choice
	for _, v := range enum.Values() {
		d := said[typesys.FormatValue(v)]
		all = append(all, choice{value: v, name: d.Name, description: d.Description, deprecation: d.Deprecation})
	}
	return all
}

// enumType returns the declaration of an enum, or nil if its package is not loaded.
func (c *completer) enumType(token string) *schema.EnumType {
	t, ok := schema.ParseToken(token)
	if !ok {
		return nil
	}
	pkg := c.p.Package(t.Package)
	if pkg == nil {
		return nil
	}
	return pkg.EnumType(token)
}

// innerVariables returns the variables in scope at the placeholder, innermost first.
func (c *completer) innerVariables(pr *probed, option *language.Option) []*analysis.Object {
	var vars []*analysis.Object
	for i := len(pr.Path) - 2; i >= 0; i-- {
		child := pr.Path[i+1]
		switch n := pr.Path[i].(type) {
		case *hclsyntax.ForExpr:
			if child != n.CollExpr {
				vars = append(vars, loopVariables(pr.Info, n)...)
			}
		case *hclsyntax.FunctionCallExpr:
			for i, arg := range n.Args {
				if name := language.Called(n.Name).Variable(i); name != "" && child == arg {
					vars = append(vars, &analysis.Object{Kind: analysis.ObjectRecoverError, Name: name, Type: typesys.String})
				}
			}
		case *hclsyntax.Attribute:
			if c.seesBodyVariables(pr, n, option) {
				vars = append(vars, c.p.ItemVariables(c.ctx, pr.Item)...)
			}
		}
	}
	return vars
}

// seesBodyVariables reports whether an attribute sees the variables of its block's body. The
// options of components see them, those of resources do not. In hooks only the command does.
func (c *completer) seesBodyVariables(pr *probed, a *hclsyntax.Attribute, option *language.Option) bool {
	switch pr.Item.Kind {
	case syntax.KindResource, syntax.KindRead:
		return pr.OptionAround() == ""
	case syntax.KindComponent:
		return option.Rule != language.OptionRange
	case syntax.KindHook:
		return a.Name == "command"
	}
	return false
}

// loopVariables returns the variables of a for expression. The loop of a template starts with
// the whole directive, including its variables.
func loopVariables(info *analysis.Info, f *hclsyntax.ForExpr) []*analysis.Object {
	var vars []*analysis.Object
	start, end := f.OpenRange.Start.Byte, f.CollExpr.Range().Start.Byte
	for _, o := range info.Occurrences {
		declares := o.Kind == analysis.OccurDeclaration && o.Object != nil && o.Object.Kind == analysis.ObjectLoopVariable
		if declares && start <= o.Span.Start && o.Span.Start < end {
			vars = append(vars, o.Object)
		}
	}
	return vars
}

const (
	// allNames is how many names a program may have so that all are offered.
	allNames = 600
	// nearNames is how many names are offered because they are declared near the cursor.
	nearNames = 250
	// mostNamed is how many names are offered for each other reason.
	mostNamed = 200
)

// nearest reports which declarations to offer: all if there are few, else those near the n-th,
// those that match the typed text, and those that share a word with the place.
func (c *completer) nearest(objects []*analysis.Object, n int, s expectation) func(i int) bool {
	if len(objects) <= allNames {
		return func(int) bool { return true }
	}
	c.incomplete = true
	typed := c.File.Slice(syntax.Span{Start: c.Word().Start, End: c.Offset})
	named, begun := 0, 0
	return func(i int) bool {
		name := objects[i].Name
		switch {
		case n-nearNames/2 <= i && i <= n+nearNames/2:
			return typed == "" || inOrder(typed, name)
		case typed != "":
			if begun < mostNamed && inOrder(typed, name) {
				begun++
				return true
			}
		case named < mostNamed && saysAny(name, s.words):
			named++
			return true
		}
		return false
	}
}

// saysAny reports whether a name contains one of the words, ignoring case.
func saysAny(name string, words []string) bool {
	for _, word := range words {
		for i := 0; len(word) > 2 && i+len(word) <= len(name); i++ {
			if strings.EqualFold(name[i:i+len(word)], word) {
				return true
			}
		}
	}
	return false
}
