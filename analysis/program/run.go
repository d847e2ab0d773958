package program

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Run is one question to a program.
type Run struct {
	Context context.Context
	Program *Program
	// Brief says that the results are forgotten as soon as all of them are there. They need to have only what one needs of
	// another, and what is wrong.
	Brief   bool
	observe Observer // nil if nobody watches

	within  *Run  // the run whose computation asks; nil for a question from outside
	filling *cell // what that computation is for
	depth   int   // how many computations are open
}

// maxDepth limits how many results wait for each other. The First results of an item are computed deepest first, so
// only a few do, and one for each component inside a component; there are fewer of these.
const maxDepth = 1200

// into is the run that fills a cell. It returns nil if the cell is being filled already, or if too many are: a
// computation that went on would overflow the stack, which ends the process.
func (r *Run) into(c *cell) *Run {
	if r.depth >= maxDepth {
		return nil
	}
	for open := r; open != nil; open = open.within {
		if open.filling == c {
			return nil
		}
	}
	inner := *r
	inner.within, inner.filling, inner.depth = r, c, r.depth+1
	return &inner
}

// NewRunWithin is like [NewRun] for a question that a computation of another program asks.
func NewRunWithin(r *Run, p *Program) *Run {
	inner := NewRun(r.Context, p)
	inner.within, inner.depth = r, r.depth
	return inner
}

// NewRun asks a program, which is revalidated first. Items must be taken from the program
// of the run: it may have other ones than p.
func NewRun(ctx context.Context, p *Program) *Run {
	p = p.Revalidated(ctx)
	return &Run{Context: ctx, Program: p, observe: observerOf(ctx)}
}

// Recorder notes what a computation reads from elsewhere. The zero value with a Run is
// ready to use.
type Recorder struct {
	*Run
	Reads
}

// Reads are what a result was computed from.
type Reads []read

// Records reports whether reads have to be noted. Nobody looks at those of a final program.
func (r *Recorder) Records() bool { return !r.Program.final }

// Expect makes room for a number of reads.
func (r *Recorder) Expect(reads int) {
	if r.Records() {
		r.Reads = slices.Grow(r.Reads, reads)
	}
}

// Note adds something that was read. Same asks for it again in the program of another
// run and reports whether the answer is the same.
func (r *Recorder) Note(kind DependencyKind, name string, same func(*Run) bool) {
	if r.Records() {
		r.Reads = append(r.Reads, read{Dependency{kind, name}, same})
	}
}

// Itself is the result of the first query about an item, for another result about the
// same item.
func (r *Recorder) Itself(it *Item) any {
	result, id := r.Program.Result(r.Run, it, 0), it.ID
	if !r.Records() {
		return result
	}
	r.Note(OnItself, "", func(now *Run) bool {
		again := now.Program.items.at(id)
		return again != nil && now.Program.Result(now, again, 0) == result
	})
	return result
}

// Compute computes the result of a query about an item of the program, as a whole, and keeps nothing. It must be the
// program of the run.
func (p *Program) Compute(r *Run, it *Item, id QueryID) any {
	whole := *r
	whole.Brief = false
	value, _ := p.queries[id].Compute(&whole, it)
	return value
}

// Offer keeps a result of another query about the item, which was found on the way, unless there is one already.
// Its reads are those that have been noted so far.
func (r *Recorder) Offer(it *Item, id QueryID, value any) {
	if it.Lacks(id) {
		it.results[id].keep(r.Run, it.ID, &outcome{value: value, reads: slices.Clip(r.Reads)})
		r.didCompute(it.ID, r.Program.queries[id].Kind)
	}
}

// Result is the result of a query about an item of the program of a run, as what it is.
func Result[T any](r *Run, it *Item, id QueryID) T { return r.Program.Result(r, it, id).(T) }

// Result is the result of a query about an item of the program. It must be the program of
// the run.
func (p *Program) Result(r *Run, it *Item, id QueryID) any {
	if known := it.results[id].current.Load(); known != nil {
		return known.value
	}
	q := &p.queries[id]
	if r.Context.Err() == nil {
		first := &p.queries[q.First]
		for _, dep := range p.deepestFirst(it, q) {
			dep.results[q.First].answer(r, dep, first)
		}
	}
	return it.results[id].answer(r, it, q)
}

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
