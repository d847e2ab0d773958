package markdown

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file has the texts that pages are made of, the writer that makes Markdown of them, and the pages; and it
// converts the Markdown of this package to plain text.

// Text is a part of a page: our own Markdown, with foreign texts in it as data. Constants are our own Markdown, so
// `"Returns " + Code(name)` is a text. Foreign texts enter through the functions below, which keep them as they
// are; [Text.Markdown] escapes them when it knows what stands around them. Only this package converts other
// strings, except for texts of the language itself.
type Text string

// Data stands between one of these marks and end, and holds no control characters.
const (
	isCode  = "\x01"
	isPlain = "\x02"
	isLink  = "\x03" // the address, a line end, and the label
	isProse = "\x04" // Markdown, below a limit
	isBrief = "\x05"
	end     = "\x00"
)

func data(mark, text string) Text {
	if text == "" {
		return ""
	}
	return Text(mark + strings.Map(printable, strings.ReplaceAll(text, "\r\n", "\n")) + end)
}

// Code is a text as code in a line.
func Code(text string) Text { return data(isCode, strings.Join(strings.Fields(text), " ")) }

// Words is a text without markup, on one line.
func Words(text string) Text { return data(isPlain, strings.Join(strings.Fields(text), " ")) }

// Link is a label, as in [Message], that leads to an address in the web. Other addresses are left out.
func Link(label, address string) Text {
	if !safeLink.Get().MatchString(address) || hasLink(parsed(label)) {
		return Message(label)
	}
	return data(isLink, address+"\n"+strings.Join(strings.Fields(label), " "))
}

// Message is a plain text with code in backticks, such as the message of a finding.
func Message(text string) Text {
	parts := strings.Split(strings.Join(strings.Fields(text), " "), "`")
	if len(parts)%2 == 0 {
		return Words(text)
	}
	var all Text
	for i, part := range parts {
		if i%2 == 1 {
			all += Code(part)
		} else {
			all += data(isPlain, part)
		}
	}
	return all
}

// Prose is foreign Markdown, such as a description in a schema. It may have lists, code and links.
func Prose(text string) Text { return data(isProse, text) }

// Documented returns documentation of a schema: what a deprecation says, and the start of the description.
func Documented(description, deprecation string) Text {
	text := Paragraph(description)
	if deprecation != "" {
		text = "**Deprecated**: " + Paragraph(deprecation) + "\n\n" + text
	}
	return text
}

// Texts converts Markdown of the language itself.
func Texts(ours []string) []Text {
	return lists.Map(ours, func(text string) Text { return Text(text) })
}

// Joined puts texts together with our own Markdown between them.
func Joined(texts []Text, between Text) Text {
	var all Text
	for i, t := range texts {
		if i > 0 {
			all += between
		}
		all += t
	}
	return all
}

// Markdown writes a text as a block of its own. Prose that cannot continue a line begins a block, too.
func (t Text) Markdown() string { return writer{}.text(t) }

// row writes a text on one line, and cell for a table, whose sign must not stand in it, even in code.
func (t Text) row() string  { return writer{oneLine: true}.text(t) }
func (t Text) cell() string { return writer{oneLine: true, inTable: true}.text(t) }

// writer writes Markdown. It is the only code that escapes.
type writer struct {
	out     []byte
	oneLine bool
	inTable bool
	address bool // the word that ends at seen may be an address
	seen    int
}

func (w writer) text(t Text) string {
	for part := range strings.SplitSeq(string(t), end) {
		at := strings.IndexAny(part, isCode+isPlain+isLink+isProse+isBrief)
		if at < 0 {
			at = len(part)
		}
		w.ours(part[:at])
		if at < len(part) {
			w.data(part[at:at+1], part[at+1:])
		}
	}
	return strings.TrimSpace(string(w.out))
}

// ours writes our own Markdown, behind prose as a paragraph of its own.
func (w *writer) ours(text string) {
	if w.endsIn("\n\n") {
		text = strings.TrimLeft(text, " \n")
	}
	w.out = append(w.out, text...)
}

func (w *writer) data(mark, text string) {
	switch mark {
	case isCode:
		w.code(text)
	case isPlain:
		w.words(text, everySign)
	case isLink:
		address, label, _ := strings.Cut(text, "\n")
		w.link(parsed(label), address)
	case isProse:
		w.prose(blocks(text), maxProse)
	case isBrief:
		w.prose([]block{{kind: paragraph, text: text}}, maxParagraph)
	}
}

