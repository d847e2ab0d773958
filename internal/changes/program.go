package changes

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file declares programs that can be edited and printed.

// program is a program with its components. References lead to blocks, so that a block can get another name.
type program struct {
	modules []*module // the first is the program at the top
	config  map[string]string
	names   int
}

// module is the program of one directory.
type module struct {
	dir    string // relative to the top, where it is empty
	blocks []*block
}

// block is a block, or an attribute that declares a local.
type block struct {
	kind     string // config, local, resource, component, output or package
	name     string
	label    string // the second label: a token, a type or a path
	resource *schema.Resource
	child    *module // of a component
	attrs    []*attr
	options  []*attr
	over     *ranged
	exports  []export
	file     string
}

// export is a value that others can refer to.
type export struct {
	path string
	t    typesys.Type
}

// attr is an attribute.
type attr struct {
	name  string
	value *value
	input *schema.Property // nil unless it is an input of a resource
}

// ranged is the range of a resource.
type ranged struct {
	value *value
	one   string // how the first instance is written
	form  string // bool, number, list or map
}

// value is an expression. It is a reference, a list, an object, or a text with parts.
type value struct {
	t       typesys.Type // without shapes; what the place takes
	text    string       // a literal, or a format with a verb for each part
	parts   []*value
	isList  bool
	fields  []*attr
	isMap   bool // an object or a map
	ref     *block
	path    string
	isAll   bool // refers to all instances of a resource with a range
	ofRange bool // speaks of range.key or range.value
}

func (p *program) root() *module { return p.modules[0] }

// module is the one that a block is in.
func (p *program) moduleOf(b *block) *module {
	for _, m := range p.modules {
		if slices.Contains(m.blocks, b) {
			return m
		}
	}
	return nil
}

// usersOf are the blocks that declare a component of a module.
func (p *program) usersOf(child *module) []*block {
	return p.where(func(b *block) bool { return b.child == child })
}

// where are the blocks that fulfil a condition.
func (p *program) where(is func(*block) bool) []*block {
	var all []*block
	for _, m := range p.modules {
		for _, b := range m.blocks {
			if is(b) {
				all = append(all, b)
			}
		}
	}
	return all
}

// blocks are all blocks.
func (p *program) blocks() []*block { return p.where(anyBlock) }

func anyBlock(*block) bool { return true }

// drop takes a block out of the module.
func (m *module) drop(b *block) {
	m.blocks = slices.DeleteFunc(m.blocks, func(o *block) bool { return o == b })
}

func (b *block) isProvider() bool { return b.resource != nil && b.resource.IsProvider }

// isManaged reports a resource that is no provider.
func (b *block) isManaged() bool { return b.kind == "resource" && !b.isProvider() }

// isSingle reports one of those that has no range.
func (b *block) isSingle() bool { return b.isManaged() && b.over == nil }

func find(attrs []*attr, name string) *attr {
	i := slices.IndexFunc(attrs, func(a *attr) bool { return a.name == name })
	if i < 0 {
		return nil
	}
	return attrs[i]
}

// set gives an attribute a value.
func set(attrs *[]*attr, name string, v *value) {
	if a := find(*attrs, name); a != nil {
		a.value = v
		return
	}
	*attrs = append(*attrs, &attr{name: name, value: v})
}

// unset takes an attribute away, and reports whether it was there.
func unset(attrs *[]*attr, name string) bool {
	before := len(*attrs)
	*attrs = slices.DeleteFunc(*attrs, func(a *attr) bool { return a.name == name })
	return len(*attrs) < before
}

// parent is the block that the option parent names; nil if there is none.
func (b *block) parent() *block {
	if a := find(b.options, "parent"); a != nil {
		return a.value.ref
	}
	return nil
}

// alias gives a block an alias in place of those that it has.
func (b *block) alias(v *value) { set(&b.options, "aliases", list(v)) }

// dropOptions takes away the options that refer to such a block.
func (b *block) dropOptions(is func(*block) bool) {
	b.options = slices.DeleteFunc(b.options, func(a *attr) bool { return a.value.refersTo(is) })
}

// each visits all values of a block.
func (b *block) each(visit func(*value)) {
	for _, attrs := range [][]*attr{b.attrs, b.options} {
		for _, a := range attrs {
			a.value.each(visit)
		}
	}
	if b.over != nil {
		b.over.value.each(visit)
	}
}

func (v *value) each(visit func(*value)) {
	visit(v)
	for _, part := range v.parts {
		part.each(visit)
	}
	for _, f := range v.fields {
		f.value.each(visit)
	}
}

// refersTo reports whether a value, or a part of it, refers to such a block.
func (v *value) refersTo(is func(*block) bool) (refers bool) {
	v.each(func(v *value) { refers = refers || v.ref != nil && is(v.ref) })
	return refers
}

// references are the values that refer to a block.
func (p *program) references(b *block) (all []*value) {
	for _, user := range p.blocks() {
		user.each(func(v *value) {
			if v.ref == b {
				all = append(all, v)
			}
		})
	}
	return all
}

// copied is a copy that shares only the blocks that it refers to.
func (v *value) copied() *value {
	c := *v
	c.parts = nil
	for _, part := range v.parts {
		c.parts = append(c.parts, part.copied())
	}
	c.fields = copies(v.fields)
	return &c
}

func copies(attrs []*attr) (all []*attr) {
	for _, a := range attrs {
		all = append(all, &attr{a.name, a.value.copied(), a.input})
	}
	return all
}
