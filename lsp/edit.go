// This file applies the content changes of a didChange to a text.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
)

// contentChange is one element of a didChange. Unlike the protocol's own type, it accepts what real clients send: a null range for the whole text, and any
// number for a position. If the server refused such a change, it would have the wrong text from then on.
type contentChange struct {
	Range *looseRange `json:"range"`
	Text  string      `json:"text"`
}

type looseRange struct {
	Start loosePosition `json:"start"`
	End   loosePosition `json:"end"`
}

type loosePosition struct {
	Line      float64 `json:"line"`
	Character float64 `json:"character"`
}

// edited returns a file after one change. It clamps positions outside the text and swaps the ends of a reversed range.
func edited(file *syntax.File, change contentChange, enc syntax.Encoding) *syntax.File {
	if change.Range == nil {
		return file.Replaced(change.Text)
	}
	start := change.Range.Start.offset(file, enc)
	end := change.Range.End.offset(file, enc)
	if end < start {
		start, end = end, start
	}
	return file.Edited(syntax.Edit{Span: syntax.Span{Start: start, End: end}, Text: change.Text})
}

func (p loosePosition) offset(mapper place.Mapper, enc syntax.Encoding) int {
	if p.Line < 0 {
		return 0
	}
	return mapper.Offset(place.Clamp(p.Line), place.Clamp(p.Character), enc)
}
