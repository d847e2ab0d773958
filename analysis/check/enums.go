package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
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

// scalarOf is the type of values of a primitive type; NilType for all others.
func scalarOf(t typesys.Type) cty.Type {
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		return cty.String
	case typesys.KindBool:
		return cty.Bool
	case typesys.KindInt, typesys.KindNumber:
		return cty.Number
	}
	return cty.NilType
}

func (f flow) constant(e hclsyntax.Expression, v cty.Value, consts, others []typesys.Type) {
	if slices.ContainsFunc(consts, func(t typesys.Type) bool { return equals(v, t.Value()) }) {
		return
	}
	if len(others) > 0 || len(consts) > 1 {
		return
	}
	allowed := typesys.FormatValue(consts[0].Value())
	f.advise(codes.ConstValue, e, advice{
		message: f.where() + ": " + f.literal(v) + " is not allowed here; " + f.write() + allowed + VersionNote(f.pkg), suggestion: allowed,
	})
}

// equals reports whether a literal is a value, also where it is written as a text
// or the text as a number.
func equals(v, want cty.Value) bool {
	if v.Type() == cty.String && want.Type() == cty.String && !v.IsNull() && !want.IsNull() && v.IsKnown() && want.IsKnown() {
		return v.AsString() == want.AsString() // the usual case, and enums are long
	}
	converted, err := convert.Convert(v, want.Type())
	return err == nil && converted.RawEquals(want)
}

// enum checks a literal that should be one of an enum's values. Where the place
// takes other values as well, the enum is a list of known ones.
func (f flow) enum(e hclsyntax.Expression, v cty.Value, enums, others []typesys.Type) {
	var names []string
	for _, t := range enums {
		if i := enumPlace(t, v); i >= 0 {
			f.enumValue(e, t.Values()[i], t)
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
	if same := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, text) }); same >= 0 {
		f.reportEnum(codes.EnumCase, open, e, advice{
			message: f.where() + ": " + written + " has the wrong case; " + f.write() + quotedValue(slices.Concat(lists.Map(enums, f.c.currentValues)...)[same]) + VersionNote(pkg), suggestion: names[same],
		})
		return
	}
	unknown := advice{message: f.where() + ": " + written + " is not a value of " + name}
	if open {
		unknown.message = f.where() + ": " + written + " is not a known value of " + name
	}
	near := typesys.Near(text, names)
	switch {
	case near != "" && f.evaluated:
		unknown = unknown.and("; `" + Abbreviate(near, 40) + "` is one")
	case near != "":
		unknown = unknown.and("; did you mean `" + Abbreviate(near, 40) + "`?").suggesting(near)
	case len(names) <= 5:
		unknown = unknown.and("; the values are " + quotedNames(names))
	}
	if open && near == "" && (len(names) > longList || len(names) < shortList) {
		return
	}
	f.reportEnum(codes.EnumValue, open, e, unknown.and(VersionNote(pkg)))
}

// enumPlace is the place of a literal among the values of an enum; negative if it is none of them.
func enumPlace(enum typesys.Type, v cty.Value) int {
	if isText(v) && enum.Elem() == typesys.String {
		if i, found := typesys.EnumText(enum, v.AsString()); found {
			return i
		}
		return -1
	}
	return slices.IndexFunc(enum.Values(), func(value cty.Value) bool { return equals(v, value) })
}

// A place that takes any text is not expected to hold a known value when there are
// very many, such as policies to choose from, or just one, which is an example.
const (
	shortList = 2
	longList  = 40
)

// reportEnum reports a value, as a hint where the place takes other values too.
func (f flow) reportEnum(code codes.Code, open bool, e hclsyntax.Expression, a advice) {
	if open {
		f.adviseAs(codes.Hint, code, e, a)
	} else {
		f.advise(code, e, a)
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
		if ok && (t.Kind() != typesys.KindInt || read.AsBigFloat().IsInt()) {
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

// misread reports a text that nothing converts. A provider rejects it; configs, outputs
// and components pass it on as it is.
func (f flow) misread(code codes.Code, e hclsyntax.Expression, message string) {
	message += VersionNote(f.pkg)
	switch {
	case f.n.judge == nil:
		f.adviseAs(codes.Warning, code, e, advice{message: message})
	case f.maybe || f.c.fate.conditions > 0:
		f.adviseAs(codes.Warning, code, e, advice{message: message + OnlySomeRuns})
	default:
		f.report(code, e, message)
	}
}

// readAs is a literal as a primitive type reads its text.
func readAs(v cty.Value, t typesys.Type) (cty.Value, bool) {
	if v.Type() == scalarOf(t) && v.IsKnown() && !v.IsNull() { // its text is read as what it is
		return v, true
	}
	read, err := convert.Convert(cty.StringVal(valueText(v)), scalarOf(t))
	return read, err == nil
}

// valueText is a scalar as text.
func valueText(v cty.Value) string {
	text, _ := typesys.Text(v)
	return text
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
	return Abbreviate(typesys.FormatValue(v), 50)
}

// quoted is the text of a literal in a message.
func (f flow) quoted(v cty.Value) string {
	if f.secret {
		return secretValue
	}
	return quotedValue(v)
}

func quotedValue(v cty.Value) string { return "`" + Abbreviate(valueText(v), 40) + "`" }
