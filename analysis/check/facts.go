package check

import (
	"slices"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/evict"
)

// facts is what stays of the check of an item: what reports and other results need. Its Info
// is forgotten when it was not used for a while. It is a function of the item's text and of
// what was read to compute it, so as long as the facts hold, it can be computed again.
type facts struct {
	findings []diagnostic.Diagnostic
	shadowed []string             // see hides
	info     atomic.Pointer[Info] // nil while it is forgotten
}

// keptInfos is the length of the texts up to which an Info is kept.
const keptInfos = 256 << 10

var infos = evict.New(keptInfos, evict.Large, func(f *facts) { f.info.Store(nil) })

func newFacts(info *Info) *facts {
	f := &facts{findings: info.Findings, shadowed: hides(info.Occurrences)}
	f.info.Store(info)
	return f
}

// finished says that all results about the item are there, so its Info is needed by requests only. After the first check
// of a program, they are about few of its items.
func (f *facts) finished(e *program.Item, first bool) {
	switch {
	case first:
		infos.Drop(f, len(e.Syntax.Text))
	case f.info.Load() != nil:
		infos.Keep(f, len(e.Syntax.Text))
	}
}

// infoIn returns the whole check of an item.
func (f *facts) infoIn(r *program.Run, e *program.Item) *Info {
	known := f.info.Load()
	if known != nil && !known.brief {
		return known
	}
	info := r.Program.Compute(r, e, factsQuery).(*facts).info.Load()
	if r.Context.Err() == nil && f.info.CompareAndSwap(known, info) {
		infos.Keep(f, len(e.Syntax.Text))
	}
	return info
}

// briefIn returns the check of an item, which may be brief.
func (f *facts) briefIn(r *program.Run, e *program.Item) *Info {
	if known := f.info.Load(); known != nil {
		return known
	}
	return f.infoIn(r, e)
}

// hides are the names in an item that may hide, or be taken for, a declaration; each once.
func hides(occurrences []Occurrence) []string {
	var names []string
	for i := range occurrences {
		if o := &occurrences[i]; o.mayShadow() && !slices.Contains(names, o.Name) {
			names = append(names, o.Name)
		}
	}
	return names
}

// mayShadow reports whether an occurrence denotes something other than a declaration of
// the program and may have the name of one.
func (o *Occurrence) mayShadow() bool {
	return o.Kind == OccurFunction ||
		(o.Kind == OccurDeclaration || o.Kind == OccurVariable) && o.Object != nil && o.Object.Kind == ObjectLoopVariable
}

// Findings are what the check of an item found.
func Findings(r *program.Run, e *program.Item) []diagnostic.Diagnostic { return factsIn(r, e).findings }

// BriefIn is the check of an item, which may be brief.
func BriefIn(r *program.Run, e *program.Item) *Info { return factsIn(r, e).briefIn(r, e) }

// ShadowedNames are the names that the check of an item, which is given as its result, found to denote something other than a declaration
// and that may be those of one.
func ShadowedNames(result any) []string { return result.(*facts).shadowed }

// OnItemDone hears that all results about an item are there, and whether its program was checked for the first time.
func OnItemDone(e *program.Item, first bool) {
	OuterNames(e) // the report needs them when the tree may be forgotten
	FormerNames(e)
	e.Syntax.Checked(first)
	if known := e.Known(factsQuery); known != nil {
		known.(*facts).finished(e, first)
	}
}
