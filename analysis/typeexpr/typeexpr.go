// Package typeexpr reads the type expressions in the labels of config and output blocks.
// (docs/language/configs.md#type-expressions)
package typeexpr

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

var typeKeywords = map[string]typesys.Type{
	"string": typesys.String, "number": typesys.Number, "int": typesys.Int, "bool": typesys.Bool, "any": typesys.Dynamic,
}

var (
	typeKeywordNames = []string{"string", "number", "int", "bool", "any"}
	typeConstructors = []string{"list", "set", "map", "object", "tuple", "optional"}
)

// nearType is the type name that an unknown one means; empty if none is near.
func nearType(name string, among []string) string {
	if meant := typeSynonyms[strings.ToLower(name)]; slices.Contains(among, meant) {
		return meant
	}
	return typesys.Near(name, among)
}

// Names are the keywords and constructors of type expressions.
func Names() (keywords, constructors []string) { return typeKeywordNames, typeConstructors }

// Problem is a finding about a label. Its place is relative to the item.
type Problem struct {
	Code    codes.Code
	Span    syntax.Span
	Message string
	// Suggestion is what the message suggests to write, or empty.
	Suggestion string
}

// didYouMean suggests a name.
func (p Problem) didYouMean(near string) Problem {
	return Problem{p.Code, p.Span, p.Message + "; did you mean `" + near + "`?", near}
}

// writing suggests what to write, unless it is empty.
func (p Problem) writing(text string) Problem {
	if text == "" {
		return p
	}
	return Problem{p.Code, p.Span, p.Message + "; write `" + text + "`", text}
}

// reader reads one label.
type reader struct {
	report func(Problem)
	text   string // the label
	start  int    // where it begins in the item
}

func (r *reader) say(code codes.Code, span syntax.Span, message string) {
	r.report(Problem{code, span, message, ""})
}

// Read is the type that a label denotes, dynamic where it denotes none.
func Read(label syntax.Label, report func(Problem)) typesys.Type {
	start := label.Span.Start
	if label.Quoted {
		start++
	}
	if !IsVerbatim(label) {
		said := report
		report = func(p Problem) { said(Problem{p.Code, label.Span, p.Message, ""}) }
	}
	r := reader{report: report, text: label.Value, start: start}
	e, errs := parse.Expression(label.Value, start)
	if len(errs) > 0 {
		if meant := translatedType(label.Value); meant != "" {
			report(Problem{codes.TypeSyntax, label.Span, "this is not a type", ""}.writing(meant))
			return typesys.Dynamic
		}
		r.say(codes.TypeSyntax, errs[0].Span, "this is not a type; write one such as `string` or `list(string)`")
		return typesys.Dynamic
	}
	return r.read(e)
}

// IsVerbatim reports whether the value of a label is what stands in the text, so that
// places in one are places in the other: there is no escape in it, and no byte that a
// replacement character stands for.
func IsVerbatim(label syntax.Label) bool {
	quotes := 0
	if label.Quoted {
		quotes = len(`""`)
	}
	return label.Span.End-label.Span.Start == len(label.Value)+quotes && !strings.ContainsRune(label.Value, utf8.RuneError)
}

func (r *reader) read(e hclsyntax.Expression) typesys.Type {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return r.read(e.Expression)
	case *hclsyntax.ScopeTraversalExpr:
		return r.keyword(e)
	case *hclsyntax.FunctionCallExpr:
		return r.constructor(e)
	case *hclsyntax.ObjectConsExpr:
		return r.members(e)
	case *hclsyntax.TupleConsExpr:
		return r.positions(e)
	case *hclsyntax.RelativeTraversalExpr:
		return r.step(e, e.Source)
	case *hclsyntax.IndexExpr:
		if name := hcl.ExprAsKeyword(e.Collection); slices.Contains(typeConstructors, name) {
			bracketed := Problem{codes.TypeSyntax, tree.Span(e.Range()), "`" + name + "` takes its type in parentheses", ""}
			r.report(bracketed.writing(translatedType(r.written(e))))
			return typesys.Dynamic
		}
		return r.step(e, e.Collection)
	}
	return r.value(e)
}

// written is a part of the label as it is written.
func (r *reader) written(e hclsyntax.Expression) string {
	span := tree.Span(e.Range()).Shift(-r.start)
	return r.text[span.Start:span.End]
}

