package randomprogram

import (
	_ "embed" // for the forms
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/typeexpr"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reads the forms, and writes expressions of a type from them.

//go:embed forms.txtar
var formsText []byte

var formSections = txtar.Parse(formsText).Files

// rows are those of a section of forms.txtar.
func rows(section, separator string) []string {
	i := slices.IndexFunc(formSections, func(f txtar.File) bool { return f.Name == section })
	return strings.Split(strings.TrimSuffix(string(formSections[i].Data), "\n"), separator)
}

// The forms, by section. Mistaken ones are made where the plan says so.
var (
	forms                 = expressions("expressions")
	wrongForms            = expressions("wrong expressions")
	resourceOptions       = rows("options of resources", "\n")
	wrongOptions          = rows("wrong options of resources", "\n")
	componentOptions      = rows("options of components", "\n")
	wrongComponentOptions = rows("wrong options of components", "\n")
	wrongArguments        = rows("wrong arguments of invokes", "\n")
	configTypes           = rows("types of configs and outputs", "\n")
	anything              = rows("values for any", "\n")
	configAttributes      = rows("attributes of configs", "\n")
	wrongConfigAttributes = rows("wrong attributes of configs", "\n")
	wrongItems            = rows("wrong items", "\n---\n")
	otherMistakes         = rows("other mistakes", "\n")
)

// form is a form of expression for some kinds of types.
type form struct {
	kinds []string
	text  string
}

func expressions(section string) []form {
	var all []form
	for _, row := range rows(section, "\n") {
		kinds, text, _ := strings.Cut(row, ": ")
		all = append(all, form{strings.Fields(kinds), text})
	}
	return all
}

// makes reports whether the form makes values of a kind.
func (f form) makes(kind string) bool {
	return slices.Contains(f.kinds, kind) || f.kinds[0] == "any" && kind != "opaque"
}

// typeOf is the type that a type expression denotes.
func typeOf(text string) typesys.Type {
	return typeexpr.Read(syntax.Label{Value: text}, func(p typeexpr.Problem) { panic(text + ": " + p.Message) })
}

// rangeForm is the range of a resource, and how one instance is written.
type rangeForm struct {
	text, one string
	isList    bool       // a splat makes a list of all instances
	vars      []variable // the members of the variable range
}

var (
	counted = []variable{{"range.value", typesys.Int}}
	listed  = []variable{{"range.value", typesys.String}, {"range.key", typesys.Int}}
	mapped  = []variable{{"range.value", typesys.String}, {"range.key", typesys.String}}
)

var ranges = []rangeForm{
	{`2`, `[0]`, true, counted},
	{`["a", "b"]`, `[1]`, true, listed},
	{`{ a = "x", b = "y" }`, `["a"]`, false, mapped},
	{`true`, ``, false, nil},
	{`length(["a", "b"])`, `[0]`, true, counted},
	{`<int>`, `[0]`, true, counted},
	{`<list(string)>`, `[0]`, true, listed},
	{`<map(string)>`, `["a"]`, false, mapped},
	{`<bool>`, ``, false, nil},
}

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

// expression is an expression of a type other than a literal. It is not ok where a literal is wanted.
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
	case n == 6 && w.nested == 0 && w.ranged.text == "" && w.written < mostForms && depth < variedDepth:
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

// wrongVariables are mistaken references to something, for a place of a type. They give no
// text where the mistake makes no sense.
var wrongVariables = []struct {
	name string
	make func(v variable, t typesys.Type) string
}{
	{"misspell a name", func(v variable, _ typesys.Type) string { return misspelled(v.text) }},
	{"misspell a member", func(v variable, _ typesys.Type) string { return v.withMember(misspelled) }},
	{"a member in the wrong case", func(v variable, _ typesys.Type) string { return v.withMember(capitalized) }},
	{"a value of another type", func(v variable, t typesys.Type) string {
		return v.textIf(typesys.Convert(t, v.t) == typesys.FitNone)
	}},
	{"a value that may have another type", func(v variable, t typesys.Type) string {
		return v.textIf(typesys.Convert(t, v.t) != typesys.FitNone && typesys.Convert(t, v.t) != typesys.FitSafe)
	}},
	{"an output where only a plain value fits", func(v variable, t typesys.Type) string {
		return v.textIf(v.t.ContainsEventuals() && typesys.Convert(t, coreOf(v.t)) == typesys.FitSafe &&
			typesys.Convert(t, v.t) != typesys.FitSafe)
	}},
}

func (v variable) textIf(is bool) string {
	if is {
		return v.text
	}
	return ""
}

// withMember changes the text from the last member on.
func (v variable) withMember(change func(string) string) string {
	dot := strings.LastIndexByte(v.text, '.') + 1
	if dot == 0 {
		return ""
	}
	return v.text[:dot] + change(v.text[dot:])
}

func misspelled(name string) string  { return name[:1] + "z" + name[1:] }
func capitalized(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

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

// fill writes a form: every hole gets a value of its type. The value of <T> is of the type t.
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
	isEventual := t.ContainsEventuals()
	switch {
	case name == "T":
		return t
	case name == "map(T)" && isEventual:
		return typesys.Input(typesys.Map(t))
	case name == "map(T)":
		return typesys.Map(t)
	case isEventual:
		return typesys.InputShape(typeOf(name))
	}
	return typeOf(name)
}
