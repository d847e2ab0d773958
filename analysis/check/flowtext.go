package check

import (
	"slices"
	"strings"
)

// This file says in words, for people, what a value carries and why.

// SecretText says that the value or a part of it is secret, or perhaps is, and why:
// the way to the origin, the nearest step first. It is empty for what is public. The
// name is that of the value where it is a local: that it passes through itself is not
// said.
func (f Flow) SecretText(name string) string {
	why := f.deep().secret
	switch parts := f.SecretParts(); {
	case why == nil:
		return ""
	case len(parts) > 0:
		return "Partly secret (" + listed(parts, namesLength) + ") " + why.text(name)
	case f.own.secret.isSure():
		return "Secret " + f.own.secret.text(name)
	}
	return "Perhaps secret " + why.text(name)
}

// UnknownText says that the value or a part of it may be unknown during a preview, and
// why, as SecretText does.
func (f Flow) UnknownText(name string) string {
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

// DependenciesText says where the value comes from, besides what has the name; empty
// where it comes from nowhere else.
func (f Flow) DependenciesText(name string) string {
	names := slices.DeleteFunc(slices.Clone(f.Dependencies()), func(n string) bool { return n == name })
	if len(names) == 0 {
		return ""
	}
	return "Depends on " + listed(names, namesLength)
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
