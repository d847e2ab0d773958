package changes

import (
	"fmt"
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file prints programs.

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
