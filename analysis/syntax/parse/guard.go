package parse

import (
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// The depth guard: it limits the depth of a tree before the parser builds it. It counts
// on the tokens of [lex.All], which agree with those of the parser on broken text too.

const (
	// MaxDepth limits the nesting of brackets, templates, directives, blocks, prefix
	// operators, conditionals and splats.
	MaxDepth = 400
	// MaxChain limits the binary operators and index steps of the expressions that are
	// open at one point. The tree of a chain a + a + a is as deep as the chain is long.
	MaxChain = 2000
	// maxLost limits the work on comments that are never closed. The lexer of the parser
	// looks for the end of each in all of the text.
	maxLost = 1 << 26
	// maxPieces limits the pieces of one literal text, which the parser joins in
	// quadratic time.
	maxPieces = 20_000
)

// nesters are the bytes of which every level of depth needs at least one.
const nesters = "([{!-?*+/%=<>&|"

// tooDeep reports whether the tree of a fragment would be too deep.
func tooDeep(f fragment) (Error, bool) {
	source := f.source()
	if lost := lostComments(source); lost > 0 && lost*len(source) > maxLost {
		return depthError(f.span.Shift(f.base), "This text opens %d comments and never closes them, so it is not checked; close them with */.", lost), true
	}
	if countAny(source, nesters) < MaxDepth && countAny(source, "\n$%\\") < maxPieces {
		return Error{}, false
	}
	g := depthGauge{text: source, levels: make([]level, 1, 64)}
	for t := range lex.All(source) {
		g.add(t)
		place := lex.Span{Start: t.Start, End: t.End}.Shift(f.span.Start + f.base)
		switch {
		case g.pieces > maxPieces:
			return depthError(place, "This text has more than %d lines, dollar or percent signs, so it is not checked; read it from a file with readFile.", maxPieces), true
		case g.depth > MaxDepth:
			return depthError(place, "This is nested more than %d levels deep, so it is not checked; split it into several locals.", MaxDepth), true
		case g.chain > MaxChain:
			return depthError(place, "This expression chains more than %d operators, so it is not checked; split it into several locals.", MaxChain), true
		}
	}
	return Error{}, false
}

func depthError(span lex.Span, format string, bound int) Error {
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

// level is the depth and length of the expression inside one open bracket.
type level struct {
	opener     lex.Kind
	depth      int // prefix operators, conditionals and splats
	chain      int // binary operators and index steps
	directives int // open %{ if } and %{ for }, in a string
}

// depthGauge follows tokens and sums up the open levels.
type depthGauge struct {
	text   string
	levels []level
	depth  int
	chain  int
	pieces int      // of the current literal text
	last   lex.Kind // last token but for text, comments, line ends and strip markers
}

func (g *depthGauge) top() *level { return &g.levels[len(g.levels)-1] }

func (g *depthGauge) add(t lex.Token) {
	if t.Kind == lex.Text {
		g.pieces += countPieces(g.text[t.Start:t.End])
		return
	}
	g.pieces = 0
	switch t.Kind {
	case lex.Comment, '~': // a strip marker belongs to its template
		return
	case lex.Newline:
		g.endExpression(t.Kind)
		return
	case ',':
		g.endExpression(t.Kind)
	case '(', '{', lex.OpenQuote, lex.OpenHeredoc, lex.Interpolation, lex.Directive:
		g.open(t.Kind)
	case '[':
		if g.endsOperand() {
			g.grow(0, 1)
		}
		g.open(t.Kind)
	case ')', ']', '}', lex.CloseQuote, lex.CloseHeredoc, lex.CloseTemplate:
		g.close()
	case lex.Ident:
		g.directive(g.text[t.Start:t.End])
	default:
		g.operator(t.Kind)
	}
	g.last = t.Kind
}

// countPieces counts the tokens that the lexer of the parser makes of a literal text.
// It splits the text at dollar and percent signs.
func countPieces(text string) int {
	n, joins := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '$' || c == '%':
			n, joins = n+1, false
			if strings.HasPrefix(text[i+1:], string([]byte{c, '{'})) {
				i += 2
			}
		case !joins:
			n, joins = n+1, true
		}
	}
	return n
}

// operator counts an operator by its effect on the tree.
func (g *depthGauge) operator(k lex.Kind) {
	switch k {
	case '!', '?':
		g.grow(1, 0)
	case '-':
		if g.endsOperand() {
			g.grow(0, 1)
		} else {
			g.grow(1, 0)
		}
	case '*':
		if g.last == '.' || g.last == '[' {
			g.splat()
		} else {
			g.grow(0, 1)
		}
	case '+', '/', '%', '<', '>', lex.Equal, lex.NotEqual, lex.LessOrEqual, lex.GreaterOrEqual, lex.And, lex.Or:
		g.grow(0, 1)
	}
}

// splat counts a splat for the expression that it is a step of. For [*] that is the
// expression around the bracket.
func (g *depthGauge) splat() {
	g.depth++
	if n := len(g.levels); g.last == '[' && n > 1 {
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

func (g *depthGauge) open(opener lex.Kind) {
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

// endExpression forgets the expression of the current level: at a comma, and at a line
// end where line ends matter.
func (g *depthGauge) endExpression(by lex.Kind) {
	if by == ',' || g.top().opener == '{' || len(g.levels) == 1 {
		g.reset()
	}
}

func (g *depthGauge) reset() {
	l := g.top()
	g.depth -= l.depth
	g.chain -= l.chain
	l.depth, l.chain = 0, 0
}

// directive counts the open directives of a string, which nest like brackets.
func (g *depthGauge) directive(word string) {
	if g.last != lex.Directive || len(g.levels) < 2 {
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

// endsOperand reports whether the last token ended an operand, so that the next one is
// not a prefix.
func (g *depthGauge) endsOperand() bool {
	switch g.last {
	case lex.Ident, lex.Number, ')', ']', '}', lex.CloseQuote, lex.CloseHeredoc, '*':
		return true
	}
	return false
}
