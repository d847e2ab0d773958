package markdown

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file reads foreign paragraphs. The writer then writes what was read here, and escapes all else, so no viewer
// sees other code or other links. Links to http and https stay, other links, images and tags become plain text.

// htmlTags matches tags to drop. Other text in angle brackets is a placeholder and stays.
var htmlTags = lazy.Regexp(`(?i)^</?(?:a|abbr|b|blockquote|br|button|caption|center|cite|code|col|colgroup|dd|del|details|div|dl|dt|em|embed|figure|font|form|h[1-6]|hr|i|iframe|img|input|ins|kbd|li|link|meta|object|ol|p|pre|q|s|samp|script|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr)(?:\s[^<>]*|/)?>`)

var (
	webLink  = lazy.Regexp(`^<(https?://[^\s<>]*)>`)
	safeLink = lazy.Regexp("(?i)^https?://[^\\s<>()\\\\`]*$")
	// tableRow matches the line below the head of a table. In a table, the signs between cells end code.
	tableRow = lazy.Regexp(`(?m)^[ \t>*+\d.)|:-]*-[ \t|:-]*$`)
)

// span is a part of a paragraph.
type span struct {
	kind  spanKind
	text  string // of a link, its address
	label []span // of a link
}

type spanKind uint8

const (
	wordSpan  spanKind = iota // words, and signs of lists, emphasis and tables, which are harmless
	exactSpan                 // a sign that the text has escaped
	openSpan                  // a bracket that may begin a link or an image
	codeSpan
	linkSpan
)

// parsed reads a paragraph.
func parsed(text string) []span {
	p := &parser{}
	isTable := tableRow.Get().MatchString(text)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			p.add(wordSpan, "\n")
		}
		pieces := []string{line}
		if isTable {
			pieces = strings.SplitAfter(line, "|")
		}
		for _, piece := range pieces {
			for piece != "" {
				piece = piece[p.next(piece):]
			}
		}
	}
	return p.spans
}

type parser struct {
	spans []span
	opens []int // indexes of brackets that may begin a link
}

func (p *parser) add(kind spanKind, text string) {
	p.spans = append(p.spans, span{kind: kind, text: text})
}

// next reads what a text begins with and returns how long that is.
func (p *parser) next(text string) int {
	switch text[0] {
	case '\\':
		if len(text) == 1 {
			return 1 // the end of a line
		}
		if strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", text[1]) < 0 {
			p.add(exactSpan, "\\")
			return 1
		}
		p.add(exactSpan, text[1:2])
		return 2
	case '`':
		return p.code(text)
	case '<':
		return p.angle(text)
	case '[':
		return p.open("[")
	case '!':
		if strings.HasPrefix(text, "![") {
			return p.open("![")
		}
	case ']':
		return p.closing(text)
	}
	n := 1
	for n < len(text) && strings.IndexByte("\\`<[]!", text[n]) < 0 {
		n++
	}
	p.add(wordSpan, text[:n])
	return n
}

func (p *parser) open(sign string) int {
	p.opens = append(p.opens, len(p.spans))
	p.add(openSpan, sign)
	return len(sign)
}

// code reads code up to the run of backticks that ends it, in this line.
func (p *parser) code(text string) int {
	run := backticks(text)
	for at := run; at < len(text); {
		next := strings.IndexByte(text[at:], '`')
		if next < 0 {
			break
		}
		at += next
		length := backticks(text[at:])
		if length == run {
			p.add(codeSpan, strings.TrimSpace(text[run:at]))
			return at + length
		}
		at += length
	}
	p.add(exactSpan, text[:run])
	return run
}

// angle drops a tag and keeps other angle brackets. A link in brackets becomes its address.
func (p *parser) angle(text string) int {
	if m := webLink.Get().FindStringSubmatch(text); m != nil {
		p.add(wordSpan, m[1])
		return len(m[0])
	}
	if tag := htmlTags.Get().FindString(text); tag != "" {
		if name := strings.ToLower(strings.Trim(tag, "</> ")); name == "br" || name == "p" || name == "li" {
			p.add(wordSpan, " ")
		}
		return len(tag)
	}
	p.add(wordSpan, "<")
	return 1
}

// closing decides what a closing bracket closes.
func (p *parser) closing(text string) int {
	n := len(p.opens)
	address, length := target(text[1:])
	if n == 0 || length == 0 {
		p.opens = p.opens[:max(n-1, 0)]
		p.add(wordSpan, "]")
		return 1
	}
	at := p.opens[n-1]
	p.opens = p.opens[:n-1]
	isImage, label := p.spans[at].text == "![", append([]span(nil), p.spans[at+1:]...)
	p.spans = p.spans[:at]
	if isImage || !safeLink.Get().MatchString(address) || hasLink(label) {
		p.spans = append(p.spans, label...)
	} else {
		p.spans = append(p.spans, span{kind: linkSpan, text: address, label: label})
	}
	return 1 + length
}

func hasLink(label []span) bool {
	return slices.ContainsFunc(label, func(s span) bool { return s.kind == linkSpan || s.kind == openSpan })
}

// longestTarget is how many bytes an address with its title has.
const longestTarget = 4096

// target reads the (address "title") of a link, and returns its length; 0 if there is none.
func target(text string) (address string, length int) {
	depth := 0
	for i := range min(len(text), longestTarget) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			if i == 0 {
				return "", 0
			}
			address, _, _ = strings.Cut(strings.TrimSpace(text[1:i]), " ")
			return strings.Trim(address, "<>"), i + 1
		}
	}
	return "", 0
}
