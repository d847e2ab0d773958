package agent

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements positions: FILE:LINE:COLUMN, or FILE:LINE:WORD.

// Position is a position in a file.
type Position struct {
	At string `json:"at" jsonschema:"FILE:LINE:COLUMN counted from 1, or FILE:LINE:WORD for the first such word of the line"`
	Unsaved
}

// place is a position in a program.
type place struct {
	program *analysis.Program
	file    *syntax.File
	offset  int
	word    string // that names the position; empty for a column
}

// at finds a position.
func (c *call) at(a Position) (place, error) {
	rest, last, ok := prose.CutLast(a.At, ":")
	name, lineText, ok2 := prose.CutLast(rest, ":")
	line, err := strconv.Atoi(lineText)
	if !ok || !ok2 || name == "" || last == "" || err != nil || line < 1 {
		return place{}, fmt.Errorf("%q is not a position; write FILE:LINE:COLUMN such as main.pp:12:9, or FILE:LINE:WORD such as main.pp:12:bucket", cut(a.At, 200))
	}
	if err := c.open(a.Unsaved); err != nil {
		return place{}, err
	}
	path, err := c.path(name)
	if err != nil {
		return place{}, err
	}
	program := c.snapshot.Program(path)
	if program == nil {
		return place{}, fmt.Errorf("%s is not a readable PCL file", name)
	}
	file, _ := program.File(path)
	switch {
	case file.IsLarge():
		return place{}, fmt.Errorf("%s: %w", name, workspace.WhyUnparsed(file))
	case line > file.LineCount():
		return place{}, fmt.Errorf("%s has only %d lines, not %d", name, file.LineCount(), line)
	}
	p := place{program: program, file: file}
	if column, err := strconv.Atoi(last); err == nil {
		p.offset = file.Offset(line-1, max(0, column-1), syntax.UTF32)
		return p, nil
	}
	text := file.LineText(line - 1)
	at := wordIn(text, last)
	if at < 0 {
		return place{}, fmt.Errorf("line %d of %s has no %s: %s", line, name, last, cut(strings.TrimSpace(text), 100))
	}
	p.offset, p.word = file.LineStart(line-1)+at, last
	return p, nil
}

// wordIn returns where a text has a word that is no part of another one; -1 if nowhere.
func wordIn(text, word string) int {
	isPart := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i] >= '0' && text[i] <= '9' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z')
	}
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return strings.Index(text, word) // a part is better than nothing
		}
		if at += from; !isPart(at-1) && !isPart(at+len(word)) {
			return at
		}
		from = at + len(word)
	}
}

// position is an offset for clients.
func (c *call) position(file *syntax.File, offset int) string {
	line, column := file.Position(offset, syntax.UTF32)
	return fmt.Sprintf("%s:%d:%d", c.name(file.Path), line+1, column+1)
}
