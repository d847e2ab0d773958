package program

import (
	"context"
	"slices"
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
