package typesys

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// String returns the display notation, which messages and hovers show. Objects are
// { a: A, b: B }, a union that accepts none ends in a question mark, and a named type is shown
// by its token, or by its name if nothing else is known of it. A literal is shown as its base, see [Const].
func (t Type) String() string {
	if !t.IsValid() {
		return "invalid"
	}
	n := t.n
	switch n.kind {
	case KindOpaque:
		return n.token[strings.LastIndexByte(n.token, ':')+1:]
	case KindConst:
		if base := shownAs(t); base != t {
			return base.String()
		}
		return FormatValue(n.value)
	case KindEnum:
		return displayEnum(n)
	case KindTuple:
		return "[" + joinTypes(n.elems, ", ") + "]"
	case KindObject:
		return displayObject(t)
	case KindUnion:
		return displayUnion(n)
	}
	if n.elem.IsValid() {
		return n.kind.String() + "(" + n.elem.String() + ")"
	}
	return n.kind.String()
}

func joinTypes(ts []Type, sep string) string {
	texts := lists.Map(ts, Type.String)
	return strings.Join(texts, sep)
}

func displayEnum(n *node) string {
	texts := lists.Map(n.values.list, FormatValue)
	return "enum(" + strings.Join(texts, " | ") + ")"
}

func displayObject(t Type) string {
	if t.n.source != nil {
		return t.n.source.Token()
	}
	if len(t.n.props) == 0 {
		return "{}"
	}
	texts := lists.Map(t.n.props, func(p Property) string { return QuoteName(p.Name) + ": " + p.Type.String() })
	return "{ " + strings.Join(texts, ", ") + " }"
}

func displayUnion(n *node) string {
	members, before, after := choices(n.elems)
	return before + joinTypes(members, " | ") + after
}

// choices returns the members of a union to show, and what to write before and after them. A
// name without content is left out beside other members, because only those accept values.
func choices(members []Type) (shown []Type, before, after string) {
	if len(members) == 0 {
		return nil, "never", ""
	}
	shown = eachShown(members)
	if last := len(shown) - 1; last > 0 && shown[last] == None {
		shown, after = shown[:last], "?"
	}
	if known := slices.DeleteFunc(slices.Clone(shown), isUndeclared); len(known) > 0 {
		shown = known
	}
	if after != "" && len(shown) > 1 {
		before, after = "(", ")?"
	}
	return shown, before, after
}

// shownAs returns the base of a literal, and any other type unchanged.
func shownAs(t Type) Type {
	if t.Kind() != KindConst || t.n.token == declared || t.Elem() == None {
		return t
	}
	return t.Elem()
}

// eachShown returns the types that are shown for others, each once.
func eachShown(members []Type) []Type {
	if !slices.ContainsFunc(members, func(m Type) bool { return shownAs(m) != m }) {
		return members
	}
	var shown []Type
	seen := map[Type]bool{}
	for _, m := range members {
		if m = shownAs(m); !seen[m] {
			seen[m] = true
			shown = append(shown, m)
		}
	}
	return shown
}

// isUndeclared reports whether a type is a token that its schema does not declare.
func isUndeclared(t Type) bool { return t.Kind() == KindOpaque && strings.Contains(t.n.token, ":") }

// FormatValue writes a constant as a program would.
func FormatValue(v cty.Value) string {
	switch {
	case v == cty.NilVal || v.IsNull():
		return "null"
	case !v.IsKnown():
		return "unknown"
	case v.Type() == cty.String:
		return strconv.Quote(v.AsString())
	case v.Type() == cty.Bool:
		return strconv.FormatBool(v.True())
	case v.Type() == cty.Number:
		return decimal(v.AsBigFloat())
	}
	return v.GoString()
}

// QuoteName writes a member name as a program would, in quotes if it is not an identifier.
func QuoteName(name string) string {
	bare := name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	}) && name[0] != '-' && (name[0] < '0' || name[0] > '9')
	if bare {
		return name
	}
	return strconv.Quote(name)
}

