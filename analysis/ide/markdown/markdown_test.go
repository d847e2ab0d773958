package markdown

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func clean(text string) string { return Prose(text).Markdown() }

// Invariant: text from schemas and from programs is never trusted.
func TestCleanNeutralises(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"web link", "See [the *docs*](https://example.com/a_b).", "See [the *docs*](https://example.com/a_b)."},
		{"title of a link", `[docs](http://example.com "Docs")`, "[docs](http://example.com)"},
		{"command link", "Run [this](command:rm) now.", "Run this now."},
		{"command link with title", `[a](command:x "b)c")`, `ac")`},
		{"link in angle brackets", "[a](<command:x>) <command:y> <https://example.com>", `a \<command:y> https://example.com`},
		{"other schemes", "[a](javascript:alert(1)) [b](file:///etc) [c](data:text/html,x) [d](docs/x.md)", "a b c d"},
		{"capitals and blanks", "[a]( COMMAND:x) [b](\tcommand:x)", "a b"},
		{"image", "![alt](https://example.com/x.png)", "alt"},
		{"image in a command link", "[![alt](https://x.y/z.png)](command:x)", "alt"},
		{"link definition", "[a][r]\n\n[r]: command:x", "\\[a\\]\\[r\\]\n\n\\[r\\]: command:x"},
		{"escaped bracket", `\[a](command:x)`, `\[a\](command:x)`},
		{"link around a tag", "[a]<b>(command:x)", `\[a\](command:x)`},
		{"link around a character", "[a]\x01(command:x)", "a"},
		{"link behind a link", "[a [b]](command:x)(command:y)", `a \[b\](command:y)`},
		{"link behind its text", "[a][(command:x)](q)", `\[a\](command:x)`},
		{"link behind an image", "[a]![(command:x)](q)", `\[a\](command:x)`},
		{"link behind a backslash", `[a\\]<b>(command:x)`, `\[a\\\](command:x)`},
		{"definition around a tag", "[a]<b>: command:x", `\[a\]: command:x`},
		{"definition behind its text", "[a][:command:x](q)", `\[a\]:command:x`},
		{"image around a tag", "!<b>[a](https://example.com/x.png)", `\![a](https://example.com/x.png)`},
		{"tags", "a <b>bold</b> <i class=\"x\">i</i> x<br/>y", "a bold i x y"},
		{"script", "a <script>alert(1)</script> b", "a  b"},
		{"placeholder", "arn:aws:s3:::<bucket-name> <table-name> and a < b", `arn:aws:s3:::\<bucket-name> \<table-name> and a \< b`},
		{"comment", "a <!-- b --> c <!-- d", `a  c \<!-- d`},
		{"code keeps everything", "`<b>` ``a ` <i>`` `[x](command:y)`", "`<b>` `` a ` <i> `` `[x](command:y)`"},
		{"open backtick", "a ` <b>x</b>\nb ` <i>y</i>", "a \\` x\nb \\` y"},
		{"backtick in an address", "[a](https://x`) `<b>`", "a `<b>`"},
		{"shortcodes", "{{% examples %}}\n## Example\n{{% example %}}\n{{% /example %}}\n{{% /examples %}}", ""},
		{"heading", "Text.\n\n## Notes ##\nMore <b>x</b>.\n### Empty", "Text.\n\n**Notes**\n\nMore x."},
		{"control characters", "a\x1b[31mred\u202e\r\nb", "a\\[31mred\nb"},
		{"open fence", "a\n```sh\nrun <b>", "a\n\n```sh\nrun <b>\n```"},
		{"fence inside code", "````\n```\n````", "````\n```\n````"},
		{"indented fence", "1. Do\n   ~~~json\n   {}\n   ~~~\n   then", "1. Do\n\n```json\n{}\n```\n\n   then"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := clean(test.text)
			if got != test.want {
				t.Errorf("input %q\n got %q\nwant %q", test.text, got, test.want)
			}
			if bad := unsafeIn(got); bad != "" {
				t.Errorf("input %q\n got %q\nwhich a viewer shows with %s", test.text, got, bad)
			}
		})
	}
}

