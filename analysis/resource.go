package analysis

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks resource and read blocks. (PCL specification, pcl-syntax.md,
// sections 8 and 10.)

const logicalNameDoc = "The name under which this is registered, where it is not the name of the block."

func (c *checker) resource(it *syntax.Item) {
	if !c.labels(it, 2, 2, codes.LabelsResource, "a "+it.Keyword+" has a name and a type: `"+it.Keyword+" name \"package:module:Type\" { … }`") {
		c.looseResource(it)
		return
	}
	c.info.Resource = c.resourceType(it)
	inputs := resourceInputs{owner: "a resource of this type"}
	if r := c.info.Resource; r != nil {
		inputs = resourceInputs{known: true, owner: r.Token, props: r.Inputs, outputs: r, pkg: r.Package}
	}
	c.resourceBody(it, inputs)
}

func (c *checker) read(it *syntax.Item) {
	if !c.labels(it, 2, 2, codes.LabelsResource, "a read has a name and a type: `read name \"package:module:Type\" { id = … }`") {
		c.looseResource(it)
		return
	}
	c.info.Resource = c.resourceType(it)
	inputs := resourceInputs{owner: "a resource of this type"}
	if r := c.info.Resource; r != nil {
		id := &schema.Property{
			Name: "id", Type: typesys.String, Plain: typesys.String, Required: true,
			Description: "The provider's id of the existing resource. It must be known before the program runs.",
		}
		inputs = resourceInputs{known: true, owner: "the lookup of " + r.Token, props: append([]*schema.Property{id}, r.StateInputs...), outputs: r, pkg: r.Package}
	}
	c.resourceBody(it, inputs)
}

// looseResource checks the expressions of a resource whose header is wrong.
func (c *checker) looseResource(it *syntax.Item) {
	c.with(c.rangeVariables(it), func() { c.looseBody(it.Block.Body) })
}

// resourceType is the schema of the resource; what is wrong with its token is
// reported.
func (c *checker) resourceType(it *syntax.Item) *schema.Resource {
	label := it.Labels[1]
	o := Occurrence{Span: label.Span, Kind: OccurResourceToken, Name: label.Value}
	defer func() { c.occur(o) }()
	token, ok := c.token(label.Value, label.Span)
	if !ok {
		return nil
	}
	if token.IsProvider() && it.Kind == syntax.KindRead {
		c.find(codes.ReadProvider, label.Span, "a provider cannot be looked up; declare it as a resource")
		return nil
	}
	pkg, ok := c.packageFor(token.Schema(), label.Span)
	if !ok {
		return nil
	}
	r := pkg.Resource(label.Value)
	o.Package, o.Resource = pkg, r
	switch {
	case r == nil:
		c.find(codes.ResourceUnknown, label.Span, c.unknownToken("resource", label.Value, pkg, pkg.ResourceTokens(), pkg.Function(label.Value) != nil))
	case r.Unreadable:
		c.find(codes.ResourceLoad, label.Span, "the schema of `"+r.Token+"` is damaged: "+strings.Join(r.Problems, "; ")+versionNote(pkg))
	case r.IsComponent && it.Kind == syntax.KindRead:
		c.find(codes.ReadComponent, label.Span, r.Token+" is a component and cannot be looked up; declare it as a resource")
		return nil
	}
	return r
}

// resourceInputs is what a body may set.
type resourceInputs struct {
	known   bool // whether a schema says what there is
	owner   string
	props   []*schema.Property
	outputs *schema.Resource
	pkg     *schema.Package
}

func (in resourceInputs) property(name string) *schema.Property {
	for _, p := range in.props {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// misspelt is the attribute that is no input and may have been meant for one that
// is not set; nil when there is none.
func misspelt(body *hclsyntax.Body, input string, names []string) *hclsyntax.Attribute {
	for _, a := range attributes(body) {
		if a.Name != "__logicalName" && !slices.Contains(names, a.Name) && typesys.Near(a.Name, names) == input {
			return a
		}
	}
	return nil
}

// isMisspelt reports whether a required input that is not set was misspelt. Then
// the misspelling is the one thing to report, and the block is related to it.
func (c *checker) isMisspelt(it *syntax.Item, input string, names []string) bool {
	a := misspelt(it.Block.Body, input, names)
	if a == nil {
		return false
	}
	for i, d := range c.info.Findings {
		if d.Code == codes.AttrUnknown && d.Span == spanOf(a.NameRange) {
			c.info.Findings[i].Related = append(d.Related, Related{Span: header(it), Message: "`" + input + "` is required here"})
		}
	}
	return true
}

func (in resourceInputs) names() []string {
	names := make([]string, len(in.props))
	for i, p := range in.props {
		names[i] = p.Name
	}
	return names
}

func (c *checker) resourceBody(it *syntax.Item, in resourceInputs) {
	c.inputs = in
	body := it.Block.Body
	vars := c.rangeVariables(it)
	c.with(vars, func() {
		for _, a := range attributes(body) {
			if a.Name == "__logicalName" {
				c.literalString(a, codes.ResourceLiteral, logicalNameDoc)
				continue
			}
			c.input(a, in)
		}
	})
	c.nestedBlocks(it, vars, in.property)
	c.missingInputs(it, in)
}

// input checks one attribute against the input it sets.
func (c *checker) input(a *hclsyntax.Attribute, in resourceInputs) {
	p := in.property(a.Name)
	o := Occurrence{Span: spanOf(a.NameRange), Kind: OccurAttribute, Name: a.Name, Property: p, Package: in.pkg}
	got := c.expr(a.Expr)
	switch {
	case p != nil:
		want := narrowed(p, a.Expr)
		o.Type = p.Type
		if c.converts(a.Expr, got, want, needs{code: codes.AttrType, place: "`" + a.Name + "`"}) {
			break
		}
		if in.outputs.Output(a.Name) == nil {
			c.tolerateEventual(want, got)
		}
	case in.known:
		c.find(codes.AttrUnknown, spanOf(a.NameRange), unknownInput(a.Name, in))
	}
	c.occur(o)
}

// tolerateEventual lowers the finding that was just made when it is about an
// output in a plain place: the evaluator passes the value through where the input
// is no output too, but programs made from this one in other languages will not
// compile.
func (c *checker) tolerateEventual(want, got typesys.Type) {
	last := &c.info.Findings[len(c.info.Findings)-1]
	fitsWhenKnown := typesys.Convert(typesys.PlainShape(want), typesys.PlainShape(got)) != typesys.FitNone
	if last.eventual && fitsWhenKnown {
		last.Code, last.Severity = codes.AttrPlain, codes.AttrPlain.Severity()
	}
}

// narrowed is the type of an input, reduced to one variant of a discriminated
// union when the value is an object that says which.
func narrowed(p *schema.Property, e hclsyntax.Expression) typesys.Type {
	obj, ok := e.(*hclsyntax.ObjectConsExpr)
	if !ok || p.Discriminator == nil {
		return p.Type
	}
	for _, item := range obj.Items {
		if name, bare := bareKey(item.KeyExpr); bare && name == p.Discriminator.Property {
			if text, literal := plainText(item.ValueExpr); literal {
				if t, ok := p.Variant(text); ok {
					return t
				}
			}
		}
	}
	return p.Type
}

func unknownInput(name string, in resourceInputs) string {
	message := "`" + name + "` is not an input of " + in.owner
	if in.outputs != nil && in.outputs.Output(name) != nil {
		return message + ": it is an output and cannot be set" + versionNote(in.pkg)
	}
	if near := typesys.Near(name, in.names()); near != "" {
		message += "; did you mean `" + near + "`?"
	}
	return message + versionNote(in.pkg)
}

// missingInputs reports the required inputs that are not set, in one finding. An
// input that a syntax error may hide is not reported.
func (c *checker) missingInputs(it *syntax.Item, in resourceInputs) {
	if len(it.Errors) > 0 {
		return
	}
	var missing []string
	for _, p := range in.props {
		if it.Block.Body.Attributes[p.Name] != nil || typesys.IsOptional(p.Type) || p.Type == typesys.Dynamic || isConst(p.Type) ||
			c.isMisspelt(it, p.Name, in.names()) {
			continue
		}
		missing = append(missing, p.Name)
	}
	if len(missing) == 0 {
		return
	}
	noun := "the required input "
	if len(missing) > 1 {
		noun = "the required inputs "
	}
	c.find(codes.AttrMissing, header(it), in.owner+" needs "+noun+listed(missing, 110)+versionNote(in.pkg))
}

func isConst(t typesys.Type) bool { return t.Kind() == typesys.KindConst }

// listed writes names one after the other as far as they fit, and counts the
// rest.
func listed(names []string, limit int) string {
	text := ""
	for i, name := range names {
		next := "`" + name + "`"
		switch {
		case i > 0 && i == len(names)-1:
			next = " and " + next
		case i > 0:
			next = ", " + next
		}
		if len(text)+len(next) > limit {
			return text + " and " + count(len(names)-i, "more")
		}
		text += next
	}
	return strings.ReplaceAll(text, "mores", "more")
}

// nestedBlocks checks the blocks in a resource or component: one options block
// and nothing else.
func (c *checker) nestedBlocks(it *syntax.Item, vars []*Object, property func(string) *schema.Property) {
	seen := false
	for _, b := range it.Block.Body.Blocks {
		span := spanOf(b.TypeRange)
		switch {
		case b.Type != "options":
			message := "a " + it.Keyword + " has no block `" + b.Type + "`"
			if property(b.Type) != nil {
				message += "; write it as a value: `" + b.Type + " = { … }`"
			} else if near := typesys.Near(b.Type, []string{"options"}); near != "" {
				message += "; did you mean `options`?"
			}
			c.find(codes.BlockUnknown, span, message)
			c.with(vars, func() { c.looseBody(b.Body) })
		case seen:
			c.find(codes.OptionsDuplicate, span, "this block already has `options`; put them together")
			c.options(it, b, vars)
		default:
			seen = true
			c.occur(Occurrence{Span: span, Kind: OccurAttribute, Name: "options", Doc: "The resource options: how the engine treats this, as opposed to what the provider is told."})
			c.options(it, b, vars)
		}
	}
}
