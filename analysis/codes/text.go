package codes

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

// This file implements reading the texts about codes from texts/CODE.md.
//
// The layout of such a file:
//
//	# CODE: title
//
//	Explanation, a line for each paragraph.
//
//	## Bad
//
//	```hcl
//	an example
//	```
//
//	## Good
//
//	```hcl
//	an example
//	```
//
// An example of several files has the path of each above its fence, as `path`:

// Text explains a code to people.
type Text struct {
	// Title says what is wrong, in a few words, without a capital or a full stop.
	Title string
	// Explanation says why that matters and what to write: Markdown, a few sentences.
	Explanation string
	// Bad is a program with exactly one finding, of this code, and Good one with
	// none. Either is the text of main.pp, or an archive of several files, each
	// after a line "-- path --".
	Bad, Good string
}

//go:embed texts/*.md
var files embed.FS

// texts are parsed on first use: most runs of the program explain nothing.
var texts = sync.OnceValue(func() map[Code]Text {
	parsed := map[Code]Text{}
	for c := range declared() {
		content, err := files.ReadFile("texts/" + string(c) + ".md")
		if err != nil {
			panic(err) // a test visits every code
		}
		if parsed[c], err = parseText(c, string(content)); err != nil {
			panic(err)
		}
	}
	return parsed
})

// Text is the text about the code, and empty if there is no such code.
func (c Code) Text() Text { return texts()[c] }

func parseText(c Code, content string) (Text, error) {
	prose, examples, hasBad := strings.Cut(content, "\n## Bad\n")
	bad, good, hasGood := strings.Cut(examples, "\n## Good\n")
	heading, explanation, _ := strings.Cut(prose, "\n")
	title, hasTitle := strings.CutPrefix(heading, "# "+string(c)+": ")
	text := Text{title, strings.TrimSpace(explanation), parseExample(bad), parseExample(good)}
	if !hasTitle || !hasBad || !hasGood || text.Title == "" || text.Explanation == "" || text.Bad == "" || text.Good == "" {
		return Text{}, fmt.Errorf("texts/%s.md lacks a title, an explanation or an example", c)
	}
	return text, nil
}

// parseExample returns what is between the fences, without the last line end: some
// examples depend on the file ending in the middle of a line.
func parseExample(section string) string {
	const fence = "```"
	var out strings.Builder
	for {
		before, rest, fenced := strings.Cut(section, "\n"+fence)
		if !fenced {
			return strings.TrimSuffix(out.String(), "\n")
		}
		if _, name, named := strings.Cut(before, "`"); named {
			path, _, _ := strings.Cut(name, "`")
			fmt.Fprintf(&out, "-- %s --\n", path)
		}
		_, body, _ := strings.Cut(rest, "\n") // after the language
		var text string
		text, section, _ = strings.Cut(body, "\n"+fence+"\n")
		out.WriteString(text + "\n")
	}
}
