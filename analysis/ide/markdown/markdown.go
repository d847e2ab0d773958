// Package markdown writes pages from our own words and foreign texts, and makes documentation from schemas short.
//
// Foreign texts enter a [Page] or a [Text] as data: code, plain words, messages, links and prose. One writer escapes
// them when it knows their neighbors, so a text that is harmless alone cannot become markup behind other words.
//
// Descriptions in schemas are Markdown mixed with HTML and the shortcodes of a web site, and they repeat each example
// in several languages. [Prose] cuts such a text into paragraphs, headings and code blocks, drops translated examples,
// reads the code and the links of each paragraph, and writes these again, so that every viewer reads it the same way.
//
// The package knows Markdown and nothing of programs or editors.
//
// Invariant: text from schemas and from programs is never trusted. The result contains no HTML except that of
// [Page.Folded], no image, no link except to http and https, and no open fence.
//
// **Why** not a library. The input is untrusted, and the output is Markdown for viewers we do not control, which
// disagree about tables, addresses and escapes; so what matters is the writer, and no library has one that escapes all
// text. bluemonday sanitizes HTML: it sees neither code spans nor Markdown links. goldmark parses Markdown (the tests
// use it to check the result), but renders HTML, and loses placeholders such as `<bucket-name>`, which it takes for
// HTML. With markdownfmt as its writer, an earlier version failed 19 of 33 cases of TestCleanNeutralises, and a program
// grew by 1.1 MB.
package markdown