// prose writes blocks. The first continues the line only if a viewer reads it there as it would in its own block.
func (w *writer) prose(all []block, limit int) {
	if w.oneLine {
		if len(all) > 0 && all[0].kind == paragraph {
			text := strings.Join(strings.Fields(shortened(all[0].text, limit)), " ")
			w.spans(parsed(text))
		}
		return
	}
	text := render(all, limit)
	continues := len(all) > 0 && all[0].kind == paragraph && !startsBlock.Get().MatchString(all[0].text) && !tableRow.Get().MatchString(all[0].text)
	if started := strings.TrimRight(string(w.out), " \n"); started != "" && !continues && text != "" {
		w.out = append([]byte(started), "\n\n"...)
	}
	w.out = append(w.out, text...)
	if !continues || strings.Contains(text, "\n") {
		w.out = append(w.out, "\n\n"...)
	}
}

// startsBlock matches what begins a list, a quote, a heading or an indented block.
var startsBlock = lazy.Regexp(`^(?:\t| {4}|\s*(?:[-+*>#|=:~]|\d+[.)]))`)

// code writes code in a line. The marks around it are longer than any in it, and do not touch others.
func (w *writer) code(text string) {
	if w.inTable { // of two viewers, one takes the backslash in `\|` for an escaped backslash
		text = strings.ReplaceAll(strings.ReplaceAll(text, `\|`, `\ |`), "|", `\|`)
	}
	if text == "" {
		return
	}
	w.apart()
	mark := strings.Repeat("`", longestRun(text)+1)
	if len(mark) > 1 || strings.Trim(text, " ") == "" {
		text = " " + text + " "
	}
	w.out = append(w.out, mark+text+mark...)
}

func (w *writer) link(label []span, address string) {
	if n := len(w.out); n > 0 && w.out[n-1] == '!' { // never escaped by [writer.words]
		w.out = append(w.out[:n-1], `\!`...)
	}
	w.apart()
	w.out = append(w.out, '[')
	w.spans(label)
	w.out = append(w.out, "]("+strings.ReplaceAll(address, "|", "%7C")+")"...)
}

// Signs to escape: those of plain text, and those that prose must not have outside of its own links and code.
const (
	everySign  = "\\`*_[]<>&#|~"
	activeSign = "\\`[]<"
)

// words writes text in which nothing is markup. It breaks what viewers make links of that do not lead to the web:
// addresses of mail, and a scheme or a host with two slashes.
func (w *writer) words(text, signs string) {
	for i, r := range text {
		rest := text[i:]
		switch {
		case strings.ContainsRune(signs, r), r == '|' && w.inTable, strings.HasPrefix(rest, "~~~"),
			r == '@' && !strings.HasPrefix(rest, "@ "),
			r == '/' && (strings.HasPrefix(rest, "//") || w.endsIn("/")) && !w.endsIn("http:") && !w.endsIn("https:") && !w.endsIn("http:/") && !w.endsIn("https:/"),
			i == 0 && len(w.out) == 0 && signs == everySign && strings.ContainsRune("+-=", r):
			w.escaped(r)
		default:
			w.out = utf8.AppendRune(w.out, r)
		}
	}
}

// escaped writes a sign that must not be markup. An address that a viewer makes a link of takes a backslash with it.
func (w *writer) escaped(r rune) {
	if w.inAddress() {
		w.out = fmt.Appendf(w.out, "&#%d;", r)
	} else {
		w.out = utf8.AppendRune(append(w.out, '\\'), r)
	}
}

// inAddress reports whether the word so far may be a link for a viewer. It reads the text once.
func (w *writer) inAddress() bool {
	for w.seen = min(w.seen, len(w.out)); w.seen < len(w.out); w.seen++ {
		switch w.out[w.seen] {
		case ' ', '\t', '\n':
			w.address = false
		case '/':
			w.address = w.address || bytes.HasSuffix(w.out[:w.seen], []byte(":/"))
		case '.':
			w.address = w.address || w.seen >= 3 && strings.EqualFold(string(w.out[w.seen-3:w.seen]), "www")
		}
	}
	return w.address
}

// apart keeps markup away from backticks and from addresses, which would take it over.
func (w *writer) apart() {
	if w.inAddress() || w.endsIn("`") {
		w.out = append(w.out, ' ')
	}
}

