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
// their places ask for. (docs/language/unions.md#enums)

// scalar checks a literal in a place that may have one of the types.
func (pv placedValue) scalar(e hclsyntax.Expression, v cty.Value, alts []typesys.Type) {
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
		pv.constant(e, v, consts, append(enums, others...))
	case len(enums) > 0:
		pv.enum(e, v, enums, others)
	case len(others) > 0:
		pv.primitive(e, v, others)
	}
}

func (pv placedValue) constant(e hclsyntax.Expression, v cty.Value, consts, others []typesys.Type) {
	if slices.ContainsFunc(consts, func(t typesys.Type) bool { return equals(v, t.Value()) }) {
		return
	}
	if len(others) > 0 || len(consts) > 1 {
		return
	}
	allowed := typesys.FormatValue(consts[0].Value())
	pv.advise(codes.ConstValue, e, diagnostic.Advice{
		Message: pv.where() + ": " + pv.literal(v) + " is not allowed here; " + pv.write() + allowed + diagnostic.VersionNote(pv.pkg), Suggestion: allowed,
	})
}

// enum checks a literal that should be one of an enum's values. Where the place
// takes other values as well, the enum is a list of known ones.
func (pv placedValue) enum(e hclsyntax.Expression, v cty.Value, enums, others []typesys.Type) {
	var names []string
	for _, t := range enums {
		if i := enumPlace(t, v); i >= 0 {
			if value := t.Values()[i]; pv.refused {
				pv.enumType(e, v, value, t)
			} else {
				pv.enumValue(e, value, t)
			}
			return
		}
		names = append(names,
			pv.c.namesOf(t, func() []string { return lists.Map(pv.c.currentValues(t), valueText) })...)
	}
	open := slices.ContainsFunc(others, func(t typesys.Type) bool { _, ok := readAs(v, t); return ok })
	declared, pkg := pv.c.enumType(enums[0])
	name := enums[0].Token()
	if declared != nil {
		name = declared.Canonical
	}
	written, text := pv.quoted(v), valueText(v)
	if same := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, text) }); same >= 0 && !pv.secret {
		pv.reportEnum(codes.EnumCase, open, e, diagnostic.Advice{
			Message: pv.where() + ": " + written + " has the wrong case; " + pv.write() + quotedValue(slices.Concat(lists.Map(enums, pv.c.currentValues)...)[same]) + diagnostic.VersionNote(pkg), Suggestion: names[same],
		})
		return
	}
	unknown := diagnostic.Advice{Message: pv.where() + ": " + written + " is not a value of " + name}
	if open {
		unknown.Message = pv.where() + ": " + written + " is not a known value of " + name
	}
	near := ""
	if !pv.secret { // a name that is close to the value would nearly tell it
		near = typesys.Near(text, names)
	}
	switch {
	case near != "" && pv.evaluated:
		unknown = unknown.And("; `" + diagnostic.Abbreviate(near, 40) + "` is one")
	case near != "":
		unknown = unknown.And("; did you mean `" + diagnostic.Abbreviate(near, 40) + "`?").Suggesting(near)
	case len(names) <= 5:
		unknown = unknown.And("; the values are " + diagnostic.QuotedNames(names))
	}
	if open && near == "" && (len(names) > longList || len(names) < shortList) {
		return
	}
	pv.reportEnum(codes.EnumValue, open, e, unknown.And(diagnostic.VersionNote(pkg)))
}

// enumType reports a value of another type than the value of the enum that is written alike.
func (pv placedValue) enumType(e hclsyntax.Expression, v, meant cty.Value, enum typesys.Type) {
	wrong := diagnostic.Advice{Message: pv.where() + ": " + pv.literal(v) + " is not a value of " + enum.Token() + ", whose type is " + enum.Elem().String()}
	if !pv.secret { // whose value the right one would tell
		wrong.Suggestion = typesys.FormatValue(meant)
		wrong = wrong.And("; " + pv.write() + wrong.Suggestion)
	}
	pv.reportEnum(codes.EnumValue, false, e, wrong)
}

