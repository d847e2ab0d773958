package fastparse

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

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
