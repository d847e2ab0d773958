package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file builds messages that propose what to write. The proposals are words for the
// reader and data for quick fixes.

// advice is a message with what it proposes.
type advice struct {
	message    string
	suggestion string   // as in [Diagnostic]
	choices    []string // as in [Diagnostic]
	subject    string   // as in [Diagnostic]
	related    []Related
}

// didYouMean suggests a name, unless it is empty.
func (a advice) didYouMean(near string) advice {
	if near == "" {
		return a
	}
	return a.and("; did you mean `" + near + "`?").suggesting(near)
}

// longestList is the length of a list of names above which no message repeats it.
const longestList = 1000

// itHas offers all names that there are.
func (a advice) itHas(names []string) advice {
	list := quotedNames(names)
	if len(list) > longestList {
		return a
	}
	a.choices = names
	return a.and("; it has " + list)
}

// writing says what to write, unless it is empty.
func (a advice) writing(text string) advice {
	if text == "" {
		return a
	}
	return a.and("; write `" + text + "`").suggesting(text)
}

// and adds words to the message.
func (a advice) and(words string) advice {
	a.message += words
	return a
}

// suggesting adds a suggestion that the words contain already.
func (a advice) suggesting(text string) advice {
	a.suggestion = text
	return a
}

// advise records a finding that proposes something.
func (c *checker) advise(code codes.Code, span syntax.Span, a advice) { c.propose(code, span, a) }

// adviseAs is advise with another severity than that of the code.
func (c *checker) adviseAs(s codes.Severity, code codes.Code, span syntax.Span, a advice) {
	c.propose(code, span, a).Severity = s
}

// propose is like advise. The result is valid until the next finding.
func (c *checker) propose(code codes.Code, span syntax.Span, a advice) *Diagnostic {
	d := c.find(code, span, a.message, a.related...)
	d.Suggestion, d.Choices, d.Subject = a.suggestion, a.choices, a.subject
	return d
}

// reporter receives findings of a reader. They may propose something.
type reporter func(codes.Code, syntax.Span, advice)

// say reports a finding that proposes nothing.
func (r reporter) say(code codes.Code, span syntax.Span, message string) {
	r(code, span, advice{message: message})
}
