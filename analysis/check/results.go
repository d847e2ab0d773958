package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is what the engine computes.

// Queries are the results about an item that the checker computes. A brief check of an item is enough where a function says so.
func Queries(isBrief func(*program.Run, *program.Item) bool) []program.Query {
	return []program.Query{
		{
			Kind: "facts", First: typeQuery, Refs: typeRefs,
			Compute: Recorded(func(r *Recorder, it *program.Item) any { return newFacts(checkItem(r, it, isBrief(r.Run, it), nil)) }),
		},
		{
			Kind: "type", First: typeQuery, Refs: typeRefs, Shown: onType,
			Compute: Recorded(func(r *Recorder, it *program.Item) any { return signatureOf(r, it) }),
			Same:    func(a, b any) bool { return a.(Signature) == b.(Signature) }, Circular: Signature{Value: typesys.Dynamic},
		},
	}
}

// Alone is the check of an item that nobody else asks about.
func Alone(r *program.Run, e *program.Item) *Info { return checkItem(NewRecorder(r), e, false, nil) }
