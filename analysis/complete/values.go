package complete

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers what can begin an expression: values that the place names,
// variables and functions.

// operand offers what can begin the expression at the cursor.
func (c *completer) operand() error {
	pr, err := c.probe(partial.Placeholder)
	if err != nil {
		return err
	}
	want, option := pr.wanted(pr.Path), pr.OptionAround()
	if analysis.PropertyPathOption(option) && hasPropertyPaths(pr.Item.Kind) {
		c.propertyPaths(pr)
		return nil
	}
	if option == "hooks" {
		c.hooks(pr)
		return nil
	}
	for _, v := range c.choices(want) {
		c.choice(v)
	}
	if c.Cursor.FollowedBy() != '(' {
		c.variables(pr, want, option)
	}
	c.functions(want)
	return nil
}

func hasPropertyPaths(k syntax.Kind) bool { return k == syntax.KindResource || k == syntax.KindRead }

// propertyPaths offers the inputs of the resource, the only names that property
// lists see.
func (c *completer) propertyPaths(pr *probe) {
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

// hooks offers the hooks of the kind that the point around the cursor takes.
func (c *completer) hooks(pr *probe) {
	kind := "resource"
	for i, n := range pr.Path[:max(len(pr.Path)-1, 0)] {
		object, ok := n.(*hclsyntax.ObjectConsExpr)
		if !ok {
			continue
		}
		for _, item := range object.Items {
			if name, _ := keyText(item.KeyExpr); item.ValueExpr == pr.Path[i+1] && name == "onError" {
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

// unreadable are the names that an expression takes for something else.
var unreadable = []string{"true", "false", "null", "for"}

// variables offers the names that are visible at the placeholder.
func (c *completer) variables(pr *probe, want typesys.Type, option string) {
	inner := map[string]bool{}
	for _, o := range c.innerVariables(pr, option) {
		if inner[o.Name] {
			continue
		}
		inner[o.Name] = true
		c.add(Item{
			Label: o.Name, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(o.Type),
			Sort: sortText(min(fitRank(want, o.Type), rankUsual), " "+o.Name),
		})
	}
	own := c.ownName()
	circular := c.p.Dependents(own)
	for _, o := range c.p.Objects() {
		if inner[o.Name] || !usable(o) || o.Name == own {
			continue
		}
		item := c.variable(o, want, option)
		if circular[o.Name] {
			item.Sort, item.Detail = sortText(rankLast, o.Name), item.Detail+" · depends on "+own
		}
		c.add(item)
	}
}

// usable reports whether an expression can say anything sensible with a name.
func usable(o *analysis.Object) bool {
	switch o.Kind {
	case analysis.ObjectOutput, analysis.ObjectHook, analysis.ObjectPulumi:
		return false
	}
	return syntax.IdentifierEnd(o.Name, 0) == len(o.Name) && !slices.Contains(unreadable, o.Name)
}

// ownName is the name that the item around the cursor declares; empty if it is
// none.
func (c *completer) ownName() string {
	if o := c.p.Lookup(c.Item.Name); o != nil {
		if it, ok := o.Item(); ok && it.Item == c.Item.Item && it.Base == c.Item.Base {
			return o.Name
		}
	}
	return ""
}

// variable is the item of a name of the program.
func (c *completer) variable(o *analysis.Object, want typesys.Type, option string) Item {
	t := c.p.TypeOf(c.ctx, o)
	item := Item{Label: o.Name, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(t), Sort: sortText(fitRank(want, t), o.Name)}
	if it, ok := o.Item(); ok {
		item.Doc = summary(analysis.ConfigDescription(it.Item))
	}
	if r := resourceIn(t); resourceOptions[option] {
		item.Sort = sortText(rankOther, o.Name)
		if r != nil && (r.IsProvider || !strings.HasPrefix(option, "provider")) {
			item.Sort = sortText(rankFit, o.Name)
		}
	}
	return item
}

// resourceOptions are the options whose values are resources.
var resourceOptions = map[string]bool{
	"parent": true, "provider": true, "providers": true, "dependsOn": true, "deletedWith": true, "replaceWith": true,
}

// resourceIn is the resource that a type or its elements are of; nil if there is
// none.
func resourceIn(t typesys.Type) *schema.Resource {
	for _, a := range alternatives(t) {
		if a.Kind() == typesys.KindList || a.Kind() == typesys.KindMap {
			return resourceIn(a.Elem())
		}
		if r := schema.ResourceOf(a); r != nil {
			return r
		}
	}
	return nil
}

// functions offers the functions of the language, behind the variables.
func (c *completer) functions(want typesys.Type) {
	called := c.Cursor.FollowedBy() == '('
	for _, b := range analysis.Builtins() {
		r := rankOther
		if result := b.Result(); result.IsValid() && result != typesys.Dynamic && want.IsValid() && want.Kind() != typesys.KindDynamic {
			r = max(fitRank(want, result), rankInside)
		}
		item := Item{Label: b.Name, Kind: KindFunction, Detail: b.Usage(), Doc: functionDoc(b), Sort: sortText(r, "~"+b.Name)}
		switch {
		case called:
			item.Insert, item.Plain = b.Name, b.Name
		case b.Name == "invoke":
			item.Insert, item.Plain = `invoke("$1", { $0 })`, `invoke("`
		case b.Name == "call":
			item.Insert, item.Plain = `call(${1:resource}, "$2", { $0 })`, "call("
		case b.TakesArguments():
			item.Insert, item.Plain = b.Name+"($0)", b.Name+"("
		default:
			item.Insert, item.Plain = b.Name+"()", b.Name+"()"
		}
		c.add(item)
	}
}

// functionDoc is what the table of functions has about one besides its usage,
// with one example.
func functionDoc(b *analysis.Builtin) string {
	parts := []string{b.Doc}
	if len(b.Notes) > 0 {
		parts = append(parts, "- "+strings.Join(b.Notes, "\n- "))
	}
	if len(b.Examples) > 0 {
		parts = append(parts, "```pcl\n"+b.Examples[0].String()+"\n```")
	}
	return strings.Join(parts, "\n\n")
}
