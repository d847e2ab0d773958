package madeup

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// This file makes up values of types.

// Choice says which values are made up. Its seed chooses how many elements lists have, whether what is optional is there, and texts.
type Choice struct {
	Seed uint64
	// Keys are the members that maps have. With some, lists have several elements.
	Keys []string
	// of is what the values belong to, if that chooses texts, numbers and bools too.
	of string
	// Lost is told that a value is null since it would be a reference to a resource, and there is none.
	Lost func()
}

// in is the choice for a part.
func (c Choice) in(part string) Choice {
	if c.of != "" {
		c.of += "." + part
	}
	return c
}

// number is a number below 50 that depends on what it belongs to.
func (c Choice) number() uint64 {
	if c.of == "" {
		return 0
	}
	return uint64(c.hash()) % 50
}

func (c Choice) hash() uint32 {
	h := fnv.New32a()
	h.Write([]byte(c.of))
	return h.Sum32()
}

// word is a text.
func (c Choice) word() string {
	if c.of == "" {
		return c.Text(fmt.Sprintf("text%d", c.Seed))
	}
	return fmt.Sprintf("%s-%08x", c.of[strings.LastIndex(c.of, ".")+1:], c.hash())
}

// Several is the number of elements of lists if maps have certain keys.
const Several = 4

// deepest is how many objects may be in each other. What is optional is left out where half of them are.
const deepest = 8

// sizes are the numbers of elements of lists and maps, by seed.
var sizes = []int{1, 2, 0}

// texts are those of seeds whose texts are numbers or bools.
var texts = map[uint64]string{asking.Numbers: "1", asking.Bools: "true", asking.RichNumbers: "1", asking.RichBools: "true"}

// Text is a text that is a word unless the seed wants another one.
func (c Choice) Text(word string) string { return cmp.Or(texts[c.Seed%100], word) }

// asset is an asset with a text, as the protocol writes it.
var asset = map[string]any{"4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", "text": "made up"}

// archive is an archive with nothing inside.
var archive = map[string]any{"4dabf18193072939515e22adb298388d": "0def7320c3a5731c473e5ecbe6d01bc7", "assets": map[string]any{}}

// property is a value for a property; nil if it is left out.
func (c Choice) property(p *schema.Property, depth int) *structpb.Value {
	if !p.IsRequired() && (depth > deepest/2 || c.Seed%3 == 2 && depth+int(c.Seed/3) > 0) {
		return nil
	}
	if p.ConstValue != nil {
		return plain(p.ConstValue)
	}
	return c.in(p.Name).value(p.Type, depth)
}

// value is a value of a type.
func (c Choice) value(t schema.Type, depth int) *structpb.Value {
	if depth > deepest {
		c.Lost()
		return structpb.NewNullValue()
	}
	size, keys := sizes[c.Seed%uint64(len(sizes))], []string{"key0", "key1"}
	if len(c.Keys) > 0 {
		size, keys = Several, c.Keys
	}
	switch t := t.(type) {
	case *schema.OptionalType:
		return c.value(t.ElementType, depth)
	case *schema.InputType:
		return c.value(t.ElementType, depth)
	case *schema.TokenType:
		return c.value(t.UnderlyingType, depth)
	case *schema.UnionType:
		return c.value(t.ElementTypes[c.Seed%uint64(len(t.ElementTypes))], depth)
	case *schema.EnumType:
		return plain(t.Elements[c.Seed%uint64(len(t.Elements))].Value)
	case *schema.ArrayType:
		list := &structpb.ListValue{}
		for i := range size {
			list.Values = append(list.Values, c.in(strconv.Itoa(i)).value(t.ElementType, depth+1))
		}
		return structpb.NewListValue(list)
	case *schema.MapType:
		fields := map[string]*structpb.Value{}
		for _, key := range keys[:min(max(size, len(c.Keys)), len(keys))] {
			fields[key] = c.in(key).value(t.ElementType, depth+1)
		}
		return structpb.NewStructValue(&structpb.Struct{Fields: fields})
	case *schema.ObjectType:
		fields := map[string]*structpb.Value{}
		for _, p := range t.Properties {
			if value := c.property(p, depth+1); value != nil {
				fields[p.Name] = value
			}
		}
		return structpb.NewStructValue(&structpb.Struct{Fields: fields})
	}
	switch t {
	case schema.BoolType:
		return structpb.NewBoolValue((c.Seed+c.number())%2 == 0)
	case schema.IntType, schema.NumberType:
		return structpb.NewNumberValue(float64(c.Seed + c.number() + 1))
	case schema.StringType, schema.AnyType:
		return structpb.NewStringValue(c.word())
	case schema.JSONType:
		return structpb.NewStringValue("{}")
	case schema.AssetType:
		return plain(asset)
	case schema.ArchiveType:
		return plain(archive)
	}
	c.Lost()
	return structpb.NewNullValue()
}

// filled is a value of a type whose objects have the members that it leaves out, or unknown ones.
func (c Choice) filled(t schema.Type, value *structpb.Value, unknown bool, depth int) *structpb.Value {
	if members := value.GetStructValue().GetFields(); members[signature] != nil {
		if members[signature].GetStringValue() != secret || members["value"] == nil {
			return value
		}
		wrapped := maps.Clone(members)
		wrapped["value"] = c.filled(t, members["value"], unknown, depth)
		return structpb.NewStructValue(&structpb.Struct{Fields: wrapped})
	}
	switch t := t.(type) {
	case *schema.OptionalType:
		return c.filled(t.ElementType, value, unknown, depth)
	case *schema.ArrayType:
		list := &structpb.ListValue{}
		for i, element := range value.GetListValue().GetValues() {
			list.Values = append(list.Values, c.in(strconv.Itoa(i)).filled(t.ElementType, element, unknown, depth+1))
		}
		if value.GetListValue() != nil {
			return structpb.NewListValue(list)
		}
	case *schema.MapType:
		object := value.GetStructValue()
		if object == nil {
			return value
		}
		filled := map[string]*structpb.Value{}
		for name, member := range object.Fields {
			filled[name] = c.in(name).filled(t.ElementType, member, unknown, depth+1)
		}
		return structpb.NewStructValue(&structpb.Struct{Fields: filled})
	case *schema.ObjectType:
		object := value.GetStructValue()
		if object == nil {
			return value
		}
		filled := map[string]*structpb.Value{}
		maps.Copy(filled, object.Fields)
		for _, p := range t.Properties {
			if given := object.Fields[p.Name]; given != nil {
				filled[p.Name] = c.in(p.Name).filled(p.Type, given, unknown, depth+1)
			} else if unknown {
				filled[p.Name] = structpb.NewStringValue(plugin.UnknownStringValue)
			} else if made := c.property(p, depth+1); made != nil {
				filled[p.Name] = made
			}
		}
		return structpb.NewStructValue(&structpb.Struct{Fields: filled})
	}
	return value
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
