package typesys

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// This file implements the exact notation: the structural notation without flattening and
// omissions.

// Exact returns the notation that package internal/notation reads as the identical type. It
// differs from [Type.Structural] where that is ambiguous: inputs stay inputs, a constant names
// its base if the value does not determine it, numbers have all digits, and names that are not
// words are quoted. A named object type is written in full. Where it occurs inside itself,
// "..." is written, which cannot be read back.
func (t Type) Exact() string {
	var p exactPrinter
	p.print(t)
	return p.text.String()
}

type exactPrinter struct {
	text strings.Builder
	open []Type // the enclosing named objects
}

func (p *exactPrinter) print(t Type) {
	n := t.n
	switch t.Kind() {
	case KindOpaque:
		p.text.WriteString(exactOpaque(n.token))
	case KindConst:
		p.constant(n)
	case KindEnum:
		p.enum(n)
	case KindTuple, KindUnion:
		p.list(n.kind.String()+"(", ")", len(n.elems), func(i int) { p.print(n.elems[i]) })
	case KindObject:
		p.object(t)
	default:
		p.text.WriteString(t.Kind().String())
		if t.Elem().IsValid() {
			p.text.WriteByte('(')
			p.print(n.elem)
			p.text.WriteByte(')')
		}
	}
}

func (p *exactPrinter) list(begin, end string, n int, print func(i int)) {
	p.text.WriteString(begin)
	for i := range n {
		if i > 0 {
			p.text.WriteString(", ")
		}
		print(i)
	}
	p.text.WriteString(end)
}

func (p *exactPrinter) constant(n *node) {
	if n.elem == baseOf(n.value) && n.token == "" {
		p.text.WriteString(exactValue(n.value))
		return
	}
	p.text.WriteString(cmp.Or(n.token, "const") + "(")
	p.print(n.elem)
	p.text.WriteString(", " + exactValue(n.value) + ")")
}

func (p *exactPrinter) enum(n *node) {
	p.text.WriteString("enum(" + exactName(n.token) + "(")
	p.print(n.elem)
	p.list("): ", ")", len(n.values.list), func(i int) { p.text.WriteString(exactValue(n.values.list[i])) })
}

func (p *exactPrinter) object(t Type) {
	if t.n.source != nil {
		if slices.Contains(p.open, t) {
			p.text.WriteString("...")
			return
		}
		p.open = append(p.open, t)
		defer func() { p.open = p.open[:len(p.open)-1] }()
	}
	props := t.Properties()
	p.list("object({", "})", len(props), func(i int) {
		p.text.WriteString(exactName(props[i].Name) + " = ")
		p.print(props[i].Type)
	})
}

// exactOpaque names an opaque type. A name that could be read as another type is written in
// type(…).
func exactOpaque(token string) string {
	if isWord(token) && !strings.ContainsRune(token, ':') && !slices.Contains(kindNames[:], token) {
		return token
	}
	return "type(" + exactName(token) + ")"
}

func exactName(name string) string {
	if isWord(name) {
		return name
	}
	return strconv.Quote(name)
}

// isWord reports whether a name needs no quotes anywhere.
func isWord(name string) bool {
	return name != "" && !strings.HasPrefix(name, "cty.") && !strings.HasPrefix(name, "...") &&
		!strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`(){},="`, r) })
}

// exactValue writes a constant with all digits of a number.
func exactValue(v cty.Value) string {
	if classOf(v) != classNumber {
		return v.GoString()
	}
	f := v.AsBigFloat()
	if isFar(f) {
		return goString(v)
	}
	if n, accuracy := f.Float64(); accuracy == big.Exact && !f.IsInt() {
		return "cty.NumberFloatVal(" + strconv.FormatFloat(n, 'g', -1, 64) + ")"
	}
	if f.IsInt() {
		return "cty.NumberIntVal(" + f.Text('f', 0) + ")"
	}
	return "cty.MustParseNumberVal(" + strconv.Quote(f.Text('f', -1)) + ")"
}

// baseOf returns the base type of v as a literal of the language.
func baseOf(v cty.Value) Type {
	switch {
	case v == cty.NilVal || v.IsNull():
		return None
	case v.Type() == cty.String:
		return String
	case v.Type() == cty.Bool:
		return Bool
	}
	if classOf(v) != classNumber {
		return Dynamic
	}
	if isInt(v.AsBigFloat()) {
		return Int
	}
	return Number
}

// isInt reports whether a number literal is typed int: integral and within 32 bits.
func isInt(f *big.Float) bool {
	i, accuracy := f.Int64()
	return accuracy == big.Exact && i >= math.MinInt32 && i <= math.MaxInt32
}
