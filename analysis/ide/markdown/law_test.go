package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file lets every kind of text in a page be hostile. testdata/harness/markdown.test.mjs renders what the whole
// program makes of such texts with the renderers of editors and forges; here goldmark reads each page.

const live = "![i](https://example.test/x.png) [c](command:x) <img src=x> <javascript:x> [f](file:///x)"

// hostilePieces are put together to texts.
var hostilePieces = []string{
	"`", "``", "```", "~~~", "\\", "!", "[", "]", "(", ")", live, "[a](command:x)", "![i](https://example.test/x.png)", "<img src=x>", "<b>", "</b>", "<", ">", "\n", "\n\n", "\n- ", "\n> ", "\n    ", "|", "\n-|-\n",
	" ", "a", "*", "_", "command:x", "https://example.test", "www.example.test/", ":", "[a]:", "&#96;", "&lt;", "//", "<!--", "-->", "\t", "\r", "\u2028", "\x00", "\x01", "\x04", "#", "{{% ref #/a %}}",
	"<span pulumi-lang-yaml=\"`b`\">c</span>", "a|b\n-|-\n`<img src=x>|c`", "`x \\| <img src=x>`", "1. ", "===", "\n---\n", "$",
}

// pagesOf puts a text into every place of a page.
func pagesOf(text string) map[string]string {
	pages := map[string]string{}
	for name, t := range map[string]Text{
		"prose": Prose(text), "paragraph": Paragraph(text), "sentence": Sentence(text), "words": Words(text), "code": Code(text), "message": Message(text), "link": Link(text, "https://example.test/"+text),
		"behind words": "**Deprecated:** " + Prose(text), "behind code": Code(text) + " (" + Words(text) + ") — " + Prose(text), "around": Prose(text) + " *Secret.* " + Code(text) + Link(text, "https://example.test") + Message(text),
		"documented": Documented(text, text),
	} {
		pages[name], pages[name+" in a row"] = t.Markdown(), "- "+t.row()
		page := &Page{}
		page.Heading(2, t)
		page.Para(t)
		page.Items(t, t)
		page.Quote(t)
		page.Table([][]Text{{t, Code(text)}, {"", t}}, t, "b")
		page.Fence("pcl", text)
		page.Para(t)
		pages[name+" in a page"] = page.String()
	}
	return pages
}

func TestNothingIsLive(t *testing.T) {
	t.Parallel()
	texts := []string{"```\n" + live + "\n```", "- ```\n  " + live + "\n  ```\n" + live, "https://example.test/" + live, "https://example.test/`" + live + "`", strings.Repeat("`", 3000) + live}
	random := rand.New(rand.NewPCG(1, 2))
	for range testsize.HostileTexts {
		var text strings.Builder
		for range 1 + random.IntN(12) {
			text.WriteString(hostilePieces[random.IntN(len(hostilePieces))])
		}
		texts = append(texts, text.String())
	}
	for _, text := range texts {
		for name, page := range pagesOf(text) {
			if bad := unsafeIn(page); bad != "" {
				t.Fatalf("%s of %q is shown with %s:\n%s", name, text, bad, page)
			}
			if strings.ContainsAny(page, "\x00\x01\x02\x03\x04\x05\r\u2028") {
				t.Fatalf("%s of %q has control characters: %q", name, text, page)
			}
		}
	}
}

// A fence in a message that follows our own words is a block of its own (case 69).
func TestProseBehindWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"```\n" + live + "\n```":   "**Deprecated:**\n\n```\n" + live + "\n```",
		"Use `b`.":                 "**Deprecated:** Use `b`.",
		"Use:\n- a\n- b":           "**Deprecated:** Use:\n- a\n- b",
		"- a\n- b":                 "**Deprecated:**\n\n- a\n- b",
		"# Notes\nb":               "**Deprecated:**\n\n**Notes**\n\nb",
		"1. a":                     "**Deprecated:**\n\n1. a",
		"":                         "**Deprecated:**",
		"See [x](https://x.test).": "**Deprecated:** See [x](https://x.test).",
	} {
		if got := ("**Deprecated:** " + Prose(text)).Markdown(); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// A viewer that makes a link of an address takes a backslash with it, and a backtick or a bracket behind it, so signs
// in an address are numbers, and code and links keep away from it.
func TestSignsInAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://x.test/\\<i":                    "https://x.test/&#60;i",
		"WWW.x.test/\\` <i":                      "WWW.x.test/&#96; \\<i",
		"https://x.test/`<i>`":                   "https://x.test/ `<i>`",
		"https://x.test/[`<i>`](https://y.test)": "https://x.test/ [`<i>`](https://y.test)",
		"ftp://x.test a//b a@b.test":             `ftp:\/\/x.test a\/\/b a\@b.test`,
	} {
		if got := Prose(text).Markdown(); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if got := Plain(Prose("https://x.test/\\<i").Markdown()); got != "https://x.test/<i" {
			t.Errorf("plain: %q", got)
		}
	}
}
