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

// This file detects changes in how other programs use a component.

// maxPath is how much text after a component's name is read.
const maxPath = 80

// Outside returns what a program writes to the inputs and reads from the outputs of the
// component in a directory. If it is unchanged, so are the lenses of that directory. It checks
// nothing. The only error is the context's.
func Outside(ctx context.Context, user *analysis.Program, dir string) (string, error) {
	var out strings.Builder
	names := map[string]bool{}
	for _, f := range user.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindComponent || it.Block() == nil {
				continue
			}
			if found, ok := user.ComponentDir(it.Item); ok && found == dir {
				names[it.Name] = true
				fmt.Fprintln(&out, it.Name, slices.Sorted(maps.Keys(it.Block().Body.Attributes)))
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

// pathBehind returns the steps that may follow a name.
func pathBehind(text string, offset int) string {
	rest := text[offset:min(len(text), offset+maxPath)]
	if end := strings.IndexAny(rest, " \t\r\n,;(){}+-/"); end >= 0 {
		return rest[:end]
	}
	return rest
}
