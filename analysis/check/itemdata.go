package check

import (
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/options"
)

// itemData is what the checker keeps with an item.
type itemData struct {
	outside atomic.Pointer[[]string]             // see OuterNames
	former  atomic.Pointer[[]options.FormerName] // see FormerNames
	head    atomic.Value                         // see headOf
}
