package codes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file implements what users make of the severities.

// Policy changes the severity of findings by code. The zero value changes
// nothing.
type Policy struct{ rules []rule }

// rule is the severity for a code, or for every code that begins with a prefix.
type rule struct {
	code     string // without the star of a family
	family   bool
	severity Severity
}

// NewPolicy makes a policy of severities by code, or by family as in "unused.*".
// The most specific entry decides. An entry that cannot be used is left out of the
// policy and named in the error: a code that does not exist, a severity other than
// error, warning, information, hint and off, or a syntax error that would be
// switched off.
func NewPolicy(severities map[string]string) (Policy, error) {
	var p Policy
	var problems []string
	for pattern, word := range severities {
		r, err := newRule(pattern, word)
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		p.rules = append(p.rules, r)
	}
	slices.SortFunc(p.rules, func(a, b rule) int {
		return cmp.Or(cmp.Compare(len(b.code), len(a.code)), cmp.Compare(a.code, b.code))
	})
	if len(problems) == 0 {
		return p, nil
	}
	slices.Sort(problems)
	return p, fmt.Errorf("%s", strings.Join(problems, "; "))
}

func newRule(pattern, word string) (rule, error) {
	severity := slices.Index(severityNames[:], word)
	if severity < 0 {
		return rule{}, fmt.Errorf("%s: there is no severity %q; there are error, warning, information, hint and off", pattern, word)
	}
	prefix, family := strings.CutSuffix(pattern, "*")
	r := rule{prefix, family, Severity(severity)}
	matched := false
	for _, d := range All() {
		if r.matches(d.Code) {
			matched = true
			if r.severity != Error && isSyntax(d.Code) {
				return rule{}, fmt.Errorf("%s: errors of syntax stay errors: what cannot be parsed cannot be checked", pattern)
			}
		}
	}
	if !matched {
		return rule{}, fmt.Errorf("there is no code %q; `pcl-lsp explain` lists all", pattern)
	}
	return r, nil
}

func isSyntax(c Code) bool { return strings.HasPrefix(string(c), "syntax.") }

func (r rule) matches(c Code) bool {
	if r.family {
		return strings.HasPrefix(string(c), r.code)
	}
	return r.code == string(c)
}

// Over is a policy that follows p where p says something, and weaker elsewhere.
func (p Policy) Over(weaker Policy) Policy {
	return Policy{rules: slices.Concat(p.rules, weaker.rules)}
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
