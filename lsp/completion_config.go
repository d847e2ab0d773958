// This file completes keys and values in project and stack files.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"go.lsp.dev/protocol"
)

// configCompletion returns the configs that a project or stack file does not set yet, or the values of one that has few. It returns nil for other places.
func (v *view) configCompletion(p protocol.TextDocumentPositionParams) (*protocol.CompletionList, error) {
	path, t, err := v.inSettings(p)
	if t == nil {
		return nil, err
	}
	choices, span, ok := v.Snapshot.ConfigChoices(path, t.offset)
	if !ok {
		return nil, nil
	}
	var items []complete.Item
	for _, c := range choices {
		kind := complete.KindVariable
		if c.IsValue {
			kind = complete.KindKeyword
		}
		items = append(items, complete.Item{Label: c.Text, Kind: kind, Detail: c.Detail, Insert: c.Insert, Replace: span, Sort: c.Sort, Filter: c.Text})
	}
	return v.completionList(t, complete.List{Items: items}, nil), nil
}
