package check

import (
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// ItemData is what the checker keeps with an item.
type ItemData struct {
	outside    atomic.Pointer[[]string]             // see OuterNames
	former     atomic.Pointer[[]options.FormerName] // see FormerNames
	ScopeInput atomic.Value                         // see checked.scopeInputOf
}

// OuterNames are the names that a declaration certainly has outside the program, see [options.OuterNames].
func OuterNames(e *program.Item) []string {
	return remembered(&e.Data.(*ItemData).outside, e, options.OuterNames)
}

// FormerNames are the aliases of an item that are written out, see [options.FormerNames].
func FormerNames(e *program.Item) []options.FormerName {
	if !options.MayHaveAliases(e.Syntax) {
		return nil
	}
	return remembered(&e.Data.(*ItemData).former, e, options.FormerNames)
}

// remembered reads something in the syntax of an item once.
func remembered[T any](in *atomic.Pointer[T], e *program.Item, read func(*syntax.Item) T) T {
	if known := in.Load(); known != nil {
		return *known
	}
	found := read(e.Syntax)
	in.Store(&found)
	return found
}
