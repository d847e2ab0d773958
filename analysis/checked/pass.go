package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Pass computes results about items that build on their check, and finds more. The checker runs it and doesn't know what it
// computes. Passes are compared with ==: programs with equal ones share results.
type Pass interface {
	// Queries are its results about an item. Their numbers begin at [check.FirstPassQuery], or where those of the pass before end,
	// and its kinds of dependencies at [check.FirstPassDependency].
	Queries() []program.Query
	// Findings are what it finds about an item.
	Findings(r *program.Run, it *program.Item) []Finding
	// Late is the origin of the value at a place of an item, which according to the check is known too late; nil if
	// the pass doesn't know.
	Late(r *program.Run, it *program.Item, at syntax.Span) Origin
	// Program reports what it finds about the program as a whole. Without a run, it reports only what is known already.
	Program(p *ProgramPass, r *program.Run)
}

// Finding is a finding of a [Pass] and its origin, nil for none.
type Finding struct {
	diagnostic.Diagnostic
	Origin Origin
}

// Origin is where the value that a finding is about comes from.
type Origin interface {
	// Places lead from the finding, which is about an item of the program, to the origin. They are computed for a report,
	// because items may have moved since the finding was made.
	Places(p *Program, it *program.Item) []diagnostic.Related
}
