// Package lazy has values that are made when they are first used, and cost nothing before: the linker lays them out.
//
// Why: a process of pcl-lsp often lives for a few milliseconds, and uses few of the tables and patterns of all packages. For a
// table that must be computed, sync.OnceValue does the same.
package lazy

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first used.
type Pattern struct {
	text string
	once sync.Once
	made *regexp.Regexp
}

// Regexp returns the pattern of a regular expression, which must be valid.
//
// Invariant: the compiler can inline this, so a variable that is initialized with it needs no code that runs at the start.
func Regexp(text string) *Pattern { return &Pattern{text: text} }

// Get returns the compiled expression.
func (p *Pattern) Get() *regexp.Regexp {
	p.once.Do(func() { p.made = regexp.MustCompile(p.text) })
	return p.made
}
