package fastparse

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Terms in brackets: parentheses, tuples, objects, for expressions.

func (p *parser) parentheses() hclsyntax.Expression {
	start := p.read()
	lines := p.inBrackets()
	e := p.expression()
	if e == nil || !p.take(')') {
		return nil
	}
	p.lines = lines
	return &hclsyntax.ParenthesesExpr{Expression: e, SrcRange: p.since(start)}
}

// brackets parses a tuple, or a for expression that makes one.
func (p *parser) brackets() hclsyntax.Expression {
	start := p.read()
	open := p.since(start)
	lines := p.inBrackets()
	if p.word("for") {
		return p.forEach(start, ']', lines)
	}
	first := len(p.exprs)
	for !p.take(']') {
		e := p.expression()
		if e == nil {
			return nil
		}
		p.exprs = append(p.exprs, e)
		if p.peek() != ']' && !p.take(',') {
			return nil
		}
	}
	p.lines = lines
	return &hclsyntax.TupleConsExpr{Exprs: taken(&p.exprs, first), SrcRange: p.since(start), OpenRange: open}
}

// braces parses an object, or a for expression that makes one. Line ends separate
// the members of an object, whatever is around it.
func (p *parser) braces() hclsyntax.Expression {
	start := p.read()
	open := p.since(start)
	lines := p.inBrackets()
	first := p.next // perhaps a line end, which word skips
	if p.word("for") {
		return p.forEach(start, '}', lines)
	}
	p.next, p.lines = first, true
	pairs := len(p.pairs)
	for !p.take('}') {
		if p.peek() == lex.Newline {
			p.lineEnd()
		} else if !p.member() {
			return nil
		}
	}
	p.lines = lines
	return &hclsyntax.ObjectConsExpr{Items: p.items(pairs), SrcRange: p.since(start), OpenRange: open}
}

// items are the members of an object, from the first pair on.
func (p *parser) items(first int) []hclsyntax.ObjectConsItem {
	n := len(p.pairs) - first
	if n == 0 {
		return nil
	}
	items, keys := make([]hclsyntax.ObjectConsItem, n), make([]hclsyntax.ObjectConsKeyExpr, n)
	p.nameKeys(p.pairs[first:])
	for i := range items {
		m := &p.pairs[first+i]
		keys[i] = hclsyntax.ObjectConsKeyExpr{Wrapped: m.key, ForceNonLiteral: m.inParentheses}
		items[i] = hclsyntax.ObjectConsItem{KeyExpr: &keys[i], ValueExpr: m.value}
	}
	drop(&p.pairs, first)
	return items
}

// nameKeys makes the expressions of all bare keys of an object in one piece of memory.
func (p *parser) nameKeys(members []pair) {
	bare := 0
	for i := range members {
		if members[i].key == nil {
			bare++
		}
	}
	names := make([]reference, bare)
	for i := range members {
		if m := &members[i]; m.key == nil {
			m.key = p.reference(&names[0], m.bare)
			names = names[1:]
		}
	}
}

// member parses a key, its value, and the separator behind them.
func (p *parser) member() bool {
	m := pair{inParentheses: p.peek() == '('}
	if p.nextIsBareKey() {
		_, start, ok := p.name()
		if !ok {
			return false
		}
		m.bare = lex.Span{Start: start, End: p.end}
	} else if m.key = p.expression(); m.key == nil {
		return false
	}
	if !p.take('=') && !p.take(':') {
		return false
	}
	if m.value = p.expression(); m.value == nil {
		return false
	}
	p.pairs = append(p.pairs, m)
	return p.peek() == '}' || p.take(',') || p.peek() == lex.Newline && p.lineEnd()
}

// nextIsBareKey reports whether the next token is a name with the sign of a key right behind it,
// as most keys are.
func (p *parser) nextIsBareKey() bool {
	if p.next.Kind != lex.Ident || isLiteral(p.text(p.next.Start, p.next.End)) {
		return false
	}
	sign := p.lexer.Code(p.next.End).Kind
	return sign == '=' || sign == ':'
}

// isLiteral reports whether a name is a literal and never a reference.
func isLiteral(name string) bool { return name == "true" || name == "false" || name == "null" }