// step reports a step into a type.
func (r *reader) step(e, inner hclsyntax.Expression) typesys.Type {
	if call, is := inner.(*hclsyntax.FunctionCallExpr); is && slices.Contains(typeConstructors, call.Name) {
		r.report(Problem{codes.TypeSyntax, tree.Span(e.Range()), "a type has no members", ""}.writing(r.written(inner)))
		return r.read(inner)
	}
	return r.value(e)
}

// value reports a value in the place of a type.
func (r *reader) value(e hclsyntax.Expression) typesys.Type {
	code := codes.TypeValue
	if tree.Contains(e, isUnboundInType) {
		code = codes.TypeSyntax
	}
	r.say(code, tree.Span(e.Range()), "this is a value, not a type; write a type such as `string` or `list(string)`")
	return typesys.Dynamic
}

// isUnboundInType reports a name or call that means nothing among types. A value without one is a
// type for the language: that of the value.
func isUnboundInType(e hclsyntax.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		_, ok := typeKeywords[hcl.ExprAsKeyword(e)]
		return !ok
	case *hclsyntax.FunctionCallExpr:
		return !slices.Contains(typeConstructors, e.Name)
	}
	return false
}

func (r *reader) keyword(e *hclsyntax.ScopeTraversalExpr) typesys.Type {
	name, span := e.Traversal.RootName(), tree.Span(e.Range())
	if t, ok := typeKeywords[name]; ok {
		if len(e.Traversal) > 1 {
			r.report(Problem{codes.TypeUnknown, span, "a type has no members", ""}.writing(name))
		}
		return t
	}
	if slices.Contains(typeConstructors, name) {
		alone := Problem{codes.TypeUnknown, span, "`" + name + "` alone is not a type", ""}
		if slices.Contains(wrappers, name) {
			alone = alone.writing(example(name))
		} else {
			alone.Message += "; write for example `" + example(name) + "`"
		}
		r.report(alone)
		return typesys.Dynamic
	}
	unknown := Problem{codes.TypeUnknown, span, "there is no type `" + name + "`", ""}
	if near := nearType(name, slices.Concat(typeKeywordNames, typeConstructors)); near != "" {
		unknown = unknown.didYouMean(near)
	} else {
		unknown.Message += "; types are string, number, int, bool, any, list(…), set(…), map(…), object({…}), tuple([…]) and optional(…)"
	}
	r.report(unknown)
	return typesys.Dynamic
}

func example(constructor string) string {
	switch constructor {
	case "object":
		return "object({ name = string })"
	case "tuple":
		return "tuple([string, number])"
	}
	return constructor + "(any)"
}

func (r *reader) constructor(e *hclsyntax.FunctionCallExpr) typesys.Type {
	span := tree.Span(e.Range())
	if !slices.Contains(typeConstructors, e.Name) {
		unknown := Problem{codes.TypeConstructor, tree.Span(e.NameRange), "there is no type constructor `" + e.Name + "`", ""}
		if near := nearType(e.Name, typeConstructors); near != "" {
			unknown = unknown.didYouMean(near)
		} else {
			unknown.Message += "; there are list, set, map, object, tuple and optional"
		}
		r.report(unknown)
		return typesys.Dynamic
	}
	if len(e.Args) != 1 {
		r.wrongArity(e, span)
		return typesys.Dynamic
	}
	return r.construct(e, r.read(e.Args[0]))
}

func (r *reader) wrongArity(e *hclsyntax.FunctionCallExpr, span syntax.Span) {
	if e.Name == "optional" {
		message := "`optional` takes exactly one type"
		if len(e.Args) == 2 {
			message += "; put the default in the `default` attribute"
		}
		r.say(codes.TypeOptionalArg, span, message)
		return
	}
	r.say(codes.TypeArity, span, "`"+e.Name+"` takes exactly one type: `"+example(e.Name)+"`")
}

