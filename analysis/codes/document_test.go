package codes_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file writes docs/findings.md from the declarations.

const findingsDocument = "../../docs/findings.md"

var update = flag.Bool("update", false, "write docs/findings.md")

// TestFindingsDocument holds the document to the declarations. Under -update it
// writes the document.
func TestFindingsDocument(t *testing.T) {
	t.Parallel()
	got := writeFindings()
	if *update {
		if err := os.WriteFile(findingsDocument, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(findingsDocument)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is stale; run go generate ./analysis/codes\n--- document\n+++ declarations\n%s", findingsDocument, diff)
	}
}

// TestAnchors: every code is declared once and has an anchor of its own, and links
// lead to the document that is written.
func TestAnchors(t *testing.T) {
	t.Parallel()
	taken := map[string]string{"findings": "the title"}
	for _, area := range codes.Areas() {
		claim(t, taken, heading(area.Title), area.Title)
	}
	for _, d := range codes.All() {
		claim(t, taken, d.Code.Anchor(), string(d.Code))
		if want := codes.Document + "#" + d.Code.Anchor(); d.Code.Link() != want {
			t.Errorf("%s: got link %s, want %s", d.Code, d.Code.Link(), want)
		}
	}
	if !strings.HasSuffix(codes.Document, strings.TrimPrefix(findingsDocument, "../..")) {
		t.Errorf("%s is not the address of %s", codes.Document, findingsDocument)
	}
}

func claim(t *testing.T, taken map[string]string, anchor, owner string) {
	t.Helper()
	if other, is := taken[anchor]; is {
		t.Errorf("%s and %s have one anchor: #%s", other, owner, anchor)
	}
	taken[anchor] = owner
}

// heading is the anchor of the heading of an area.
func heading(title string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == ',':
			return -1
		}
		return r
	}
	return strings.Map(keep, strings.ToLower(title))
}

// documentHead is what the document says about all findings. A tilde in it stands
// for a backtick.
const documentHead = `<!-- Written from the declarations in package analysis/codes; go generate ./analysis/codes writes it again. -->

# Findings

Every finding has a code that never changes its meaning. There are %d. ~pcl-lsp explain CODE~ prints in a terminal what stands here.

The severity is that of most findings with the code: a place can lower or raise it, and a project can change it.

A comment suppresses findings where they are, in editors and for ~check~ alike:

~~~hcl
# pcl-lsp:ignore attr.unknown, unused.* -- provider bug 123     # the next line with code; behind code, its own line
# pcl-lsp:ignore-block secret.literal -- test fixture           # all of the definition, block or value that begins there
# pcl-lsp:ignore-file unused.config -- shared names             # the whole file; above its first definition
~~~

~//~ and ~/* */~ work too. At least one code or family is needed; the reason may stand without ~--~, from the first word on that no comma asks for, and is
needed only where ~suppressions.requireReason~ in [the settings](configuration.md) says so. A finding is where it begins. [Such comments have findings of their own](#suppressions); syntax errors cannot be suppressed.

`

func writeFindings() string {
	var out strings.Builder
	fmt.Fprintf(&out, strings.ReplaceAll(documentHead, "~", "`"), len(codes.All()))
	for _, area := range codes.Areas() {
		fmt.Fprintf(&out, "- [%s](#%s): %s\n", area.Title, heading(area.Title), area.About)
	}
	for _, area := range codes.Areas() {
		fmt.Fprintf(&out, "\n## %s\n\nCodes about %s.\n\n| code | severity | finding |\n|---|---|---|\n", area.Title, area.About)
		for _, d := range area.Declarations {
			fmt.Fprintf(&out, "| [`%s`](#%s) | %s | %s |\n", d.Code, d.Code.Anchor(), d.Severity, strings.ReplaceAll(d.Code.Text().Title, "|", `\|`))
		}
		for _, d := range area.Declarations {
			writeDeclaration(&out, d)
		}
	}
	return out.String()
}

func writeDeclaration(out *strings.Builder, d codes.Declaration) {
	text := d.Code.Text()
	fmt.Fprintf(out, "\n### `%s`\n\n**%s** (%s%s)\n", d.Code, strings.ToUpper(text.Title[:1])+text.Title[1:], d.Severity, tags[d.Tag])
	fmt.Fprintf(out, "\n%s\n", text.Explanation)
	writeExample(out, "Bad", text.Bad)
	writeExample(out, "Good", text.Good)
}

var tags = map[codes.Tag]string{codes.Unnecessary: ", shown faded", codes.Deprecated: ", shown struck through"}

// writeExample writes an example, each of its files on its own.
func writeExample(out *strings.Builder, title, text string) {
	archive := txtar.Parse([]byte(text))
	if len(archive.Files) == 0 {
		fmt.Fprintf(out, "\n%s:\n", title)
		writeCode(out, "main.pp", text)
		return
	}
	for _, f := range archive.Files {
		fmt.Fprintf(out, "\n%s, `%s`:\n", title, f.Name)
		writeCode(out, f.Name, string(f.Data))
	}
}

// languages are the names of languages by the ending of files.
var languages = map[string]string{".pp": "hcl", ".yaml": "yaml", ".json": "json"}

func writeCode(out *strings.Builder, name, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	fmt.Fprintf(out, "\n%s%s\n%s\n%s\n", fence, languages[path.Ext(name)], strings.Trim(strings.ToValidUTF8(text, "\uFFFD"), "\n"), fence)
}