// Structural returns the structural notation of the conformance programs: objects are written in
// full, members of unions are sorted by their text, and constants are value dumps. "..." stands
// for an object type inside itself. An input is written as the union it stands for. Two types may
// share this notation; [Type.Exact] distinguishes all types.
//
// A type with shared parts can be much smaller than its text: twenty objects, each of which
// contains the previous one twice, have a million members in full. After [LongestStructural]
// bytes, every further object or tuple is "...".
func (t Type) Structural() string { return t.StructuralWithout(nil) }

// StructuralWithout is [Type.Structural] with some constants written as their bases.
func (t Type) StructuralWithout(hidden map[Type]bool) string {
	p := structuralPrinter{left: LongestStructural, hidden: hidden}
	p.print(t)
	return string(p.text)
}

// LongestStructural is the length, in bytes, after which [Type.Structural] abbreviates objects.
// The longest type of the conformance programs has 13,000.
const LongestStructural = 32 << 10

// structuralPrinter keeps the enclosing named objects, so that recursive types end, and the
// number of bytes that are left.
type structuralPrinter struct {
	hidden map[Type]bool
	text   []byte
	open   []Type
	left   int
}

func (p *structuralPrinter) write(text string) { p.text = append(p.text, text...) }

func (p *structuralPrinter) print(t Type) {
	if !t.IsValid() {
		p.write("invalid")
		return
	}
	switch n := t.n; {
	case p.hidden[t]:
		p.print(n.elem)
	case n.kind == KindOpaque:
		p.leaf(structuralOpaque(n.token))
	case n.kind == KindConst:
		p.leaf(goString(n.value))
	case n.kind == KindEnum:
		p.leaf(structuralEnum(n))
	case n.kind == KindTuple:
		p.tuple(n.elems)
	case n.kind == KindObject:
		p.object(t)
	case n.kind == KindUnion || n.kind == KindInput:
		p.union(flatten(nil, t))
	case n.elem.IsValid():
		p.write(n.kind.String() + "(")
		p.print(n.elem)
		p.write(")")
	default:
		p.leaf(n.kind.String())
	}
}

func (p *structuralPrinter) leaf(text string) {
	p.left -= len(text)
	p.write(text)
}

func (p *structuralPrinter) tuple(elems []Type) {
	if p.left <= 0 {
		p.write("...")
		return
	}
	p.left -= len("tuple()") + len(", ")*len(elems)
	p.write("tuple(")
	for i, t := range elems {
		if i > 0 {
			p.write(", ")
		}
		p.print(t)
	}
	p.write(")")
}

// union sorts the texts of its members. A literal and a declared constant have the same.
func (p *structuralPrinter) union(members []Type) {
	start := len(p.text)
	texts := make([]string, len(members))
	for i, t := range members {
		p.print(t)
		texts[i] = string(p.text[start:])
		p.text = p.text[:start]
	}
	slices.Sort(texts)
	if texts = slices.Compact(texts); len(texts) == 1 {
		p.write(texts[0])
		return
	}
	p.write("union(" + strings.Join(texts, ", ") + ")")
}

func (p *structuralPrinter) object(t Type) {
	if p.left <= 0 {
		p.write("...")
		return
	}
	if t.n.source != nil {
		if slices.Contains(p.open, t) {
			p.write("...")
			return
		}
		p.open = append(p.open, t)
		defer func() { p.open = p.open[:len(p.open)-1] }()
	}
	p.write("object({")
	for i, prop := range t.Properties() {
		if i > 0 {
			p.write(", ")
		}
		p.left -= len(prop.Name) + len(" = , ")
		p.write(prop.Name + " = ")
		p.print(prop.Type)
	}
	p.write("})")
}

// flatten adds the members of a union. Inputs are written as unions, and no member of a union is
// a union.
func flatten(members []Type, t Type) []Type {
	if !isChoice(t) {
		return append(members, t)
	}
	for _, m := range alternatives(t) {
		members = flatten(members, m)
	}
	return members
}

func structuralOpaque(token string) string {
	if strings.Contains(token, ":") {
		return "type(" + token + ")"
	}
	return token
}

func structuralEnum(n *node) string {
	texts := lists.Map(n.values.list, goString)
	return "enum(" + n.token + "(" + n.elem.n.kind.String() + "): " + strings.Join(texts, ",") + ")"
}
