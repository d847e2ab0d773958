package check

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// DeclaredNames are the names that a program declares, in declaration order.
type DeclaredNames struct {
	All           []string
	ByLogicalName map[string]string // of the first declaration with this logical name
	nearest       sync.Map          // by a name that was looked for
	looked        atomic.Int32      // names in nearest
}

// mostLooked is how many names are remembered together with the one that is closest. While a
// user types, many names are undefined for a moment.
const mostLooked = 2_000

// near is the name that is closest to another one, empty if none is close.
func (d *DeclaredNames) near(name string) string {
	if known, ok := d.nearest.Load(name); ok {
		return known.(string)
	}
	near := typesys.Near(name, d.All)
	if d.looked.Add(1) <= mostLooked {
		d.nearest.Store(strings.Clone(name), near)
	}
	return near
}
