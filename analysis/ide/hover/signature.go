package hover

import (
	"context"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the call around the cursor, and literal objects around it.
//
// For builtin functions it reads the table of functions. For invoke and call it reads the
// schema of the named function or method; the inputs are shown where they are written, in an
// object or one by one. It works on incomplete text, see package probe, and does not check
// arguments.
//
// Invariant: the parameters are parts of the label, and Active is the index of one of them or
// -1.
//
// **Why** the inputs in an object are parameters of their own, inside the parameter of the
// object: an editor marks one part of the label, and the input under the cursor tells more
// than the whole object.

// Signature describes a call or an object around a place.
type Signature struct {
	// At is the span of the function's name in the file, or of the opening brace of an object.
	At syntax.Span
	// Label is the call with its parameters and result, or the object with its properties, on
	// one line.
	Label string
	Doc   string // Markdown
	// Parameters lists the parameters of a call in order, then the inputs inside one of them.
	// For an object it lists the whole object, then its properties.
	Parameters []Parameter
	// Active is the index of the active parameter, or -1 if the function takes no more.
	Active int
}

// Parameter is a part of a label.
type Parameter struct {
	// Span is the part, in bytes of the label.
	Span syntax.Span
	Doc  string // Markdown
}

// SignaturesAt returns the help for an offset, innermost first: the literal objects around it, once per
// possible type, then the innermost call, which is last. A call that says nothing about the object
// that is being written in it is left out: it would only cover the text. It is empty if the function is
// unknown. The only error is the context's.
func SignaturesAt(ctx context.Context, p *analysis.Program, path string, offset int) ([]Signature, error) {
	file, ok := p.File(path)
	if !ok || offset < 0 || offset > file.Len() {
		return nil, nil
	}
	h := &helper{ctx: ctx, p: p, place: probe.At(file, offset)}
	var inside []cursor.Frame
	h.call, inside = callAt(h.place, analysis.EditionOf(p).Version)
	var called *callLabel
	if h.call != nil {
		var err error
		if called, err = h.label(); err != nil {
			return nil, err
		}
	}
	all, err := h.objects(inside, called)
	if err != nil {
		return nil, err
	}
	if called != nil && !h.call.coversObject() {
		all = append(all, called.help(h.call.name, h.call.position(), h.call.input()))
	}
	return all, ctx.Err()
}

// helper is the state of one request.
type helper struct {
	ctx   context.Context
	p     *analysis.Program
	place *probe.Place
	call  *call // nil if there is none
}

// label returns the label of the function that the call names, or of the builtin function if
// that is unknown.
func (h *helper) label() (*callLabel, error) {
	switch h.call.builtin.Source {
	case language.SourceFunction:
		if f := h.invoked(); f != nil {
			return invokeLabel(h.call, f), nil
		}
	case language.SourceMethod:
		receiver, f, err := h.method()
		if err != nil {
			return nil, err
		}
		if f != nil {
			return methodLabel(h.call, receiver, f), nil
		}
	}
	return builtinLabel(h.call.builtin), nil
}

// call is an incomplete call.
type call struct {
	place   *probe.Place
	frame   *cursor.Frame  // its brackets
	inside  []cursor.Frame // open frames in the argument at the cursor, outermost first
	name    syntax.Span    // offsets in the file
	builtin *language.Builtin
}

// callAt returns the innermost call of a known function around a place, or nil, and the open
// frames inside the call or, without a call, inside the item.
func callAt(place *probe.Place, in language.Version) (*call, []cursor.Frame) {
	frames := place.Cursor.Frames()
	for i := len(frames) - 1; i > 0; i-- {
		if frames[i].Kind == cursor.BodyFrame {
			return nil, frames[i+1:]
		}
		name, ok := calledBy(&frames[i], &frames[i-1])
		if !ok {
			continue
		}
		inside := frames[i+1:]
		b := in.Builtin(name.Text)
		if b == nil {
			return nil, inside
		}
		span := syntax.Span{Start: name.Start, End: name.End}
		return &call{place: place, frame: &frames[i], inside: inside, name: span.Shift(place.Item.Base), builtin: b}, inside
	}
	return nil, frames[1:]
}

// calledBy returns the function name before parentheses.
func calledBy(brackets, outer *cursor.Frame) (cursor.Token, bool) {
	n := len(outer.Entry)
	if brackets.Kind != cursor.ParenFrame || n == 0 || outer.Entry[n-1].Kind != lex.Ident {
		return cursor.Token{}, false
	}
	if n > 1 && outer.Entry[n-2].Kind == '.' {
		return cursor.Token{}, false
	}
	switch name := outer.Entry[n-1]; name.Text {
	case "in", "if", "for": // the keyword of a for expression before parentheses
		return cursor.Token{}, false
	default:
		return name, true
	}
}

// position returns the position of the argument at the cursor.
func (c *call) position() int { return c.frame.Commas }

// argument returns the tokens of an argument, or nil if it has not been written.
func (c *call) argument(i int) []cursor.Token {
	switch {
	case i < len(c.frame.Earlier):
		return c.frame.Earlier[i]
	case i == len(c.frame.Earlier):
		return c.frame.Entry
	}
	return nil
}

// text returns the content of an argument that is just a string, even an unfinished one.
func (c *call) text(i int) string {
	if tokens := c.argument(i); len(tokens) == 1 && tokens[0].Kind == cursor.String {
		return tokens[0].Text
	}
	if i == c.position() && len(c.inside) == 1 && c.place.Cursor.Form == cursor.FormQuoted && len(c.frame.Entry) == 0 {
		word := c.place.Word()
		return c.place.File.Slice(word)
	}
	return ""
}

// inObject reports whether the cursor is in an object that is the argument.
func (c *call) inObject() bool {
	return len(c.inside) > 0 && len(c.frame.Entry) == 0 && isObject(&c.inside[0])
}

// coversObject reports whether the cursor is in an object of an argument that the signature does not
// describe.
func (c *call) coversObject() bool {
	return c.builtin.Source == 0 && slices.ContainsFunc(c.inside, func(f cursor.Frame) bool { return isObject(&f) })
}

// input returns the key at the cursor in an object that is an argument, or an empty string.
func (c *call) input() string {
	if !c.inObject() {
		return ""
	}
	return keyIn(c.place, &c.inside[0], len(c.inside) == 1)
}

// maxVariants is how many types of an object are shown.
const maxVariants = 20

// isObject reports whether a frame is an object and not a for expression.
func isObject(f *cursor.Frame) bool { return f.Kind == cursor.ObjectFrame && !f.IsFor }

// keyIn returns the key at the cursor in an open object: the key whose value is being written,
// or in the innermost frame the key itself. It may be empty.
func keyIn(place *probe.Place, f *cursor.Frame, isInnermost bool) string {
	if len(f.Entry) > 0 && f.Assigns() {
		return f.Entry[0].Text
	}
	if isInnermost && place.Cursor.Form == cursor.FormKey {
		return place.File.Slice(place.Word())
	}
	return ""
}

// objects returns the help for the open objects around the cursor, innermost first. Objects
// that the label of a call already shows are left out.
func (h *helper) objects(inside []cursor.Frame, called *callLabel) ([]Signature, error) {
	var frames []*cursor.Frame
	for i := range slices.Backward(inside) {
		inLabel := i == 0 && called != nil && h.call.inObject() && called.object == h.call.position()
		if isObject(&inside[i]) && !inLabel {
			frames = append(frames, &inside[i])
		}
	}
	if len(frames) == 0 {
		return nil, nil
	}
	pr, err := h.probe(frames[0])
	if err != nil {
		return nil, err
	}
	literals := objectsAround(pr.Path)
	if len(literals) < len(frames) {
		return nil, nil // the text is too broken to match objects and frames
	}
	var all []Signature
	for i, f := range frames {
		key := keyIn(h.place, f, f == h.place.Cursor.Top())
		object := pr.Path[literals[i]].(*hclsyntax.ObjectConsExpr)
		span := syntax.Span{Start: f.Open, End: f.Open + 1}.Shift(h.place.Item.Base)
		types := probe.Variants(object, pr.Wanted(pr.Path[:literals[i]+1]), key)
		for _, t := range types[:min(len(types), maxVariants)] {
			if l := objectLabel(t, key); l != nil {
				all = append(all, l.help(span, 0, key))
			}
		}
	}
	return all, nil
}

// probe checks the item with a placeholder at the cursor, or at the start of the innermost
// object if the cursor's place takes no key or value.
func (h *helper) probe(innermost *cursor.Frame) (*probe.Probe, error) {
	switch h.place.Cursor.Form {
	case cursor.FormKey:
		return h.place.ProbeKey(h.ctx, h.p)
	case cursor.FormOperand, cursor.FormMember, cursor.FormQuoted:
		return h.place.Probe(h.ctx, h.p, placeholderFor(h.place))
	}
	return probe.At(h.place.File, h.place.Item.Base+innermost.Open+1).ProbeKey(h.ctx, h.p)
}

// placeholderFor returns the placeholder, quoted inside a string.
func placeholderFor(place *probe.Place) string {
	if place.Cursor.Form == cursor.FormQuoted {
		return `"` + probe.Placeholder + `"`
	}
	return probe.Placeholder
}

// objectsAround returns the positions of literal objects in a path, innermost first, up to the
// innermost call.
func objectsAround(path []hclsyntax.Node) []int {
	var found []int
	for i, n := range slices.Backward(path) {
		switch n.(type) {
		case *hclsyntax.ObjectConsExpr:
			found = append(found, i)
		case *hclsyntax.FunctionCallExpr:
			return found
		}
	}
	return found
}

// objectLabel returns the label of an object type, or nil if it has no properties.
func objectLabel(t typesys.Type, key string) *callLabel {
	properties := propertiesOf(t)
	if len(properties) == 0 {
		return nil
	}
	l := &callLabel{object: -1}
	prefix := ""
	declared := schema.ObjectOf(t)
	if declared != nil {
		prefix = declared.Canonical + " "
		l.doc.Para(markdown.Documented(declared.Description, declared.Deprecation))
	}
	l.addObject(prefix, properties, key)
	return l
}

// propertiesOf returns the properties of an object type with their documentation.
func propertiesOf(t typesys.Type) []*schema.Property {
	if declared := schema.ObjectOf(t); declared != nil {
		return declared.Properties()
	}
	var all []*schema.Property
	for _, p := range t.Properties() {
		plain := typesys.PlainShape(p.Type)
		all = append(all, &schema.Property{Name: p.Name, Plain: plain, Required: !typesys.IsOptional(plain)})
	}
	return all
}
