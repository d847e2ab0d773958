package refactor

import (
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file moves a declaration to another file of its program.

// mostTargets is how many files or parents are offered. Nobody reads a longer menu.
const mostTargets = 20

// files offers the other files of the program, and a new one.
func (s place) files() (all []moved) {
	switch s.item.Kind {
	case syntax.KindResource, syntax.KindComponent, syntax.KindConfig, syntax.KindOutput, syntax.KindRead, syntax.KindLocal:
	default:
		return nil
	}
	for _, f := range s.program.Files {
		if f.Path != s.path && len(all) < mostTargets {
			all = append(all, s.toFile(f.Path, f))
		}
	}
	if name := path.Join(s.program.Dir, s.item.Name+".pp"); syntax.IdentifierEnd(s.item.Name, 0) == len(s.item.Name) {
		if _, taken := s.program.File(name); !taken {
			all = append(all, s.toFile(name, nil))
		}
	}
	return all
}

func (s place) toFile(filePath string, file *syntax.File) moved {
	title := "Move to `" + path.Base(filePath) + "`"
	if file == nil {
		title = "Move to a new file `" + path.Base(filePath) + "`"
	}
	m := moved{Action{ID: "move.file", Title: title, Kind: Move}, keep.Unmoved}
	span, cut := s.declaration()
	own, _ := s.program.File(s.path)
	end := s.lineEnd()
	text := strings.TrimRight(own.Slice(span), "\r\n") + end
	m.Change.Edits = []change.Edit{{Path: s.path, Span: cut}}
	if file == nil {
		m.Change.NewFiles = []change.NewFile{{Path: filePath, Text: text}}
		return m
	}
	m.Change.Edits = append(m.Change.Edits, appended(file, text))
	return m
}

// declaration is the item in its file with the comments right above it, and what is cut with it: the
// empty lines above it, if there are no other comments.
func (s place) declaration() (span, cut syntax.Span) {
	cut = s.item.Span()
	start := edit.CommentsAbove(s.item.Text, analysis.ContentSpan(s.item).Start-s.item.Base, 0)
	span = syntax.Span{Start: s.item.Base + start, End: cut.End}
	if strings.TrimSpace(s.item.Text[:start]) != "" {
		cut = span
	}
	return span, cut
}
