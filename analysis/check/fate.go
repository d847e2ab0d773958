package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file tells where a failure of the run is certain: an expression inside try
// or can may fail, and one behind a condition may have been tested for what would
// make it fail.

// fateOf is what is known at the beginning of an item: a range may leave a
// resource out where something that its body needs is missing.
func fateOf(e *program.Item) fate {
	return fate{conditions: len(rangeAttributes(e.Syntax))}
}

// attempting enters an argument of a call, which may catch its failures; the result
// leaves it.
func (f *fate) attempting(catches bool) (leave func()) {
	if !catches {
		return func() {}
	}
	f.attempts++
	return func() { f.attempts-- }
}

// conditionally enters what is evaluated under a condition; the result leaves it.
func (f *fate) conditionally() (leave func()) {
	f.conditions++
	return func() { f.conditions-- }
}

// fails reports what always fails when it is evaluated. Where the program catches
// failures that is what it expects.
func (c *checker) fails(code codes.Code, span syntax.Span, message string) {
	if c.fate.attempts == 0 {
		c.find(code, span, message)
	}
}

// mayFail reports what fails for some values, unless something may have been
// tested before.
func (c *checker) mayFail(code codes.Code, span syntax.Span, message string) {
	if c.fate.attempts == 0 && c.fate.conditions == 0 {
		c.findAs(codes.Warning, code, span, message)
	}
}
