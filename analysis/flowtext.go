package analysis

import "strings"

// This file says in words, for people, what a value carries and why.

// SecretText says that the value or a part of it is secret, or perhaps is, and why:
// the way to the origin, the nearest step first. It is empty for what is public.
func (f Flow) SecretText() string {
	why := f.deep().secret
	switch parts := f.SecretParts(); {
	case why == nil:
		return ""
	case len(parts) > 0:
		return "Secret in part (" + listed(parts, namesLength) + ") " + why.text()
	case f.own.secret.isSure():
		return "Secret " + f.own.secret.text()
	}
	return "Perhaps secret " + why.text()
}

// UnknownText says that the value or a part of it may be unknown during a preview, and
// why, as SecretText does.
func (f Flow) UnknownText() string {
	why := f.deep().unknown
	switch {
	case why == nil:
		return ""
	case !f.Unknown():
		return "Unknown in part during a preview " + why.text()
	case f.own.unknown.isSure():
		return "Unknown during a preview " + f.own.unknown.text()
	}
	return "Perhaps unknown during a preview " + f.own.unknown.text()
}

// DependenciesText says where the value comes from; empty where it comes from nowhere,
// or from nothing but the names given.
func (f Flow) DependenciesText(but ...string) string {
	names := f.Dependencies()
	for _, name := range but {
		if len(names) == 1 && names[0] == name {
			return ""
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Depends on " + listed(names, namesLength)
}

// namesLength is how long a list of names may be, in bytes.
const namesLength = 120

func (c *cause) text() string {
	words := make([]string, len(c.steps))
	for i, s := range c.steps {
		words[i] = "because " + s.why()
	}
	return strings.Join(words, " · ")
}
