package signature

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file builds labels.

// label is a label under construction.
type label struct {
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

func newLabel(name string) *label {
	l := &label{object: -1}
	l.text.WriteString(name + "(")
	return l
}

// begin starts a parameter and returns its offset.
func (l *label) begin() int {
	if len(l.given) > 0 {
		l.text.WriteString(", ")
	}
	return l.text.Len()
}

// end ends the parameter that started at an offset.
func (l *label) end(begin int, doc string) {
	l.given = append(l.given, Parameter{Span: syntax.Span{Start: begin, End: l.text.Len()}, Doc: doc})
}

func (l *label) add(text, doc string) {
	begin := l.begin()
	l.text.WriteString(text)
	l.end(begin, doc)
}

// addObject adds a parameter that is an object of inputs, required ones first. Inputs that do
// not fit are replaced by an ellipsis, except the one at the cursor.
func (l *label) addObject(prefix string, inputs []*schema.Property, key string) {
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
func (l *label) gives(result string) { l.text.WriteString(") → " + result) }

// help returns the help for a position and a key at the cursor.
func (l *label) help(at syntax.Span, position int, key string) Help {
	return Help{
		At: at, Label: l.text.String(), Doc: l.doc.String(),
		Parameters: l.parameters(), Active: l.active(position, key),
	}
}

func (l *label) parameters() []Parameter { return append(l.given, l.inputs...) }

// active returns the index of the active parameter: that of the position, or of the key in an
// object.
func (l *label) active(at int, key string) int {
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
func builtinLabel(b *language.Builtin) *label {
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
