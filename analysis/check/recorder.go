package check

import (
	"context"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file is the only way from one item to another. It records what a check reads of
// other items, so that a change of one of these invalidates the check.

// signature is what other items see of an item: the type of its name. It is compared
// with ==.
type signature struct {
	kind  ObjectKind
	value typesys.Type
	inRun typesys.Type // config: see configFacts
	token string       // resource and read: the canonical type token; hook: its kind
	// instances says what the name of a resource stands for at run time.
	instances instances
}

// recorder notes what a computation reads from elsewhere.
type recorder struct {
	program.Recorder
	p        *Program
	packages []*packageAnswer  // those that were asked for
	room     [1]*packageAnswer // for packages, which are mostly one
	callers  callers           // nil except where what callers pass is known
}

// callers know what a component is given.
type callers interface {
	// flow returns the flow of a name as the item self may see it.
	flow(r *program.Run, self *program.Item, name string) Flow
	// given says of what callers pass to a config whether it comes from an output, and whether it comes
	// from a resource that may not exist yet during a preview.
	given(e *program.Item) (isOutput, waits bool)
}

// given is what the callers say of a config; nothing where they are not known.
func (r *recorder) given(e *program.Item) (isOutput, waits bool) {
	if r.callers == nil {
		return false, false
	}
	return r.callers.given(e)
}

func newRecorder(r *program.Run) *recorder {
	return &recorder{Recorder: program.Recorder{Run: r}, p: viewOf(r.Program)}
}

// recorded makes the Compute function of a query from one that gets a recorder.
func recorded(compute func(r *recorder, e *program.Item) any) func(*program.Run, *program.Item) (any, program.Reads) {
	return func(r *program.Run, e *program.Item) (any, program.Reads) {
		rec := recorders.Get().(*recorder)
		rec.Run, rec.p = r, viewOf(r.Program)
		result, reads := compute(rec, e), rec.Reads
		*rec = recorder{}
		recorders.Put(rec)
		return result, reads
	}
}

// recorders are at rest: no computation is recorded in them.
var recorders = sync.Pool{New: func() any { return new(recorder) }}

// packageAnswer is the schema of a package, and whether there is one. The items of a program
// share it.
type packageAnswer struct {
	before *packageAnswer // another one of the program; nil for none
	name   string
	pkg    *schema.Package
	av     schema.Availability
	// again asks the program of another run, and reports whether the answer is the same.
	again func(now *program.Run) bool
}

// asked is what a program answers to a question about a dependency. The answer is recorded.
func asked[T comparable](r *recorder, kind program.DependencyKind, name string, question func(p *Program) T) T {
	answer := question(r.p)
	if r.Records() {
		r.Note(kind, name, func(now *program.Run) bool { return question(viewOf(now.Program)) == answer })
	}
	return answer
}

// lookup returns the declaration of a name, and its type as the item self may see it. It
// is the only way from one item to another.
func (r *recorder) lookup(self *program.Item, name string) (*program.Item, signature) {
	e, sig := seen(r.Run, self.ID, name)
	if !r.Records() {
		return e, sig
	}
	id := self.ID
	r.Note(onType, name, func(now *program.Run) bool {
		_, again := seen(now, id, name)
		return again == sig
	})
	return e, sig
}

// seen returns the signature of a name as the item self may see it. Within a cycle of the
// type graph it is dynamic.
//
// It is also dynamic after cancellation. Results are no longer cached then, so following
// references would compute the same signatures again and again: in a chain of items, the
// work would double with each item.
func seen(r *program.Run, self int32, name string) (*program.Item, signature) {
	e := viewOf(r.Program).core.Declaring(name)
	if e == nil {
		return nil, signature{}
	}
	if viewOf(r.Program).core.InOneCycle(typeQuery, self, e.ID) || r.Context.Err() != nil {
		return e, signature{kind: kindOf(e), value: typesys.Dynamic}
	}
	return e, signatureIn(r, e)
}

// kindOf returns the kind of what declares a name; 0 if nothing does.
func (r *recorder) kindOf(name string) ObjectKind {
	return asked(r, program.OnBinding, name, func(p *Program) ObjectKind {
		if e := p.core.Declaring(name); e != nil {
			return kindOf(e)
		}
		return 0
	})
}

// declarationOf returns where a name is declared, as a related place.
func (r *recorder) declarationOf(name string) Related {
	r.kindOf(name)
	return Related{Message: "`" + name + "` is declared here", at: anchor{name: name, part: partName}}
}

// infoFor returns the check of an item, which may be brief, for another result about the same item.
func (r *recorder) infoFor(e *program.Item) *Info { return r.Itself(e).(*facts).briefIn(r.Run, e) }

// signatureOf returns the signature of an item.
func (p *Program) signatureOf(ctx context.Context, e *program.Item) signature {
	r := newRun(ctx, p)
	return signatureIn(r, r.Program.Item(e.ID))
}

// factsIn returns the facts about an item: what stays of its check.
func (p *Program) factsIn(r *program.Run, e *program.Item) *facts {
	return p.core.Result(r, e, factsQuery).(*facts)
}

// infoIn returns the check of an item.
func (p *Program) infoIn(r *program.Run, e *program.Item) *Info {
	return p.factsIn(r, e).infoIn(r, e)
}

// signatureIn returns the signature of an item.
func signatureIn(r *program.Run, e *program.Item) signature {
	return r.Program.Result(r, e, typeQuery).(signature)
}

// instances says what the name of a resource stands for at run time.
type instances uint8

const (
	instancesOne     instances = iota // no range, or an unknown one
	instancesMaybe                    // one or none, or an unknown number
	instancesNumber                   // as many as a number, by position
	instancesList                     // one for each element of a list, by position
	instancesEntries                  // one for each entry of a map, by key
)

func (n instances) isMany() bool { return n >= instancesNumber }

// one returns how a program refers to a single instance.
func (n instances) one(name string) string {
	if n == instancesEntries {
		return name + "[\"key\"]"
	}
	return name + "[0]"
}
