// This file implements how the changes of a didChange edit a text.

package lsp

import (
	"math"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// contentChange is one element of a didChange. Unlike the protocol's own type
// it accepts what clients really send: a null range for the whole text, and any
// number for a position.
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

// edited returns a file after one change. Positions outside the text are clamped
// and a reversed range means the text between its ends.
func edited(file *syntax.File, change contentChange, enc syntax.Encoding) *syntax.File {
	if change.Range == nil {
		return syntax.Parse(file.Path, change.Text, file)
	}
	start := change.Range.Start.offset(file, enc)
	end := change.Range.End.offset(file, enc)
	if end < start {
		start, end = end, start
	}
	return file.Edited(syntax.Edit{Span: syntax.Span{Start: start, End: end}, Text: change.Text})
}

func (p loosePosition) offset(mapper mapper, enc syntax.Encoding) int {
	if p.Line < 0 {
		return 0
	}
	return mapper.Offset(clampInt(p.Line), clampInt(p.Character), enc)
}

// clampInt converts a number of the client to one an offset calculation can
// bear.
func clampInt(n float64) int {
	return int(max(0, min(n, math.MaxInt32)))
}
