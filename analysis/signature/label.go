package signature

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes labels.

// label is a label that is being written, with its parameters.
type label struct {
	text  strings.Builder
	doc   []string
	given []Parameter // the parameters of the call
	// inputs are those that stand in an object, which is the parameter at the
	// position object.
	inputs   []Parameter
	names    []string // of the inputs
	object   int
	variadic bool // the last parameter takes any number of arguments
}

// width bounds an object that is a parameter, and typeWidth a type in a label.
const (
	width     = 160
	typeWidth = 60
)

func newLabel(name string) *label {
	l := &label{object: -1}
	l.text.WriteString(name + "(")
	return l
}

// begin is where the next parameter begins.
func (l *label) begin() int {
	if len(l.given) > 0 {
		l.text.WriteString(", ")
	}
	return l.text.Len()
}

// end ends the parameter that has begun at an offset.
func (l *label) end(begin int, doc string) {
	l.given = append(l.given, Parameter{Span: syntax.Span{Start: begin, End: l.text.Len()}, Doc: doc})
}

func (l *label) add(text, doc string) {
	begin := l.begin()
	l.text.WriteString(text)
	l.end(begin, doc)
}

// addObject adds a parameter that is an object of inputs, with those that must be
// given first. Those for which there is no room are an ellipsis.
func (l *label) addObject(name string, inputs []*schema.Property) {
	begin := l.begin()
	l.object = len(l.given)
	l.text.WriteString(name + ": {")
	for i, p := range requiredFirst(inputs) {
		if i > 0 {
			l.text.WriteString(",")
		}
		if l.text.Len()-begin > width {
			l.text.WriteString(" …")
			break
		}
		l.text.WriteString(" ")
		start := l.text.Len()
		l.text.WriteString(inputText(p))
		l.inputs = append(l.inputs, Parameter{Span: syntax.Span{Start: start, End: l.text.Len()}, Doc: inputDoc(p)})
		l.names = append(l.names, p.Name)
	}
	if len(inputs) > 0 {
		l.text.WriteString(" ")
	}
	l.text.WriteString("}")
	l.end(begin, inputsDoc(inputs))
}

// gives ends the label with the type of the result.
func (l *label) gives(result string) { l.text.WriteString(") → " + result) }

func (l *label) parameters() []Parameter { return append(l.given, l.inputs...) }

// active is the index of the parameter that is being written in a call.
func (l *label) active(c *call) int {
	at := c.position()
	if at == l.object {
		for i, name := range l.names {
			if name == c.input() {
				return len(l.given) + i
			}
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

// builtinLabel is the label of a function as the table of functions has it.
func builtinLabel(b *analysis.Builtin) *label {
	l := newLabel(b.Name)
	for _, p := range b.Parameters {
		l.add(p.String(), p.Doc)
		l.variadic = p.Variadic
	}
	l.gives(b.Gives)
	l.doc = append(l.doc, b.Doc)
	if len(b.Notes) > 0 {
		l.doc = append(l.doc, "- "+strings.Join(b.Notes, "\n- "))
	}
	return l
}

// resultText is the type of a result, with the properties of an object instead of
// its name.
func resultText(t typesys.Type) string {
	if t.Kind() == typesys.KindObject {
		t = typesys.Object(t.Properties()...)
	}
	return typesys.Short(t, typeWidth)
}
