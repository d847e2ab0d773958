package change

import (
	"cmp"
	"slices"
	"strings"
)

// In are the edits of one file, in the order of their places.
func In(edits []Edit, path string) []Edit {
	var of []Edit
	for _, e := range edits {
		if e.Path == path {
			of = append(of, e)
		}
	}
	slices.SortStableFunc(of, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return of
}

// Apply is a text after edits of it, which are in the order of their places.
func Apply(text string, edits []Edit) string {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(text[at:e.Span.Start])
		out.WriteString(e.Text)
		at = e.Span.End
	}
	out.WriteString(text[at:])
	return out.String()
}
