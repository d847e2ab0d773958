package check

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file lets somebody watch what questions make a program compute: tests, and
// users who want to know why an edit took its time.

// Work is one result about an item that a question needed and that was not known to
// hold.
type Work struct {
	Dir    string // of the program
	Item   string // see [ItemLabel]
	Result ResultKind
	// Reused says that the result of an earlier program was found to hold. Results that
	// nothing has called into question are not mentioned.
	Reused bool
}

// ResultKind is what a result is about.
type ResultKind string

// The kinds of results about an item.
const (
	ResultFacts ResultKind = "facts" // types and findings
	ResultType  ResultKind = "type"  // what its name stands for
	ResultFlow  ResultKind = "flow"  // what its name carries
	ResultFlows ResultKind = "flows" // what flows in it, and the findings about that
)

// Observer is told of work while it is done, by whoever does it; it must not ask the
// program anything.
type Observer func(Work)

type observerKey struct{}

// Observed is a context for questions whose work an observer wants to know. Questions
// without one pay nothing for it.
func Observed(ctx context.Context, o Observer) context.Context {
	return context.WithValue(ctx, observerKey{}, o)
}

func observerOf(ctx context.Context) Observer {
	o, _ := ctx.Value(observerKey{}).(Observer)
	return o
}

// did tells the observer, if there is one, of a result that was computed.
func (r *run) did(slot int32, kind ResultKind) {
	if r.observe != nil {
		r.observe(Work{Dir: r.p.Dir, Item: ItemLabel(r.p.entries.at(slot).item), Result: kind})
	}
}

// took tells of one that was found to hold.
func (r *run) took(slot int32, kind ResultKind) {
	if r.observe != nil {
		r.observe(Work{Dir: r.p.Dir, Item: ItemLabel(r.p.entries.at(slot).item), Result: kind, Reused: true})
	}
}

// ItemLabel names an item by its keyword and name. It holds nothing else of the
// text.
func ItemLabel(it *syntax.Item) string {
	label := it.Kind.String()
	if isIdentifier(it.Name) {
		label += " " + it.Name
	}
	return label
}
