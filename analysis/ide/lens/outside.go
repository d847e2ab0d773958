package lens

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file tells whether what others use of a component has changed.

// maxPath is how much of the text behind a component's name is looked at.
const maxPath = 80

// Outside is what a program writes to the inputs and reads of the outputs of the component
// in a directory: equal where lenses of that directory would tell the same. Nothing is
// checked for it. The error is that of the context.
func Outside(ctx context.Context, user *analysis.Program, dir string) (string, error) {
	var out strings.Builder
	names := map[string]bool{}
	for _, f := range user.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindComponent || it.Block == nil {
				continue
			}
			if found, ok := user.ComponentDir(it.Item); ok && found == dir {
				names[it.Name] = true
				fmt.Fprintln(&out, it.Name, slices.Sorted(maps.Keys(it.Block.Body.Attributes)))
			}
		}
	}
	if len(names) == 0 {
		return "", ctx.Err()
	}
	for _, f := range user.Files {
		for _, it := range f.All() {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			for _, r := range user.Uses(it) {
				if names[r.Name] {
					fmt.Fprintln(&out, r.Name, pathBehind(it.Text, r.Span.End))
				}
			}
		}
	}
	return out.String(), nil
}

// pathBehind is what of a text from an offset on can be the way into a value.
func pathBehind(text string, offset int) string {
	rest := text[offset:min(len(text), offset+maxPath)]
	if end := strings.IndexAny(rest, " \t\r\n,;(){}+-/"); end >= 0 {
		return rest[:end]
	}
	return rest
}
