package changes

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file declares programs that can be edited, and prints them.

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
	in       *module // nil until the block is put into one
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

// attr is an attribute, or a part of a value without a name.
type attr struct {
	name  string
	value *value
	input *schema.Property // nil unless it is an input of a resource
}

// ranged is the range of a resource. The type of its value is one of [rangeForms].
type ranged struct {
	attr
	one string // how the first instance is written
}

// value is an expression. It is a reference, a list, an object, or a text with parts.
type value struct {
	t       typesys.Type // without shapes; what the place takes
	text    string       // a literal, or a format with a verb for each part
	isList  bool
	isMap   bool    // an object or a map
	parts   []*attr // elements, attributes or arguments
	ref     *block
	path    string
	isAll   bool // refers to all instances of a resource with a range
	ofRange bool // speaks of range.key or range.value
}

// text is a string, or an expression whose type does not matter.
func text(format string, args ...any) *value {
	return &value{t: typesys.String, text: fmt.Sprintf(format, args...)}
}

// list is a list; nil if an element is.
func list(elements ...*value) *value {
	if slices.Contains(elements, nil) {
		return nil
	}
	return &value{isList: true, parts: unnamed(elements)}
}

// call is an expression with arguments, which stand for the verbs of a format.
func call(t typesys.Type, format string, args ...*value) *value {
	isOfRange := slices.ContainsFunc(args, func(arg *value) bool { return arg.ofRange })
	return &value{t: t, text: format, parts: unnamed(args), ofRange: isOfRange}
}

func unnamed(values []*value) (parts []*attr) {
	for _, v := range values {
		parts = append(parts, &attr{value: v})
	}
	return parts
}

// where are the blocks that fulfil a condition.
func (p *program) where(is func(*block) bool) (all []*block) {
	for _, m := range p.modules {
		all = append(all, only(m.blocks, is)...)
	}
	return all
}

// only are the members that fulfil a condition.
func only[T any](all []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return !is(one) })
}

// take moves a block into the module.
func (m *module) take(at int, b *block) {
	if b.in != nil {
		b.in.drop(b)
	}
	b.in, m.blocks = m, slices.Insert(m.blocks, at, b)
}

// drop takes a block out of the module.
func (m *module) drop(b *block) {
	m.blocks = slices.DeleteFunc(m.blocks, func(o *block) bool { return o == b })
}

// index is where a block is in its module.
func (b *block) index() int { return slices.Index(b.in.blocks, b) }

func anyBlock(*block) bool { return true }

// isA is the condition that a block is of a kind.
func isA(kind string) func(*block) bool { return func(b *block) bool { return b.kind == kind } }

// has is the condition that a block has an option.
func has(option string) func(*block) bool {
	return func(b *block) bool { return find(b.options, option) != nil }
}

func (b *block) isProvider() bool { return b.resource != nil && b.resource.IsProvider }

// isManaged reports a resource that is no provider.
func (b *block) isManaged() bool { return b.kind == "resource" && !b.isProvider() }

// isSingle reports one of those that has no range.
func (b *block) isSingle() bool { return b.isManaged() && b.over == nil }

// children are the resources that name a block as their parent.
func (b *block) children() []*block {
	return only(b.in.blocks, func(o *block) bool { return o.isManaged() && o.parent() == b })
}

// parent is the block that the option parent names; nil if there is none.
func (b *block) parent() *block {
	if a := find(b.options, "parent"); a != nil {
		return a.value.ref
	}
	return nil
}

func find(attrs []*attr, name string) *attr {
	for _, a := range attrs {
		if a.name == name {
			return a
		}
	}
	return nil
}

// set gives an attribute a value, and reports whether there is one.
func set(attrs *[]*attr, name string, v *value) bool {
	if a := find(*attrs, name); a != nil && v != nil {
		a.value = v
	} else if v != nil {
		*attrs = append(*attrs, &attr{name: name, value: v})
	}
	return v != nil
}

// unset takes an attribute away, and reports whether it was there.
func unset(attrs *[]*attr, name string) bool {
	before := len(*attrs)
	*attrs = slices.DeleteFunc(*attrs, func(a *attr) bool { return a.name == name })
	return len(*attrs) < before
}

// become gives an attribute a value, and reports whether there is one and it is another than before.
func (a *attr) become(v *value) bool {
	if v == nil {
		return false
	}
	before := a.value.String()
	a.value = v
	return v.String() != before
}