// endsIn reports whether the text so far ends in a word, in any case.
func (w *writer) endsIn(word string) bool {
	n := len(w.out) - len(word)
	return n >= 0 && strings.EqualFold(string(w.out[n:]), word)
}

func (w *writer) spans(all []span) {
	for _, s := range all {
		switch s.kind {
		case codeSpan:
			w.code(s.text)
		case linkSpan:
			w.link(s.label, s.text)
		case exactSpan:
			w.words(s.text, everySign)
		default:
			w.words(s.text, activeSign)
		}
	}
}

// Page is a Markdown document. Each method adds a block.
type Page struct{ text strings.Builder }

// Para adds a paragraph, or several if prose has them.
func (p *Page) Para(t Text) { p.block(t.Markdown()) }

// Heading adds a heading of a level.
func (p *Page) Heading(level int, t Text) { p.block(strings.Repeat("#", level) + " " + t.row()) }

// Fence adds a code block.
func (p *Page) Fence(language, text string) { p.block(Fenced(language, text)) }

// Items adds a list; nothing without items.
func (p *Page) Items(all ...Text) {
	rows := lists.Map(all, func(t Text) string { return "- " + t.row() })
	p.block(strings.Join(rows, "\n"))
}

// Quote adds a paragraph that is set off from others.
func (p *Page) Quote(t Text) { p.block("> " + t.row()) }

// Table adds a table; nothing without rows.
func (p *Page) Table(rows [][]Text, head ...Text) {
	if len(rows) == 0 {
		return
	}
	lines := []string{strings.ReplaceAll(row(head), "|  |", "| |"), "|" + strings.Repeat("---|", len(head))}
	lines = append(lines, lists.Map(rows, row)...)
	p.block(strings.Join(lines, "\n"))
}

func row(cells []Text) string {
	var line strings.Builder
	for _, c := range cells {
		line.WriteString("| " + c.cell() + " ")
	}
	return line.String() + "|"
}

// Folded adds what another function adds, to unfold below a title.
func (p *Page) Folded(title Text, add func()) {
	p.block("<details><summary>" + title.row() + "</summary>")
	add()
	p.block("</details>")
}

func (p *Page) block(text string) {
	if text == "" {
		return
	}
	if p.text.Len() > 0 {
		p.text.WriteString("\n\n")
	}
	p.text.WriteString(text)
}

// String returns the document without a line end.
func (p *Page) String() string { return p.text.String() }

var (
	linkMarkup = lazy.RegexpWith("](", `\[([^\[\]]*)\]\((https?://[^\s()]*)\)`)
	escapeMark = lazy.RegexpWith(`\`, "\\\\([!-/:-@\\[-`{-~])")
	boldMarkup = lazy.RegexpWith("**", `\*\*([^*\n]+)\*\*`)
)

// Plain is Markdown without its markup: fences go, links show their address.
func Plain(markdown string) string {
	var lines []string
	fence := ""
	for line := range strings.SplitSeq(markdown, "\n") {
		switch {
		case fence != "" && strings.TrimSpace(line) == fence:
			fence = ""
		case fence != "":
			lines = append(lines, line)
		case strings.HasPrefix(line, "```"):
			fence = line[:backticks(line)]
		default:
			lines = append(lines, plainLine(line))
		}
	}
	return strings.Join(lines, "\n")
}

// plainLine removes the markup of a line except in code spans.
func plainLine(line string) string {
	var out strings.Builder
	rest := line
	for at := 0; at < len(rest); {
		switch rest[at] {
		case '\\':
			at += 2
		case '`':
			run := backticks(rest[at:])
			end := strings.Index(rest[at+run:], rest[at:at+run])
			if end < 0 {
				end = len(rest) - at - 2*run
			}
			end += at + 2*run
			out.WriteString(plainWords(rest[:at]) + rest[at:end])
			rest, at = rest[end:], 0
		default:
			at++
		}
	}
	return out.String() + plainWords(rest)
}

func plainWords(text string) string {
	text = linkMarkup.Replace(text, "$1 <$2>")
	text = boldMarkup.Replace(text, "$1")
	return strings.Map(printable, html.UnescapeString(escapeMark.Replace(text, "$1")))
}

// backticks is the length of the run of backticks that a text begins with.
func backticks(text string) int { return len(text) - len(strings.TrimLeft(text, "`")) }
