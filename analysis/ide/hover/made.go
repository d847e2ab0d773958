package hover

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file shows the members of named types.

const (
	maxNamed        = 2  // how many named types a page shows
	maxNamedMembers = 16 // how many members of each it shows
	memberWidth     = 56
	shapeWidth      = 40 // of a member in one of several shapes
)

// made adds the definitions of the named types in a type.
func (p *page) made(t typesys.Type) {
	for _, named := range namedIn(t) {
		if text, hidden := definition(named); text != "" {
			p.parts = append(p.parts, part{section: sectionMembers, text: text, hidden: hidden, isCode: true, rows: true})
		}
	}
}

// definition returns a named type with one member per line, as it is in each of the three shapes.
// A resource has only one. It returns how many further members there are.
func definition(t typesys.Type) (text string, hidden int) {
	if t.Source() == nil {
		return "", 0
	}
	shapes, rows, width := shapesOf(t), [][]string{{"", "plain", "input", "output"}}, shapeWidth
	if schema.ResourceOf(t) != nil {
		shapes, rows, width = []typesys.Type{t}, nil, memberWidth
	}
	members := shapes[0].Properties()
	if len(members) == 0 {
		return "", 0
	}
	for _, m := range members[:min(len(members), maxNamedMembers)] {
		row := []string{prettyIndent + typesys.QuoteName(m.Name)}
		for _, shape := range shapes {
			member, _ := shape.Property(m.Name)
			row = append(row, typesys.Short(member.Type, width))
		}
		rows = append(rows, row)
	}
	return t.Token() + "\n" + columns(rows), max(0, len(members)-maxNamedMembers)
}

// shapesOf returns a named type in its plain, input and output shape, without what is around the
// whole.
func shapesOf(t typesys.Type) []typesys.Type {
	plain := typesys.PlainShape(t)
	input := typesys.InputShape(plain).Elem()
	if declared := schema.ObjectOf(t); declared != nil {
		input = declared.Input() // it takes only plain values where the schema says so
	}
	return []typesys.Type{plain, input, typesys.OutputShape(plain).Elem()}
}

// namedIn returns the first named object types in a type, breadth first, each once and without
// types inside them.
func namedIn(t typesys.Type) []typesys.Type {
	var found []typesys.Type
	queue := []typesys.Type{t}
	seen := map[typesys.Type]bool{}
	for visited := 0; len(queue) > 0 && visited < 200 && len(found) < maxNamed; visited++ {
		next := queue[0]
		queue = queue[1:]
		if seen[next] {
			continue
		}
		seen[next] = true
		switch {
		case next.Source() != nil:
			if !slices.ContainsFunc(found, func(o typesys.Type) bool { return o.Token() == next.Token() }) {
				found = append(found, next)
			}
		case next.Kind() == typesys.KindObject:
			for _, p := range next.Properties() {
				queue = append(queue, p.Type)
			}
		case next.Elem().IsValid():
			queue = append(queue, next.Elem())
		default:
			queue = append(queue, next.Elems()...)
		}
	}
	return found
}
