// Package lazy has values that are made when they are first used, and cost nothing before: the linker lays them out.
//
// Why: a process of pcl-lsp often lives for a few milliseconds, and uses few of the tables and patterns of all packages. For a
// table that must be computed, sync.OnceValue does the same.
package lazy

import (
	"regexp"
	"strings"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first used.
type Pattern struct {
	text, sign string
	once       sync.Once
	made       *regexp.Regexp
}

// Regexp returns the pattern of a regular expression, which must be valid.
//
// Invariant: the compiler can inline this, so a variable that is initialized with it needs no code that runs at the start.
func Regexp(text string) *Pattern { return &Pattern{text: text} }

// RegexpWith is Regexp for a pattern that matches nothing without a certain sign in it. Most texts have none, which is found out in no time.
func RegexpWith(sign, text string) *Pattern { return &Pattern{text: text, sign: sign} }

// Replace replaces all matches in a text, as [regexp.Regexp.ReplaceAllString] does.
func (p *Pattern) Replace(in, with string) string {
	if !strings.Contains(in, p.sign) {
		return in
	}
	return p.Get().ReplaceAllString(in, with)
}

// ReplaceFunc replaces all matches in a text, as [regexp.Regexp.ReplaceAllStringFunc] does.
func (p *Pattern) ReplaceFunc(in string, with func(match string) string) string {
	if !strings.Contains(in, p.sign) {
		return in
	}
	return p.Get().ReplaceAllStringFunc(in, with)
}

// Submatches returns what the first match in a text and its groups match; nil for none.
func (p *Pattern) Submatches(in string) []string {
	if !strings.Contains(in, p.sign) {
		return nil
	}
	return p.Get().FindStringSubmatch(in)
}

// Get returns the compiled expression.
func (p *Pattern) Get() *regexp.Regexp {
	p.once.Do(func() { p.made = regexp.MustCompile(p.text) })
	return p.made
}
