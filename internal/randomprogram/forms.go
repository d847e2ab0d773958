package randomprogram

import (
	_ "embed" // for the forms
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/typeexpr"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reads the forms.

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
