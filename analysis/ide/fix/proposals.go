package fix

import (
	"regexp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file applies what the message of a finding proposes: "did you mean `x`?". A message
// that was cut short proposes nothing.

var didYouMean = regexp.MustCompile("did you mean (`[^`…]+`|\"[^\"…]+\")")

// proposals are the words before the proposal, by code, where they are not those of
// most.
var proposals = map[codes.Code]*regexp.Regexp{
	codes.PropCase:          regexp.MustCompile("only (`[^`…]+`)"),
	codes.EnumCase:          regexp.MustCompile("is spelt (`[^`…]+`)"),
	codes.ConstValue:        regexp.MustCompile("where only (.+?) is allowed"),
	codes.FunctionUnknown:   regexp.MustCompile("(?:did you mean|called) (`[^`…]+`)"),
	codes.TokenFallback:     regexp.MustCompile("taken for (`[^`…]+`)"),
	codes.TokenStyle:        regexp.MustCompile("is written (`[^`…]+`)"),
	codes.PathCase:          regexp.MustCompile("is called (`[^`…]+`)"),
	codes.ComponentPathCase: regexp.MustCompile("is called (`[^`…]+`)"),
	codes.RangeFraction:     regexp.MustCompile("cut off to ([0-9]+)"),
}

var written = regexp.MustCompile("write (`[^`…]+`|\"[^\"…]+\")")

// proposed replaces what the finding is about by what its message proposes.
func proposed(s site) []Fix {
	pattern := proposals[s.code]
	if pattern == nil {
		pattern = didYouMean
	}
	return s.fromMessage(pattern)
}

// writtenInstead is like proposed, for messages that say what to write.
func writtenInstead(s site) []Fix { return s.fromMessage(written) }

func (s site) fromMessage(pattern *regexp.Regexp) []Fix {
	match := pattern.FindStringSubmatch(s.message)
	if match == nil {
		return nil
	}
	return s.instead(strings.Trim(match[1], "`"), true)
}

var itHas = regexp.MustCompile("; it has (`.*)$")

// proposedOrListed offers each of a few names where none is near.
func proposedOrListed(s site) []Fix {
	if fixes := proposed(s); fixes != nil {
		return fixes
	}
	list := itHas.FindStringSubmatch(s.message)
	if list == nil {
		return nil
	}
	var fixes []Fix
	for i, word := range strings.Split(list[1], "`") {
		if i%2 == 1 {
			fixes = append(fixes, s.instead(word, false)...)
		}
	}
	return fixes
}

// proposedOrRemoved also offers to remove the attribute.
func proposedOrRemoved(s site) []Fix { return append(proposed(s), s.removeAttribute()...) }

// deprecatedWords matches the replacement that a deprecation note names, in backquotes or
// after "use".
var deprecatedWords = regexp.MustCompile("`([^`…]+)`|(?i:\\buse |\\bcall )([\\w/:.-]+\\w)")

// deprecated replaces by what the note of deprecation names; whether that exists is
// found out by trying.
func deprecated(s site) []Fix {
	_, note, _ := strings.Cut(s.message, "deprecated")
	var fixes []Fix
	for _, m := range deprecatedWords.FindAllStringSubmatch(note, -1) {
		word := m[1] + m[2]
		if s.code == codes.DeprecatedProperty {
			fixes = append(fixes, s.renamedInput(word, note)...)
			continue
		}
		if found := s.instead(word, false); found != nil {
			fixes = append(fixes, found...)
		}
	}
	return fixes
}

// renamedInput gives the value to another input, in a call of a function that the
// note names if it needs one.
func (s site) renamedInput(word, note string) []Fix {
	a, ok := s.attribute()
	if !ok || syntax.IdentifierEnd(word, 0) != len(word) {
		return nil
	}
	name := syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}
	value := syntax.SpanOf(a.Expr)
	fixes := []Fix{{Title: "Set `" + word + "` instead", Edits: []change.Edit{s.replace(name, word)}}}
	for _, b := range language.Builtins() {
		if function := b.Name; b.Result == typesys.Asset && strings.Contains(note, "`"+function+"`") {
			fixes = append(fixes, Fix{Title: "Set `" + word + "` to `" + function + "( )` of it", Edits: []change.Edit{
				s.replace(name, word), s.replace(value, function+"("+s.text(value)+")"),
			}})
		}
	}
	return fixes
}
