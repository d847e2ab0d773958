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
	if c.Cursor.WordText() == "null" && c.standsForNone() {
		c.null()
	}
	s := c.expectation(pr, want)
	choices := c.choices(want)
	for _, v := range choices {
		c.choice(v, s)
	}
	s.few = len(choices) > 0
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
		own := operandWeight(min(s.rank(o.Type), rankUsual), weight(max(similarity(s.words, name), kinOfInner), 0, innermost-min(depth, innermost)))
		own = c.paths(o, o.Type, s, relativeOf(name, resourceIn(o.Type)), own, innermost)
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

// connection describes how a declaration relates to the cursor.
type connection struct {
	near, uses int
	circular   bool
}

// bonus is the part of a weight that does not depend on names. An unused declaration was
// likely written for this place.
func (r connection) bonus(o *analysis.Object) int {
	switch {
	case r.uses > 0:
		return r.near
	case o.Kind == analysis.ObjectResource, o.Kind == analysis.ObjectComponent:
		return r.near + 5
	}
	return r.near + 10
}

// variable returns the item of a name and adds the paths into its value.
func (c *completer) variable(o *analysis.Object, s expectation, option *language.Option, r connection) Item {
	t := c.p.TypeOf(c.ctx, o)
	resource := resourceIn(t)
	of := relativeOf(wordsOf(o.Name), resource)
	fits, kin := s.rank(t), s.kinship(of, "", nil)
	if kin > 80 && s.whole {
		fits = min(fits, rankUsual) // a name like that of the place is likely meant, at least as a start
	}
	item := Item{Label: o.Name, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(t)}
	if it, ok := o.Item(); ok {
		item.Doc = c.docOf(analysis.ConfigDescription(it.Item), "")
	}
	if option.Rule.TakesResource() || option.Rule.TakesResources() {
		fits = rankOther
		if resource != nil && (resource.IsProvider || !option.Rule.TakesProviders()) {
			fits = rankFit
		}
		item.Sort = sorted(fits, weight(0, 0, r.near), o.Name)
		return item
	}
	own := operandWeight(fits, weight(kin, r.uses, r.bonus(o)))
	if !r.circular {
		own = c.paths(o, t, s, of, own, r.bonus(o))
	}
	item.Sort = sorted(rankFit, own, o.Name)
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
		item := Item{Label: b.Name, Kind: KindFunction, Detail: b.Usage(), Doc: c.functionDoc(b), Sort: sorted(rankFit, operandWeight(r, w), "~"+b.Name)}
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

// functionRank ranks a function by its result, by what examples call in the place, and by how often
// functions are used, here and in general. Before all variables come functions that the place is
// named after and those whose results no variable has, such as assets.
func (c *completer) functionRank(b *language.Builtin, s expectation) (rank, int) {
	kin := similarity(s.words, wordsOf(b.Name))
	if s.shownCall(b) {
		kin += kinOfCall
	}
	w := weight(kin, c.used().called[b.Name], common(usedFunction, b.Name))
	if b.ConversionOnly {
		return rankLast, w
	}
	known := s.want.IsValid() && s.want.Kind() != typesys.KindDynamic
	result := b.Result
	switch {
	case slices.ContainsFunc(b.Wanted, func(word string) bool { return hasWord(s.words, word) }):
		return rankFit, w - surely
	case !known && common(usedFunction, b.Name) > 0 && s.whole:
		return rankUsual, w
	case !known, !result.IsValid(), result.Kind() == typesys.KindDynamic && common(usedFunction, b.Name) == 0:
		return rankOther, w
	case result.Kind() == typesys.KindDynamic:
		return rankUsual, w
	case fitRank(s.want, result) == rankFit && len(probe.Alternatives(result)) > 0 && isHandle(probe.Alternatives(result)[0]):
		return rankFit, w - surely
	}
	return fitRank(s.want, result), w
}

// surely is the weight of knowing that a function is meant.
const surely = 400

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

// weightOfChoice puts values behind variables that are named after the place.
const weightOfChoice = 900

// choice adds a value. A string gets quotes unless the cursor is inside a string.
func (c *completer) choice(v choice, s expectation) {
	r, w := rankFit, weightOfChoice
	if v.isString() {
		text := v.value.AsString()
		w -= 50*min(c.used().texts[text], 5) + 50*min(s.texts[text]+s.texts[v.name], 4)
	}
	if v.deprecation != "" {
		r = rankOther
	}
	item := Item{
		Label: printer.Value(v.value), Kind: KindValue, Detail: v.name, Deprecated: v.deprecation != "",
		Doc: c.docOf(v.description, v.deprecation), Sort: sorted(r, w, fmt.Sprintf("%03d", v.order)),
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
