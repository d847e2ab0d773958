package diagnostic

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file builds messages that propose what to write. The proposals are words for the
// reader and data for quick fixes.

// Advice is a message with what it proposes.
type Advice struct {
	Message    string
	Suggestion string   // as in [Diagnostic]
	Choices    []string // as in [Diagnostic]
	Subject    string   // as in [Diagnostic]
	Related    []Related
}

// DidYouMean suggests a name, unless it is empty.
func (a Advice) DidYouMean(near string) Advice {
	if near == "" {
		return a
	}
	return a.And("; did you mean `" + near + "`?").Suggesting(near)
}

// longestList is the length of a list of names above which no message repeats it.
const longestList = 1000

// ItHas offers all names that there are.
func (a Advice) ItHas(names []string) Advice {
	list := QuotedNames(names)
	if len(list) > longestList {
		return a
	}
	a.Choices = names
	return a.And("; it has " + list)
}

// Writing says what to write, unless it is empty.
func (a Advice) Writing(text string) Advice {
	if text == "" {
		return a
	}
	return a.And("; write `" + text + "`").Suggesting(text)
}

// And adds words to the message.
func (a Advice) And(words string) Advice {
	a.Message += words
	return a
}

// Suggesting adds a suggestion that the words contain already.
func (a Advice) Suggesting(text string) Advice {
	a.Suggestion = text
	return a
}

// Reporter receives findings of a reader. They may propose something.
type Reporter func(codes.Code, syntax.Span, Advice)

// Say reports a finding that proposes nothing.
func (r Reporter) Say(code codes.Code, span syntax.Span, message string) {
	r(code, span, Advice{Message: message})
}

// Ignore is a [Reporter] that nobody listens to.
func Ignore(codes.Code, syntax.Span, Advice) {}
