package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// This file names what the checker keeps in the engine: results, dependencies, flags and
// the data of items.

// The queries about an item, see [host.Queries].
const (
	factsQuery     program.QueryID = iota // types and findings
	typeQuery                             // what its name stands for
	FirstPassQuery                        // the first one of passes
)

// The kinds of dependencies of the checker.
const (
	onType              = iota + program.FirstHostDependency // the signature of what declares the name
	onSchemas                                                // what a package name means
	OnComponents                                             // what the program of another directory shows
	onFiles                                                  // what is at a path
	onStack                                                  // what the selected stack has for a configuration key
	FirstPassDependency                                      // the first of passes
)

// The flags of the checker.
const (
	flagFindings = program.FirstHostFlag << iota // the item has findings of its own
	flagOnce                                     // the item has findings about something that is reported only once
)

// host is a [World] as the engine sees it.
type host struct{ world World }

// KindOf is what kind of object an item declares; 0 for items that declare nothing.
func KindOf(e *program.Item) ObjectKind {
	if !e.Declares() {
		return 0
	}
	return ObjectKind(e.Syntax.Kind)
}
