package constraint

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the conversions to object types.
// (docs/language/conversions.md#collections, docs/language/configs.md#values)

// object converts a value to an object with the declared properties.
func (w *walk) object(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	if !hasKeys(v) {
		return cty.NilVal, w.problem(WrongType, t, v)
	}
	rest := v.AsValueMap()
	members := map[string]cty.Value{}
	var absent []typesys.Property
	for _, p := range t.Properties() {
		given, has := rest[p.Name]
		if !has {
			absent = append(absent, p)
			continue
		}
		delete(rest, p.Name)
		member, problem := w.at(property(p.Name), given, p.Type)
		if problem != nil {
			return cty.NilVal, problem
		}
		members[p.Name] = member
	}
	extra := slices.Sorted(maps.Keys(rest))
	if problem := w.extra(t, extra, absent); problem != nil {
		return cty.NilVal, problem
	}
	if problem := w.fill(t, members, extra, absent); problem != nil {
		return cty.NilVal, problem
	}
	return cty.ObjectVal(members), nil
}

// extra handles undeclared properties, which are an error in a stack file and dropped elsewhere.
func (w *walk) extra(t typesys.Type, extra []string, absent []typesys.Property) *Problem {
	for _, name := range extra {
		near := typesys.Near(name, names(absent))
		if w.reading == byStackFile {
			problem := w.problem(Undeclared, t, cty.NilVal)
			problem.Names, problem.Near = []string{name}, near
			return problem
		}
		w.path = append(w.path, property(name))
		w.note(Note{Kind: Dropped, Near: near})
		w.path = w.path[:len(w.path)-1]
	}
	return nil
}

// fill sets missing properties to null if their types allow it.
func (w *walk) fill(t typesys.Type, members map[string]cty.Value, extra []string, absent []typesys.Property) *Problem {
	var missing []string
	for _, p := range absent {
		optional := typesys.IsOptional(p.Type)
		if !optional && w.reading != byStackFile {
			missing = append(missing, p.Name)
			continue
		}
		if !optional {
			w.path = append(w.path, property(p.Name))
			w.note(Note{Kind: Filled})
			w.path = w.path[:len(w.path)-1]
		}
		members[p.Name] = cty.NullVal(plainType(p.Type))
	}
	if len(missing) == 0 {
		return nil
	}
	problem := w.problem(Missing, t, cty.NilVal)
	problem.Names, problem.Near = missing, typesys.Near(missing[0], extra)
	return problem
}

func names(props []typesys.Property) []string {
	return lists.Map(props, func(p typesys.Property) string { return p.Name })
}
