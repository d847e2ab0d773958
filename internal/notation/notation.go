// Package notation reads types in the structural notation in which tests and recorded
// expectations write them. It is the inverse of Type.Exact of package typesys.
package notation

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Parse reads a type from structural notation. It reads everything that Type.Exact writes and returns the identical
// type. It also reads what Type.Structural writes, except for "..." in recursive types. Structural notation does not
// say which whole numbers are ints, so constants of up to 32 bits become ints. A word that names no kind is an opaque
// type. Errors name the offset and what was expected there.
func Parse(text string) (typesys.Type, error) {
	p := parser{text: text}
	t := p.parse()
	if p.err == nil && p.rest() != "" {
		p.fail("end of the type expected")
	}
	if p.err != nil {
		return typesys.Type{}, p.err
	}
	return t, nil
}

// parser reads from the front of the text. After the first error it
// goes on with what it has, and the result is not used.
type parser struct {
	text string
	at   int
	nest int
	err  error
}

func (p *parser) fail(wants string) {
	if p.err == nil {
		p.err = fmt.Errorf("offset %d: %s", p.at, wants)
	}
}

// rest is the text that is left, without leading space.
func (p *parser) rest() string {
	trimmed := strings.TrimLeft(p.text[p.at:], " \n\t")
	p.at = len(p.text) - len(trimmed)
	return trimmed
}

// accept takes the sign if it comes next.
func (p *parser) accept(sign string) bool {
	if !strings.HasPrefix(p.rest(), sign) {
		return false
	}
	p.at += len(sign)
	return true
}

func (p *parser) expect(sign string) {
	if !p.accept(sign) {
		p.fail(strconv.Quote(sign) + " expected")
	}
}

// word takes everything up to one of the stops.
func (p *parser) word(stops string) string {
	rest := p.rest()
	end := strings.IndexAny(rest, stops)
	if end < 0 {
		end = len(rest)
	}
	p.at += end
	return strings.TrimRight(rest[:end], " \n\t")
}

// simpleTypes are the words that are types by themselves.
var simpleTypes = map[string]typesys.Type{
	"none": typesys.None, "bool": typesys.Bool, "int": typesys.Int, "number": typesys.Number, "string": typesys.String, "id": typesys.ID, "dynamic": typesys.Dynamic,
}

// wrapperTypes are the words that take one type.
var wrapperTypes = map[string]func(typesys.Type) typesys.Type{
	"list": typesys.List, "set": typesys.Set, "map": typesys.Map, "promise": typesys.Promise, "output": typesys.Output, "input": typesys.Input,
}

func (p *parser) parse() typesys.Type {
	if p.nest++; p.nest > typesys.MaxDepth+1 {
		p.fail("a type that nests less expected")
		return typesys.Dynamic
	}
	defer func() { p.nest-- }()
	if strings.HasPrefix(p.rest(), "cty.") {
		v := p.value()
		return typesys.Const(base(v), v)
	}
	word := p.word("(){}, =")
	if !strings.HasPrefix(p.rest(), "(") {
		return p.named(word)
	}
	p.expect("(")
	defer p.expect(")")
	switch word {
	case "tuple":
		return typesys.Tuple(list(p, ")", p.parse)...)
	case "union":
		return typesys.Union(list(p, ")", p.parse)...)
	case "object":
		return p.object()
	case "enum":
		return p.enum()
	case "const":
		return p.constant(typesys.Const)
	case "declared":
		return p.constant(typesys.DeclaredConst)
	case "unmerged":
		return p.constant(func(_ typesys.Type, v cty.Value) typesys.Type { return typesys.UnmergedLiteral(v) })
	case "type":
		return typesys.Opaque(p.name(")"))
	}
	wrap, ok := wrapperTypes[word]
	if !ok {
		p.fail("type expected instead of " + strconv.Quote(word))
		return typesys.Dynamic
	}
	return wrap(p.parse())
}

func (p *parser) named(word string) typesys.Type {
	if t, ok := simpleTypes[word]; ok {
		return t
	}
	if word == "" || word == "..." {
		p.fail("type expected")
		return typesys.Dynamic
	}
	return typesys.Opaque(word)
}

// list reads what stands between commas up to an end, which stays.
func list[T any](p *parser, end string, read func() T) (all []T) {
	for p.err == nil && !strings.HasPrefix(p.rest(), end) {
		if len(all) > 0 {
			p.expect(",")
		}
		all = append(all, read())
	}
	return all
}

func (p *parser) object() typesys.Type {
	p.expect("{")
	defer p.expect("}")
	return typesys.Object(list(p, "}", func() typesys.Property {
		name := p.name("=")
		p.expect("=")
		return typesys.Property{Name: name, Type: p.parse()}
	})...)
}

func (p *parser) enum() typesys.Type {
	token := p.name("(")
	p.expect("(")
	base := p.parse()
	p.expect(")")
	p.expect(":")
	return typesys.Enum(token, base, list(p, ")", p.value)...)
}

// constant reads a constant whose base does not follow from its value.
func (p *parser) constant(make func(base typesys.Type, value cty.Value) typesys.Type) typesys.Type {
	base := p.parse()
	p.expect(",")
	return make(base, p.value())
}

// name reads a name up to the stop, or in quotes.
func (p *parser) name(stop string) string {
	if strings.HasPrefix(p.rest(), `"`) {
		return p.quoted()
	}
	return p.word(stop)
}

// value reads a constant as it is dumped.
func (p *parser) value() cty.Value {
	p.expect("cty.")
	word := p.word("(){}, ")
	switch word {
	case "True":
		return cty.True
	case "False":
		return cty.False
	}
	p.expect("(")
	defer p.expect(")")
	switch word {
	case "NullVal":
		p.expect("cty.DynamicPseudoType")
		return cty.NullVal(cty.DynamicPseudoType)
	case "StringVal":
		return cty.StringVal(p.quoted())
	case "NumberFloatVal":
		return p.float(p.word(")"))
	case "NumberIntVal":
		return p.number(p.word(")"))
	case "MustParseNumberVal":
		return p.number(p.quoted())
	}
	p.fail("value expected instead of " + strconv.Quote(word))
	return cty.NilVal
}

func (p *parser) quoted() string {
	literal, err := strconv.QuotedPrefix(p.rest())
	if err != nil {
		p.fail("quoted text expected")
		return ""
	}
	p.at += len(literal)
	text, err := strconv.Unquote(literal)
	if err != nil {
		p.fail("quoted text expected")
	}
	return text
}

func (p *parser) number(digits string) cty.Value {
	v, _ := typesys.ParseNumber(digits)
	if v == cty.NilVal {
		p.fail("number expected")
		return cty.Zero
	}
	return v
}

// float reads the digits that stand for the nearest number of 64 bits.
func (p *parser) float(digits string) cty.Value {
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || f != f || math.IsInf(f, 0) {
		p.fail("number expected")
		return cty.Zero
	}
	return cty.NumberFloatVal(f)
}

// base returns the type that the language gives to a literal of this value.
func base(v cty.Value) typesys.Type {
	switch {
	case v == cty.NilVal || v.IsNull():
		return typesys.None
	case v.Type() == cty.String:
		return typesys.String
	case v.Type() == cty.Bool:
		return typesys.Bool
	}
	f := v.AsBigFloat()
	if n, exact := f.Int64(); f.IsInt() && exact == 0 && n >= math.MinInt32 && n <= math.MaxInt32 {
		return typesys.Int
	}
	return typesys.Number
}