func (r *reader) construct(e *hclsyntax.FunctionCallExpr, arg typesys.Type) typesys.Type {
	switch e.Name {
	case "list":
		return typesys.List(arg)
	case "set":
		return typesys.Set(arg)
	case "map":
		return typesys.Map(arg)
	case "optional":
		return typesys.Optional(arg)
	case "object":
		if arg.Kind() != typesys.KindObject && arg.Kind() != typesys.KindDynamic {
			r.say(codes.TypeObjectArg, tree.Span(e.Args[0].Range()), "`object` takes members in braces: `"+example("object")+"`")
			return typesys.Dynamic
		}
	case "tuple":
		if arg.Kind() != typesys.KindTuple && arg.Kind() != typesys.KindDynamic {
			r.say(codes.TypeTupleArg, tree.Span(e.Args[0].Range()), "`tuple` takes element types in brackets: `"+example("tuple")+"`")
			return typesys.Dynamic
		}
	}
	return arg
}

func (r *reader) members(e *hclsyntax.ObjectConsExpr) typesys.Type {
	var props []typesys.Property
	for _, item := range e.Items {
		name, ok := tree.LiteralKey(item.KeyExpr)
		if !ok {
			r.say(codes.TypeSyntax, tree.Span(item.KeyExpr.Range()), "the name of a member must be an identifier or a quoted string")
			continue
		}
		props = append(props, typesys.Property{Name: name, Type: r.read(item.ValueExpr)})
	}
	return typesys.Object(props...)
}

func (r *reader) positions(e *hclsyntax.TupleConsExpr) typesys.Type {
	elems := lists.Map(e.Exprs, r.read)
	return typesys.Tuple(elems...)
}

// OptionalMembers makes the members of a config's object optional, when the
// object is the whole type or the element of the outermost list or map.
// (docs/language/configs.md#optional-members)
func OptionalMembers(t typesys.Type) typesys.Type {
	switch t.Kind() {
	case typesys.KindObject:
		return objectOfOptionals(t)
	case typesys.KindList:
		if t.Elem().Kind() == typesys.KindObject {
			return typesys.List(objectOfOptionals(t.Elem()))
		}
	case typesys.KindMap:
		if t.Elem().Kind() == typesys.KindObject {
			return typesys.Map(objectOfOptionals(t.Elem()))
		}
	}
	return t
}

func objectOfOptionals(t typesys.Type) typesys.Type {
	var props []typesys.Property
	for _, p := range t.Properties() {
		props = append(props, typesys.Property{Name: p.Name, Type: typesys.Optional(p.Type)})
	}
	return typesys.Object(props...)
}

// typeSynonyms are names that other languages have for these types.
var typeSynonyms = map[string]string{
	"boolean": "bool", "integer": "int", "float": "number", "double": "number", "str": "string", "text": "string",
	"array": "list", "slice": "list", "dict": "map", "dictionary": "map", "hash": "map", "struct": "object", "record": "object",
	"dynamic": "any", "unknown": "any", "nullable": "optional",
}

// wrappers are the constructors that take any one type.
var wrappers = []string{"list", "set", "map", "optional"}

// longestType is the length of a type that is translated. Deep types cost more than their
// length.
const longestType = 200

// translatedType writes a type of another language, such as string[] or Map<string, int>, as the
// labels of this one do; empty if it has no counterpart.
func translatedType(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > longestType {
		return ""
	}
	for _, form := range []struct{ before, after, constructor string }{
		{"", "?", "optional"}, {"", "[]", "list"}, {"[]", "", "list"}, {"map[string]", "", "map"},
	} {
		inner, before := strings.CutPrefix(text, form.before)
		inner, after := strings.CutSuffix(inner, form.after)
		if before && after && inner != "" {
			return constructed(form.constructor, inner)
		}
	}
	open := strings.IndexAny(text, "[<(")
	if open > 0 && strings.IndexByte("]>)", text[len(text)-1]) == strings.IndexByte("[<(", text[open]) {
		inner := text[open+1 : len(text)-1]
		if key, value, two := strings.Cut(inner, ","); two && translatedType(key) == "string" {
			inner = value
		}
		return constructed(typeName(text[:open], wrappers), inner)
	}
	return typeName(text, typeKeywordNames)
}

// constructed is a constructor around a type of another language.
func constructed(constructor, inner string) string {
	if inner = translatedType(inner); constructor == "" || inner == "" {
		return ""
	}
	return constructor + "(" + inner + ")"
}

// typeName is one of the names, as another language may write it; empty for others.
func typeName(name string, among []string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if meant := typeSynonyms[name]; meant != "" {
		name = meant
	}
	if slices.Contains(among, name) {
		return name
	}
	return ""
}
