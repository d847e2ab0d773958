package report

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file defines what is reported, independent of the form.

// Report is the outcome of a check.
type Report struct {
	// Findings may be in any order.
	Findings []analysis.Diagnostic
	// FilesChecked and Programs say how much was looked at.
	FilesChecked int
	Programs     int
	// Schemas are the package schemas that were looked for.
	Schemas []Schema
	// Problems say what could not be read.
	Problems []string
	// Text is the text of a file that findings are about, and Name the name that
	// is shown for it.
	Text func(path string) string
	Name func(path string) string
}

// Schema is one package that programs use, and the file that describes it.
type Schema struct {
	Package string `json:"package"`
	Version string `json:"version,omitempty"`
	File    string `json:"file,omitempty"`
	Problem string `json:"problem,omitempty"`
	// Install is the command that installs the missing provider.
	Install string `json:"install,omitempty"`
}

// sorted are the findings by the name of the file, place and code.
func (r *Report) sorted() []analysis.Diagnostic {
	names := map[string]string{}
	for _, d := range r.Findings {
		names[d.Path] = r.Name(d.Path)
	}
	sorted := slices.Clone(r.Findings)
	slices.SortStableFunc(sorted, func(a, b analysis.Diagnostic) int {
		return cmp.Or(
			cmp.Compare(names[a.Path], names[b.Path]), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Message, b.Message))
	})
	return sorted
}

// Summary counts findings.
type Summary struct {
	Errors       int `json:"errors"`
	Warnings     int `json:"warnings"`
	Information  int `json:"information"`
	Hints        int `json:"hints"`
	Files        int `json:"files"` // that have findings
	FilesChecked int `json:"filesChecked"`
	Programs     int `json:"programs"`
}

// Summary counts the findings of the report.
func (r *Report) Summary() Summary {
	s := Summary{FilesChecked: r.FilesChecked, Programs: r.Programs}
	files := map[string]bool{}
	for _, d := range r.Findings {
		files[d.Path] = true
		switch d.Severity {
		case codes.Error:
			s.Errors++
		case codes.Warning:
			s.Warnings++
		case codes.Information:
			s.Information++
		case codes.Hint:
			s.Hints++
		}
	}
	s.Files = len(files)
	return s
}

// mappers keeps the line tables of the files that a report speaks of.
type mappers struct {
	text   func(path string) string
	byPath map[string]*syntax.Mapper
}

func (r *Report) mappers() mappers { return mappers{r.Text, map[string]*syntax.Mapper{}} }

func (m mappers) of(path string) *syntax.Mapper {
	if m.byPath[path] == nil {
		m.byPath[path] = syntax.NewMapper(m.text(path))
	}
	return m.byPath[path]
}

// position is a place in a file, counted from 1.
func (m mappers) position(path string, offset int) (line, column int) {
	line, column = m.of(path).Position(offset, syntax.UTF32)
	return line + 1, column + 1
}
