package typesys

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// This file implements the reading of the structural notation, the inverse of
// [Type.Structural] for types that are finite. Tests and recorded expectations
// are written in it.

// ParseStructural reads a type in structural notation: what [Type.Exact] writes,
// which gives the identical type, and what [Type.Structural] writes, which does
// not say which whole numbers were declared as int (a constant is one if it has
// no more than 32 bits) nor which unions were inputs. A word that names no kind is
// an opaque type. The "..." of recursive types cannot be read back. On an error,
// which says at which offset what was expected, the type is the zero Type.
func ParseStructural(text string) (Type, error) {
	p := structuralParser{text: text}
	t := p.parse()
	if p.err == nil && p.rest() != "" {
		p.fail("end of the type expected")
	}
	if p.err != nil {
		return Type{}, p.err
	}
	return t, nil
}

// structuralParser reads from the front of the text. After the first error it
// goes on with what it has, and the result is not used.
type structuralParser struct {
	text string
	at   int
	nest int
	err  error
}

func (p *structuralParser) fail(wants string) {
	if p.err == nil {
		p.err = fmt.Errorf("offset %d: %s", p.at, wants)
	}
}

// rest is the text that is left, without leading space.
func (p *structuralParser) rest() string {
	trimmed := strings.TrimLeft(p.text[p.at:], " \n\t")
	p.at = len(p.text) - len(trimmed)
	return trimmed
}

// accept takes the sign if it comes next.
func (p *structuralParser) accept(sign string) bool {
	if !strings.HasPrefix(p.rest(), sign) {
		return false
	}
	p.at += len(sign)
	return true
}

func (p *structuralParser) expect(sign string) {
	if !p.accept(sign) {
		p.fail(strconv.Quote(sign) + " expected")
	}
}

// word takes everything up to one of the stops.
func (p *structuralParser) word(stops string) string {
	rest := p.rest()
	end := strings.IndexAny(rest, stops)
	if end < 0 {
		end = len(rest)
	}
	p.at += end
	return strings.TrimRight(rest[:end], " \n\t")
}

// simpleTypes are the words that are types by themselves.
var simpleTypes = map[string]Type{
	"none": None, "bool": Bool, "int": Int, "number": Number, "string": String, "id": ID, "dynamic": Dynamic,
}

// wrapperTypes are the words that take one type.
var wrapperTypes = map[string]func(Type) Type{
	"list": List, "set": Set, "map": Map, "promise": Promise, "output": Output, "input": Input,
}

func (p *structuralParser) parse() Type {
	if p.nest++; p.nest > MaxDepth+1 {
		p.fail("a type that nests less expected")
		return Dynamic
	}
	defer func() { p.nest-- }()
	if strings.HasPrefix(p.rest(), "cty.") {
		v := p.value()
		return Const(baseOf(v), v)
	}
	word := p.word("(){}, =")
	if !strings.HasPrefix(p.rest(), "(") {
		return p.named(word)
	}
	p.expect("(")
	defer p.expect(")")
	switch word {
	case "tuple":
		return Tuple(p.types()...)
	case "union":
		return Union(p.types()...)
	case "object":
		return p.object()
	case "enum":
		return p.enum()
	case "const":
		return p.constant()
	case "type":
		return Opaque(p.name(")"))
	}
	wrap, ok := wrapperTypes[word]
	if !ok {
		p.fail("type expected instead of " + strconv.Quote(word))
		return Dynamic
	}
	return wrap(p.parse())
}

func (p *structuralParser) named(word string) Type {
	if t, ok := simpleTypes[word]; ok {
		return t
	}
	if word == "" || word == "..." {
		p.fail("type expected")
		return Dynamic
	}
	return Opaque(word)
}

// types are those up to the closing parenthesis, which stays.
func (p *structuralParser) types() []Type {
	var ts []Type
	for p.err == nil && !strings.HasPrefix(p.rest(), ")") {
		if len(ts) > 0 {
			p.expect(",")
		}
		ts = append(ts, p.parse())
	}
	return ts
}

func (p *structuralParser) object() Type {
	var props []Property
	p.expect("{")
	for p.err == nil && !p.accept("}") {
		if len(props) > 0 {
			p.expect(",")
		}
		name := p.name("=")
		p.expect("=")
		props = append(props, Property{name, p.parse()})
	}
	return Object(props...)
}

func (p *structuralParser) enum() Type {
	token := p.name("(")
	p.expect("(")
	base := p.parse()
	p.expect(")")
	p.expect(":")
	var values []cty.Value
	for p.err == nil && !strings.HasPrefix(p.rest(), ")") {
		if len(values) > 0 {
			p.expect(",")
		}
		values = append(values, p.value())
	}
	return Enum(token, base, values...)
}

// constant reads a constant whose base does not follow from its value.
func (p *structuralParser) constant() Type {
	base := p.parse()
	p.expect(",")
	return Const(base, p.value())
}

// name reads a name up to the stop, or in quotes.
func (p *structuralParser) name(stop string) string {
	if strings.HasPrefix(p.rest(), `"`) {
		return p.quoted()
	}
	return p.word(stop)
}

// value reads a constant as it is dumped.
func (p *structuralParser) value() cty.Value {
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

func (p *structuralParser) quoted() string {
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

func (p *structuralParser) number(digits string) cty.Value {
	v, _ := ParseNumber(digits)
	if v == cty.NilVal {
		p.fail("number expected")
		return cty.Zero
	}
	return v
}

// float reads the digits that stand for the nearest number of 64 bits.
func (p *structuralParser) float(digits string) cty.Value {
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || f != f || math.IsInf(f, 0) {
		p.fail("number expected")
		return cty.Zero
	}
	return cty.NumberFloatVal(f)
}

// baseOf is the type of which v is a constant, as the language types literals.
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
	f := v.AsBigFloat()
	if n, exact := f.Int64(); f.IsInt() && exact == 0 && n >= math.MinInt32 && n <= math.MaxInt32 {
		return Int
	}
	return Number
}
