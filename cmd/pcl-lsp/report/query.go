package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file shows declarations, and what is at a position.

// Hover is a hover text.
type Hover struct {
	File   string
	Source *syntax.File
	Found  *hover.Hover
}

// hoverDocument is a hover text with --format json.
type hoverDocument struct {
	File     string     `json:"file"`
	Range    hoverRange `json:"range"`
	Text     string     `json:"text"`
	Markdown string     `json:"markdown"`
}

type hoverRange struct {
	Start hoverPosition `json:"start"`
	End   hoverPosition `json:"end"`
}

type hoverPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Document is the text as data for [WriteJSON].
func (h Hover) Document() any {
	at := func(offset int) hoverPosition {
		line, column := h.Source.Position(offset, syntax.UTF32)
		return hoverPosition{line + 1, column + 1}
	}
	return hoverDocument{h.File, hoverRange{at(h.Found.Span.Start), at(h.Found.Span.End)}, h.Found.Text, h.Found.Markdown}
}

// Text writes it for reading.
func (h Hover) Text(w io.Writer) error {
	_, err := io.WriteString(w, strings.TrimRight(h.Found.Text, "\n")+"\n")
	return err
}

// Markdown writes it as Markdown.
func (h Hover) Markdown(w io.Writer) error {
	_, err := io.WriteString(NewPlain(w), strings.TrimRight(h.Found.Markdown, "\n")+"\n")
	return err
}

// Declarations is a list of declarations with --format json.
type Declarations struct {
	Symbols []symbolEntry `json:"symbols"`
}

type symbolEntry struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Detail string `json:"detail,omitempty"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// NewDeclarations returns an empty list.
func NewDeclarations() *Declarations { return &Declarations{Symbols: []symbolEntry{}} }

// Add adds a declaration, which is in a file.
func (d *Declarations) Add(s outline.Declaration, name string, file *syntax.File) {
	line, column := file.Position(s.NameSpan.Start, syntax.UTF32)
	d.Symbols = append(d.Symbols, symbolEntry{s.Name, s.Kind.String(), s.Detail, name, line + 1, column + 1})
}

// Text writes a line for each declaration.
func (d *Declarations) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, s := range d.Symbols {
		detail := ""
		if s.Detail != "" {
			detail = " " + s.Detail
		}
		fmt.Fprintf(out, "%s:%d:%d: %s %s%s\n", s.File, s.Line, s.Column, s.Kind, s.Name, detail)
	}
	return out.Flush()
}
