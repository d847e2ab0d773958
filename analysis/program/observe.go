package program

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file lets observers watch what questions make a program compute: tests, and users
// who want to know why an edit was slow.

// Work is one result about an item that a question needed and that was not known to hold.
type Work struct {
	Dir    string // of the program
	Item   string // see [ItemLabel]
	Result ResultKind
	// Reused says that the result of an earlier version was found to hold. Results that
	// nothing has called into question are not reported.
	Reused bool
	// Circular says that there is no result, because it would have needed itself. That is a defect of the checker.
	Circular bool
}

// ResultKind names a kind of result.
type ResultKind string

// Observer is told of work while it is done, by the goroutine that does it. It must not
// ask the program anything.
type Observer func(Work)

type observerKey struct{}

// Observed is a context for questions whose work an observer wants to know. Questions
// without an observer pay nothing.
func Observed(ctx context.Context, o Observer) context.Context {
	return context.WithValue(ctx, observerKey{}, o)
}

// Visitor is called with each item of a program that is being finished, maybe several times at once: when all results about the item are there, and before what
// only they need is forgotten.
type Visitor func(*Run, *Item)

type visitorKey struct{}

// Visited is a context for [Program.Finish] with a visitor.
func Visited(ctx context.Context, v Visitor) context.Context {
	return context.WithValue(ctx, visitorKey{}, v)
}

// visit shows an item to the visitor, if there is one.
func (r *Run) visit(it *Item) {
	if v := visitorOf(r.Context); v != nil && r.Context.Err() == nil {
		v(r, it)
	}
}

func visitorOf(ctx context.Context) Visitor {
	v, _ := ctx.Value(visitorKey{}).(Visitor)
	return v
}

func observerOf(ctx context.Context) Observer {
	o, _ := ctx.Value(observerKey{}).(Observer)
	return o
}

// didCompute tells the observer, if there is one, of a result that was computed.
func (r *Run) didCompute(id int32, kind ResultKind) { r.tell(id, Work{Result: kind}) }

// reused tells the observer of a result that was found to hold.
func (r *Run) reused(id int32, kind ResultKind) { r.tell(id, Work{Result: kind, Reused: true}) }

func (r *Run) tell(id int32, w Work) {
	if r.observe != nil {
		w.Dir, w.Item = r.Program.Dir, ItemLabel(r.Program.items.at(id).Syntax)
		r.observe(w)
	}
}

// ItemLabel names an item by its keyword and name. It contains nothing else of the text.
func ItemLabel(it *syntax.Item) string {
	label := it.Kind.String()
	if syntax.IsIdentifier(it.Name) {
		label += " " + it.Name
	}
	return label
}
