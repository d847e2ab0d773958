package syntax

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// This file finds what encloses what by the words of a text alone, so that it is known
// of text that has no tree as well.

// Bracket is a pair of words that enclose something.
type Bracket struct {
	// Open and Close are the words; what is enclosed is between them.
	Open, Close Span
	// Kind is the first byte of the opening word: one of ( [ { " $ % and < for a heredoc.
	Kind byte
}

// Inside is what a bracket encloses.
func (b Bracket) Inside() Span { return Span{Start: b.Open.End, End: b.Close.Start} }

// Around is the bracket with what it encloses.
func (b Bracket) Around() Span { return Span{Start: b.Open.Start, End: b.Close.End} }

// Words are the words of a text as far as they tell what belongs together.
type Words struct {
	// Brackets are those that are closed, in the order in which they are.
	Brackets []Bracket
	// Comments are whole comments; one that ends with its line ends before the line end.
	Comments []Span
	// Names are identifiers, numbers and the literal parts of strings, in order.
	Names []Span
}

// WordsOf reads the words of a text, which may be broken in any way. A bracket that
// nothing closes, or that closes nothing, is left out.
func WordsOf(text string) Words {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos) // what is wrong shows as tokens
	var w Words
	var open []Bracket
	for _, t := range tokens {
		span := Span{Start: t.Range.Start.Byte, End: t.Range.End.Byte}
		switch t.Type {
		case hclsyntax.TokenComment:
			for span.End > span.Start && (text[span.End-1] == '\n' || text[span.End-1] == '\r') {
				span.End--
			}
			w.Comments = append(w.Comments, span)
		case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit:
			w.Names = append(w.Names, span)
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
			hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			open = append(open, Bracket{Open: span, Kind: text[span.Start]})
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
			hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
			for i := len(open) - 1; i >= 0; i-- {
				if closes(t.Type, open[i].Kind) {
					b := open[i]
					b.Close, open = span, open[:i]
					w.Brackets = append(w.Brackets, b)
					break
				}
			}
		}
	}
	return w
}

// closes reports whether a word closes a bracket of a kind.
func closes(word hclsyntax.TokenType, kind byte) bool {
	switch word {
	case hclsyntax.TokenCBrace:
		return kind == '{'
	case hclsyntax.TokenCBrack:
		return kind == '['
	case hclsyntax.TokenCParen:
		return kind == '('
	case hclsyntax.TokenCQuote:
		return kind == '"'
	case hclsyntax.TokenCHeredoc:
		return kind == '<'
	}
	return kind == '$' || kind == '%'
}
