package programdoc

import (
	"errors"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/fences"
)

// This file puts pages into README.md files.

const (
	beginDocs = "<!-- pcl-lsp docs -->"
	endDocs   = "<!-- end -->"
)

// Within returns a README.md with the page of the program between its marks: those of the
// file, or new ones at its end. An empty file gets a heading, too. The line endings are those
// of the file.
func (d *Document) Within(readme string) (string, error) {
	begin, end, err := docsMarks(readme)
	if err != nil {
		return "", err
	}
	lineEnd := lineEndOf(readme)
	part := strings.ReplaceAll("\n"+d.Sections()+"\n", "\n", lineEnd)
	switch {
	case begin >= 0:
		return readme[:begin] + part + readme[end:], nil
	case readme == "":
		readme = d.Heading() + "\n\n"
	default:
		readme = strings.TrimRight(readme, "\r\n") + lineEnd + lineEnd
	}
	readme += beginDocs + lineEnd + part + endDocs + lineEnd
	if begin, _, _ = docsMarks(readme); begin < 0 {
		return "", errors.New("its last code block does not end, so nothing can be added")
	}
	return readme, nil
}

func lineEndOf(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// docsMarks returns where the line after the first mark begins, and where the second mark
// begins; -1 if there are none. Marks in code blocks do not count.
func docsMarks(readme string) (begin, end int, err error) {
	begin, at, code := -1, 0, fences.In(readme)
	for line := range strings.Lines(readme) {
		text := strings.TrimSpace(line)
		for len(code) > 0 && code[0].End <= at {
			code = code[1:]
		}
		switch {
		case len(code) > 0 && code[0].Start <= at:
		case begin < 0 && text == beginDocs:
			begin = at + len(line)
		case begin >= 0 && text == endDocs:
			return begin, at, nil
		}
		at += len(line)
	}
	if begin >= 0 {
		return -1, -1, errors.New("no line `" + endDocs + "` follows the line `" + beginDocs + "`")
	}
	return -1, -1, nil
}
