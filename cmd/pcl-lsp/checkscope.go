package main

import (
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements what of the programs that were found settings exclude.

// inScope is what was found without that of which settings exclude all, and the number of
// files that were asked for and are excluded.
func inScope(snapshot *workspace.Snapshot, found *workspace.Discovery) (*workspace.Discovery, int) {
	excluded := 0
	scope := &workspace.Discovery{}
	for _, t := range found.Targets {
		left := filesOf(snapshot, t)
		kept := checkedFiles(snapshot, t)
		excluded += len(left) - len(kept)
		if len(kept) > 0 {
			scope.Targets = append(scope.Targets, t)
		}
	}
	for _, p := range found.Problems {
		if !snapshot.Excluded(p.Path) {
			scope.Problems = append(scope.Problems, p)
		}
	}
	return scope, excluded
}
