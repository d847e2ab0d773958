package keep

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file compares the inputs of resources, as far as they are known.

// sameInputs refuses a change of what a provider is told.
func (c *comparison) sameInputs() error {
	for _, p := range c.pairsInOrder {
		if p.old.Local || p.old.each {
			continue
		}
		was, is := p.old.Inputs(), p.now.Inputs()
		for _, name := range slices.Sorted(maps.Keys(was)) {
			a := is[name]
			if a == nil {
				return change.Refuse("`%s` would lose its input `%s`", p.old.Name, name)
			}
			before, failed := p.old.Value(was[name])
			after, fails := p.now.Value(a)
			if failed != nil || fails != nil {
				if value.IsFailure(fails) && !value.IsFailure(failed) {
					return change.Refuse("the input `%s` of `%s` would fail: %s", name, p.old.Name, fails)
				}
				continue
			}
			if !c.same(before, after) {
				return change.Refuse("the input `%s` of `%s` would have another value", name, p.old.Name)
			}
		}
		for name := range is {
			if was[name] == nil {
				return change.Refuse("`%s` would have a new input `%s`", p.old.Name, name)
			}
		}
	}
	return c.ctx.Err()
}

// same reports whether two values are equal where both are known. Resources are if one became
// the other.
func (c *comparison) same(a, b cty.Value) bool {
	a, _ = a.Unmark()
	b, _ = b.Unmark()
	if !a.IsKnown() || !b.IsKnown() {
		return true
	}
	if a.IsNull() || b.IsNull() {
		return a.IsNull() == b.IsNull()
	}
	was, resource := eval.URNOf(a)
	if is, other := eval.URNOf(b); resource && other {
		return c.became[was] == is
	}
	switch {
	case value.IsList(a) && value.IsList(b):
		return slices.EqualFunc(value.Elements(a), value.Elements(b), c.same)
	case value.IsMap(a) && value.IsMap(b):
		keys, values := value.Members(a)
		others, theirs := value.Members(b)
		return slices.Equal(keys, others) && slices.EqualFunc(values, theirs, c.same)
	}
	return a.RawEquals(b)
}
