// Package printer writes values and types as PCL source text, for features that edit programs.
//
// It knows types, but no programs and no places.
//
// Invariant: what it writes parses, and has the type that was asked for; where no such text
// exists it writes null, or says that there is none.
package printer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// maxNesting limits the nesting of objects.
const maxNesting = 5

// escapes replaces characters that strings cannot contain.
var escapes = strings.NewReplacer(
	`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "${", "$${", "%{", "%%{")

// LineEnd returns the line ending that a text uses.
func LineEnd(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// Text returns a quoted string.
func Text(text string) string { return `"` + escapes.Replace(text) + `"` }

// Value returns a constant as source text.
func Value(v cty.Value) string {
	if v.IsKnown() && !v.IsNull() && v.Type() == cty.String {
		return Text(v.AsString())
	}
	return typesys.FormatValue(v)
}

// Placeholder returns the simplest value of a type: empty strings and lists, zero, false, the
// first value of an enum, and objects with only required members.
func Placeholder(t typesys.Type) string { return placeholder(t, 0) }

func placeholder(t typesys.Type, depth int) string {
	t = typesys.Strip(t)
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		return `""`
	case typesys.KindInt, typesys.KindNumber:
		return "0"
	case typesys.KindBool:
		return "false"
	case typesys.KindList, typesys.KindSet:
		return "[]"
	case typesys.KindMap:
		return "{}"
	case typesys.KindConst:
		return Value(t.Value())
	case typesys.KindEnum:
		if values := t.Values(); len(values) > 0 {
			return Value(values[0])
		}
		return placeholder(t.Elem(), depth)
	case typesys.KindTuple:
		parts := lists.Map(t.Elems(), func(e typesys.Type) string { return placeholder(e, depth+1) })
		return "[" + strings.Join(parts, ", ") + "]"
	case typesys.KindObject:
		return object(t, depth)
	case typesys.KindUnion:
		return ofUnion(t, depth)
	}
	switch t {
	case typesys.Asset:
		return `stringAsset("")`
	case typesys.Archive:
		return "assetArchive({})"
	}
	return "null"
}

// ofUnion returns a value of the first member that has one.
func ofUnion(t typesys.Type, depth int) string {
	for _, member := range t.Elems() {
		if text := placeholder(member, depth); text != "null" {
			return text
		}
	}
	return "null"
}

// object returns an object with its required members.
func object(t typesys.Type, depth int) string {
	if depth > maxNesting {
		return "{}"
	}
	var members []string
	for _, p := range t.Properties() {
		if !typesys.IsOptional(p.Type) {
			members = append(members, typesys.QuoteName(p.Name)+" = "+placeholder(p.Type, depth+1))
		}
	}
	if len(members) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(members, ", ") + " }"
}

// Label returns a type as the label of a config or output. If labels cannot express the type,
// it returns any and false.
func Label(t typesys.Type) (label string, ok bool) {
	text, ok := typeText(typesys.PlainShape(t), 0)
	if !ok {
		return "any", false
	}
	if slices.Contains([]string{"string", "number", "int", "bool", "any"}, text) {
		return text, true
	}
	return `"` + text + `"`, true
}

func typeText(t typesys.Type, depth int) (string, bool) {
	if depth > maxNesting {
		return "any", true
	}
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		return "string", true
	case typesys.KindInt:
		return "int", true
	case typesys.KindNumber:
		return "number", true
	case typesys.KindBool:
		return "bool", true
	case typesys.KindDynamic:
		return "any", true
	case typesys.KindConst, typesys.KindEnum:
		return typeText(t.Elem(), depth)
	case typesys.KindList:
		return ofOne("list", t.Elem(), depth)
	case typesys.KindSet:
		return ofOne("set", t.Elem(), depth)
	case typesys.KindMap:
		return ofOne("map", t.Elem(), depth)
	case typesys.KindTuple:
		return listOfTuple(t, depth)
	case typesys.KindObject:
		return objectLabel(t, depth)
	case typesys.KindUnion:
		return optionalLabel(t, depth)
	}
	return "", false
}

func ofOne(constructor string, elem typesys.Type, depth int) (string, bool) {
	inner, ok := typeText(elem, depth+1)
	return constructor + "(" + inner + ")", ok
}

// listOfTuple returns a list type if all elements have one type.
func listOfTuple(t typesys.Type, depth int) (string, bool) {
	var first string
	for i, e := range t.Elems() {
		text, ok := typeText(e, depth+1)
		if !ok {
			return "", false
		}
		if i > 0 && text != first {
			return "list(any)", true
		}
		first = text
	}
	first = cmp.Or(first, "any")
	return "list(" + first + ")", true
}

func objectLabel(t typesys.Type, depth int) (string, bool) {
	if t.Source() != nil { // the outputs of a resource, for example
		return "", false
	}
	var members []string
	for _, p := range t.Properties() {
		text, ok := typeText(p.Type, depth+1)
		if !ok || typesys.QuoteName(p.Name) != p.Name {
			return "", false
		}
		members = append(members, p.Name+" = "+text)
	}
	return "object({" + strings.Join(members, ", ") + "})", true
}

// optionalLabel returns the type of a union with one member besides null.
func optionalLabel(t typesys.Type, depth int) (string, bool) {
	members := lists.Where(t.Elems(), func(m typesys.Type) bool { return m != typesys.None })
	if len(members) != 1 {
		return "", false
	}
	text, ok := typeText(members[0], depth)
	if depth == 0 || strings.HasPrefix(text, "optional(") {
		return text, ok
	}
	return "optional(" + text + ")", ok
}
