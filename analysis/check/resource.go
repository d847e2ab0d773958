package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks resource and read blocks. (docs/language/resources.md, docs/language/reads.md)

func (c blocks) resource(it *syntax.Item) {
	if it.Inputs != nil {
		c.inputFile(it)
		return
	}
	if !c.labels(it) {
		c.looseResource(it)
		return
	}
	c.info.Resource = c.resourceType(it)
	inputs := resourceInputs{owner: "a resource of this type"}
	if r := c.info.Resource; r != nil {
		inputs = resourceInputs{known: !r.IsDamaged(), owner: r.Token, props: r.Inputs, outputs: r, pkg: r.Package}
	}
	c.resourceBody(it, inputs)
}

func (c blocks) read(it *syntax.Item) {
	if !c.labels(it) {
		c.looseResource(it)
		return
	}
	c.info.Resource = c.resourceType(it)
	inputs := resourceInputs{owner: "a resource of this type"}
	if r := c.info.Resource; r != nil {
		inputs = resourceInputs{known: !r.IsDamaged(), owner: "the lookup of " + r.Token, props: ReadInputs(r), outputs: r, pkg: r.Package}
	}
	c.resourceBody(it, inputs)
}

// ReadInputs are the inputs of a read block for a resource, of which nothing may be
// known.
func ReadInputs(r *schema.Resource) []*schema.Property {
	id := &schema.Property{
		Name: "id", Type: typesys.InputType(typesys.String), Plain: typesys.String, Required: true,
		Description: "The provider's id of the existing resource.",
	}
	if r == nil {
		return []*schema.Property{id}
	}
	return append([]*schema.Property{id}, r.StateInputs...)
}

// looseResource checks the expressions of a resource whose header is wrong.
func (c blocks) looseResource(it *syntax.Item) {
	c.with(c.rangeVariables(it), func() { c.looseBody(it.Block().Body) })
}

// resourceType is the schema of the resource; what is wrong with its token is
// reported.
func (c blocks) resourceType(it *syntax.Item) *schema.Resource {
	label := it.Labels[1]
	o := Occurrence{Span: label.Span, Kind: OccurResourceToken, Name: label.Value}
	defer func() { c.info.occur(o) }()
	token, ok := c.token(label.Value, label.Span)
	if !ok {
		return nil
	}
	if token.IsProvider() && it.Kind == syntax.KindRead {
		c.info.find(codes.ReadProvider, label.Span, "a provider cannot be looked up; declare it as a resource")
		return nil
	}
	pkg, ok := c.packageFor(token.Schema(), label.Span)
	if !ok {
		return nil
	}
	r := pkg.Resource(label.Value)
	if !c.info.brief { // which has no such occurrence
		o.Package, o.Denotation = pkg, &Denotation{Resource: r}
	}
	if ref, _ := c.missingVersion(it, token.Schema()); ref.Version != "" {
		return nil // the option is reported
	}
	switch {
	case r == nil:
		c.info.advise(codes.ResourceUnknown, label.Span, unknownResource(label.Value, pkg))
	case r.IsDamaged():
		c.info.find(codes.ResourceLoad, label.Span, diagnostic.Damaged(r.Token, r.Problems, pkg))
	case r.IsComponent && it.Kind == syntax.KindRead:
		c.info.find(codes.ReadComponent, label.Span, r.Token+" is a component and cannot be looked up; declare it as a resource"+diagnostic.VersionNote(pkg))
		return nil
	default:
		c.spelling(label.Value, pkg.FindResource(label.Value), pkg, label.Span)
		c.deprecatedResource(r, label.Span)
	}
	return r
}

// misspelled is the attribute, block or option that sets nothing and may have been
// meant for an input that is not set.
func misspelt(body *hclsyntax.Body, input string, names []string) (name syntax.Span, found bool) {
	for _, a := range tree.Attributes(body) {
		if a.Name != language.LogicalName && !slices.Contains(names, a.Name) && typesys.Near(a.Name, names) == input {
			return tree.Span(a.NameRange), true
		}
	}
	for _, b := range body.Blocks {
		misplaced := b.Body.Attributes[input]
		switch {
		case b.Type != language.OptionsBlock && typesys.Near(b.Type, names) == input:
			return tree.Span(b.TypeRange), true
		case b.Type == language.OptionsBlock && misplaced != nil:
			return tree.Span(misplaced.NameRange), true
		}
	}
	return syntax.Span{}, false
}

// misspellings are the codes of findings about what was meant for an input.
var misspellings = []codes.Code{codes.AttrUnknown, codes.BlockUnknown, codes.OptionUnknown}

