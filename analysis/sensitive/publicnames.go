package sensitive

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// This file implements which inputs hold names: what everybody reads who may list
// what there is. A secret in one of them is a secret no more.
// (docs/language/unknown-and-secret.md#where-secrets-may-go)

// PublicNames are patterns for inputs that hold names, identifiers, tags and the
// like. The zero value stands for the usual ones. Equal
// values have equal patterns.
type PublicNames struct {
	set     bool
	written string // the patterns, each on a line, so that values can be compared
}

// defaultPublicNames are the patterns that hold where nobody gives others. The name
// of a user is part of credentials, and often as secret as the password.
func defaultPublicNames() []string {
	return []string{
		"name", "*Name", "namePrefix", "*NamePrefix", "identifier", "*Identifier", "tags", "labels",
		"metadata.name", "metadata.labels", "!*[uU]serName",
	}
}

// ParsePublicNames reads patterns as users write them: the name of an input, or a
// path to a member of it with dots, in which * stands for any characters and a
// leading ! makes an exception. No patterns at all mean that no input holds names.
//
// The error is for users.
func ParsePublicNames(patterns []string) (PublicNames, error) {
	for _, p := range patterns {
		steps := strings.Split(strings.TrimPrefix(p, "!"), ".")
		for _, step := range steps {
			if _, err := path.Match(step, ""); err != nil || step == "" || strings.ContainsAny(step, "\n/ ") {
				return PublicNames{}, fmt.Errorf("%q is not a valid pattern for inputs; use names such as tags, *Name or metadata.labels, and !userName for an exception", p)
			}
		}
	}
	return PublicNames{true, strings.Join(patterns, "\n")}, nil
}

func (n PublicNames) patterns() []string {
	if !n.set {
		return defaultPublicNames()
	}
	return strings.FieldsFunc(n.written, func(r rune) bool { return r == '\n' })
}

// Covers reports whether the input or member at a path of names is one that everybody reads, and whether something inside of
// it may be.
func (n PublicNames) Covers(way []string) (whole, inside bool) {
	for _, p := range n.patterns() {
		exception := strings.HasPrefix(p, "!")
		steps := strings.Split(strings.TrimPrefix(p, "!"), ".")
		common := min(len(steps), len(way))
		if !slices.EqualFunc(steps[:common], way[:common], matches) {
			continue
		}
		switch {
		case len(steps) > len(way):
			inside = inside || !exception
		case exception:
			return false, false
		default:
			whole = true
		}
	}
	return whole, inside
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