import (
	"html"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file cuts documentation into blocks. Headings without content are dropped, paragraphs are written again, and
// code gets new fences, so that no fence of the text decides what is code. Schemas translate examples, and even names
// within a sentence, into the languages of the SDKs. Of an example, PCL comes first. If there is none, YAML is the
// nearest language, then HCL. Names are taken from YAML, which spells properties and types as PCL does.

const (
	maxProse = 4000    // characters of a text
	maxRead  = 1 << 16 // bytes that are read

	maxParagraph = 400 // characters of a paragraph
	maxLine      = 100 // characters of sentences after the first
)

// Paragraph returns the first paragraph, in about 400 characters at most.
func Paragraph(text string) Text { return data(isBrief, opening(text)) }

// Sentence returns the first sentence of the first paragraph, in about 400 characters at most, and
// further ones that fit into the same line.
func Sentence(text string) Text {
	first := opening(text)
	if first == "" {
		return ""
	}
	taken := len(first)
	for i, end := range sentenceEnd.Get().FindAllStringIndex(first, -1) {
		at := end[0] + 1
		if _, inside := wholeAt(first, at); inside || abbreviation.Get().MatchString(first[:at]) {
			continue
		}
		if i > 0 && taken < len(first) && utf8.RuneCountInString(first[:at]) > maxLine {
			break
		}
		taken = at
	}
	return data(isBrief, first[:taken])
}

var (
	sentenceEnd  = lazy.Regexp(`[.!?](?:\s|$)`)
	abbreviation = lazy.Regexp(`(?:^|[\s(])(?:[a-zA-Z]\.[a-zA-Z]|e\.?g|i\.?e|etc|vs|[A-Z])\.$`)
	// whole is what a cut would spoil: code and links.
	whole = lazy.Regexp("`[^`]*`" + `|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<[^>\s]*>|https?://\S+`)
)

// wholeAt returns where the code or link around an offset begins.
func wholeAt(text string, at int) (start int, inside bool) {
	for _, span := range whole.Get().FindAllStringIndex(text, -1) {
		if span[0] < at && at < span[1] {
			return span[0], true
		}
	}
	return 0, false
}

// shortened returns the first characters of a text. It ends behind a word, and not in a link.
func shortened(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	end, left := len(text), max(limit-1, 0)
	for i := range text {
		if left == 0 {
			end = i
			break
		}
		left--
	}
	if start, inside := wholeAt(text, end); inside {
		end = start
	} else if space := strings.LastIndexAny(text[:end+1], " \n"); space > max(0, end-40) {
		end = space
	}
	return strings.TrimRight(text[:end], " \n") + "…"
}

type blockKind uint8

const (
	paragraph blockKind = iota
	heading
	codeBlock
)

// block is a paragraph, a heading or a code block.
type block struct {
	kind     blockKind
	language string // of a code block
	level    int    // of a heading, 1 to 6
	text     string
}

// render joins blocks until about limit characters.
func render(all []block, limit int) string {
	var parts []string
	for _, b := range all {
		if n := utf8.RuneCountInString(b.text); n > limit {
			b.text = shortened(b.text, limit)
			return strings.Join(append(parts, b.markdown()), "\n\n")
		} else {
			limit -= n
		}
		if text := b.markdown(); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

func (b block) markdown() string {
	switch b.kind {
	case codeBlock:
		return Fenced(b.language, b.text)
	case heading:
		if text := strings.Trim(b.inline(), "* "); text != "" {
			return "**" + text + "**"
		}
		return ""
	}
	return b.inline()
}

func (b block) inline() string {
	w := writer{}
	w.spans(parsed(b.text))
	return strings.TrimRight(strings.Trim(string(w.out), "\n"), " ")
}

var (
	htmlComment = lazy.RegexpWith("<!--", `(?s)<!--.*?-->`)
	hiddenHTML  = lazy.RegexpWith("</", `(?is)<(script|style)\b.*?</(script|style)\s*>`)
	shortcode   = lazy.RegexpWith("{{", `\{\{[%<].*?[%>]\}\}`)
	headingLine = lazy.RegexpWith("#", `^ {0,3}(#{1,6})(?:\s+(.*?))?\s*#*\s*$`)
	fenceLine   = lazy.Regexp("^([ \t]*)(`{3,}|~{3,})[ \t]*([A-Za-z0-9+#_-]*)[^`]*$")
)

// blocks cuts a text into blocks, without translations and empty headings.
func blocks(text string) []block {
	return cut(text, func([]block) bool { return false })
}

// opening returns the paragraph that a text begins with; "" for none. It does not read on, since
// descriptions of resources have long examples behind it.
func opening(text string) string {
	all := cut(text, func(all []block) bool { return len(all) > 0 && all[0].kind == paragraph })
	if len(all) == 0 || all[0].kind != paragraph {
		return ""
	}
	first, _, _ := strings.Cut(all[0].text, "\n\n")
	return first
}

// cut is like blocks, but ends when the blocks so far are enough.
func cut(text string, enough func([]block) bool) []block {
	if len(text) > maxRead {
		text = strings.ToValidUTF8(text[:maxRead], "")
	}
	c := &cutter{}
	for line := range printableLines(text) {
		if c.line(line); enough(c.blocks) {
			break
		}
	}
	c.flush()
	return withoutEmptyHeadings(withoutTranslations(c.blocks))
}

// printableLines returns the lines of a text, which may end as on any system.
func printableLines(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for some := range strings.Lines(text) {
			for line := range strings.Lines(strings.Map(printable, strings.ReplaceAll(some, "\r\n", "\n"))) {
				if !yield(strings.TrimRight(line, "\n")) {
					return
				}
			}
		}
	}
}

// printable drops control characters and those that change the direction of text.
func printable(r rune) rune {
	switch {
	case r == '\n', r == '\t', ' ' <= r && r <= '~':
		return r
	case r == '\r', r == '\u2028', r == '\u2029', r == '\u0085':
		return '\n'
	case unicode.IsControl(r), r == utf8.RuneError, unicode.Is(unicode.Bidi_Control, r):
		return -1
	}
	return r
}

// cutter splits a text into blocks line by line.
type cutter struct {
	blocks  []block
	current []string
	fence   string // the open fence, or empty outside code
	indent  int    // the indentation of the open fence
	lang    string
}

func (c *cutter) line(line string) {
	if c.fence != "" {
		c.codeLine(line)
		return
	}
	if m := fence(line); m != nil {
		c.flush()
		c.fence, c.indent, c.lang = m[2], len(m[1]), strings.ToLower(m[3])
		return
	}
	if m := headingLine.Submatches(line); m != nil {
		c.flush()
		c.blocks = append(c.blocks, block{kind: heading, level: len(m[1]), text: inOurWords(m[2])})
		return
	}
	if strings.TrimSpace(line) == "" {
		c.flush()
		return
	}
	c.current = append(c.current, line)
}

// fence returns the blanks before a fence, the fence and the language behind it, after the whole line; nil if the line has no fence.
func fence(line string) []string {
	if bare := strings.TrimLeft(line, " \t"); !strings.HasPrefix(bare, "```") && !strings.HasPrefix(bare, "~~~") {
		return nil
	}
	return fenceLine.Get().FindStringSubmatch(line)
}

func (c *cutter) codeLine(line string) {
	bare := strings.TrimSpace(line)
	if len(bare) >= len(c.fence) && strings.Trim(bare, c.fence[:1]) == "" {
		c.flush()
		return
	}
	if sdkLanguages[c.lang] {
		return // the block is dropped; see [withoutTranslations]
	}
	blank := len(line) - len(strings.TrimLeft(line, " \t"))
	c.current = append(c.current, line[min(blank, c.indent):])
}

// flush ends the current block.
func (c *cutter) flush() {
	text := strings.Join(c.current, "\n")
	c.current = nil
	if c.fence != "" {
		c.fence = ""
		c.blocks = append(c.blocks, block{kind: codeBlock, language: c.lang, text: strings.Trim(text, "\n")})
		return
	}
	text = htmlComment.Replace(inOurWords(text), "")
	text = hiddenHTML.Replace(text, "")
	text = shortcode.Replace(text, "")
	if strings.TrimSpace(text) != "" {
		c.blocks = append(c.blocks, block{kind: paragraph, text: strings.TrimRight(text, " \t\n")})
	}
}

// withoutEmptyHeadings drops headings without content.
func withoutEmptyHeadings(all []block) []block {
	var kept []block // from last to first
	for _, b := range slices.Backward(all) {
		isEmpty := len(kept) == 0
		if !isEmpty {
			next := kept[len(kept)-1]
			isEmpty = next.kind == heading && next.level <= b.level
		}
		if b.kind != heading || !isEmpty {
			kept = append(kept, b)
		}
	}
	slices.Reverse(kept)
	return kept
}

// sdkLanguages are the languages of translated examples.
var sdkLanguages = map[string]bool{
	"typescript": true, "ts": true, "javascript": true, "js": true, "python": true, "py": true, "go": true,
	"csharp": true, "fsharp": true, "java": true,
}

// ourLanguages are the names of PCL in fences.
var ourLanguages = []string{"pcl", "pulumi"}

// withoutTranslations drops code in SDK languages.
func withoutTranslations(all []block) []block {
	var kept []block
	for i := 0; i < len(all); {
		end := i
		for end < len(all) && all[end].kind == codeBlock {
			end++
		}
		if end == i {
			kept = append(kept, all[i])
			i++
			continue
		}
		kept = append(kept, original(all[i:end])...)
		i = end
	}
	return kept
}

// original selects from consecutive code blocks. If other languages accompany the nearest one,
// only its first block stays.
func original(row []block) []block {
	var ours, other []block
	near := map[string][]block{}
	translated := false
	for _, b := range row {
		switch {
		case slices.Contains(ourLanguages, b.language):
			b.language = "pcl"
			ours = append(ours, b)
		case b.language == "yaml", b.language == "hcl":
			near[b.language] = append(near[b.language], b)
		case sdkLanguages[b.language]:
			translated = true
		default:
			other = append(other, b)
		}
	}
	if len(ours) > 0 {
		return append(ours, other...)
	}
	if !translated {
		return append(append(other, near["hcl"]...), near["yaml"]...)
	}
	for _, language := range []string{"yaml", "hcl"} {
		if len(near[language]) > 0 {
			return append(other, near[language][0])
		}
	}
	return other
}

// A translated name is an element with the name in each language as attributes, and one of
// them as content.
var (
	translatedName = lazy.RegexpWith("<span", `(?s)<span((?:\s+pulumi-lang-[a-z]+="[^"]*")+)\s*>(.*?)</span>`)
	nameIn         = lazy.Regexp(`pulumi-lang-([a-z]+)="([^"]*)"`)
)

// schemaLink matches a link into a schema, which the web site turns into a link to a page.
var schemaLink = lazy.RegexpWith("{{", `\{\{[%<]\s*ref\s+(\S*[/#])?([^\s/#]+)\s*[%>]\}\}`)

// inOurWords replaces translated names, and schema links by the name they lead to.
func inOurWords(text string) string {
	text = schemaLink.Replace(text, "`$2`")
	return translatedName.ReplaceFunc(text, func(element string) string {
		parts := translatedName.Get().FindStringSubmatch(element)
		names := map[string]string{}
		for _, m := range nameIn.Get().FindAllStringSubmatch(parts[1], -1) {
			names[m[1]] = html.UnescapeString(m[2])
		}
		for _, language := range []string{"pcl", "pulumi", "yaml", "nodejs"} {
			if name := names[language]; name != "" {
				return name
			}
		}
		return parts[2]
	})
}
