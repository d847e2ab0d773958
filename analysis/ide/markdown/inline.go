package markdown

import (
	"bytes"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file rewrites paragraphs so that all viewers agree with our reading.
//
// Three things depend on the viewer: where code ends, what is HTML, and where a link leads. So
// a backtick without a partner on its line is escaped, every < is dropped with its tag or
// escaped, and links are resolved here: links to http and https stay, others become plain
// text.

// htmlTags matches tags to drop. Other text in angle brackets is a placeholder and stays.
var htmlTags = lazy.Regexp(`(?i)^</?(?:a|abbr|b|blockquote|br|button|caption|center|cite|code|col|colgroup|dd|del|details|div|dl|dt|em|embed|figure|font|form|h[1-6]|hr|i|iframe|img|input|ins|kbd|li|link|meta|object|ol|p|pre|q|s|samp|script|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr)(?:\s[^<>]*|/)?>`)

var (
	webLink  = lazy.Regexp(`^<(https?://[^\s<>]*)>`)
	safeLink = lazy.Regexp("(?i)^https?://[^\\s<>()\\\\`]*$")
)

// Inline is a paragraph, safe.
func Inline(text string) string {
	w := &inliner{out: make([]byte, 0, len(text))}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			w.write("\n")
		}
		for line != "" {
			line = line[w.next(line):]
		}
	}
	return strings.Trim(string(w.out), "\n")
}

type inliner struct {
	out   []byte
	opens []int // offsets in out of brackets that may begin a link
}

// write adds to what is written. A link or the definition of one comes from target alone:
// what stands behind a bracket here may have stood behind something else, a tag or a link
// that was dropped.
func (w *inliner) write(s string) {
	if s != "" && (s[0] == '(' || s[0] == ':') && bytes.HasSuffix(w.out, []byte("]")) {
		w.out = append(w.out, '\\')
	}
	w.out = append(w.out, s...)
}

// next writes what a text begins with and returns how long that is.
func (w *inliner) next(text string) int {
	switch text[0] {
	case '\\':
		if len(text) > 1 {
			w.write(text[:2])
			return 2
		}
	case '`':
		return w.codeSpan(text)
	case '<':
		return w.angle(text)
	case '[':
		w.opens = append(w.opens, len(w.out))
		w.write("[")
	case ']':
		return w.closing(text)
	default:
		n := strings.IndexAny(text, "\\`<[]")
		if n < 0 {
			n = len(text)
		}
		w.write(text[:n])
		return n
	}
	return 1
}

// codeSpan copies code up to the run of backticks that ends it, in this line.
func (w *inliner) codeSpan(text string) int {
	run := backticks(text)
	for at := run; at < len(text); {
		next := strings.IndexByte(text[at:], '`')
		if next < 0 {
			break
		}
		at += next
		length := backticks(text[at:])
		if length == run {
			w.write(text[:at+length])
			return at + length
		}
		at += length
	}
	w.write(strings.Repeat("\\`", run))
	return run
}

// angle drops a tag and escapes other angle brackets. A link in brackets becomes
// its address.
func (w *inliner) angle(text string) int {
	if m := webLink.Get().FindStringSubmatch(text); m != nil {
		w.write(m[1])
		return len(m[0])
	}
	if tag := htmlTags.Get().FindString(text); tag != "" {
		if name := strings.ToLower(strings.Trim(tag, "</> ")); name == "br" || name == "p" || name == "li" {
			w.write(" ")
		}
		return len(tag)
	}
	w.write(`\<`)
	return 1
}

// closing decides what a closing bracket closes.
func (w *inliner) closing(text string) int {
	open := -1
	if n := len(w.opens); n > 0 {
		open = w.opens[n-1]
		w.opens = w.opens[:n-1]
	}
	if rest := text[1:]; strings.HasPrefix(rest, "(") {
		return 1 + w.target(open, rest)
	}
	w.write("]")
	return 1
}

// target deals with the (address "title") of a link or image and returns its
// length.
func (w *inliner) target(open int, rest string) int {
	end := matching(rest)
	if end < 0 || open < 0 {
		w.write(`\]`)
		return 0
	}
	before, label := w.out[:open], string(w.out[open+1:])
	address, _, _ := strings.Cut(strings.TrimSpace(rest[1:end]), " ")
	address = strings.Trim(address, "<>")
	isImage := bytes.HasSuffix(before, []byte("!")) && !bytes.HasSuffix(before, []byte(`\!`))
	w.out = before
	switch {
	case isImage:
		w.out = before[:open-1]
		w.write(label)
	case safeLink.Get().MatchString(address) && !strings.Contains(label, "["):
		w.write("[" + label + "](" + address + ")")
	default:
		w.write(label)
	}
	return end + 1
}

// matching is the offset of the bracket that closes the one at the start; -1 if
// there is none.
func matching(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// Escape is plain text as Markdown.
func Escape(text string) string {
	var out strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if strings.ContainsRune("\\`*_[]<>&#!|~", r) {
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}
