// This file implements textDocument/foldingRange and textDocument/selectionRange. The answers depend only on the
// text of the document, so the client never has to refresh it.

package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
)

func (v *view) foldingRange(ctx context.Context, t *target, _ *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	folds, err := outline.Folds(ctx, t.program, t.file.Path)
	if err != nil {
		return nil, err
	}
	if v.client.folds.wholeLine {
		folds = slices.DeleteFunc(folds, func(f outline.Fold) bool { return lastFolded(f) <= f.First })
	}
	if limit := v.client.folds.limit; limit > 0 {
		folds = outline.Outermost(folds, limit)
	}
	ranges := make([]protocol.FoldingRange, len(folds))
	for i, f := range folds {
		ranges[i] = v.fold(f)
	}
	if !v.client.folds.wholeLine {
		places := make([]protocol.Range, len(folds)) // one allocation, since there may be thousands
		for i, f := range folds {
			places[i] = v.Range(t.file, f.Span)
			ranges[i].StartCharacter, ranges[i].EndCharacter = &places[i].Start.Character, &places[i].End.Character
		}
	}
	return ranges, nil
}

// lastFolded returns the last hidden line if whole lines are hidden. The line that closes a fold stays visible.
func lastFolded(f outline.Fold) int {
	if f.Closed {
		return f.Last - 1
	}
	return f.Last
}

// fold converts a fold without its characters.
func (v *view) fold(f outline.Fold) protocol.FoldingRange {
	folded := protocol.FoldingRange{StartLine: uint32(f.First), EndLine: uint32(f.Last), Kind: v.foldKind(f.Kind)}
	if v.client.folds.wholeLine {
		folded.EndLine = uint32(lastFolded(f))
	}
	if v.client.folds.texts && f.Text != "" {
		folded.CollapsedText = new(f.Text)
	}
	return folded
}

func (v *view) foldKind(kind outline.FoldKind) protocol.FoldingRangeKind {
	var name protocol.FoldingRangeKind
	switch kind {
	case outline.CommentFold:
		name = protocol.FoldingRangeKindComment
	case outline.RegionFold:
		name = protocol.FoldingRangeKindRegion
	}
	if known := v.client.folds.kinds; known != nil && !slices.Contains(known, name) {
		return ""
	}
	return name
}

// selectionRange returns one selection for each position, with the selections around it.
func (v *view) selectionRange(ctx context.Context, t *target, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	offsets := make([]int, len(p.Positions))
	for i, at := range p.Positions {
		offsets[i] = v.Offset(t.file, at)
	}
	all, err := outline.Selections(ctx, t.program, t.file.Path, offsets)
	if err != nil {
		return nil, err
	}
	answers := make([]protocol.SelectionRange, len(all))
	for i, spans := range all {
		var around *protocol.SelectionRange
		for j := len(spans) - 1; j >= 0; j-- {
			around = &protocol.SelectionRange{Range: v.Range(t.file, spans[j]), Parent: around}
		}
		answers[i] = *around
	}
	return answers, nil
}