// forEach parses a for expression from its keyword on, up to its closer. Behind that, line ends
// are tokens as lines says.
func (p *parser) forEach(start int, closer lex.Kind, lines bool) hclsyntax.Expression {
	f := &hclsyntax.ForExpr{OpenRange: p.since(start)}
	p.read()
	if !p.variables(f) || !p.word("in") {
		return nil
	}
	p.read()
	if f.CollExpr = p.expression(); f.CollExpr == nil || !p.take(':') {
		return nil
	}
	if f.ValExpr = p.expression(); f.ValExpr == nil {
		return nil
	}
	if p.take(lex.Arrow) {
		f.KeyExpr = f.ValExpr
		if f.ValExpr = p.expression(); f.ValExpr == nil {
			return nil
		}
	}
	f.Group = p.take(lex.Ellipsis)
	if p.word("if") {
		p.read()
		if f.CondExpr = p.expression(); f.CondExpr == nil {
			return nil
		}
	}
	makesObject := closer == '}'
	if !p.take(closer) || makesObject != (f.KeyExpr != nil) || f.Group && !makesObject {
		return nil
	}
	p.lines = lines
	f.SrcRange, f.CloseRange = p.since(start), p.since(p.end-1)
	return f
}

// variables parses the names that a for expression declares.
func (p *parser) variables(f *hclsyntax.ForExpr) bool {
	var ok bool
	if f.ValVar, _, ok = p.name(); !ok {
		return false
	}
	if p.take(',') {
		f.KeyVar = f.ValVar
		f.ValVar, _, ok = p.name()
	}
	return ok
}

// Strings and templates.

// quoted parses a string or a template.
func (p *parser) quoted() hclsyntax.Expression {
	start, at := p.next.Start, p.next.End
	first := len(p.exprs)
	wraps := false
	for {
		switch t := p.lexer.Quoted(at); t.Kind {
		case lex.CloseQuote:
			p.closeQuote(t)
			parts := taken(&p.exprs, first)
			if wraps && len(parts) == 1 {
				return &hclsyntax.TemplateWrapExpr{Wrapped: parts[0], SrcRange: p.since(start)}
			}
			if len(parts) == 0 {
				parts = []hclsyntax.Expression{&hclsyntax.LiteralValueExpr{Val: cty.StringVal(""), SrcRange: p.span(p.end, p.end)}}
			}
			return &hclsyntax.TemplateExpr{Parts: parts, SrcRange: p.since(start)}
		case lex.Interpolation:
			e := p.interpolation(t)
			if e == nil {
				return nil
			}
			p.exprs = append(p.exprs, e)
			wraps, at = true, p.next.End
		case lex.Text:
			text, ok := p.literal(t)
			if !ok {
				return nil
			}
			value := hclsyntax.LiteralValueExpr{Val: cty.StringVal(text), SrcRange: p.span(t.Start, t.End)}
			if end := p.lexer.Quoted(t.End); end.Kind == lex.CloseQuote && len(p.exprs) == first {
				p.closeQuote(end)
				return plain(value, p.since(start))
			}
			part := value
			p.exprs = append(p.exprs, &part)
			at = t.End
		default:
			return nil
		}
	}
}

// plain makes a string of one text in one piece of memory.
func plain(value hclsyntax.LiteralValueExpr, r hcl.Range) *hclsyntax.TemplateExpr {
	s := &struct {
		template hclsyntax.TemplateExpr
		value    hclsyntax.LiteralValueExpr
		parts    [1]hclsyntax.Expression
	}{value: value}
	s.parts[0] = &s.value
	s.template = hclsyntax.TemplateExpr{Parts: s.parts[:], SrcRange: r}
	return &s.template
}

// closeQuote goes on behind the end of a string.
func (p *parser) closeQuote(t lex.Token) {
	p.end = t.End
	p.seek(p.end)
}

// interpolation parses the expression behind a "${", up to the "}".
func (p *parser) interpolation(opener lex.Token) hclsyntax.Expression {
	p.seek(opener.End)
	if !p.enter() {
		return nil
	}
	lines := p.inBrackets()
	e := p.expression()
	if e == nil || p.peek() != '}' {
		return nil
	}
	p.leave()
	p.lines = lines
	return e
}

// literal returns the text of a literal with its escapes replaced.
func (p *parser) literal(t lex.Token) (text string, ok bool) {
	var replaced strings.Builder
	source := p.text(t.Start, t.End)
	start := 0 // of the source that is not in replaced yet
	for at := 0; at < len(source); at++ {
		switch c := source[at]; c {
		case '\r':
			return "", false
		case '$', '%':
			if doubled := at+1 < len(source) && source[at+1] == c; doubled || !p.step() {
				return "", false
			}
		case '\\':
			if at+1 == len(source) || escapes[source[at+1]] == 0 {
				return "", false
			}
			replaced.WriteString(source[start:at])
			replaced.WriteByte(escapes[source[at+1]])
			at++
			start = at + 1
		}
	}
	if start == 0 {
		return source, true
	}
	replaced.WriteString(source[start:])
	return replaced.String(), true
}

// escapes are the bytes that letters behind a backslash stand for.
var escapes = [256]byte{'n': '\n', 'r': '\r', 't': '\t', '"': '"', '\\': '\\'}
