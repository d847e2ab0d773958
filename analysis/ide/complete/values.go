package complete

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the start of an expression: values of the expected type, variables and
// functions.

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
	for _, v := range c.choices(want) {
		c.choice(v)
	}
	if c.Cursor.WordText() == "null" && c.standsForNone() {
		c.null()
	}
	s := c.expectation(pr, want)
	s.whole = s.whole && !option.Rule.TakesResource() && !option.Rule.TakesResources()
	if c.Cursor.FollowedBy() != '(' {
		c.variables(pr, s, option)
	}
	c.snippetValues(s)
	c.functions(s)
	return nil
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

// innermost is the bonus of inner variables, whose members are offered whatever their names are.
const innermost = 20

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
		c.add(Item{
			Label: o.Name, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(o.Type),
			Sort: sorted(min(s.rank(o.Type), rankUsual), weight(max(similarity(s.words, name), 60), 0, innermost-min(depth, innermost)), o.Name),
		})
		c.paths(o, o.Type, s, name, innermost)
	}
	own := c.ownName()
	circular := c.p.Dependents(own)
	objects := c.p.Objects()
	here := c.placeAmong(objects)
	uses, recent := c.p.UseCounts(), c.recently()
	offered := c.nearest(objects, here, s)
	for i, o := range objects {
		if !offered(i) || inner[o.Name] || !usable(o) || o.Name == own {
			continue
		}
		item := c.variable(o, s, option, connection{near: nearness(i, here), uses: uses(o), recent: recent[o.Name], circular: circular[o.Name]})
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

// connection describes how a declaration relates to the cursor.
type connection struct {
	near, uses       int
	recent, circular bool
}

// recently returns the identifiers before the cursor in the same item, which are likely to be
// used again.
func (c *completer) recently() map[string]bool {
	words := map[string]bool{}
	text := c.Item.Text[:c.Cursor.Word.Start]
	for at := max(0, len(text)-maxRecent); at < len(text); at++ {
		if end := syntax.IdentifierEnd(text, at); end > at {
			words[text[at:end]] = true
			at = end
		}
	}
	return words
}

// maxRecent is how many bytes before the cursor count as recent.
const maxRecent = 1 << 10

// bonus is the part of a weight that does not depend on names. An unused declaration was
// likely written for this place.
func (r connection) bonus(o *analysis.Object) int {
	if r.uses == 0 && o.Kind != analysis.ObjectResource && o.Kind != analysis.ObjectComponent {
		return r.near + 8
	}
	if r.recent {
		return r.near + 4
	}
	return r.near
}

// variable returns the item of a name and adds the paths into its value.
func (c *completer) variable(o *analysis.Object, s expectation, option *language.Option, r connection) Item {
	t := c.p.TypeOf(c.ctx, o)
	name := wordsOf(o.Name)
	fits, kin := s.rank(t), similarity(s.words, name)
	if kin > 80 && s.whole {
		fits = min(fits, rankUsual) // a name like that of the place is likely meant, at least as a start
	}
	item := Item{
		Label: o.Name, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(t),
		Sort: sorted(fits, weight(kin, r.uses, r.bonus(o)), o.Name),
	}
	if it, ok := o.Item(); ok {
		item.Doc = c.docOf(analysis.ConfigDescription(it.Item), "")
	}
	resource := resourceIn(t)
	if option.Rule.TakesResource() || option.Rule.TakesResources() {
		fits = rankOther
		if resource != nil && (resource.IsProvider || !option.Rule.TakesProviders()) {
			fits = rankFit
		}
		item.Sort = sorted(fits, weight(0, 0, r.near), o.Name)
		return item
	}
	if !r.circular {
		if resource != nil {
			if token, ok := schema.ParseToken(resource.Token); ok {
				name = append(name, wordsOf(token.Member)...)
			}
		}
		c.paths(o, t, s, name, r.bonus(o))
	}
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
	for _, b := range language.Builtins() {
		if b.Source != 0 && !calls {
			continue
		}
		r, w := c.functionRank(b, s)
		item := Item{Label: b.Name, Kind: KindFunction, Detail: b.Usage(), Doc: c.functionDoc(b), Sort: sorted(r, w, "~"+b.Name)}
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
		c.add(item)
	}
}

// functionRank ranks a function by its result and by how often functions are used, here and in
// general. Functions come after equally good variables, except those whose results no variable
// has, such as assets.
func (c *completer) functionRank(b *language.Builtin, s expectation) (rank, int) {
	w := weight(0, c.used().called[b.Name], 0) - b.Common
	known := s.want.IsValid() && s.want.Kind() != typesys.KindDynamic
	result := b.Result
	switch {
	case slices.ContainsFunc(b.Wanted, func(word string) bool { return hasWord(s.words, word) }):
		return rankFit, w
	case !known && b.Common > 0 && s.whole:
		return rankUsual, w
	case !known, !result.IsValid(), result.Kind() == typesys.KindDynamic:
		return rankOther, w
	case fitRank(s.want, result) == rankFit && len(probe.Alternatives(result)) > 0 && isHandle(probe.Alternatives(result)[0]):
		return rankFit, w
	}
	return max(fitRank(s.want, result), rankInside), w
}

// isHandle reports whether only functions return values of a type.
func isHandle(t typesys.Type) bool {
	return t == typesys.Asset || t == typesys.Archive
}

// functionDoc returns the documentation of a function with one example.
func (c *completer) functionDoc(b *language.Builtin) string {
	if c.brief {
		return ""
	}
	parts := []string{b.Doc}
	if len(b.Notes) > 0 {
		parts = append(parts, "- "+strings.Join(b.Notes, "\n- "))
	}
	if len(b.Examples) > 0 {
		parts = append(parts, "```pcl\n"+b.Examples[0].String()+"\n```")
	}
	return strings.Join(parts, "\n\n")
}

// choice adds a value. A string gets quotes unless the cursor is inside a string.
func (c *completer) choice(v choice) {
	r := rankBest
	if v.deprecation != "" {
		r = rankOther
	}
	item := Item{
		Label: printer.Value(v.value), Kind: KindValue, Detail: v.name, Deprecated: v.deprecation != "",
		Doc: c.docOf(v.description, v.deprecation), Sort: sortText(r, fmt.Sprintf("%03d", v.order)),
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
