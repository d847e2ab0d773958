package format

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
)

// This file formats one piece of text.

const byteOrderMark = "\ufeff"

// piece is a text of whole items.
type piece struct {
	text         string
	ending       string // the line ending of the file
	starts, ends bool   // the piece starts or ends the file
}

// maxPasses limits how often a text is formatted until it no longer changes.
const maxPasses = 4

// layOut formats the text. It fails if that would change the meaning.
func (p piece) layOut() (result string, ok bool) {
	defer func() {
		if recover() != nil { // hclwrite is not ours, and an unformatted piece does no harm
			result, ok = "", false
		}
	}()
	mark := ""
	text, found := strings.CutPrefix(p.text, byteOrderMark)
	if found {
		mark = byteOrderMark
	}
	text, ending, ok := p.unified(text)
	if !ok || growsTooMuch(text) {
		return "", false
	}
	stable, ok := p.untilStable(text)
	if !ok || stable != text && !sameTokens(text, stable) {
		return "", false
	}
	return mark + strings.ReplaceAll(stable, "\n", ending), true
}

// maxGrowth is how many times as long as a text the text is that is aligned, at most.
const maxGrowth = 256

// growsTooMuch reports whether many lines may be aligned with a line that is so long that the text would multiply.
func growsTooMuch(text string) bool {
	lines, longest := 0, 0
	for line := range strings.Lines(text) {
		lines, longest = lines+1, max(longest, len(line))
	}
	return lines > maxGrowth && lines*longest > maxGrowth*len(text)
}

// untilStable formats a text until it no longer changes. It fails if that does not happen.
func (p piece) untilStable(text string) (string, bool) {
	for range maxPasses {
		next := p.trim(string(hclwrite.Format([]byte(text))))
		if next == text {
			return text, true
		}
		text = next
	}
	return "", false
}

// unified converts a text to one kind of line ending and returns the ending for the result. In
// a heredoc line endings are content, so a text with heredocs keeps its own, and fails if it
// has both kinds.
func (p piece) unified(text string) (unified, ending string, ok bool) {
	if p.ending == "\n" && !strings.Contains(text, "\r") {
		return text, p.ending, true
	}
	unified = strings.ReplaceAll(text, "\r\n", "\n")
	if strings.Contains(unified, "\r") {
		return "", "", false
	}
	windows, lines := strings.Count(text, "\r\n"), strings.Count(text, "\n")
	switch {
	case !hasMultiline(unified):
		return unified, p.ending, true
	case windows == lines && lines > 0:
		return unified, "\r\n", true
	case windows == 0:
		return unified, "\n", true
	}
	return "", "", false
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
	for token := range lex.All(text) {
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
	kind lex.Kind
	text string
}

// significant returns the significant tokens of a text. Consecutive line endings count as one.
func significant(text string) []token {
	newline := token{lex.Newline, "\n"}
	all := []token{newline}
	add := func(t token) {
		if t != newline || all[len(all)-1] != newline {
			all = append(all, t)
		}
	}
	for t := range lex.All(text) {
		one := token{t.Kind, text[t.Start:t.End]}
		switch {
		case t.Kind == lex.Newline:
			one = newline
		case t.Kind == lex.Comment && !strings.HasPrefix(one.text, "/*"):
			one.text = strings.TrimRight(one.text, " \t")
		}
		add(one)
	}
	add(newline)
	return all
}
