package taint

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
)

// This file says what a value carries and why: in words, and which members have a mark that the value itself has not.

// SecretText says that the value or a part of it is secret, or perhaps is, and why: the way to the origin, the nearest
// step first. It is empty for what is public. The name is that of the value where it is a local: that it passes through
// itself is not said.
func (f Taint) SecretText(name string) string {
	why := f.deep().secret
	switch parts := f.SecretParts(); {
	case why == nil:
		return ""
	case len(parts) > 0:
		return "Partly secret (" + diagnostic.Listed(parts, namesLength) + ") " + why.text(name)
	case f.own.secret.isSure():
		return "Secret " + f.own.secret.text(name)
	}
	return "Perhaps secret " + why.text(name)
}

// UnknownText says that the value or a part of it may be unknown during a preview, and why, as SecretText does.
func (f Taint) UnknownText(name string) string {
	why := f.deep().unknown
	switch {
	case why == nil:
		return ""
	case !f.Unknown():
		return "Partly unknown during a preview " + why.text(name)
	case f.own.unknown.isSure():
		return "Unknown during a preview " + f.own.unknown.text(name)
	}
	return "Perhaps unknown during a preview " + f.own.unknown.text(name)
}

// DependenciesText says where the value comes from, besides what has the name; empty where it comes from nowhere else.
func (f Taint) DependenciesText(name string) string {
	names := slices.DeleteFunc(slices.Clone(f.Dependencies()), func(n string) bool { return n == name })
	if len(names) == 0 {
		return ""
	}
	return "Depends on " + diagnostic.Listed(names, namesLength)
}

// namesLength is how long a list of names may be, in bytes.
const namesLength = 120

func (c *cause) text(name string) string {
	var words []string
	steps, told := c.told()
	for i, s := range steps {
		if s.kind != stepLocal || s.name != name || len(steps) == 1 {
			words = append(words, "because "+told[i])
		}
	}
	return strings.Join(words, " · ")
}

// SecretParts are the ways to the members that are secret where the value itself
// is not: names and indexes, and "*" for any member. They are sorted.
func (f Taint) SecretParts() []string {
	if f.Secret() || f.deepSecret() == nil {
		return nil
	}
	return f.waysTo(Taint.Secret)
}

// UnknownParts are the ways to the members that may be unknown where the value itself is known, as SecretParts are.
func (f Taint) UnknownParts() []string {
	if f.Unknown() || f.deep().unknown == nil {
		return nil
	}
	return f.waysTo(Taint.Unknown)
}

// waysTo are the ways to the outermost members that have something.
func (f Taint) waysTo(has func(Taint) bool) []string {
	var ways []string
	var visit func(way string, inner Taint)
	members := func(prefix string, f Taint) {
		rest := f.partsRest()
		for _, part := range f.partsNamed() {
			if rest == nil || !has(*rest) || !has(part.taint) { // else it is one of any
				visit(prefix+part.name, part.taint)
			}
		}
		if rest != nil {
			visit(prefix+"*", rest.marked(f.own.passedOn()))
		} else if inner := (Taint{own: f.own.passedOn()}); f.own.within != nil && has(inner) {
			ways = append(ways, prefix+"*") // and that has no members to visit: it would be itself, for ever
		}
	}
	visit = func(way string, inner Taint) {
		if has(inner) {
			ways = append(ways, way)
		} else {
			members(way+".", inner)
		}
	}
	members("", f)
	slices.Sort(ways)
	return ways
}

// IsBounded reports whether the taint has so many dependencies that some may have been left out.
func (f Taint) IsBounded() bool { return len(f.deep().deps.names()) >= maxDeps }