const translated = `Provides a bucket.

{{% examples %}}
## Example Usage
{{% example %}}
### Private

` + "```typescript\nnew Bucket()\n```\n```python\nBucket()\n```\n```go\npackage main\n```\n```yaml\nresources: {}\n```" + `
{{% /example %}}
### Only translations
` + "```csharp\nnew();\n```\n```java\nnew\n```" + `
{{% /examples %}}

## Import
` + "```sh\n$ pulumi import x\n```"

func TestTranslationsAreReduced(t *testing.T) {
	t.Parallel()
	want := "Provides a bucket.\n\n**Example Usage**\n\n**Private**\n\n```yaml\nresources: {}\n```\n\n**Import**\n\n```sh\n$ pulumi import x\n```"
	if diff := cmp.Diff(want, clean(translated)); diff != "" {
		t.Errorf("input %q: -want +got\n%s", translated, diff)
	}
	if got, want := Paragraph(translated).Markdown(), "Provides a bucket."; got != want {
		t.Errorf("summary: got %q, want %q", got, want)
	}
}

// TestNearestLanguage: of the translations of an example the nearest stays, and PCL comes
// first.
func TestNearestLanguage(t *testing.T) {
	t.Parallel()
	fence := func(languages ...string) string {
		text := ""
		for _, l := range languages {
			text += "```" + l + "\n" + l + "\n```\n"
		}
		return strings.TrimSpace(text)
	}
	for _, test := range []struct {
		name       string
		have, want []string
	}{
		{"translations", []string{"typescript", "python", "hcl", "java", "yaml"}, []string{"yaml"}},
		{"no yaml", []string{"typescript", "hcl", "java"}, []string{"hcl"}},
		{"neither", []string{"go", "csharp"}, nil},
		{"ours", []string{"sh", "typescript", "yaml", "pcl", "hcl"}, []string{"pcl", "sh"}},
		{"hcl alone", []string{"hcl", "hcl"}, []string{"hcl", "hcl"}},
		{"yaml alone", []string{"yaml", "yaml"}, []string{"yaml", "yaml"}},
		{"others", []string{"sh", "json", "powershell"}, []string{"sh", "json", "powershell"}},
	} {
		want := strings.ReplaceAll(fence(test.want...), "```\n```", "```\n\n```")
		if got := clean(fence(test.have...)); got != want {
			t.Errorf("%s: got %q, want %q", test.name, got, want)
		}
	}
	if got, want := clean("```pulumi\nresource a \"b:c:D\" {}\n```"), "```pcl\nresource a \"b:c:D\" {}\n```"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTranslatedNames: translated names are spelled as in PCL.
func TestTranslatedNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"the <span pulumi-lang-nodejs=\"`aB`\" pulumi-lang-python=\"`a_b`\" pulumi-lang-yaml=\"`aB`\" pulumi-lang-hcl=\"`a_b`\">`a_b`</span> flag", "the `aB` flag"},
		{"<span pulumi-lang-nodejs=\"`aB`\"\n  pulumi-lang-go=\"`AB`\">`a_b`</span>", "`aB`"},
		{"## <span pulumi-lang-yaml=\"a.B\">a_b</span>\ntext", "**a.B**\n\ntext"},
		{"<span pulumi-lang-go=\"AB\">a_b</span>", "a_b"},
		{"<span pulumi-lang-yaml=\"&quot;x&quot;\">y</span>", `"x"`},
		{"<span pulumi-lang-yaml=\"[a](command:x)\">y</span>", "a"},
		{"<span pulumi-lang-yaml=\"&lt;script&gt;\">y</span>", ""},
		{"see {{% ref #/resources/docs:index:Resource %}} and {{% ref /enum/v30.0.0/schema.json#/types/a:index:T/properties/in %}}", "see `docs:index:Resource` and `in`"},
		{"<span class=\"a\">b</span> <span pulumi-lang-yaml=\"c\">", "b"},
	} {
		if got := strings.TrimSpace(clean(test.text)); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

func TestProseIsBounded(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat("word ", 5000), strings.Repeat("word\n\n", 5000), "```\n" + strings.Repeat("é\n", 9000),
		strings.Repeat("[a](https://x.y) ", 2000), strings.Repeat("<b>`", 5000), strings.Repeat("[", 9000), strings.Repeat("# x\n", 9000),
	} {
		got := clean(text)
		if n := utf8.RuneCountInString(got); n > 2*maxProse+100 || !utf8.ValidString(got) {
			t.Errorf("input %.20q: %d characters", text, n)
		}
		if fences := strings.Count(got, "```"); fences%2 != 0 {
			t.Errorf("input %.20q: %d fences", text, fences)
		}
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	input := "**Deprecated:** see [docs](https://example.com).\n\n```yaml\na: \\`b\n```\n\\<id> and `a\\.b` \\`"
	want := "Deprecated: see docs <https://example.com>.\n\na: \\`b\n<id> and `a\\.b` `"
	if got := Plain(input); got != want {
		t.Errorf("input %q\n got %q\nwant %q", input, got, want)
	}
}

// Whatever the text, outside of code nothing is left that a viewer could take for
// HTML or for a link that is not ours.
func FuzzClean(f *testing.F) {
	f.Add("[a](command:x) <b> `c` ```d\n\n# e\n~~~\nf")
	f.Add("\\`<script>`\n[x]: command:y\n![z](q)")
	f.Fuzz(func(t *testing.T, text string) {
		got := clean(text)
		if bad := unsafeIn(got); bad != "" {
			t.Errorf("input %q\n got %q\nwhich a viewer shows with %s", text, got, bad)
		}
		for _, b := range blocks(got) {
			if b.kind == codeBlock {
				continue
			}
			bare := withoutCode(b.text)
			if bad := notOurs.FindString(bare); bad != "" {
				t.Errorf("input %q\n got %q\nwith %q outside of code", text, got, bad)
			}
		}
	})
}

// notOurs matches HTML, an image, the definition of a link, or the start of a link that does
// not lead to the web.
var notOurs = regexp.MustCompile(`<|!\[[^][]*\]\(|\]:|\]\((?:$|[^h]|h[^t]|ht[^t])`)

var anyBackticks = regexp.MustCompile("`+")

// withoutCode takes code and escaped characters out of a paragraph.
func withoutCode(text string) string {
	var out strings.Builder
outer:
	for at := 0; at < len(text); {
		switch text[at] {
		case '\\':
			out.WriteByte('.') // so that its neighbours do not come together, as below
			at += 2
			continue
		case '`':
			run := anyBackticks.FindString(text[at:])
			for _, end := range anyBackticks.FindAllStringIndex(text[at+len(run):], -1) {
				if end[1]-end[0] == len(run) {
					out.WriteByte('.')
					at += len(run) + end[1]
					continue outer
				}
			}
			out.WriteString(run)
			at += len(run)
			continue
		}
		out.WriteByte(text[at])
		at++
	}
	return out.String()
}

// TestParagraph: the first paragraph is as safe as the rest.
func TestParagraph(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"A <b>bucket</b>, see [it](command:rm).\n\nMore.": "A bucket, see it.",
		"# Heading\ntext":                    "",
		"{{% examples %}}\n```go\ncode\n```": "",
		strings.Repeat("word ", 200):         strings.TrimRight(strings.Repeat("word ", 80), " ")[:399] + "…",
	} {
		if got := Paragraph(text).Markdown(); got != want {
			t.Errorf("%.60q: got %q, want %q", text, got, want)
		}
	}
}
