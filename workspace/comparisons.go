package workspace

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file remembers what changed between two versions of a package. A comparison can take seconds, so it runs in the background like
// the loading of a schema, and is visible in the snapshots after [SchemasArrived].

// versionPair is two versions of a package.
type versionPair struct{ before, after *schema.Package }

// comparison is one comparison, run by the first caller.
type comparison struct {
	once    sync.Once
	done    atomic.Bool
	changes *impact.Changes // nil if comparing failed
}

// compared is a comparison and whether its result is visible.
type compared struct {
	*comparison
	known bool
}

func (c *comparison) run(of versionPair) {
	c.once.Do(func() {
		diff, err := schemadiff.Compare(context.Background(), of.before, of.after)
		if err == nil {
			c.changes = impact.New(diff)
		}
		c.done.Store(true)
	})
}

// runSafely runs where nobody could handle a panic. The caller is told.
func (c *comparison) runSafely(of versionPair, caller schemas.Caller) {
	defer func() {
		if r := recover(); r != nil {
			c.done.Store(true)
			if caller.Fault != nil {
				caller.Fault(fault.Of(r))
			}
		}
	}()
	c.run(of)
}

// comparisons are those that programs needed, by the versions.
type comparisons map[versionPair]compared

// of begins the comparison of two versions unless it was begun before. The function load runs it in the background; if it is nil, callers of
// [compared.changes] wait.
func (all comparisons) of(v versionPair, load func(name string, work func(schemas.Caller))) compared {
	c, begun := all[v]
	if !begun {
		c = compared{&comparison{}, load == nil}
		all[v] = c
		if load != nil {
			load(v.after.Name(), func(caller schemas.Caller) { c.runSafely(v, caller) })
		}
	}
	return c
}

// visible are the comparisons of versionPair that are still served. Those that are done are visible.
func (all comparisons) visible(served map[*schema.Package]bool) comparisons {
	next := comparisons{}
	for v, c := range all {
		if served[v.before] && served[v.after] {
			next[v] = compared{c.comparison, c.done.Load()}
		}
	}
	return next
}

// loading reports whether a result is still to come.
func (all comparisons) loading() bool {
	for _, c := range all {
		if !c.known {
			return true
		}
	}
	return false
}
