package syntax

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// The depth guard: it bounds the depth of a tree before the tree exists. It
// counts on the tokens of the HCL lexer, which does not recurse, so that it and
// the parser agree on what is a string and what is code.

const (
	// MaxDepth bounds the nesting of brackets, templates, directives, blocks,
	// prefix operators, conditionals and splats.
	MaxDepth = 400
	// MaxChain bounds the binary operators and index steps of the expressions
	// that are open at one point. A chain a + a + a is a tree as deep as it is
	// long.
	MaxChain = 2000
	// maxLost bounds the work on comments that are opened and never closed; the
	// lexer looks for the end of each in all of the text.
	maxLost = 1 << 26
	// maxPieces bounds the lines of one text, which the parser joins in quadratic
	// time.
	maxPieces = 20_000
	// probeSize is how much of a long text is looked at first. Hostile texts are
	// hostile from the start, and the lexer is slow on long ones.
	probeSize = 1 << 16
)

// nesters are the bytes of which every level of depth needs at least one.
const nesters = "([{!-?*+/%=<>&|"

// tooDeep reports whether a fragment would make too deep a tree.
func tooDeep(f fragment) (Error, bool) {
	source := f.source()
	if lost := lostComments(source); lost > 0 && lost*len(source) > maxLost { // first: even the lexer would not come to an end
		return depthError(f.span.Shift(f.base), "This text opens %d comments and never closes them; close them with */.", lost), true
	}
	if err, long := f.tooManyPieces(); long {
		return err, true
	}
	if countAny(source, nesters) < MaxDepth {
		return Error{}, false
	}
	if len(source) > probeSize && lostComments(source[:probeSize]) == 0 {
		if err, deep := f.gauge(source[:probeSize]); deep {
			return err, true
		}
	}
	return f.gauge(source)
}

// tooManyPieces reports a text with so many lines or dollar signs in a row that the
// parser, which joins them one by one, would not come to an end.
func (f fragment) tooManyPieces() (Error, bool) {
	if countAny(f.source(), "\n$%\\") < maxPieces {
		return Error{}, false
	}
	tokens, _ := hclsyntax.LexConfig([]byte(f.source()), "", f.start())
	pieces := 0
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenStringLit && t.Type != hclsyntax.TokenQuotedLit {
			pieces = 0
			continue
		}
		if pieces++; pieces > maxPieces {
			return depthError(spanOf(t.Range), "This text has more than %d lines, dollar or percent signs; read it from a file with readFile.", maxPieces), true
		}
	}
	return Error{}, false
}

// gauge counts on the tokens of a text that begins where the fragment does.
func (f fragment) gauge(text string) (Error, bool) {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", f.start())
	g := depthGauge{levels: make([]level, 1, 64)}
	for _, t := range tokens {
		g.add(t)
		if g.depth > MaxDepth {
			return depthError(spanOf(t.Range), "This is nested more than %d levels deep; split it into several locals.", MaxDepth), true
		}
		if g.chain > MaxChain {
			return depthError(spanOf(t.Range), "This expression chains more than %d operators; split it into several locals.", MaxChain), true
		}
	}
	return Error{}, false
}

func depthError(span Span, format string, bound int) Error {
	return Error{Span: span, Code: codes.SyntaxDepth, Message: fmt.Sprintf(format, bound)}
}

func countAny(s, chars string) int {
	var wanted [256]bool
	for i := range len(chars) {
		wanted[chars[i]] = true
	}
	n := 0
	for i := range len(s) {
		if wanted[s[i]] {
			n++
		}
	}
	return n
}

// lostComments counts the comment openers behind the last comment closer.
func lostComments(s string) int {
	return strings.Count(s[strings.LastIndex(s, "*/")+1:], "/*")
}

// level is what one open bracket has inside it: how deep and how long the
// expression in it has grown.
type level struct {
	opener     hclsyntax.TokenType
	depth      int // prefix operators, conditionals and splats
	chain      int // binary operators and index steps
	directives int // open %{ if } and %{ for }, in a string
}

// depthGauge follows tokens and sums up the levels that are open.
type depthGauge struct {
	levels []level
	depth  int
	chain  int
	last   hclsyntax.TokenType // last significant token
}

func (g *depthGauge) top() *level { return &g.levels[len(g.levels)-1] }

