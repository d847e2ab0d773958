package direct

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// This file parses what is in quotes.

// quoted parses a string or a template.
func (p *parser) quoted() hclsyntax.Expression {
	start := p.read(1)
	var parts []hclsyntax.Expression
	wraps := false
	for {
		switch c := p.byteAt(0); {
		case c == '"':
			p.read(1)
			if wraps && len(parts) == 1 {
				return &hclsyntax.TemplateWrapExpr{Wrapped: parts[0], SrcRange: p.since(start)}
			}
			if len(parts) == 0 {
				parts = []hclsyntax.Expression{&hclsyntax.LiteralValueExpr{Val: cty.StringVal(""), SrcRange: p.span(p.end, p.end)}}
			}
			return &hclsyntax.TemplateExpr{Parts: parts, SrcRange: p.since(start)}
		case c == '$' && p.byteAt(1) == '{':
			e := p.interpolation()
			if e == nil {
				return nil
			}
			parts, wraps = append(parts, e), true
		default:
			from := p.at
			text, ok := p.literal()
			if !ok {
				return nil
			}
			parts = append(parts, &hclsyntax.LiteralValueExpr{Val: cty.StringVal(text), SrcRange: p.span(from, p.at)})
		}
	}
}

// interpolation parses a "${", an expression and a "}".
func (p *parser) interpolation() hclsyntax.Expression {
	p.read(2)
	if !p.enter() {
		return nil
	}
	defer p.leave()
	defer p.inBrackets()()
	e := p.expression()
	if e == nil || !p.take('}') {
		return nil
	}
	return e
}

// literal reads up to a quote or an interpolation, and replaces escapes.
func (p *parser) literal() (text string, ok bool) {
	var replaced strings.Builder
	start := p.at // of what is not in replaced yet
	for p.at < len(p.text) {
		switch c := p.text[p.at]; c {
		case '"':
			return joined(&replaced, p.text[start:p.at]), true
		case '\n', '\r':
			return "", false
		case '$', '%':
			next := p.byteAt(1)
			if next == '{' && c == '$' {
				return joined(&replaced, p.text[start:p.at]), true
			}
			if next == '{' || next == c || !p.step() {
				return "", false
			}
			p.at++
		case '\\':
			b, known := unescaped(p.byteAt(1))
			if !known {
				return "", false
			}
			replaced.WriteString(p.text[start:p.at])
			replaced.WriteByte(b)
			p.at += 2
			start = p.at
		default:
			p.at++
		}
	}
	return "", false
}

func joined(b *strings.Builder, rest string) string {
	if b.Len() == 0 {
		return rest
	}
	b.WriteString(rest)
	return b.String()
}

// unescaped is the byte that a letter behind a backslash stands for.
func unescaped(c byte) (b byte, known bool) {
	switch c {
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case '"', '\\':
		return c, true
	}
	return 0, false
}
