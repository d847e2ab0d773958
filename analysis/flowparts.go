package analysis

import "slices"

// This file says which members of a value may be unknown during a preview.

// UnknownParts are the ways to the members that may be unknown where the value itself
// is known: names and indexes, and "*" for any member. They are sorted.
func (f Flow) UnknownParts() []string {
	if f.Unknown() || f.deep().unknown == nil {
		return nil
	}
	var ways []string
	f.unknownParts("", &ways)
	slices.SortFunc(ways, compareNames)
	return ways
}

func (f Flow) unknownParts(prefix string, ways *[]string) {
	visit := func(name string, inner Flow) {
		if prefix != "" {
			name = prefix + "." + name
		}
		if inner.Unknown() {
			*ways = append(*ways, name)
			return
		}
		inner.unknownParts(name, ways)
	}
	for _, part := range f.partsNamed() {
		visit(part.name, part.flow)
	}
	if rest := f.partsRest(); rest != nil {
		visit("*", *rest)
	}
}
