package hover

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file builds labels: of functions and methods of schemas, and of builtin functions.

// callLabel is a label under construction.
type callLabel struct {
	text  strings.Builder
	doc   markdown.Page
	given []Parameter // the parameters of the call
	// inputs are the inputs in an object; object is the position of its parameter.
	inputs   []Parameter
	names    []string // of the inputs
	object   int
	variadic bool // the last parameter repeats
}

// width limits the text of an object parameter, typeWidth that of a type.
const (
	width     = 160
	typeWidth = 60
)

func newLabel(name string) *callLabel {
	l := &callLabel{object: -1}
	l.text.WriteString(name + "(")
	return l
}

// begin starts a parameter and returns its offset.
func (l *callLabel) begin() int {
	if len(l.given) > 0 {
		l.text.WriteString(", ")
	}
	return l.text.Len()
}

// end ends the parameter that started at an offset.
func (l *callLabel) end(begin int, doc string) {
	l.given = append(l.given, Parameter{Span: syntax.Span{Start: begin, End: l.text.Len()}, Doc: doc})
}

func (l *callLabel) add(text, doc string) {
	begin := l.begin()
	l.text.WriteString(text)
	l.end(begin, doc)
}

// addObject adds a parameter that is an object of inputs, required ones first. Inputs that do
// not fit are replaced by an ellipsis, except the one at the cursor.
func (l *callLabel) addObject(prefix string, inputs []*schema.Property, key string) {
	begin := l.begin()
	l.object = len(l.given)
	l.text.WriteString(prefix + "{")
	between, isLeftOut := " ", false
	for _, p := range requiredFirst(inputs) {
		if l.text.Len()-begin > width && p.Name != key {
			if !isLeftOut {
				l.text.WriteString(between + "…")
				between, isLeftOut = ", ", true
			}
			continue
		}
		l.text.WriteString(between)
		between, isLeftOut = ", ", false
		start := l.text.Len()
		l.text.WriteString(inputText(p))
		l.inputs = append(l.inputs, Parameter{Span: syntax.Span{Start: start, End: l.text.Len()}, Doc: inputDoc(p).Markdown()})
		l.names = append(l.names, p.Name)
	}
	if len(inputs) > 0 {
		l.text.WriteString(" ")
	}
	l.text.WriteString("}")
	l.end(begin, inputsDoc(inputs))
}

// gives adds the type of the result.
func (l *callLabel) gives(result string) { l.text.WriteString(") → " + result) }

// help returns the help for a position and a key at the cursor.
func (l *callLabel) help(at syntax.Span, position int, key string) Signature {
	return Signature{
		At: at, Label: l.text.String(), Doc: l.doc.String(),
		Parameters: l.parameters(), Active: l.active(position, key),
	}
}

func (l *callLabel) parameters() []Parameter { return append(l.given, l.inputs...) }

// active returns the index of the active parameter: that of the position, or of the key in an
// object.
func (l *callLabel) active(at int, key string) int {
	if at == l.object {
		if i := slices.Index(l.names, key); i >= 0 {
			return len(l.given) + i
		}
	}
	switch {
	case at < len(l.given):
		return at
	case l.variadic:
		return len(l.given) - 1
	}
	return -1
}

// builtinLabel returns the label of a builtin function.
func builtinLabel(b *language.Builtin) *callLabel {
	l := newLabel(b.Name)
	for _, p := range b.Parameters {
		l.add(p.String(), p.Doc)
		l.variadic = p.Variadic
	}
	l.gives(b.Gives)
	l.doc.Para(markdown.Text(b.Doc))
	l.doc.Items(markdown.Texts(b.Notes)...)
	return l
}

// resultText returns the type of a result. It shows the properties of an object instead of its
// name.
func resultText(t typesys.Type) string {
	if t.Kind() == typesys.KindObject {
		t = typesys.Object(t.Properties()...)
	}
	return typesys.Short(t, typeWidth)
}

// invoked returns the function of an invoke, or nil.
func (h *helper) invoked() *schema.Function {
	token := h.call.text(0)
	t, ok := schema.ParseToken(token)
	if !ok {
		return nil
	}
	pkg := h.p.Package(t.Schema())
	if pkg == nil {
		return nil
	}
	return pkg.Function(token)
}

