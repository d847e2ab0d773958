package check

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file is the only way from one item to another: what a check reads of other items
// is recorded, so that it is made again when that changes.

// signature is what an item shows to the others: the type of its name. It is
// compared with ==.
type signature struct {
	kind  ObjectKind
	value typesys.Type
	token string // resource and read: the canonical type token; hook: its kind
	// instances says what a resource's name stands for in the run.
	instances instances
}

// recorder notes what a computation reads from elsewhere.
type recorder struct {
	program.Recorder
	p        *Program
	packages []*packageAnswer
}

func newRecorder(r *program.Run) *recorder {
	return &recorder{Recorder: program.Recorder{Run: r}, p: viewOf(r.Program)}
}

// packageAnswer is what the world said about a package.
type packageAnswer struct {
	name string
	pkg  *schema.Package
	av   schema.Availability
}

// lookup is the only way from one item to another: what a name denotes, and its
// type as the item self may see it.
func (r *recorder) lookup(self *program.Item, name string) (*program.Item, signature) {
	e, sig := seen(r.Run, self.ID, name)
	id := self.ID
	r.Note(onType, name, func(now *program.Run) bool {
		_, again := seen(now, id, name)
		return again == sig
	})
	return e, sig
}

// seen is the signature behind a name as the item in a slot may see it: inside a
// cycle of the type graph it is dynamic.
//
// It also is when the question is not asked any more. Nothing is kept then, and who
// went on from item to item would compute the same ones over and over: in a chain,
// twice as much with each item.
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

// declarationOf is the place where a name is declared, for a finding about it.
func (r *recorder) declarationOf(name string) Related {
	declared := r.p.core.Declaring(name) != nil
	r.Note(program.OnBinding, name, func(now *program.Run) bool { return (viewOf(now.Program).core.Declaring(name) != nil) == declared })
	return Related{Message: "`" + name + "` is declared here", at: anchor{name: name, part: partName}}
}

// factsFor is the check of an item for another result about the same item.
func (r *recorder) factsFor(e *program.Item) *Info { return r.Itself(e).(*Info) }

// signatureOf is what an item shows to the others.
func (p *Program) signatureOf(ctx context.Context, e *program.Item) signature {
	r := newRun(ctx, p)
	return signatureIn(r, r.Program.Item(e.ID))
}

// factsIn is the check of an item.
func (p *Program) factsIn(r *program.Run, e *program.Item) *Info {
	return p.core.Result(r, e, factsQuery).(*Info)
}

// signatureIn is what an item shows to the others.
func signatureIn(r *program.Run, e *program.Item) signature {
	return r.Program.Result(r, e, typeQuery).(signature)
}

// instances says what the name of a resource stands for in the run.
type instances uint8

const (
	instancesOne     instances = iota // no range, or nothing is known
	instancesMaybe                    // one or none, or of a range that nothing is known about
	instancesNumber                   // as many as a number says, by position
	instancesList                     // one for each element of a list, by position
	instancesEntries                  // one for each entry of a map, by key
)

func (n instances) isMany() bool { return n >= instancesNumber }

// one is how a single instance is written.
func (n instances) one(name string) string {
	if n == instancesEntries {
		return name + "[\"key\"]"
	}
	return name + "[0]"
}
