package semantic

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file paints what the tokens alone tell, even in broken text: comments, strings,
// numbers, template delimiters and keywords of expressions.

// expressionWords are keywords anywhere in an expression.
var expressionWords = map[string]bool{"true": true, "false": true, "null": true}

// loopWords are keywords inside brackets and template directives.
var loopWords = map[string]bool{"for": true, "in": true, "if": true, "else": true, "endif": true, "endfor": true}

func (p *painter) words() {
	tokens, _ := hclsyntax.LexConfig([]byte(p.text), "", hcl.Pos{Line: 1, Column: 1})
	depth := 0
	for i := 0; i < len(tokens); i++ {
		span := spanOf(tokens[i])
		switch tokens[i].Type {
		case hclsyntax.TokenComment:
			p.paint(span, Comment, 0)
		case hclsyntax.TokenOQuote, hclsyntax.TokenCQuote, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit, hclsyntax.TokenOHeredoc, hclsyntax.TokenCHeredoc:
			for i+1 < len(tokens) && isText(tokens[i+1]) && spanOf(tokens[i+1]).Start == span.End && tokens[i].Type != hclsyntax.TokenCQuote {
				i++
				span.End = spanOf(tokens[i]).End
			}
			p.paint(span, String, 0)
		case hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			depth++
			p.paint(span, Operator, 0)
		case hclsyntax.TokenTemplateSeqEnd:
			depth--
			p.paint(span, Operator, 0)
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen:
			depth++
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen:
			depth--
		case hclsyntax.TokenNumberLit:
			p.paint(span, Number, 0)
		case hclsyntax.TokenIdent:
			word := string(tokens[i].Bytes)
			if (expressionWords[word] || depth > 0 && loopWords[word]) && !named(tokens, i) {
				p.paint(span, Keyword, 0)
			}
		}
	}
}

// named reports whether the tokens around a word make it a name.
func named(tokens hclsyntax.Tokens, i int) bool {
	return i > 0 && tokens[i-1].Type == hclsyntax.TokenDot || i+1 < len(tokens) && tokens[i+1].Type == hclsyntax.TokenEqual
}

func isText(t hclsyntax.Token) bool {
	switch t.Type {
	case hclsyntax.TokenCQuote, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit, hclsyntax.TokenCHeredoc:
		return true
	}
	return false
}

func spanOf(t hclsyntax.Token) syntax.Span {
	return syntax.Span{Start: t.Range.Start.Byte, End: t.Range.End.Byte}
}