// A place that takes any text is not expected to hold a known value when there are
// very many, such as policies to choose from, or just one, which is an example.
const (
	shortList = 2
	longList  = 40
)

// reportEnum reports a value, as a hint where the place takes other values too.
func (pv placedValue) reportEnum(code codes.Code, open bool, e hclsyntax.Expression, a diagnostic.Advice) {
	switch {
	case open:
		pv.adviseAs(codes.Hint, code, e, a)
	case pv.refused:
		pv.advise(code, e, a)
	default: // only the provider refuses it
		pv.adviseAs(codes.Warning, code, e, a)
	}
}

// enumValue looks at a value that the enum has.
func (pv placedValue) enumValue(e hclsyntax.Expression, v cty.Value, enum typesys.Type) {
	declared, pkg := pv.c.enumType(enum)
	if declared == nil {
		return
	}
	for _, choice := range declared.Deprecated() {
		if equals(choice.Value, v) {
			pv.advise(codes.DeprecatedEnum, e, deprecation(pv.quoted(v), choice.Deprecation, "", pkg))
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
func (pv placedValue) primitive(e hclsyntax.Expression, v cty.Value, types []typesys.Type) {
	if pv.converted {
		return
	}
	isNumber := false
	for _, t := range types {
		read, ok := readAs(v, t)
		if ok && (t.Kind() != typesys.KindInt || read.AsBigFloat().IsInt()) || pv.n.judge != nil && isText(v) && isReadInRun(v.AsString(), t) {
			return
		}
		isNumber = isNumber || ok
	}
	message := pv.where() + ": " + pv.literal(v)
	switch {
	case isNumber:
		pv.misread(codes.NumberFraction, e, message+" is not a whole number")
	case scalarOf(types[0]) == cty.Bool:
		pv.misread(codes.LiteralParse, e, message+" is neither `true` nor `false`")
	default:
		pv.misread(codes.LiteralParse, e, message+" is not a number")
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
func (pv placedValue) unreadable(e hclsyntax.Expression, types []typesys.Type) bool {
	isRead := func(t typesys.Type) bool { return scalarOf(t) == cty.Number || scalarOf(t) == cty.Bool }
	if pv.converted || len(types) == 0 || slices.ContainsFunc(types, func(t typesys.Type) bool { return !isRead(t) }) {
		return false
	}
	texts := pv.texts(e)
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
	pv.misread(codes.LiteralParse, e, pv.where()+" needs "+wanted+"; "+texts[0].why("this is always "+quotedValue(cty.StringVal(texts[0].Begin))))
	return true
}

// misread reports a text that nothing converts. The run rejects it, or a provider before [language.ChecksAll]; configs, outputs
// and components pass it on as it is.
func (pv placedValue) misread(code codes.Code, e hclsyntax.Expression, message string) {
	message += diagnostic.VersionNote(pv.pkg)
	switch {
	case pv.n.judge == nil:
		pv.adviseAs(codes.Warning, code, e, diagnostic.Advice{Message: message})
	case pv.c.evaluation.attempts > 0:
		if pv.c.language() >= language.ChecksAll {
			pv.c.failing(code, tree.NodeSpan(e), diagnostic.Advice{})
		}
	case pv.maybe || pv.c.evaluation.conditions > 0:
		pv.adviseAs(codes.Warning, code, e, diagnostic.Advice{Message: message + OnlySomeRuns})
	default:
		pv.report(code, e, message)
	}
}

// write begins to say what is right. No text is written in place of a value that is computed.
func (pv placedValue) write() string {
	if pv.evaluated {
		return "it must be "
	}
	return "write "
}

// secretValue is what a message says in place of a secret.
const secretValue = "this value"

// literal is a literal in a message, as it is written but shortened.
func (pv placedValue) literal(v cty.Value) string {
	if pv.secret {
		return secretValue
	}
	return diagnostic.Abbreviate(typesys.FormatValue(v), 50)
}

// quoted is the text of a literal in a message.
func (pv placedValue) quoted(v cty.Value) string {
	if pv.secret {
		return secretValue
	}
	return quotedValue(v)
}
