package madeup

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"google.golang.org/protobuf/types/known/structpb"
)

// This file makes up values of types.

// maker makes up values. Its seed chooses how many elements lists have, whether what is optional is there, and words.
type maker struct {
	seed uint64
	of   string // what the values belong to, if that chooses words and numbers too
}

// in is the maker of a part.
func (m maker) in(part string) maker {
	if m.of != "" {
		m.of += "." + part
	}
	return m
}

// number is a number below 50 that depends on what it belongs to.
func (m maker) number() uint64 {
	if m.of == "" {
		return 0
	}
	return uint64(m.hash()) % 50
}

func (m maker) hash() uint32 {
	h := fnv.New32a()
	h.Write([]byte(m.of))
	return h.Sum32()
}

// word is a text.
func (m maker) word() string {
	if m.of == "" {
		return fmt.Sprintf("text%d", m.seed)
	}
	return fmt.Sprintf("%s-%08x", m.of[strings.LastIndex(m.of, ".")+1:], m.hash())
}

// deepest is how many objects may be in each other. What is optional is left out where half of them are.
const deepest = 8

// sizes are the numbers of elements of lists and maps, by seed.
var sizes = []int{1, 2, 0}

// asset is an asset with a text, as the protocol writes it.
var asset = map[string]any{"4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", "text": "made up"}

// archive is an archive with nothing inside.
var archive = map[string]any{"4dabf18193072939515e22adb298388d": "0def7320c3a5731c473e5ecbe6d01bc7", "assets": map[string]any{}}

// property is a value for a property; nil if it is left out.
func (m maker) property(p *schema.Property, depth int) *structpb.Value {
	if !p.IsRequired() && (depth > deepest/2 || depth > 0 && m.seed%3 == 2) {
		return nil
	}
	if p.ConstValue != nil {
		return plain(p.ConstValue)
	}
	return m.in(p.Name).value(p.Type, depth)
}

// value is a value of a type.
func (m maker) value(t schema.Type, depth int) *structpb.Value {
	if depth > deepest {
		return structpb.NewNullValue()
	}
	size := sizes[m.seed%uint64(len(sizes))]
	switch t := t.(type) {
	case *schema.OptionalType:
		return m.value(t.ElementType, depth)
	case *schema.InputType:
		return m.value(t.ElementType, depth)
	case *schema.TokenType:
		return m.value(t.UnderlyingType, depth)
	case *schema.UnionType:
		return m.value(t.ElementTypes[m.seed%uint64(len(t.ElementTypes))], depth)
	case *schema.EnumType:
		return plain(t.Elements[m.seed%uint64(len(t.Elements))].Value)
	case *schema.ArrayType:
		list := &structpb.ListValue{}
		for i := range size {
			list.Values = append(list.Values, m.in(strconv.Itoa(i)).value(t.ElementType, depth+1))
		}
		return structpb.NewListValue(list)
	case *schema.MapType:
		fields := map[string]*structpb.Value{}
		for i := range size {
			key := fmt.Sprintf("key%d", i)
			fields[key] = m.in(key).value(t.ElementType, depth+1)
		}
		return structpb.NewStructValue(&structpb.Struct{Fields: fields})
	case *schema.ObjectType:
		fields := map[string]*structpb.Value{}
		for _, p := range t.Properties {
			if value := m.property(p, depth+1); value != nil {
				fields[p.Name] = value
			}
		}
		return structpb.NewStructValue(&structpb.Struct{Fields: fields})
	}
	switch t {
	case schema.BoolType:
		return structpb.NewBoolValue((m.seed+m.number())%2 == 0)
	case schema.IntType, schema.NumberType:
		return structpb.NewNumberValue(float64(m.seed + m.number() + 1))
	case schema.StringType, schema.AnyType:
		return structpb.NewStringValue(m.word())
	case schema.JSONType:
		return structpb.NewStringValue("{}")
	case schema.AssetType:
		return plain(asset)
	case schema.ArchiveType:
		return plain(archive)
	}
	return structpb.NewNullValue() // a reference to a resource, and there is none
}

// plain is a value of Go.
func plain(v any) *structpb.Value {
	if n, is := v.(int32); is {
		v = float64(n)
	}
	value, err := structpb.NewValue(v)
	if err != nil {
		panic(err) // schemas have no other constants than texts, numbers and bools
	}
	return value
}
