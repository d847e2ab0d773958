package agent

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements the tool complete.

// CompleteArguments are the arguments of complete.
type CompleteArguments struct {
	Position
	Most int `json:"most,omitempty" jsonschema:"list at most so many items; 20 if it is not given"`
}

// Completed is what fits at a place.
type Completed struct {
	Replaces string           `json:"replaces,omitempty" jsonschema:"the text at the place that an item stands for"`
	Items    []CompletionItem `json:"items" jsonschema:"best first"`
	More     int              `json:"more,omitempty" jsonschema:"items that are not listed; write some letters to see others"`
}

// CompletionItem is one thing that fits.
type CompletionItem struct {
	Label  string `json:"label"`
	Type   string `json:"type,omitempty" jsonschema:"the type, or a few words"`
	Insert string `json:"insert,omitempty" jsonschema:"the text to write, if it is not the label"`
}

func completeAt(ctx context.Context, c *call, in CompleteArguments) (Completed, string, error) {
	out := Completed{Items: []CompletionItem{}}
	p, err := c.at(in.Position)
	if err != nil {
		return out, "", err
	}
	found, err := complete.Briefly(ctx, p.program, p.file.Path, p.offset+len(p.word)) // behind the word, as if it had just been typed
	if err != nil || found == nil {
		return out, "Nothing fits here.", err
	}
	items := matching(p, found.Items)
	slices.SortStableFunc(items, func(a, b complete.Item) int { return cmp.Compare(cmp.Or(a.Sort, a.Label), cmp.Or(b.Sort, b.Label)) })
	for i, item := range items[:min(atMost(in.Most, 20), len(items))] {
		if i == 0 {
			out.Replaces = p.file.Slice(item.Replace)
		}
		text := item.Insert
		if item.Snippet {
			text = item.Plain
		}
		listed := CompletionItem{Label: item.Label, Type: cut(item.Detail, 100)}
		if text != item.Label {
			listed.Insert = text
		}
		out.Items = append(out.Items, listed)
	}
	out.More = len(items) - len(out.Items)
	return out, out.text(), nil
}

// matching are the items that contain what is written before the place; all of them if none does, since what is written is wrong then.
func matching(p place, all []complete.Item) []complete.Item {
	offset := p.offset + len(p.word)
	items := slices.DeleteFunc(slices.Clone(all), func(i complete.Item) bool {
		typed := p.file.Slice(syntax.Span{Start: i.Replace.Start, End: min(offset, i.Replace.End)})
		return !strings.Contains(strings.ToLower(cmp.Or(i.Filter, i.Label)), strings.ToLower(typed))
	})
	if len(items) == 0 {
		return slices.Clone(all)
	}
	return items
}

func (o Completed) text() string {
	if len(o.Items) == 0 {
		return "Nothing fits here."
	}
	var out strings.Builder
	for _, i := range o.Items {
		fmt.Fprintf(&out, "%s  %s\n", i.Label, i.Type)
	}
	return out.String() + andMore(o.More)
}
