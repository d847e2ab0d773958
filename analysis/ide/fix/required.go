package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file adds required attributes and members: with the value that the schema gives, or else with a placeholder.

// addition are attributes or members to add. It is blank if a value is a placeholder.
type addition struct {
	lines []string
	blank bool
}

func (a *addition) placeholder(name string, t typesys.Type) {
	a.lines, a.blank = append(a.lines, name+" = "+printer.Placeholder(t)), true
}

// property adds a property of a schema.
func (a *addition) property(p *schema.Property) {
	if value := onlyValue(p); value != cty.NilVal {
		a.lines = append(a.lines, typesys.QuoteName(p.Name)+" = "+printer.Value(value))
		return
	}
	a.placeholder(typesys.QuoteName(p.Name), p.Plain)
}

// onlyValue is the value that a property has if nobody decides: its only one, or its default. It is [cty.NilVal] if there is none.
func onlyValue(p *schema.Property) cty.Value {
	t := typesys.Strip(p.Plain)
	switch {
	case p.Const != cty.NilVal:
		return p.Const
	case p.Default != cty.NilVal:
		return p.Default
	case t.Kind() == typesys.KindConst:
		return t.Value()
	case t.Kind() == typesys.KindEnum && len(t.Values()) == 1:
		return t.Values()[0]
	}
	return cty.NilVal
}

// required adds all missing required inputs of a block.
func required(s site) []Fix {
	add := s.requiredInputs(s.item.Kind)
	title := "Add all required inputs"
	switch len(add.lines) {
	case 0:
		return nil
	case 1:
		title = "Add the required `" + strings.Fields(add.lines[0])[0] + "`"
	}
	return []Fix{{Title: title, Edits: s.addInputs(add.lines...), Preferred: true, Blank: add.blank}}
}

// requiredInputs returns the attributes that the block lacks if it is of this kind.
func (s site) requiredInputs(kind syntax.Kind) (add addition) {
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil {
		return add
	}
	has := s.item.Block().Body.Attributes
	if kind == syntax.KindRead && has["id"] == nil {
		add.placeholder("id", typesys.ID)
	}
	inputs := info.Inputs
	if kind == syntax.KindRead {
		inputs = stateInputs(info.Resource)
	}
	for _, p := range requiredOf(inputs) {
		if has[p.Name] == nil && !typesys.IsOptional(p.Type) && p.Type.Kind() != typesys.KindConst {
			add.property(p)
		}
	}
	if kind == syntax.KindResource || kind == syntax.KindRead {
		return add
	}
	for _, a := range s.program.BodyAttributes(s.ctx, s.item.Item) {
		if a.Required && has[a.Name] == nil {
			add.placeholder(a.Name, a.Type)
		}
	}
	return add
}

// stateInputs are the inputs of a read besides its id.
func stateInputs(r *schema.Resource) []*schema.Property {
	if r == nil {
		return nil
	}
	return r.StateInputs
}

func requiredOf(inputs []*schema.Property) []*schema.Property {
	return lists.Where(inputs, func(p *schema.Property) bool { return p.Required })
}

// members adds the members that the expected type of the object at the finding requires.
func members(s site) []Fix {
	object, ok := innermost(s, func(o *hclsyntax.ObjectConsExpr) bool { return syntax.SpanOf(o).Start == s.span.Start })
	info, err := s.program.Check(s.ctx, s.item)
	if !ok || err != nil {
		return nil
	}
	var fixes []Fix
	want := typesys.PlainShape(info.ExpectedOf(object))
	for _, t := range append([]typesys.Type{want}, want.Elems()...) {
		if add := lacking(object, t); len(add.lines) > 0 {
			fixes = append(fixes, Fix{Title: "Add the missing members", Edits: s.edits([]syntax.Edit{s.block().AddMembers(object, add.lines...)}), Preferred: true, Blank: add.blank})
		}
	}
	for i := range fixes {
		fixes[i].Blank = fixes[i].Blank || len(fixes) > 1 // which variant is meant, nobody knows
	}
	return fixes
}

func lacking(object *hclsyntax.ObjectConsExpr, t typesys.Type) (add addition) {
	if !t.IsValid() || t.Kind() != typesys.KindObject {
		return add
	}
	declared := schema.ObjectOf(t)
	has := map[string]bool{}
	for _, item := range object.Items {
		if key, ok := analysis.LiteralKey(item.KeyExpr); ok {
			has[key] = true
		}
	}
	for _, p := range t.Properties() {
		switch {
		case has[p.Name] || typesys.IsOptional(p.Type):
		case declared != nil && declared.Property(p.Name) != nil:
			add.property(declared.Property(p.Name))
		default:
			add.placeholder(typesys.QuoteName(p.Name), p.Type)
		}
	}
	return add
}

// declaredResource turns a read of a type that cannot be read into a resource.
func declaredResource(s site) []Fix {
	edits := []change.Edit{s.replace(s.item.KeywordSpan, "resource")}
	lines, id := s.declaredLines(), s.item.Block().Body.Attributes["id"]
	switch {
	case id == nil:
		edits = append(edits, s.addInputs(lines...)...)
	case len(lines) == 0:
		edits = append(edits, s.without(syntax.SpanOf(id)))
	default:
		edits = append(edits, s.replace(syntax.SpanOf(id), strings.Join(lines, s.lineEnd()+"  ")))
	}
	return []Fix{{Title: "Declare as a resource", Edits: edits, Preferred: true}}
}

// declaredLines returns the inputs that the resource type in the label requires.
func (s site) declaredLines() []string {
	if len(s.item.Labels) < 2 {
		return nil
	}
	token, ok := schema.ParseToken(s.item.Labels[1].Value)
	if !ok {
		return nil
	}
	pkg := s.program.Package(token.Schema())
	if pkg == nil || token.IsProvider() {
		return nil
	}
	r := pkg.Resource(pkg.FindResource(s.item.Labels[1].Value).Token)
	if r == nil {
		return nil
	}
	var add addition
	for _, p := range requiredOf(r.Inputs) {
		if !typesys.IsOptional(p.Type) && p.Type.Kind() != typesys.KindConst {
			add.property(p)
		}
	}
	return add.lines
}

// outputValue adds a placeholder value to an output.
func outputValue(s site) []Fix {
	return []Fix{{Title: "Add a `" + language.OutputValue + "`", Edits: s.addInputs(language.OutputValue + " = null"), Preferred: true, Blank: true}}
}

// command adds a placeholder command to a hook.
func command(s site) []Fix {
	return []Fix{{Title: "Add a `command`", Edits: s.addInputs(`command = ["true"]`), Preferred: true}}
}

// describe adds a description made of the config's name.
func describe(s site) []Fix {
	if s.item.Block().Body.Attributes[language.ConfigDescription] != nil {
		return nil
	}
	return []Fix{{Title: "Add a description", Edits: s.addInputs(`description = "The ` + inWords(s.item.Name) + `."`)}}
}

// inWords turns a name in camel case into words.
func inWords(name string) string {
	var out strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r == '-':
			out.WriteByte(' ')
		case r >= 'A' && r <= 'Z' && i > 0:
			out.WriteString(" " + strings.ToLower(string(r)))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// defaultValue adds a default to a config.
func defaultValue(s site) []Fix {
	o := s.program.Lookup(s.item.Name)
	if o == nil || s.item.Block().Body.Attributes[language.ConfigDefault] != nil {
		return nil
	}
	value := printer.Placeholder(s.program.TypeOf(s.ctx, o))
	return []Fix{{Title: "Add a default", Edits: s.addInputs(language.ConfigDefault + " = " + value)}}
}