// isMisspelt reports whether a required input that is not set was misspelled. Then
// the misspelling is the one thing to report, and the block is related to it.
func (c blocks) isMisspelt(it *syntax.Item, input string, names []string) bool {
	name, found := misspelt(it.Block().Body, input, names)
	if !found {
		return false
	}
	for i, d := range c.info.Findings {
		if slices.Contains(misspellings, d.Code) && d.Span == name {
			c.info.Findings[i].Related = append(d.Related, diagnostic.Related{Span: tree.Header(it), Message: "`" + input + "` is required here"})
		}
	}
	return true
}

func (c blocks) resourceBody(it *syntax.Item, in resourceInputs) {
	c.inputs = in
	c.info.Inputs = in.props
	vars := c.rangeVariables(it)
	c.with(vars, func() {
		known := func(name string) bool { return !in.known || in.bare || in.property(name) != nil }
		for _, a := range c.strayOptions(it, known) {
			if a.Name == language.LogicalName && !in.bare {
				c.literalString(a, codes.ResourceLiteral, language.LogicalNameDoc)
				continue
			}
			c.input(a, in)
		}
	})
	if !c.inputBlocks(it) {
		c.nestedBlocks(it, vars, in.types)
	}
	c.instanceShapes(it)
	if !c.use.Patch {
		c.missingInputs(it, in)
	}
}

// input checks one attribute against the input it sets.
func (c blocks) input(a *hclsyntax.Attribute, in resourceInputs) {
	p := in.property(a.Name)
	o := Occurrence{Span: tree.Span(a.NameRange), Kind: OccurAttribute, Name: a.Name, Property: p, Package: in.pkg}
	if p == nil && in.known {
		c.info.advise(codes.AttrUnknown, tree.Span(a.NameRange), c.unknownInput(a.Name, in))
		c.misplacedOption(a)
		c.info.occur(o)
		return
	}
	if p != nil {
		o.Type = p.Type
	}
	c.info.occur(o)
	before := len(c.info.Findings)
	if p == nil {
		c.expr(a.Expr)
		c.rewritten(a.Expr, typesys.Dynamic, needs{}, before)
		return
	}
	c.deprecatedInput(p, in, o.Span)
	want := narrowed(p, a.Expr)
	n := needs{code: codes.AttrType, name: a.Name, judge: in.pkg, property: p, outputs: in.outputs}
	if c.language() >= language.ChecksAll && isTexts(a.Expr, want) {
		c.texts(a.Expr)
		c.placed(n).expect(a.Expr, want)
	} else {
		c.converts(a.Expr, c.expr(a.Expr), want, n)
	}
	c.rewritten(a.Expr, want, n, before)
}

// narrowed is the type of an input, reduced to one variant of a discriminated
// union when the value is an object that says which.
func narrowed(p *schema.Property, e hclsyntax.Expression) typesys.Type {
	obj, ok := e.(*hclsyntax.ObjectConsExpr)
	if !ok || p.Discriminator == nil {
		return p.Type
	}
	for _, item := range obj.Items {
		if name, bare := tree.BareKey(item.KeyExpr); bare && name == p.Discriminator.Property {
			if text, literal := tree.PlainText(item.ValueExpr); literal {
				if t, ok := p.Variant(text); ok {
					return t
				}
			}
		}
	}
	return p.Type
}

func (c blocks) unknownInput(name string, in resourceInputs) diagnostic.Advice {
	unknown := diagnostic.Advice{Message: "`" + name + "` is not an input of " + in.owner}
	if in.outputs != nil && (in.outputs.Output(name) != nil || name == "id" || name == "urn") {
		return unknown.And(": it is an output and cannot be set" + diagnostic.VersionNote(in.pkg))
	}
	if in.bare {
		return unknown.DidYouMean(typesys.Near(name, c.suggested(in))).And(diagnostic.VersionNote(in.pkg))
	}
	return orOption(unknown, name, c.suggested(in)).And(diagnostic.VersionNote(in.pkg))
}

// orOption adds what an unknown attribute may be: an option in the wrong place or a misspelled input.
func orOption(a diagnostic.Advice, name string, inputs []string) diagnostic.Advice {
	near := typesys.Near(name, inputs)
	if option := options.Meant(name); option != "" && !typesys.IsSlip(name, near) { // an input with a similar name is not meant
		return a.And("; `" + option + "` is an option: write it in `options { … }`")
	}
	return a.DidYouMean(near)
}

