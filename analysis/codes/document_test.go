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

// This file generates docs/findings.md from the declarations and the texts.

const findingsDocument = "../../docs/findings.md"

var update = flag.Bool("update", false, "write docs/findings.md")

// TestFindingsDocument checks that the document is up to date. With -update it writes
// the document.
func TestFindingsDocument(t *testing.T) {
	t.Parallel()
	got := writeFindings(readRuns(t))
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

// Every code has its own anchor in the document, and its link leads there.
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
		t.Errorf("%s and %s have the same anchor: #%s", other, owner, anchor)
	}
	taken[anchor] = owner
}

// heading returns the anchor of the heading of an area.
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

// documentHead introduces the document. A tilde in it stands for a backtick.
const documentHead = `<!-- Generated from package analysis/codes by go generate ./analysis/codes. -->

# Findings

Every finding has one of %d codes, and the meaning of a code never changes. ~pcl-lsp explain CODE~ prints the same text in a terminal.

The severity shown here is the default. Some findings are more or less severe depending on where they occur, and a project can change the severity of any
code except syntax errors.

An error says that no update of the program succeeds. Code that only some updates run, such as a branch of a condition, gives a warning instead. The column
*rejected by* names the stage of a run that rejects the bad example of the code:

%s
A dash means that the example runs. *Sometimes* means that it depends on the values, on the files or on what is installed.

A comment suppresses findings in editors and in ~pcl-lsp check~:

~~~hcl
# pcl-lsp:ignore attr.unknown, unused.* -- provider bug 123     # the next line of code; after code, its own line
# pcl-lsp:ignore-block secret.literal -- test fixture           # the definition, block or value that starts there
# pcl-lsp:ignore-file unused.config -- shared names             # the whole file; put it above the first definition
~~~

~//~ and ~/* */~ comments work too. Name at least one code or family. The reason starts at ~--~, or at the first word without a comma before it. It is
optional unless [the setting](configuration.md) ~suppressions.requireReason~ is on. A comment applies to the findings that begin in its range. Syntax errors
can't be suppressed, and [suppressions have their own findings](#suppressions).

`

func writeFindings(runs map[codes.Code]exampleRuns) string {
	var out, parts strings.Builder
	for _, s := range stages {
		fmt.Fprintf(&parts, "- %s: %s\n", s.name, s.about)
	}
	fmt.Fprintf(&out, strings.ReplaceAll(documentHead, "~", "`"), len(codes.All()), parts.String())
	for _, area := range codes.Areas() {
		fmt.Fprintf(&out, "- [%s](#%s): %s\n", area.Title, heading(area.Title), area.About)
	}
	for _, area := range codes.Areas() {
		fmt.Fprintf(&out, "\n## %s\n\nFindings about %s.%s\n\n| code | severity | rejected by | finding |\n|---|---|---|---|\n", area.Title, area.About, rulesOf(area.Title))
		for _, d := range area.Declarations {
			fmt.Fprintf(&out, "| [`%s`](#%s) | %s | %s | %s |\n", d.Code, d.Code.Anchor(), d.Severity, runs[d.Code].Bad.rejectedBy(), strings.ReplaceAll(d.Code.Text().Title, "|", `\|`))
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

// writeExample writes the files of an example one by one.
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

// languages maps file extensions to the languages of code blocks.
var languages = map[string]string{".pp": "hcl", ".yaml": "yaml", ".json": "json"}

func writeCode(out *strings.Builder, name, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	fmt.Fprintf(out, "\n%s%s\n%s\n%s\n", fence, languages[path.Ext(name)], strings.Trim(strings.ToValidUTF8(text, "\uFFFD"), "\n"), fence)
}

// referencePages are the pages of docs/language with the rules behind areas of findings.
var referencePages = map[string][]string{
	"Syntax": {"syntax"}, "Packages": {"packages"}, "Declarations": {"blocks", "scopes"}, "Types": {"configs"}, "Blocks": {"blocks", "configs", "hooks"},
	"Resources": {"resources", "reads"}, "Inputs": {"pcl-files"}, "Options": {"options"}, "Components": {"components"},
	"Expressions": {"expressions", "types"}, "Calls": {"functions", "calls"}, "Stacks": {"configs"}, "Structure": {"blocks", "scopes"},
	"Values": {"conversions", "unions"}, "Runtime errors": {"conversions", "expressions"}, "Ranges": {"resources"}, "Option values": {"options"},
	"Paths and URNs": {"paths", "urns"}, "Changes of URNs": {"urns"}, "Files": {"assets"}, "Unknown in preview": {"unknown-and-secret"},
	"Secrets": {"unknown-and-secret"},
}

// rulesOf leads from an area to the reference of the language.
func rulesOf(area string) string {
	var links []string
	for _, page := range referencePages[area] {
		links = append(links, fmt.Sprintf("[%s](language/%[1]s.md)", page))
	}
	if len(links) == 0 {
		return ""
	}
	return " The rules: " + strings.Join(links, ", ") + "."
}