// method returns the method of a call and its receiver, or nil. A placeholder replaces the
// unfinished argument while the receiver is checked.
func (h *helper) method() (*schema.Resource, *schema.Function, error) {
	name := h.call.text(1)
	if name == "" || h.call.position() == 0 {
		return nil, nil, nil
	}
	place := probe.At(h.call.place.File, h.call.frame.Begin+h.call.place.Item.Base)
	pr, err := place.Probe(h.ctx, h.p, probe.Placeholder)
	if err != nil {
		return nil, nil, err
	}
	for _, n := range slices.Backward(pr.Path) {
		e, ok := n.(*hclsyntax.FunctionCallExpr)
		if !ok || language.Called(e.Name).Source != language.SourceMethod || len(e.Args) == 0 {
			continue
		}
		r := schema.ResourceOf(typesys.Strip(pr.Info.TypeOf(e.Args[0])))
		if r == nil {
			break
		}
		return r, r.Method(name), nil
	}
	return nil, nil, nil
}

// invokeLabel returns the label of an invoke.
func invokeLabel(c *call, f *schema.Function) *callLabel {
	l := newLabel(c.builtin.Name)
	params := c.builtin.Parameters
	l.add(strconv.Quote(c.text(0)), params[0].Doc)
	if len(f.MultiArgument) > 0 {
		for _, name := range f.MultiArgument {
			if p := f.Input(name); p != nil {
				l.add(inputText(p), inputDoc(p).Markdown())
			} else {
				l.add(name, "")
			}
		}
	} else {
		l.addObject(params[1].Name+": ", f.Inputs, c.input())
	}
	l.add(params[2].String(), params[2].Doc)
	switch {
	case !f.Return.IsValid():
		l.gives("promise({})")
	case len(f.MultiArgument) > 0:
		l.gives("promise(" + resultText(f.Return) + ")")
	default:
		l.gives("output(" + resultText(f.Return) + ")")
	}
	l.describe(f)
	return l
}

// methodLabel returns the label of a method call.
func methodLabel(c *call, r *schema.Resource, f *schema.Function) *callLabel {
	l := newLabel(c.builtin.Name)
	params := c.builtin.Parameters
	l.add(params[0].Name+": "+r.Canonical, params[0].Doc)
	l.add(strconv.Quote(c.text(1)), params[1].Doc)
	l.addObject(params[2].Name+": ", f.Inputs, c.input())
	switch {
	case !f.Return.IsValid():
		l.gives("output({})")
	case f.ReturnPlain:
		l.gives(resultText(f.Return))
	default:
		l.gives("output(" + resultText(f.Return) + ")")
	}
	l.describe(f)
	return l
}

// describe adds the documentation of a function.
func (l *callLabel) describe(f *schema.Function) {
	l.doc.Para(markdown.Documented(f.Description, f.Deprecation))
}

// inputText returns an input with its type.
func inputText(p *schema.Property) string {
	return typesys.QuoteName(p.Name) + ": " + typesys.Short(p.Plain, typeWidth)
}

func inputDoc(p *schema.Property) markdown.Text {
	if p.Deprecation != "" {
		return "**Deprecated**: " + markdown.Paragraph(p.Deprecation)
	}
	return markdown.Paragraph(p.Description)
}

// inputsDoc lists inputs with their documentation.
func inputsDoc(inputs []*schema.Property) string {
	if len(inputs) == 0 {
		return "No inputs."
	}
	var list markdown.Page
	var rows []markdown.Text
	for _, p := range requiredFirst(inputs) {
		row := markdown.Code(inputText(p))
		if doc := inputDoc(p); doc != "" {
			row += ": " + doc
		}
		rows = append(rows, row)
	}
	list.Items(rows...)
	return list.String()
}

// requiredFirst sorts required inputs to the front.
func requiredFirst(inputs []*schema.Property) []*schema.Property {
	required := lists.Where(inputs, func(p *schema.Property) bool { return p.Required })
	return append(required, lists.Where(inputs, func(p *schema.Property) bool { return !p.Required })...)
}
