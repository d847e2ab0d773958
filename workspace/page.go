package workspace

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file answers questions about open Markdown documents, in which each block of PCL is a program of its own.

// IsPage reports whether a document is open and Markdown.
func (s *Snapshot) IsPage(p string) bool { return s.overlays.at(disk.Clean(p)).blocks != nil }

// Page are the findings in an open Markdown document as the editor has it, the same as those of a check of the file. It is false for other files. The error
// is that of the context.
func (s *Snapshot) Page(ctx context.Context, p string) (FileReport, bool, error) {
	if !s.IsPage(p) {
		return FileReport{}, false, nil
	}
	p = disk.Clean(p)
	found, err := s.DiagnoseEmbedded(ctx, p)
	return FileReport{&analysis.FileFindings{Path: p, Diagnostics: found}, s.overlays.at(p).file()}, true, err
}

// Block is the program in the block of PCL at an offset of an open Markdown document; nil elsewhere. Its file has the path of the document, and its text up
// to the end of the block, with spaces for all that stands before the block. So a place in the program is the same place in the document.
func (s *Snapshot) Block(p string, offset int) *analysis.Program {
	if !s.IsPage(p) {
		return nil
	}
	p = disk.Clean(p)
	source := s.overlays.at(p).file()
	for _, one := range s.embedding(p).programs {
		c := one.(code)
		end := c.start + len(c.text)
		if offset < c.start || offset > end || offset == end && end < source.Len() {
			continue
		}
		text := []byte(source.Slice(syntax.Span{End: end}))
		for i, b := range text[:c.start] {
			if b != '\n' && b != '\r' {
				text[i] = ' '
			}
		}
		return analysis.NewProgram(p, []*syntax.File{syntax.Parse(p, string(text), nil)}, s.around(p), nil)
	}
	return nil
}
