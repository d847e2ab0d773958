package check

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks literals against the constants, enums, numbers and bools that
// their places ask for. (PCL specification, pcl-diagnostics.md, section B.3.)

// scalar checks a literal in a place that may have one of the types.
func (f flow) scalar(e hclsyntax.Expression, v cty.Value, alts []typesys.Type) {
	var room [3][4]typesys.Type // for the usual case, without allocating
	enums, consts, others := room[0][:0], room[1][:0], room[2][:0]
	for _, t := range alts {
		switch t.Kind() {
		case typesys.KindEnum:
			enums = append(enums, t)
		case typesys.KindConst:
			consts = append(consts, t)
		case typesys.KindOpaque:
			return // may be anything
		default:
			if scalarOf(t) != cty.NilType {
				others = append(others, t)
			}
		}
	}
	switch {
	case len(consts) > 0:
		f.constant(e, v, consts, append(enums, others...))
	case len(enums) > 0:
		f.enum(e, v, enums, others)
	case len(others) > 0:
		f.primitive(e, v, others)
	}
}

func (f flow) constant(e hclsyntax.Expression, v cty.Value, consts, others []typesys.Type) {
	if slices.ContainsFunc(consts, func(t typesys.Type) bool { return equals(v, t.Value()) }) {
		return
	}
	if len(others) > 0 || len(consts) > 1 {
		return
	}
	allowed := typesys.FormatValue(consts[0].Value())
	f.advise(codes.ConstValue, e, diagnostic.Advice{
		Message: f.where() + ": " + f.literal(v) + " is not allowed here; " + f.write() + allowed + diagnostic.VersionNote(f.pkg), Suggestion: allowed,
	})
}

// enum checks a literal that should be one of an enum's values. Where the place
// takes other values as well, the enum is a list of known ones.
func (f flow) enum(e hclsyntax.Expression, v cty.Value, enums, others []typesys.Type) {
	var names []string
	for _, t := range enums {
		if i := enumPlace(t, v); i >= 0 {
			if value := t.Values()[i]; f.refused {
				f.enumType(e, v, value, t)
			} else {
				f.enumValue(e, value, t)
			}
			return
		}
		names = append(names, f.c.namesOf(t, func() []string { return lists.Map(f.c.currentValues(t), valueText) })...)
	}
	open := slices.ContainsFunc(others, func(t typesys.Type) bool { _, ok := readAs(v, t); return ok })
	declared, pkg := f.c.enumType(enums[0])
	name := enums[0].Token()
	if declared != nil {
		name = declared.Canonical
	}
	written, text := f.quoted(v), valueText(v)
	if same := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, text) }); same >= 0 && !f.secret {
		f.reportEnum(codes.EnumCase, open, e, diagnostic.Advice{
			Message: f.where() + ": " + written + " has the wrong case; " + f.write() + quotedValue(slices.Concat(lists.Map(enums, f.c.currentValues)...)[same]) + diagnostic.VersionNote(pkg), Suggestion: names[same],
		})
		return
	}
	unknown := diagnostic.Advice{Message: f.where() + ": " + written + " is not a value of " + name}
	if open {
		unknown.Message = f.where() + ": " + written + " is not a known value of " + name
	}
	near := ""
	if !f.secret { // a name that is close to the value would nearly tell it
		near = typesys.Near(text, names)
	}
	switch {
	case near != "" && f.evaluated:
		unknown = unknown.And("; `" + diagnostic.Abbreviate(near, 40) + "` is one")
	case near != "":
		unknown = unknown.And("; did you mean `" + diagnostic.Abbreviate(near, 40) + "`?").Suggesting(near)
	case len(names) <= 5:
		unknown = unknown.And("; the values are " + diagnostic.QuotedNames(names))
	}
	if open && near == "" && (len(names) > longList || len(names) < shortList) {
		return
	}
	f.reportEnum(codes.EnumValue, open, e, unknown.And(diagnostic.VersionNote(pkg)))
}

// enumType reports a value of another type than the value of the enum that is written alike.
func (f flow) enumType(e hclsyntax.Expression, v, meant cty.Value, enum typesys.Type) {
	wrong := diagnostic.Advice{Message: f.where() + ": " + f.literal(v) + " is not a value of " + enum.Token() + ", whose type is " + enum.Elem().String()}
	if !f.secret { // whose value the right one would tell
		wrong.Suggestion = typesys.FormatValue(meant)
		wrong = wrong.And("; " + f.write() + wrong.Suggestion)
	}
	f.reportEnum(codes.EnumValue, false, e, wrong)
}

// A place that takes any text is not expected to hold a known value when there are
// very many, such as policies to choose from, or just one, which is an example.
const (
	shortList = 2
	longList  = 40
)

// reportEnum reports a value, as a hint where the place takes other values too.
func (f flow) reportEnum(code codes.Code, open bool, e hclsyntax.Expression, a diagnostic.Advice) {
	switch {
	case open:
		f.adviseAs(codes.Hint, code, e, a)
	case f.refused:
		f.advise(code, e, a)
	default: // only the provider refuses it
		f.adviseAs(codes.Warning, code, e, a)
	}
}

