package hover

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file shows the members of named types.

const (
	maxNamed        = 2  // how many named types a page shows
	maxNamedMembers = 16 // how many members of each it shows
	memberWidth     = 56
)

// made adds the definitions of the named types in a type.
func (p *page) made(t typesys.Type) {
	for _, named := range namedIn(t) {
		p.code(definition(named))
	}
}

// definition returns a named type with one member per line.
func definition(t typesys.Type) string {
	props := t.Properties()
	if len(props) == 0 {
		return ""
	}
	text := t.Token() + " = {"
	for i, prop := range props {
		if i == maxNamedMembers {
			text += "\n" + prettyIndent + more(len(props)-i)
			break
		}
		text += "\n" + prettyIndent + typesys.QuoteName(prop.Name) + ": " + typesys.Short(prop.Type, memberWidth)
	}
	return text + "\n}"
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
