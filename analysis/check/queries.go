package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// This file names what the checker keeps in the engine: results, dependencies, flags and
// the data of items.

// The queries about an item, see [Queries].
const (
	factsQuery     program.QueryID = iota // types and findings
	typeQuery                             // what its name stands for
	FirstPassQuery                        // the first one of passes
)

// The kinds of dependencies of the checker.
const (
	onType              = iota + program.FirstHostDependency // the signature of what declares the name
	OnSchemas                                                // what a package name means
	OnComponents                                             // what the program of another directory shows
	OnFiles                                                  // what is at a path
	OnStack                                                  // what the selected stack has for a configuration key
	FirstPassDependency                                      // the first of passes
)

// KindOf is what kind of object an item declares; 0 for items that declare nothing.
func KindOf(e *program.Item) ObjectKind {
	if !e.Declares() {
		return 0
	}
	return ObjectKind(e.Syntax.Kind)
}
