package codes

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements severities as users configure them.

// Policy changes the severity of findings by code. The zero value changes nothing.
// Policies are immutable.
type Policy struct {
	rules    []rule
	weaker   int // how many of the rules, from the end, come from policies that p is over
	selected selection
}

// rule sets the severity of a code, or of every code with a prefix.
type rule struct {
	code     string // without the star of a family
	family   bool
	severity Severity
}

// ErrSeverity is the error for a word that is not a severity.
var ErrSeverity = errors.New("unknown severity")

// With returns p with the named severity for a code, or for a family such as
// "unused.*". If several entries match a code, the most specific one counts. A later
// entry for the same code or family replaces the earlier one.
//
// With fails, and returns p unchanged, if the code or the severity is unknown, or if a
// syntax error would become less severe. The error is written for users.
func (p Policy) With(pattern, severity string) (Policy, error) {
	r, err := newRule(pattern, severity)
	if err != nil {
		return p, err
	}
	kept := slices.DeleteFunc(slices.Clone(p.rules), func(old rule) bool { return old.code == r.code && old.family == r.family })
	kept = append(kept, r)
	lists.SortStable(kept, func(a, b rule) int { return cmp.Compare(b.specificity(), a.specificity()) })
	p.rules = kept
	return p, nil
}

// Over returns a policy that follows p, and weaker for codes that p does not mention. A limit
// of weaker does not count.
func (p Policy) Over(weaker Policy) Policy {
	p.rules, p.weaker = slices.Concat(p.rules, weaker.rules), p.weaker+len(weaker.rules)
	return p
}

// Severity returns the severity of a finding with a code, given the severity s that it
// has without the policy.
func (p Policy) Severity(c Code, s Severity) Severity {
	if !p.selected.whole && !p.Selects(c) {
		return Off
	}
	for i, r := range p.rules {
		if r.matches(c) {
			if r.severity == Off && i >= len(p.rules)-p.weaker && p.names(c) {
				break
			}
			return r.severity
		}
	}
	if s == Off && p.names(c) {
		return Warning
	}
	return s
}

// Equal reports whether two policies have the same entries and the same limit.
func (p Policy) Equal(other Policy) bool {
	return p.weaker == other.weaker && slices.Equal(p.rules, other.rules) && p.selected.equal(other.selected)
}

// IsZero reports whether the policy changes nothing.
func (p Policy) IsZero() bool { return len(p.rules) == 0 && len(p.selected.patterns) == 0 }

func newRule(pattern, word string) (rule, error) {
	severity := slices.Index(severityNames[:], word)
	if severity < 0 {
		return rule{}, fmt.Errorf("%w %q; use error, warning, information, hint or off", ErrSeverity, word)
	}
	prefix, family := strings.CutSuffix(pattern, "*")
	r := rule{prefix, family, Severity(severity)}
	matched := IsOfTeam(pattern)
	for _, d := range All() {
		if !r.matches(d.Code) {
			continue
		}
		matched = true
		if r.severity != Error && isSyntax(d.Code) {
			return rule{}, errors.New("syntax errors are always errors, because broken code can't be checked")
		}
	}
	if !matched {
		return rule{}, fmt.Errorf("there is no code %q", pattern)
	}
	return r, nil
}

// TeamPrefix begins the codes of a team's own rules, which no declaration has.
const TeamPrefix = "team."

// IsOfTeam reports whether a pattern names a team's own rules. Which there are is not known here.
func IsOfTeam(pattern string) bool {
	return strings.HasPrefix(pattern, TeamPrefix) && len(pattern) > len(TeamPrefix) && !strings.ContainsAny(pattern, " \t\"'`,;")
}

func isSyntax(c Code) bool { return strings.HasPrefix(string(c), "syntax.") }

// specificity is higher for a rule that matches fewer codes.
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

// Patterns returns what a policy can name: every code, and every family by its first
// word. Those of a team's own rules are missing. The caller must not change it.
func Patterns() []string { return patterns() }

var patterns = sync.OnceValue(func() []string {
	var all []string
	for _, d := range All() {
		family, _, found := strings.Cut(string(d.Code), ".")
		if family += ".*"; found && !slices.Contains(all, family) {
			all = append(all, family)
		}
		all = append(all, string(d.Code))
	}
	return all
})