// enumValue looks at a value that the enum has.
func (f flow) enumValue(e hclsyntax.Expression, v cty.Value, enum typesys.Type) {
	declared, pkg := f.c.enumType(enum)
	if declared == nil {
		return
	}
	for _, choice := range declared.Deprecated() {
		if equals(choice.Value, v) {
			f.advise(codes.DeprecatedEnum, e, deprecation(f.quoted(v), choice.Deprecation, "", pkg))
		}
	}
}

// currentValues are the values of an enum that are not deprecated.
func (c *checker) currentValues(t typesys.Type) []cty.Value {
	declared, _ := c.enumType(t)
	if declared == nil {
		return t.Values()
	}
	var current []cty.Value
	for _, choice := range declared.Values {
		if choice.Deprecation == "" {
			current = append(current, choice.Value)
		}
	}
	return current
}

// enumType is the declaration of an enum; nil when the schema that is in use has
// another one, or none.
func (c *checker) enumType(t typesys.Type) (*schema.EnumType, *schema.Package) {
	token, ok := schema.ParseToken(t.Token())
	if !ok {
		return nil, nil
	}
	pkg, _ := c.schema(token.Package)
	if pkg == nil {
		return nil, nil
	}
	if declared := pkg.EnumType(t.Token()); declared != nil && declared.Type() == t {
		return declared, pkg
	}
	return nil, nil
}

// primitive checks a literal that becomes a number or bool by being read as text.
func (f flow) primitive(e hclsyntax.Expression, v cty.Value, types []typesys.Type) {
	if f.converted {
		return
	}
	isNumber := false
	for _, t := range types {
		read, ok := readAs(v, t)
		if ok && (t.Kind() != typesys.KindInt || read.AsBigFloat().IsInt()) || f.n.judge != nil && isText(v) && isReadInRun(v.AsString(), t) {
			return
		}
		isNumber = isNumber || ok
	}
	message := f.where() + ": " + f.literal(v)
	switch {
	case isNumber:
		f.misread(codes.NumberFraction, e, message+" is not a whole number")
	case scalarOf(types[0]) == cty.Bool:
		f.misread(codes.LiteralParse, e, message+" is neither `true` nor `false`")
	default:
		f.misread(codes.LiteralParse, e, message+" is not a number")
	}
}

// isReadInRun reports whether a run reads a text as a value of a type: as Go does, and not as HCL.
func isReadInRun(text string, t typesys.Type) bool {
	if scalarOf(t) == cty.Bool {
		_, err := strconv.ParseBool(text)
		return err == nil
	}
	n, err := strconv.ParseFloat(text, 64)
	return err == nil && (t.Kind() != typesys.KindInt || n == math.Trunc(n))
}

// unreadable reports a text of which enough is known to say that no number or bool is read
// from it, and whether it is one.
func (f flow) unreadable(e hclsyntax.Expression, types []typesys.Type) bool {
	isRead := func(t typesys.Type) bool { return scalarOf(t) == cty.Number || scalarOf(t) == cty.Bool }
	if f.converted || len(types) == 0 || slices.ContainsFunc(types, func(t typesys.Type) bool { return !isRead(t) }) {
		return false
	}
	texts := f.texts(e)
	if len(texts) != 1 || texts[0].owner != "" {
		return false
	}
	wanted := ""
	for _, t := range types {
		mayBe := texts[0].MayBeBool
		if wanted = "a bool"; scalarOf(t) == cty.Number {
			mayBe, wanted = texts[0].MayBeNumber, "a number"
		}
		if mayBe() {
			return false
		}
	}
	f.misread(codes.LiteralParse, e, f.where()+" needs "+wanted+"; "+texts[0].why("this is always "+quotedValue(cty.StringVal(texts[0].Begin))))
	return true
}

// misread reports a text that nothing converts. The run rejects it, or a provider before [language.ChecksAll]; configs, outputs
// and components pass it on as it is.
func (f flow) misread(code codes.Code, e hclsyntax.Expression, message string) {
	message += diagnostic.VersionNote(f.pkg)
	switch {
	case f.n.judge == nil:
		f.adviseAs(codes.Warning, code, e, diagnostic.Advice{Message: message})
	case f.c.evaluation.attempts > 0:
		if f.c.language() >= language.ChecksAll {
			f.c.failing(code, tree.NodeSpan(e), diagnostic.Advice{})
		}
	case f.maybe || f.c.evaluation.conditions > 0:
		f.adviseAs(codes.Warning, code, e, diagnostic.Advice{Message: message + OnlySomeRuns})
	default:
		f.report(code, e, message)
	}
}

// write begins to say what is right. No text is written in place of a value that is computed.
func (f flow) write() string {
	if f.evaluated {
		return "it must be "
	}
	return "write "
}

// secretValue is what a message says in place of a secret.
const secretValue = "this value"

// literal is a literal in a message, as it is written but shortened.
func (f flow) literal(v cty.Value) string {
	if f.secret {
		return secretValue
	}
	return diagnostic.Abbreviate(typesys.FormatValue(v), 50)
}

// quoted is the text of a literal in a message.
func (f flow) quoted(v cty.Value) string {
	if f.secret {
		return secretValue
	}
	return quotedValue(v)
}
