package format

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
)

// This file works on tokens: blank lines, trailing spaces, and the proof that nothing else
// changed.

// hclTokens returns the tokens of a text as the parser sees them. It never fails; invalid text becomes a token too.
func hclTokens(text string) hclsyntax.Tokens {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.Pos{Line: 1, Column: 1})
	return tokens
}

// tooDeep reports whether brackets nest deeper than the parser follows. Such a text is not
// formatted: at a hundred thousand levels, indentation alone would take gigabytes. Only a text
// that is being typed can be: a whole item that is too deep has a syntax error.
func tooDeep(text string) bool {
	if openers := strings.Count(text, "{") + strings.Count(text, "[") + strings.Count(text, "("); openers <= parse.MaxDepth {
		return false
	}
	depth := 0
	for t := range lex.All(text) {
		switch t.Kind {
		case '(', '[', '{', lex.Interpolation, lex.Directive:
			depth++
		case ')', ']', '}', lex.CloseTemplate:
			depth = max(0, depth-1)
		}
		if depth > parse.MaxDepth {
			return true
		}
	}
	return false
}

// hasMultiline reports whether a token contains line endings.
func hasMultiline(text string) bool {
	for t := range lex.All(text) {
		switch t.Kind {
		case lex.OpenHeredoc, lex.StringNewline:
			return true
		}
	}
	return false
}

// trim removes trailing spaces, all but one of consecutive blank lines, and blank lines at the
// start and end of the file. It ends the file with a line ending.
func (p piece) trim(text string) string {
	t := trimmer{newlines: 1}
	if p.starts {
		t.newlines = 2
	}
	at := 0
	for token := range lex.All(text) { // many times faster than hclTokens, and most text is only trimmed
		t.blanks += text[at:token.Start]
		at = token.End
		t.token(token.Kind, text[token.Start:token.End])
	}
	result := t.out.String()
	if p.ends {
		if result = strings.TrimRight(result, "\n"); result != "" {
			result += "\n"
		}
	}
	return result
}

// trimmer writes tokens.
type trimmer struct {
	out      strings.Builder
	blanks   string // not written yet, because they may end a line
	newlines int    // line endings just written
}

func (t *trimmer) token(kind lex.Kind, text string) {
	if kind == lex.Newline {
		t.blanks = ""
		if t.newlines++; t.newlines <= 2 {
			t.out.WriteString("\n")
		}
		return
	}
	t.out.WriteString(t.blanks)
	t.blanks, t.newlines = "", 0
	if kind == lex.Comment && !strings.HasPrefix(text, "/*") {
		text = strings.TrimRight(text, " \t")
	}
	t.out.WriteString(text)
}

// sameTokens reports whether two texts differ only in insignificant white space: between
// tokens, in blank lines, and at the end of comments.
func sameTokens(a, b string) bool {
	return slices.Equal(significant(a), significant(b))
}

type token struct {
	kind hclsyntax.TokenType
	text string
}

// significant returns the significant tokens of a text. Consecutive line endings count as one,
// and the line ending of a comment counts separately.
func significant(text string) []token {
	newline := token{hclsyntax.TokenNewline, "\n"}
	all := []token{newline}
	add := func(t token) {
		if t != newline || all[len(all)-1] != newline {
			all = append(all, t)
		}
	}
	for _, t := range hclTokens(text) {
		switch t.Type {
		case hclsyntax.TokenEOF:
		case hclsyntax.TokenNewline:
			add(newline)
		case hclsyntax.TokenComment:
			line, ends := strings.CutSuffix(string(t.Bytes), "\n")
			if !strings.HasPrefix(line, "/*") {
				line = strings.TrimRight(line, " \t")
			}
			add(token{t.Type, line})
			if ends {
				add(newline)
			}
		default:
			add(token{t.Type, string(t.Bytes)})
		}
	}
	add(newline)
	return all
}
