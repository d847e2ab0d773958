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

// Entry is an attribute, an entry of an object, or an element of a list.
type Entry struct {
	Above  []string // comments, and empty lines
	Key    string   // source text; an element of a list has none
	Value  string   // source text, as an element no heredoc; if there is none, the entry consists of its comments
	Behind []string // comments on the last line of the value
	Below  []string // comments
}

func (e Entry) hasComments() bool { return len(e.Above)+len(e.Behind)+len(e.Below) > 0 }

// assigned returns the key and the value.
func (e Entry) assigned() string {
	if e.Key == "" {
		return e.Value
	}
	return e.Key + " = " + e.Value
}

// Key returns a name as a key. The names of properties need no quotes.
func Key(name string) string {
	if typesys.QuoteName(name) == name && name != "for" { // "{ for" begins a loop
		return name
	}
	return Text(name)
}

// Entries returns each entry on lines of its own.
func Entries(all []Entry) string { return entries(all, "") }

func entries(all []Entry, separator string) string {
	var b strings.Builder
	line := func(text string) { b.WriteString(text + "\n") }
	for i, e := range all {
		for j, text := range e.Above {
			if text != "" || i+j > 0 {
				line(text)
			}
		}
		if strings.HasPrefix(e.Value, "<<") { // nothing can follow the end of a heredoc
			b.WriteString(strings.Join(append(e.Behind, ""), "\n"))
			e.Behind = nil
		}
		if e.Value != "" {
			line(strings.Join(append([]string{e.assigned() + separator}, e.Behind...), " "))
		}
		for _, text := range e.Below {
			line(text)
		}
	}
	return b.String()
}

// Block returns a block with a header, each entry on lines of its own.
func Block(header, lineEnd string, entries ...string) string {
	body := strings.Join(lists.Map(entries, func(e string) string { return "  " + e + lineEnd }), "")
	return header + " {" + lineEnd + body + "}"
}

// Object returns an object.
func Object(all []Entry) string {
	if len(all) == 0 {
		return "{}"
	}
	return "{\n" + Entries(all) + "}"
}

// longestList is the length of a list that is written on one line.
const longestList = 80

// List returns a list, on one line if it is short.
func List(elems []Entry) string {
	length, commented := 0, false
	texts := make([]string, len(elems))
	for i, e := range elems {
		texts[i], commented = e.Value, commented || e.hasComments()
		if length += len(e.Value); strings.Contains(e.Value, "\n") {
			length += longestList
		}
	}
	if !commented && (length <= longestList || len(elems) == 1) {
		return "[" + strings.Join(texts, ", ") + "]"
	}
	return "[\n" + entries(elems, ",") + "]"
}

// Heredoc returns a text of several lines as a heredoc, or nothing if it is short or a heredoc cannot contain it. Only an [Entry] can have such a value.
func Heredoc(text string) string {
	if strings.Count(text, "\n") < 2 || !strings.HasSuffix(text, "\n") || strings.ContainsAny(text, "\r") || strings.Contains(text, "EOT\n") {
		return ""
	}
	return "<<EOT\n" + strings.NewReplacer("${", "$${", "%{", "%%{").Replace(text) + "EOT"
}
