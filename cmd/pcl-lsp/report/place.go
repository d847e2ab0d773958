package report

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// This file converts byte offsets to lines and columns.

// position is a position in a file, counted from 1. Byte is its offset from 0.
type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

// textRange is a part of a file. Its end is the position after its last character.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// mappers keeps the line tables of the files in a report.
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

// at returns the position of an offset. Columns count characters.
func (m mappers) at(path string, offset int) position {
	return m.counted(path, offset, syntax.UTF32)
}

func (m mappers) counted(path string, offset int, by syntax.Encoding) position {
	line, column := m.of(path).Position(offset, by)
	return position{line + 1, column + 1, offset}
}

// span returns a range. Columns count characters.
func (m mappers) span(path string, span syntax.Span) textRange {
	return textRange{m.at(path, span.Start), m.at(path, span.End)}
}
