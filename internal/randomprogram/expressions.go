package randomprogram

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes expressions of a type from the forms.

// How many forms nest, and how many one program has.
const (
	mostNested = 3
	mostForms  = 60
)

// variable is something to refer to.
type variable struct {
	text string
	t    typesys.Type
}

// kindOf names the kind of a type as the forms do.
func kindOf(t typesys.Type) string {
	core := coreOf(t)
	switch {
	case core == typesys.Asset, core == typesys.Union(typesys.Archive, typesys.Asset):
		return "asset"
	case core == typesys.Archive:
		return "archive"
	case core == typesys.Dynamic:
		return "string"
	}
	return core.Kind().String()
}

// coreOf is a type without options and outputs.
func coreOf(t typesys.Type) typesys.Type { return typesys.Strip(typesys.PlainShape(t)) }

// expression is an expression of a type other than a literal. It is not ok where a literal
// is wanted.
func (w *programWriter) expression(t typesys.Type, depth int) (string, bool) {
	if w.isLiteral {
		return "", false
	}
	kind := kindOf(t)
	if text, ok := w.plan.wrongForm(kind); ok {
		return w.fill(text, t, depth), true
	}
	if text, ok := w.wrongVariable(t); ok {
		return text, true
	}
	switch n := w.random.IntN(10); {
	case n < 4:
		return w.variable(t)
	case n < 6 && w.nested < mostNested && w.written < mostForms:
		f := forms[w.random.IntN(len(forms))]
		for try := 0; !f.makes(kind) && try < 20; try++ {
			f = forms[w.random.IntN(len(forms))]
		}
		if f.makes(kind) {
			w.written++
			w.plan.forms[f.text]++
			return w.fill(f.text, t, depth), true
		}
	case n == 6 && w.nested == 0 && w.ranged == "" && w.written < mostForms && depth < variedDepth:
		return w.local(t, depth)
	}
	return "", false
}

// variable is a reference to something of the type.
func (w *programWriter) variable(t typesys.Type) (string, bool) {
	return w.variableThat(func(v variable) bool { return typesys.Convert(t, v.t) == typesys.FitSafe })
}

func (w *programWriter) variableThat(fits func(variable) bool) (string, bool) {
	if len(w.vars) == 0 {
		return "", false
	}
	start := w.random.IntN(len(w.vars))
	for i := range min(len(w.vars), 40) {
		if v := w.vars[(start+i)%len(w.vars)]; fits(v) {
			return v.text, true
		}
	}
	return "", false
}

// local is the name of a new local with a value of the type.
func (w *programWriter) local(t typesys.Type, depth int) (string, bool) {
	value, ok := w.value(t, depth+1)
	if !ok {
		return "", false
	}
	name := w.name("local")
	w.line("%s = %s", name, value)
	w.vars = append(w.vars, variable{name, t})
	return name, true
}

// wrongVariable is a mistaken reference, if one is to be made here.
func (w *programWriter) wrongVariable(t typesys.Type) (string, bool) {
	for _, m := range wrongVariables {
		if len(w.vars) > 0 && w.plan.may(m.name) {
			start := w.plan.wrong.IntN(len(w.vars))
			for i := range w.vars {
				v := w.vars[(start+i)%len(w.vars)]
				if text := m.make(v, t); text != "" {
					return text, true
				}
			}
			w.plan.made = w.plan.made[:len(w.plan.made)-1] // nothing to refer to
		}
	}
	return "", false
}

var hole = regexp.MustCompile(`<[a-zA-Z()]+>`)

// fill writes a form: every hole gets a value of its type. The value of <T> is of the
// type t.
func (w *programWriter) fill(text string, t typesys.Type, depth int) string {
	w.nested++
	defer func() { w.nested-- }()
	x := ""
	return hole.ReplaceAllStringFunc(text, func(h string) string {
		name := h[1 : len(h)-1]
		if name == "x" {
			if x == "" {
				x = w.name("x")
			}
			return x
		}
		if text, ok := w.reference(name); ok {
			return text
		}
		value, ok := w.value(holeType(name, t), depth+1)
		if !ok {
			return "null"
		}
		return value
	})
}

// holeType is the type of a hole. It accepts outputs where t does.
func holeType(name string, t typesys.Type) typesys.Type {
	var hole typesys.Type
	switch inner, isList := strings.CutPrefix(name, "list("); {
	case name == "T":
		return t
	case isList:
		hole = typesys.List(holeType(strings.TrimSuffix(inner, ")"), t))
	case strings.HasPrefix(name, "map("):
		hole = typesys.Map(holeType(strings.TrimSuffix(name[len("map("):], ")"), t))
	default:
		hole = plainTypes[name]
	}
	if !hole.IsValid() {
		panic(fmt.Sprintf("no type %q in a form", name))
	}
	if t.ContainsEventuals() {
		hole = typesys.Input(hole)
	}
	return hole
}

var plainTypes = map[string]typesys.Type{
	"string": typesys.String, "number": typesys.Number, "int": typesys.Int, "bool": typesys.Bool, "any": typesys.Dynamic,
}
