package check

import "slices"

// This file says which members of a value have a mark that the value itself has not.

// SecretParts are the ways to the members that are secret where the value itself
// is not: names and indexes, and "*" for any member. They are sorted.
func (f Flow) SecretParts() []string {
	if f.Secret() || f.deepSecret() == nil {
		return nil
	}
	return f.waysTo(Flow.Secret)
}

// UnknownParts are the ways to the members that may be unknown where the value itself
// is known, as SecretParts are.
func (f Flow) UnknownParts() []string {
	if f.Unknown() || f.deep().unknown == nil {
		return nil
	}
	return f.waysTo(Flow.Unknown)
}

// waysTo are the ways to the outermost members that have something.
func (f Flow) waysTo(has func(Flow) bool) []string {
	var ways []string
	var visit func(way string, inner Flow)
	members := func(prefix string, f Flow) {
		rest := f.partsRest()
		for _, part := range f.partsNamed() {
			if rest == nil || !has(*rest) || !has(part.flow) { // else it is one of any
				visit(prefix+part.name, part.flow)
			}
		}
		if rest != nil {
			visit(prefix+"*", rest.marked(f.own.passedOn()))
		} else if inner := (Flow{own: f.own.passedOn()}); f.own.within != nil && has(inner) {
			ways = append(ways, prefix+"*") // and that has no members to visit: it would be itself, for ever
		}
	}
	visit = func(way string, inner Flow) {
		if has(inner) {
			ways = append(ways, way)
		} else {
			members(way+".", inner)
		}
	}
	members("", f)
	slices.SortFunc(ways, compareNames)
	return ways
}
