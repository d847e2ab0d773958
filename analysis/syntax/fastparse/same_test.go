package fastparse

import (
	"reflect"

	"github.com/hashicorp/hcl/v2"
)

var position = reflect.TypeFor[hcl.Pos]()

// same reports whether two trees are equal in every field but lines and columns. A
// nil equals only a nil, and numbers must have the same precision.
func same(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || !a.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	if a.Type() == position {
		return a.FieldByName("Byte").Int() == b.FieldByName("Byte").Int()
	}
	switch a.Kind() {
	case reflect.Pointer:
		return a.Pointer() == b.Pointer() || same(a.Elem(), b.Elem())
	case reflect.Interface:
		return same(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.IsNil() != b.IsNil() {
			return false
		}
		fallthrough
	case reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.IsNil() != b.IsNil() || a.Len() != b.Len() {
			return false
		}
		for _, key := range a.MapKeys() {
			if !same(a.MapIndex(key), b.MapIndex(key)) {
				return false
			}
		}
		return true
	case reflect.Func:
		return a.Pointer() == b.Pointer()
	}
	return a.Equal(b)
}
