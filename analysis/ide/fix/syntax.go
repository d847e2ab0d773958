package fix

import (
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// This file repairs syntax errors. Each function lists what may be meant, best first. A trial
// drops the guesses that do not parse any better; see [change.Try].

// maxLines is how many lines below an opening bracket the repair searches for the place of the
// closing one.
const maxLines = 40

// here returns the text from the finding to the end of its line.
func (s site) here() string {
	return s.text(syntax.Span{Start: s.span.Start, End: max(s.span.Start, s.lineOf(s.span.Start).End)})
}

// closed adds a missing closing bracket: at the finding, at the end of its line or of a later
// one, or at the end of a paragraph.
func (s site) closed(bracket string) []Fix {
	title := "Add the missing `" + bracket + "`"
	fixes := []Fix{s.insertAt(s.span.Start, bracket, title)}
	at := s.span.Start
	if len(s.finding.Related) > 0 {
		at = max(0, s.finding.Related[0].Span.Start-s.item.Base)
	}
	text := s.item.Text
	for range maxLines {
		line := s.lineOf(min(at, len(text)))
		written := strings.TrimRight(s.text(line), " \t,")
		fixes = append(fixes, s.insertAt(line.Start+len(written), bracket, title))
		if bracket == "}" {
			fixes = append(fixes, s.insertAt(line.End, s.lineEnd()+bracket, title))
		}
		next := s.line(line.Start).End
		if next >= len(text) || next <= at {
			break
		}
		at = next
	}
	return fixes
}

func closedBrace(s site) []Fix { return s.paragraphs(s.closed("}")) }
func closedList(s site) []Fix  { return s.closed("]") }
func closedParen(s site) []Fix { return s.closed(")") }

// paragraphs moves the places before a blank line to the front.
func (s site) paragraphs(fixes []Fix) []Fix {
	var first, rest []Fix
	for _, f := range fixes {
		at := f.Edits[0].Span.Start - s.item.Base
		after := strings.TrimLeft(s.item.Text[at:], " \t\r")
		if strings.HasPrefix(f.Edits[0].Text, s.lineEnd()) && (strings.HasPrefix(after, "\n\n") || strings.HasPrefix(after, "\n\r\n")) {
			first = append(first, f)
		} else {
			rest = append(rest, f)
		}
	}
	return append(first, rest...)
}

func operator(s site) []Fix {
	is := s.text(s.span)
	if is != "&" && is != "|" {
		return nil
	}
	return []Fix{s.rewrite(s.span, is+is, "Write `"+is+is+"`")}
}

// singleQuotes replaces single quotes by double quotes.
func singleQuotes(s site) []Fix {
	rest := s.here()
	if !strings.HasPrefix(rest, "'") {
		return nil
	}
	end := strings.IndexByte(rest[1:], '\'')
	if end < 0 || strings.Contains(rest[:end+1], `"`) {
		return nil
	}
	span := syntax.Span{Start: s.span.Start, End: s.span.Start + end + 2}
	return []Fix{s.rewrite(span, `"`+rest[1:end+1]+`"`, "Use double quotes")}
}

// number rewrites hexadecimal numbers and digit separators as decimal digits.
func number(s site) []Fix {
	is := s.text(s.span)
	bare := strings.ReplaceAll(is, "_", "")
	if n, err := strconv.ParseInt(bare, 0, 64); err == nil {
		bare = strconv.FormatInt(n, 10)
	}
	return []Fix{s.rewrite(s.span, bare, "Write `"+bare+"`")}
}

// joinedLines joins a string that spans two lines.
func joinedLines(s site) []Fix {
	closed := s.insertAt(s.span.Start, `"`, "Close the string")
	next := s.lineOf(min(s.line(s.span.Start).End, len(s.item.Text)))
	if next.Start <= s.span.Start {
		return []Fix{closed} // the file ends without a line ending
	}
	return []Fix{s.rewrite(syntax.Span{Start: s.span.Start, End: next.Start}, `\n`, "Write the line end as `\\n`"), closed}
}

func closedText(s site) []Fix {
	return []Fix{s.insertAt(s.span.Start, `"`, "Close the string"), s.insertAt(s.lineOf(s.span.Start).End, `"`, "Close the string")}
}

// closedHeredoc ends a heredoc at a line that starts with its marker.
func closedHeredoc(s site) []Fix {
	if len(s.finding.Related) == 0 {
		return nil
	}
	open := s.finding.Related[0].Span.Shift(-s.item.Base)
	if open.Start < 0 || open.End > len(s.item.Text) {
		return nil
	}
	marker := strings.Trim(s.text(open), "<-~ \r\n")
	var fixes []Fix
	for at := s.line(open.Start).End; at < len(s.item.Text); {
		line := s.lineOf(at)
		bare := strings.TrimLeft(s.text(line), " \t")
		if strings.HasPrefix(bare, marker) && marker != "" && bare != marker {
			span := syntax.Span{Start: line.End - len(bare) + len(marker), End: line.End}
			fixes = append(fixes, s.rewrite(span, "", "Remove the text after the marker"))
		}
		at = s.line(line.Start).End
	}
	return fixes
}

func doubledBackslash(s site) []Fix {
	return []Fix{s.insertAt(s.span.Start, `\`, "Escape the backslash")}
}

func closedDirective(s site) []Fix {
	return []Fix{
		s.insertAt(s.span.Start, "%{ endif }", "Add `%{ endif }`"),
		s.insertAt(s.span.Start, "%{ endfor }", "Add `%{ endfor }`"),
	}
}

func closedInterpolation(s site) []Fix {
	rest := s.here()
	var fixes []Fix
	if quote := strings.LastIndexByte(rest, '"'); quote > 0 {
		fixes = append(fixes, s.insertAt(s.span.Start+quote, "}", "Add the missing `}`"))
	}
	return append(fixes, s.insertAt(s.span.Start, "$", "Write a literal `${`"))
}

func secondBranch(s site) []Fix {
	return []Fix{s.insertAt(s.span.Start, " : null", "Add `: null`")}
}

func comma(s site) []Fix {
	before := strings.TrimRight(s.item.Text[:s.span.Start], " \t\r\n")
	return []Fix{s.insertAt(len(before), ",", "Add the missing comma")}
}

func removedComma(s site) []Fix {
	if is := s.text(s.span); is != "," && is != ";" {
		return nil
	}
	return removedText(s)
}

func assignment(s site) []Fix {
	rest := s.item.Text[s.span.End:]
	space := len(rest) - len(strings.TrimLeft(rest, " \t"))
	if !strings.HasPrefix(rest[space:], ":") {
		return nil
	}
	at := s.span.End
	return []Fix{s.rewrite(syntax.Span{Start: at, End: at + space + 1}, " =", "Write `=`")}
}

// duplicate removes the second or the first of two attributes.
func duplicate(s site) []Fix {
	second := s.dropLines("Remove this `"+s.text(s.span)+"`", s.span.Start)
	if len(s.finding.Related) == 0 {
		return second
	}
	return append(second, s.dropLines("Remove the first `"+s.text(s.span)+"`", max(0, s.finding.Related[0].Span.Start-s.item.Base))...)
}

// dropLines removes one or more lines, whichever parses first.
func (s site) dropLines(title string, at int) []Fix {
	line := s.line(min(at, len(s.item.Text)))
	var fixes []Fix
	for range maxLines {
		fixes = append(fixes, Fix{Title: title, Edits: []change.Edit{s.replace(line, "")}})
		if line.End >= len(s.item.Text) {
			break
		}
		line.End = s.line(line.End).End
	}
	return fixes
}

// severalLines splits a block on one line into several lines.
func severalLines(s site) []Fix {
	line := s.lineOf(s.span.Start)
	text := s.text(line)
	open, shut := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if open < 0 || shut < open {
		return nil
	}
	end := s.lineEnd()
	body := strings.TrimSpace(text[open+1 : shut])
	span := syntax.Span{Start: line.Start + open + 1, End: line.Start + shut}
	lines := func(parts []string) string {
		var out strings.Builder
		for _, part := range parts {
			out.WriteString(end + "  " + strings.TrimSpace(part))
		}
		return out.String() + end
	}
	const title = "Split into several lines"
	return []Fix{s.rewrite(span, lines(splitTop(body)), title), s.rewrite(span, lines([]string{body}), title)}
}

// splitTop splits a text at commas outside brackets and quotes.
func splitTop(text string) []string {
	var parts []string
	depth, from := 0, 0
	for t := range lex.All(text) {
		switch t.Kind {
		case '(', '[', '{', lex.Interpolation, lex.Directive:
			depth++
		case ')', ']', '}', lex.CloseTemplate:
			depth--
		case ',', ';':
			if depth == 0 {
				parts, from = append(parts, text[from:t.Start]), t.End
			}
		}
	}
	if strings.TrimSpace(text[from:]) != "" {
		parts = append(parts, text[from:])
	}
	return parts
}

func removedEquals(s site) []Fix {
	if s.text(s.span) != "=" {
		return nil
	}
	return []Fix{s.rewrite(syntax.Span{Start: s.span.Start, End: s.span.End + len(s.item.Text[s.span.End:]) - len(strings.TrimLeft(s.item.Text[s.span.End:], " "))}, "", "Remove `=`")}
}

var chainedIndex = strings.NewReplacer(".", "][")

func brackets(s site) []Fix {
	span := s.span
	if span.Start > 0 && s.item.Text[span.Start-1] == '.' {
		span.Start--
	}
	text := "[" + chainedIndex.Replace(strings.TrimPrefix(s.text(span), ".")) + "]"
	return []Fix{s.rewrite(span, text, "Write `"+text+"`")}
}

func forColon(s site) []Fix {
	if s.text(s.span) != "=>" {
		return nil
	}
	return []Fix{s.rewrite(s.span, ":", "Write `:`")}
}

func fullSplat(s site) []Fix {
	line := s.lineOf(s.span.Start)
	return []Fix{s.rewrite(line, strings.ReplaceAll(s.text(line), ".*", "[*]"), "Write `[*]`")}
}
