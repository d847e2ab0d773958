package codes

import (
	"fmt"
	"slices"
)

// This file implements policies that limit findings to some codes.

// selection is the part of a policy that limits findings. The zero value limits nothing.
type selection struct {
	patterns []string // codes and families; empty for all
	// whole says that findings of all codes are reported. Rules that the patterns name are on all the same.
	whole bool
}

func (s selection) equal(other selection) bool {
	return s.whole == other.whole && slices.Equal(s.patterns, other.patterns)
}

// Selecting returns p limited to codes and families such as "unused.*": other findings are
// [Off]. Syntax errors are always reported, because text that cannot be parsed is not checked.
//
// A code that is off, by default or because a weaker policy says so, is on if a pattern names
// it; "*" names nothing.
//
// Selecting fails, and returns p unchanged, if there is no such code. The error is written for
// users.
func (p Policy) Selecting(patterns ...string) (Policy, error) {
	for _, pattern := range patterns {
		if !IsOfTeam(pattern) && !slices.ContainsFunc(All(), func(d Declaration) bool { return d.Code.Matches(pattern) }) {
			return p, fmt.Errorf("there is no code %q", pattern)
		}
	}
	p.selected.patterns = slices.Concat(p.selected.patterns, patterns)
	return p, nil
}

// Whole returns p without the limit. What it names is still on.
func (p Policy) Whole() Policy {
	p.selected.whole = true
	return p
}

// Selects reports whether the limit of the policy includes a code. Severities do not matter.
func (p Policy) Selects(c Code) bool {
	return len(p.selected.patterns) == 0 || isSyntax(c) || slices.ContainsFunc(p.selected.patterns, c.Matches)
}

// names reports whether the limit of the policy names a code, and not just everything.
func (p Policy) names(c Code) bool {
	return slices.ContainsFunc(p.selected.patterns, func(pattern string) bool { return pattern != "*" && c.Matches(pattern) })
}
