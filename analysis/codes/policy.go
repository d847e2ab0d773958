package codes

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// This file implements what users make of the severities.

// Policy changes the severity of findings by code. The zero value changes
// nothing. Policies are values: none changes after it was made.
type Policy struct{ rules []rule }

// rule is the severity for a code, or for every code that begins with a prefix.
type rule struct {
	code     string // without the star of a family
	family   bool
	severity Severity
}

// ErrSeverity says that a word names no severity.
var ErrSeverity = errors.New("no severity")

// With is a policy that follows p and gives a code, or a family such as
// "unused.*", the severity of that name. Of several entries that a code matches
// the most specific decides, and a later one for the same code or family replaces
// the earlier.
//
// The error, with which p is returned unchanged, is for users: there is no such
// code or no such severity, or a syntax error would become less than an error.
func (p Policy) With(pattern, severity string) (Policy, error) {
	r, err := newRule(pattern, severity)
	if err != nil {
		return p, err
	}
	kept := slices.DeleteFunc(slices.Clone(p.rules), func(old rule) bool { return old.code == r.code && old.family == r.family })
	kept = append(kept, r)
	slices.SortStableFunc(kept, func(a, b rule) int { return cmp.Compare(b.specificity(), a.specificity()) })
	return Policy{kept}, nil
}

// Over is a policy that follows p where p says something, and weaker elsewhere.
func (p Policy) Over(weaker Policy) Policy {
	return Policy{slices.Concat(p.rules, weaker.rules)}
}

// Severity is the severity that a finding with a code gets, where it would have s
// without the policy.
func (p Policy) Severity(c Code, s Severity) Severity {
	for _, r := range p.rules {
		if r.matches(c) {
			return r.severity
		}
	}
	return s
}

// Equal reports whether two policies change the same findings in the same way, for
// all that can be told from how they were made.
func (p Policy) Equal(other Policy) bool { return slices.Equal(p.rules, other.rules) }

// IsZero reports whether the policy changes nothing.
func (p Policy) IsZero() bool { return len(p.rules) == 0 }

func newRule(pattern, word string) (rule, error) {
	severity := slices.Index(severityNames[:], word)
	if severity < 0 {
		return rule{}, fmt.Errorf("%q is %w; there are error, warning, information, hint and off", word, ErrSeverity)
	}
	prefix, family := strings.CutSuffix(pattern, "*")
	r := rule{prefix, family, Severity(severity)}
	matched := false
	for _, d := range All() {
		if !r.matches(d.Code) {
			continue
		}
		matched = true
		if r.severity != Error && isSyntax(d.Code) {
			return rule{}, errors.New("syntax errors stay errors: what cannot be parsed cannot be checked")
		}
	}
	if !matched {
		return rule{}, fmt.Errorf("there is no code %q", pattern)
	}
	return r, nil
}

func isSyntax(c Code) bool { return strings.HasPrefix(string(c), "syntax.") }

// specificity is larger for a rule that matches less.
func (r rule) specificity() int {
	if r.family {
		return len(r.code)
	}
	return len(r.code) + 1<<16
}

func (r rule) matches(c Code) bool {
	if r.family {
		return strings.HasPrefix(string(c), r.code)
	}
	return r.code == string(c)
}

// Patterns are what a policy can name: every code, and every family by its first
// word.
func Patterns() []string {
	var patterns []string
	for _, d := range All() {
		family, _, found := strings.Cut(string(d.Code), ".")
		if family += ".*"; found && !slices.Contains(patterns, family) {
			patterns = append(patterns, family)
		}
		patterns = append(patterns, string(d.Code))
	}
	return patterns
}
