package changes

import (
	"fmt"
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
)

// This file prints programs.

// files are the texts of a program by relative path.
func (p *program) files() map[string]string {
	files := map[string]string{}
	for _, m := range p.modules {
		for _, b := range m.blocks {
			file := path.Join(m.dir, b.file)
			if files[file] != "" {
				files[file] += "\n"
			}
			files[file] += b.String()
		}
	}
	return files
}

// String is the text of a block.
func (b *block) String() string {
	if b.kind == "local" {
		return b.name + " = " + b.attrs[0].value.String() + "\n"
	}
	var s strings.Builder
	s.WriteString(b.kind)
	if b.name != "" {
		s.WriteString(" " + b.name)
	}
	if b.label != "" {
		fmt.Fprintf(&s, " %q", b.label)
	}
	s.WriteString(" {\n")
	writeAttrs(&s, "  ", b.attrs)
	if len(b.options) > 0 || b.over != nil {
		s.WriteString("  options {\n")
		if b.over != nil {
			fmt.Fprintf(&s, "    range = %s\n", b.over.value)
		}
		writeAttrs(&s, "    ", b.options)
		s.WriteString("  }\n")
	}
	s.WriteString("}\n")
	return s.String()
}

func writeAttrs(s *strings.Builder, indent string, attrs []*attr) {
	for _, a := range attrs {
		fmt.Fprintf(s, "%s%s = %s\n", indent, a.name, a.value)
	}
}

// String is the text of an expression.
func (v *value) String() string {
	switch {
	case v.ref != nil && v.isAll:
		return v.ref.all(v.path)
	case v.ref != nil:
		return v.ref.first() + v.path
	case v.isList:
		return "[" + joined(v.parts) + "]"
	case v.isMap && len(v.fields) == 0:
		return "{}"
	case v.isMap:
		var items []string
		for _, f := range v.fields {
			items = append(items, printer.Key(f.name)+" = "+f.value.String())
		}
		return "{ " + strings.Join(items, ", ") + " }"
	}
	args := make([]any, len(v.parts))
	for i, part := range v.parts {
		args[i] = part
	}
	if len(args) == 0 {
		return v.text
	}
	return fmt.Sprintf(v.text, args...)
}

// first is a block, or its first instance.
func (b *block) first() string {
	if b.over == nil {
		return b.name
	}
	return b.name + b.over.one
}

// all is an output of all instances of a block that has a range, or had one.
func (b *block) all(path string) string {
	switch {
	case b.over == nil || b.over.form == "bool":
		return "[" + b.name + path + "]"
	case b.over.form == "map":
		return "[for k, v in " + b.name + " : v" + path + "]"
	}
	return b.name + "[*]" + path
}

func joined(values []*value) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, v.String())
	}
	return strings.Join(texts, ", ")
}
