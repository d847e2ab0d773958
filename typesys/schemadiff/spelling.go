package schemadiff

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares types of two versions. Those with a token are the same if their tokens are, or if one was renamed to the other.

// spell is a text that is equal for types that are the same. A type is from the version before, where tokens may have other names now.
func (c *comparison) spell(t typesys.Type, before bool) string {
	switch key := nameOf(t); {
	case key != "" && before:
		return c.nowCalled(key)
	case key != "":
		return key
	}
	switch t.Kind() {
	case typesys.KindUnion, typesys.KindTuple:
		parts := lists.Map(t.Elems(), func(e typesys.Type) string { return c.spell(e, before) })
		if t.Kind() == typesys.KindUnion { // its order depends on tokens
			slices.Sort(parts)
		}
		return t.Kind().String() + "(" + strings.Join(parts, ", ") + ")"
	case typesys.KindConst, typesys.KindObject:
		return t.Exact()
	}
	if e := t.Elem(); e.IsValid() {
		return t.Kind().String() + "(" + c.spell(e, before) + ")"
	}
	return t.String()
}

// nameOf identifies a type that has a token; empty for others. A resource may have the token of a type.
func nameOf(t typesys.Type) string {
	if o := schema.ObjectOf(t); o != nil {
		if o.IsResource {
			return string(Resources) + " " + o.Canonical
		}
		return string(Types) + " " + o.Canonical
	}
	if t.Kind() == typesys.KindEnum {
		return string(Types) + " " + t.Token()
	}
	return ""
}

// nowCalled is what a type of the version before is called in the version after.
func (c *comparison) nowCalled(key string) string {
	if now := c.renamedTypes[key]; now != "" {
		return now
	}
	return key
}

// inner is the type inside of collections, wrappers and options.
func inner(t typesys.Type) typesys.Type {
	for nameOf(t) == "" {
		t = typesys.Unwrapped(t)
		e := t.Elem()
		if !e.IsValid() || t.Kind() == typesys.KindConst || t.Kind() == typesys.KindEnum {
			break
		}
		t = e
	}
	return t
}

// takes reports whether one type has all values of another one from the other version.
func (c *comparison) takes(dst, src typesys.Type, dstBefore bool) bool {
	dst, src = typesys.Unwrapped(dst), typesys.Unwrapped(src)
	switch {
	case dst == typesys.Dynamic || c.spell(dst, dstBefore) == c.spell(src, !dstBefore):
		return true
	case src.Kind() == typesys.KindUnion:
		return !slices.ContainsFunc(src.Elems(), func(m typesys.Type) bool { return !c.takes(dst, m, dstBefore) })
	case dst.Kind() == typesys.KindUnion:
		return slices.ContainsFunc(dst.Elems(), func(m typesys.Type) bool { return c.takes(m, src, dstBefore) })
	case nameOf(dst) != "":
		return false
	case src.Kind() == typesys.KindEnum || src.Kind() == typesys.KindConst:
		return c.takes(dst, src.Elem(), dstBefore)
	case nameOf(src) != "" || src == typesys.Dynamic:
		return false
	case dst.Kind() == src.Kind() && dst.Elem().IsValid():
		return c.takes(dst.Elem(), src.Elem(), dstBefore)
	}
	return typesys.Assignable(dst, src)
}