// alias gives a block an alias in place of those that it has.
func (b *block) alias(v *value) bool { return set(&b.options, "aliases", list(v)) }

// dropOptions takes away the options, all but one, that refer to a block; to any if it is nil.
func (b *block) dropOptions(to *block, but string) {
	b.options = slices.DeleteFunc(b.options, func(a *attr) bool { return a.name != but && a.value.refersTo(to) })
}

// each visits all values of a block.
func (b *block) each(visit func(*value)) {
	for _, a := range slices.Concat(b.attrs, b.options) {
		a.value.each(visit)
	}
	if b.over != nil {
		b.over.value.each(visit)
	}
}

func (v *value) each(visit func(*value)) {
	visit(v)
	for _, part := range v.parts {
		part.value.each(visit)
	}
}

// refersTo reports whether a value, or a part of it, refers to a block; to any if it is nil.
func (v *value) refersTo(b *block) (refers bool) {
	v.each(func(v *value) { refers = refers || v.ref != nil && (b == nil || v.ref == b) })
	return refers
}

// references are the values that refer to a block.
func (p *program) references(b *block) (all []*value) {
	for _, user := range p.where(anyBlock) {
		user.each(func(v *value) {
			if v.ref == b {
				all = append(all, v)
			}
		})
	}
	return all
}

// isUsed reports a block that something refers to.
func (p *program) isUsed(b *block) bool { return len(p.references(b)) > 0 }

// isLeaf reports a value that is neither a list nor an object.
func (v *value) isLeaf() bool { return !v.isList && !v.isMap }

// step is the path from a value to a part of it.
func (v *value) step(i int) string {
	if v.isList {
		return fmt.Sprintf("[%d]", i)
	}
	return "." + v.parts[i].name
}

// copied is a copy that shares only the blocks that it refers to.
func (v *value) copied() *value {
	c := *v
	c.parts = copies(v.parts)
	return &c
}

func copies(attrs []*attr) (all []*attr) {
	for _, a := range attrs {
		all = append(all, &attr{a.name, a.value.copied(), a.input})
	}
	return all
}

// files are the texts of a program by relative path.
func (p *program) files() map[string]string {
	files := map[string]string{}
	for _, b := range p.where(anyBlock) {
		file := path.Join(b.in.dir, b.file)
		if files[file] != "" {
			files[file] += "\n"
		}
		files[file] += b.String()
	}
	return files
}

// String is the text of a block.
func (b *block) String() string {
	if b.kind == "local" {
		return b.name + " = " + b.attrs[0].value.String() + "\n"
	}
	text := b.kind + " " + b.name
	if b.label != "" {
		text += fmt.Sprintf(" %q", b.label)
	}
	text += " {\n" + lines("  ", b.attrs)
	options := b.options
	if b.over != nil {
		options = append([]*attr{&b.over.attr}, options...)
	}
	if len(options) > 0 {
		text += "  options {\n" + lines("    ", options) + "  }\n"
	}
	return text + "}\n"
}

func lines(indent string, attrs []*attr) (text string) {
	for _, a := range attrs {
		text += fmt.Sprintf("%s%s = %s\n", indent, a.name, a.value)
	}
	return text
}

// String is the text of an expression.
func (v *value) String() string {
	parts := v.items(printer.Key, " = ")
	switch {
	case v.ref != nil:
		return v.reference()
	case v.isList:
		return "[" + strings.Join(parts, ", ") + "]"
	case v.isMap && len(parts) == 0:
		return "{}"
	case v.isMap:
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	text := v.text
	for _, part := range parts {
		text = strings.Replace(text, "%s", part, 1)
	}
	return text
}

// items are the texts of the parts, those of an object with their keys, each of which a sign follows.
func (v *value) items(key func(string) string, sign string) (items []string) {
	for _, part := range v.parts {
		text := part.value.String()
		if v.isMap {
			text = key(part.name) + sign + text
		}
		items = append(items, text)
	}
	return items
}

// reference is the text of a reference: to the first instance of a block, or to all of one that has a range,
// or had one.
func (v *value) reference() string {
	name, over := v.ref.name, v.ref.over
	switch {
	case v.isAll && (over == nil || over.value.t == typesys.Bool):
		return "[" + name + v.path + "]"
	case v.isAll && over.value.t == textMap:
		return "[for k, v in " + name + " : v" + v.path + "]"
	case v.isAll:
		return name + "[*]" + v.path
	case over != nil:
		name += over.one
	}
	return name + v.path
}
