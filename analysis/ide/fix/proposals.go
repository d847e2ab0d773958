package fix

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file applies what a finding suggests to write.

// proposed replaces what the finding is about by what it suggests.
func proposed(s site) []Fix {
	if s.finding.Suggestion == "" {
		return nil
	}
	return s.instead(s.finding.Suggestion, true)
}

// proposedAtOrigin replaces a literal that is written elsewhere and reaches the place of the
// finding under a name.
func proposedAtOrigin(s site) []Fix {
	if len(s.finding.Related) == 0 {
		return proposed(s)
	}
	origin := s.finding
	origin.Path, origin.Span = origin.Related[0].Path, origin.Related[0].Span
	there, ok := siteOf(s.program, origin)
	if !ok {
		return nil
	}
	if _, isLiteral := there.expression(); !isLiteral { // the place belongs to the finding in another way
		return proposed(s)
	}
	return proposed(there)
}

// verbatim writes what the finding suggests as it stands there: an expression instead of
// another.
func verbatim(s site) []Fix {
	if s.finding.Suggestion == "" {
		return nil
	}
	return []Fix{s.rewrite(s.span, s.finding.Suggestion, "Write `"+s.finding.Suggestion+"`")}
}

// verbatimOr writes what the finding suggests, and does something else without a suggestion.
func verbatimOr(otherwise repair) repair {
	return func(s site) []Fix {
		if fixes := verbatim(s); fixes != nil {
			return fixes
		}
		return otherwise(s)
	}
}

// choices offers each text that may be meant.
func choices(s site) []Fix {
	return slices.Concat(lists.Map(s.finding.Choices, func(text string) []Fix { return s.instead(text, false) })...)
}

// proposedOrRemoved also offers to remove the attribute.
func proposedOrRemoved(s site) []Fix { return append(proposed(s), s.removeAttribute()...) }

// otherProperty offers the properties that a deprecation may recommend. Whether they exist is
// found out by trying.
func otherProperty(s site) []Fix {
	a, ok := s.attribute()
	isInput := ok && syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte} == s.span
	var fixes []Fix
	for _, name := range s.finding.Choices {
		switch {
		case isInput:
			fixes = append(fixes, s.renamedInput(name)...)
		case syntax.IdentifierEnd(name, 0) == len(name):
			fixes = append(fixes, s.instead(name, false)...)
		}
	}
	return fixes
}

// renamedInput gives the value to another input, in a call of a function that the
// deprecation names if it needs one.
func (s site) renamedInput(word string) []Fix {
	a, ok := s.attribute()
	if !ok || syntax.IdentifierEnd(word, 0) != len(word) {
		return nil
	}
	name := syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}
	value := syntax.SpanOf(a.Expr)
	fixes := []Fix{{Title: "Set `" + word + "` instead", Edits: []change.Edit{s.replace(name, word)}}}
	for _, b := range language.Builtins() {
		if function := b.Name; b.Result == typesys.Asset && slices.Contains(s.finding.Choices, function) {
			fixes = append(fixes, Fix{Title: "Set `" + word + "` to `" + function + "( )` of it", Edits: []change.Edit{
				s.replace(name, word), s.replace(value, function+"("+s.text(value)+")"),
			}})
		}
	}
	return fixes
}
