package plan

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/proppath"
)

// This file computes the inputs of a registration as the run passes them to the engine: converted
// to the types of the schema, with its defaults. (docs/language/resources.md#inputs)

// isInternal reports whether a member belongs to the engine or a provider and not to the program.
func isInternal(name string) bool { return strings.HasPrefix(name, "__") }

// inputsOf are the inputs of a registration that are not null. An input that cannot be computed is unknown, and listed if it
// is too large for that; one that makes the run fail is an error.
func inputsOf(r *eval.Registration) (all map[string]cty.Value, large []string, err error) {
	all = map[string]cty.Value{}
	given := r.Inputs()
	for _, name := range slices.Sorted(maps.Keys(given)) { // the first that fails is the reason
		v, err := r.Value(given[name])
		switch {
		case err == nil:
			all[name] = v
		case value.IsFailure(err):
			return nil, nil, err
		default:
			all[name] = cty.DynamicVal
			if errors.Is(err, value.ErrTooLarge) {
				large = append(large, name)
			}
		}
	}
	if r.Schema != nil && r.Item.Kind != syntax.KindRead {
		all = eval.FitInputs(all, r.Schema.Inputs)
	}
	maps.DeleteFunc(all, func(name string, v cty.Value) bool { return v.IsKnown() && v.IsNull() || isInternal(name) })
	return all, large, nil
}

// pathsOf are the property paths of an option; known is false if there are others.
func pathsOf(r *eval.Registration, name string) (paths []proppath.Path, known bool) {
	a := r.OptionAttribute(name)
	if a == nil {
		return nil, true
	}
	list, ok := tree.Unparen(a.Expr).(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil, false
	}
	for _, e := range list.Exprs {
		t, ok := tree.Unparen(e).(*hclsyntax.ScopeTraversalExpr)
		if !ok {
			return paths, false
		}
		var steps []proppath.Step
		for _, s := range t.Traversal[1:] {
			key, ok := tree.StepKey(s)
			if !ok {
				return paths, false
			}
			_, dot := s.(hcl.TraverseAttr)
			steps = append(steps, proppath.Step{Key: key, Dot: dot})
		}
		paths = append(paths, proppath.Refer(t.Traversal.RootName(), steps...).Read)
	}
	return paths, true
}

// option is the value of an option that is set and not null; known is false if it cannot be told.
func option(r *eval.Registration, name string) (v cty.Value, set, known bool) {
	v, set, err := r.Option(name)
	switch {
	case err != nil || set && !v.IsKnown():
		return cty.DynamicVal, true, false
	case !set || v.IsNull():
		return cty.NilVal, false, true
	}
	return v, true, true
}

// flag is an option that is a bool; known is false if it cannot be told.
func flag(r *eval.Registration, name string) (on, set, known bool) {
	v, set, known := option(r, name)
	if set && known && v.Type() == cty.Bool {
		return v.True(), true, true
	}
	return false, set, !set
}

// importID is the id to import; known is false if it cannot be told.
func importID(r *eval.Registration) (id string, set, known bool) {
	v, set, known := option(r, language.NameImport)
	if set && known && v.Type() == cty.String {
		return v.AsString(), true, true
	}
	return "", set, !set
}

// resourcesOf are the URNs of the resources that an option names, alone or in a list or map; known is false if they
// end before one that is not known.
func resourcesOf(r *eval.Registration, name string) (urns []string, known bool) {
	v, set, known := option(r, name)
	if !set || !known {
		return nil, known
	}
	all := []cty.Value{v}
	switch {
	case value.IsList(v):
		all = value.Elements(v)
	case value.IsMap(v) && !eval.IsResource(v):
		_, all = value.Members(v)
	}
	for _, one := range all {
		name, is := eval.URNOf(one)
		if !is {
			return urns, false
		}
		urns = append(urns, name)
	}
	return urns, true
}
