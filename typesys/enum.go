package typesys

import (
	"slices"
	"sync"

	"github.com/zclconf/go-cty/cty"
)

// This file finds the values of enums. Some enums have hundreds.

// enumValues are the values of an enum.
type enumValues struct {
	list   []cty.Value
	once   sync.Once      // makes byText
	byText map[string]int // where each text is in the list
}

// EnumText returns the place of a text among the values of an enum.
func EnumText(enum Type, text string) (place int, found bool) {
	if enum.Kind() != KindEnum {
		return 0, false
	}
	vs := enum.n.values
	vs.once.Do(func() {
		vs.byText = make(map[string]int, len(vs.list))
		for i, v := range slices.Backward(vs.list) {
			if classOf(v) == classString {
				vs.byText[v.AsString()] = i
			}
		}
	})
	place, found = vs.byText[text]
	return place, found
}

// EnumHas reports whether the enum has the value.
func EnumHas(enum Type, value cty.Value) bool {
	if classOf(value) == classString {
		_, found := EnumText(enum, value.AsString())
		return found
	}
	return slices.ContainsFunc(enum.Values(), value.RawEquals)
}