// missingInputs reports the required inputs that are not set, in one finding. An
// input that a syntax error may hide is not reported.
func (c blocks) missingInputs(it *syntax.Item, in resourceInputs) {
	if len(it.Errors) > 0 {
		return
	}
	var missing []*schema.Property
	for _, p := range in.props {
		if !p.Required || it.Block().Body.Attributes[p.Name] != nil || isConst(p.Type) || typesys.IsOptional(p.Type) ||
			c.isMisspelt(it, p.Name, in.names()) {
			continue
		}
		missing = append(missing, p)
	}
	if len(missing) > 0 {
		severity := codes.Error
		if in.pkg != schema.Builtin() && !slices.ContainsFunc(missing, func(p *schema.Property) bool { return typesys.PlainShape(p.Type) != typesys.Dynamic }) {
			severity = codes.Warning // binding accepts that anything is missing, and the provider decides; the engine does not accept it
		}
		c.info.findAs(severity, codes.AttrMissing, tree.Header(it), in.owner+" needs "+missingText(missing, 180-len(in.owner)-len(diagnostic.VersionNote(in.pkg)))+diagnostic.VersionNote(in.pkg))
	}
}

// missingText names required inputs. A single one is introduced by its type, and
// by the first sentence of its documentation if there is room.
func missingText(missing []*schema.Property, room int) string {
	if len(missing) == 1 {
		p := missing[0]
		text := "the required input `" + p.Name + "` (" + typesys.Short(typesys.Unwrapped(p.Plain), 40) + ")"
		if purpose := firstSentence(p.Description); purpose != "" && len(text)+len(purpose)+2 <= room {
			text += ": " + purpose
		}
		return text
	}
	names := lists.Map(missing, func(p *schema.Property) string { return p.Name })
	return "the required inputs " + diagnostic.Listed(names, 110)
}

// firstSentence is the first sentence of a documentation without its full stop;
// empty where it is not plain prose, or goes on after an abbreviation.
func firstSentence(doc string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(doc), "\n")
	sentence, _, _ := strings.Cut(line, ". ")
	sentence = strings.TrimSuffix(strings.TrimSpace(sentence), ".")
	abbreviated := strings.HasSuffix(sentence, "e.g") || strings.HasSuffix(sentence, "i.e")
	if abbreviated || strings.ContainsAny(sentence, "*[]<>{}") || strings.Count(sentence, "`")%2 > 0 {
		return ""
	}
	return sentence
}

func isConst(t typesys.Type) bool { return t.Kind() == typesys.KindConst }

// nestedBlocks checks the blocks in a resource or component: one options block
// and nothing else.
func (c blocks) nestedBlocks(it *syntax.Item, vars []*Object, inputs func() map[string]typesys.Type) {
	var first syntax.Span
	for _, b := range it.Block().Body.Blocks {
		span := tree.Span(b.TypeRange)
		switch {
		case b.Type != language.OptionsBlock:
			c.info.advise(codes.BlockUnknown, span, unknownNestedBlock(it.Keyword, b.Type, inputs()))
			c.with(vars, func() { c.looseOptions(b.Body) }) // which may be what is meant
		case first.Len() > 0:
			c.info.find(codes.OptionsDuplicate, span, "this "+it.Keyword+" already has `options`; merge the two",
				diagnostic.Related{Span: first, Message: "the first `options` block"})
			c.options(it, b, vars)
		default:
			first = span
			c.info.occur(Occurrence{Span: span, Kind: OccurAttribute, Name: language.OptionsBlock, Denotation: &optionsDenotation})
			c.options(it, b, vars)
		}
	}
}

// optionsDenotation is what the name of an options block denotes.
var optionsDenotation = Denotation{Doc: language.OptionsDoc}

// unknownNestedBlock says how to write what stands in a block that does not exist.
func unknownNestedBlock(keyword, name string, inputs map[string]typesys.Type) diagnostic.Advice {
	unknown := diagnostic.Advice{Message: "a " + keyword + " has no block `" + name + "`"}
	near := typesys.Near(name, append(slices.Sorted(maps.Keys(inputs)), language.OptionsBlock))
	t, isInput := inputs[near]
	switch option := options.Meant(name); {
	case language.IsForeignOptions(name) && !typesys.IsSlip(name, near):
		return unknown.And("; write what it holds in `options { … }`, such as `protect` and `ignoreChanges`")
	case isInput && typesys.Unwrapped(typesys.PlainShape(t)).Kind() == typesys.KindList:
		return unknown.And("; write it as an attribute: `" + near + " = [{ … }]`")
	case isInput:
		return unknown.And("; write it as an attribute: `" + near + " = { … }`")
	case near != "":
		return unknown.DidYouMean(near)
	case option != "":
		return unknown.And("; `" + option + "` is an option: write `" + option + " = …` in `options { … }`")
	}
	return unknown
}