func (g *depthGauge) add(t hclsyntax.Token) {
	switch t.Type {
	case hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit:
		return
	case hclsyntax.TokenComment:
		if bytes.HasSuffix(t.Bytes, []byte("\n")) {
			g.endExpression(hclsyntax.TokenNewline)
		}
		return
	case hclsyntax.TokenNewline, hclsyntax.TokenComma:
		g.endExpression(t.Type)
	case hclsyntax.TokenOParen, hclsyntax.TokenOBrace, hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc,
		hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		g.open(t.Type)
	case hclsyntax.TokenOBrack:
		if g.endsOperand() {
			g.grow(0, 1)
		}
		g.open(t.Type)
	case hclsyntax.TokenCParen, hclsyntax.TokenCBrack, hclsyntax.TokenCBrace, hclsyntax.TokenCQuote,
		hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
		g.close()
	case hclsyntax.TokenIdent:
		g.directive(string(t.Bytes))
	default:
		g.operator(t.Type)
	}
	g.last = t.Type
}

// operator counts operators by what they do to the tree.
func (g *depthGauge) operator(t hclsyntax.TokenType) {
	switch t {
	case hclsyntax.TokenBang, hclsyntax.TokenQuestion:
		g.grow(1, 0)
	case hclsyntax.TokenMinus:
		if g.endsOperand() {
			g.grow(0, 1)
		} else {
			g.grow(1, 0)
		}
	case hclsyntax.TokenStar:
		if g.last == hclsyntax.TokenDot || g.last == hclsyntax.TokenOBrack {
			g.splat()
		} else {
			g.grow(0, 1)
		}
	case hclsyntax.TokenPlus, hclsyntax.TokenSlash, hclsyntax.TokenPercent, hclsyntax.TokenEqualOp,
		hclsyntax.TokenNotEqual, hclsyntax.TokenLessThan, hclsyntax.TokenLessThanEq, hclsyntax.TokenGreaterThan,
		hclsyntax.TokenGreaterThanEq, hclsyntax.TokenAnd, hclsyntax.TokenOr:
		g.grow(0, 1)
	}
}

// splat counts a splat for the expression it is a step of: for [*] that is the
// one around the bracket.
func (g *depthGauge) splat() {
	g.depth++
	if n := len(g.levels); g.last == hclsyntax.TokenOBrack && n > 1 {
		g.levels[n-2].depth++
		return
	}
	g.top().depth++
}

func (g *depthGauge) grow(depth, chain int) {
	g.top().depth += depth
	g.top().chain += chain
	g.depth += depth
	g.chain += chain
}

func (g *depthGauge) open(opener hclsyntax.TokenType) {
	g.levels = append(g.levels, level{opener: opener})
	g.depth++
}

func (g *depthGauge) close() {
	if len(g.levels) == 1 {
		return
	}
	g.reset()
	g.depth -= 1 + g.top().directives
	g.levels = g.levels[:len(g.levels)-1]
}

// endExpression forgets the expression of the current level: at a comma, and at
// a line end where line ends matter.
func (g *depthGauge) endExpression(by hclsyntax.TokenType) {
	opener := g.top().opener
	if by == hclsyntax.TokenComma || opener == hclsyntax.TokenOBrace || len(g.levels) == 1 {
		g.reset()
	}
}

func (g *depthGauge) reset() {
	l := g.top()
	g.depth -= l.depth
	g.chain -= l.chain
	l.depth, l.chain = 0, 0
}

// directive counts the directives that are open in a string; they nest like
// brackets.
func (g *depthGauge) directive(word string) {
	if g.last != hclsyntax.TokenTemplateControl || len(g.levels) < 2 {
		return
	}
	around := &g.levels[len(g.levels)-2]
	switch word {
	case "if", "for":
		around.directives++
		g.depth++
	case "endif", "endfor":
		if around.directives > 0 {
			around.directives--
			g.depth--
		}
	}
}

// endsOperand reports whether the last token ended an operand, so that what
// follows is no prefix.
func (g *depthGauge) endsOperand() bool {
	switch g.last {
	case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit, hclsyntax.TokenCParen, hclsyntax.TokenCBrack,
		hclsyntax.TokenCBrace, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc, hclsyntax.TokenStar:
		return true
	}
	return false
}
