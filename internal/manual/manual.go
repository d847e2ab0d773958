// Package manual reads the examples of the language reference, docs/language.
//
// A block of PCL is a program of its own. A block whose first line is a comment with a path is a file for all programs of its section; if
// the section has no other blocks, these files are the program. A comment that begins with a code says which finding its line has.
package manual

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/fences"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
)

// An Example is a program of the reference.
type Example struct {
	// Name is the page with the section, and which example of the section this is.
	Name  string
	Files []txtar.File
}

// IsProgram reports whether the example can run: it is no file of inputs.
func (e Example) IsProgram() bool { return e.Files[0].Name != inputs }

// Text is the archive of the files.
func (e Example) Text() string { return string(txtar.Format(&txtar.Archive{Files: e.Files})) }

// A Finding is what a comment says of its line.
type Finding struct {
	File string
	Line int // from 1
	Code codes.Code
}

var (
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	named   = regexp.MustCompile(`\A# (\S+\.\w+)\n`)
	said    = regexp.MustCompile(`# ([a-z][a-zA-Z.-]*)(?::|$| #)`)
)

// inputs is the name of a file of inputs.
const inputs = "inputs.pcl"

// generated are the pages that other tests check.
var generated = []string{"functions.md", "versions.md"}

// Examples are those of all pages in a folder, in order.
func Examples(folder string) (all []Example) {
	for _, file := range attempt.Must(filepath.Glob(filepath.Join(folder, "*.md"))) {
		if page := filepath.Base(file); !slices.Contains(generated, page) {
			all = append(all, inPage(page, string(attempt.Must(os.ReadFile(file))))...)
		}
	}
	return all
}

// inPage are those of a page.
func inPage(page, text string) (all []Example) {
	starts := []int{0}
	blocks := fences.In(text)
	for _, at := range heading.FindAllStringIndex(text, -1) {
		if !slices.ContainsFunc(blocks, func(b fences.Block) bool { return b.Start <= at[0] && at[0] < b.End }) {
			starts = append(starts, at[0])
		}
	}
	starts = append(starts, len(text))
	for i, start := range starts[:len(starts)-1] {
		title := strings.TrimLeft(strings.SplitN(text[start:], "\n", 2)[0], "# ")
		all = append(all, inSection(page+"#"+title, text[start:starts[i+1]])...)
	}
	return all
}

// inSection are those below a heading.
func inSection(name, text string) (all []Example) {
	var shared []txtar.File
	var programs []string
	for _, b := range fences.In(text) {
		body := text[b.Start:b.End]
		path := named.FindStringSubmatch(body)
		switch language, _, _ := strings.Cut(b.Info, " "); {
		case strings.HasPrefix(body, "# pcl: "):
			all = append(all, Example{name + "/" + string(rune('a'+len(all))), []txtar.File{{Name: inputs, Data: []byte(body)}}})
		case path != nil:
			shared = append(shared, txtar.File{Name: path[1], Data: []byte(body)})
		case slices.Contains(fences.Languages, language):
			programs = append(programs, body)
		}
	}
	if len(programs) == 0 && len(shared) > 0 {
		return []Example{{name, shared}}
	}
	for i, body := range programs {
		own := txtar.File{Name: "main.pp", Data: []byte(body)}
		all = append(all, Example{name + "/" + string(rune('a'+i)), append(slices.Clip(shared), own)})
	}
	return all
}

// Findings are those that the comments of an example tell.
func (e Example) Findings() (all []Finding) {
	for _, f := range e.Files {
		for i, line := range strings.Split(string(f.Data), "\n") {
			for _, found := range said.FindAllStringSubmatch(line, -1) {
				if d, known := codes.Lookup(codes.Code(found[1])); known {
					all = append(all, Finding{f.Name, i + 1, d.Code})
				}
			}
		}
	}
	return all
}
