package check

import (
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is the only way from one item to another. It records what a check reads of
// other items, so that a change of one of these invalidates the check.

// Signature is what other items see of an item: the type of its name. It is compared
// with ==.
type Signature struct {
	Kind  ObjectKind
	Value typesys.Type
	inRun typesys.Type // config: see ConfigFacts
	Token string       // resource and read: the canonical type token; hook: its kind
	// instances says what the name of a resource stands for at run time.
	instances instances
}

// Recorder notes what a computation reads from elsewhere.
type Recorder struct {
	program.Recorder
	env      Environment
	packages []*PackageAnswer  // those that were asked for
	room     [1]*PackageAnswer // for packages, which are mostly one
}

// NewRecorder returns a recorder for a run whose reads nobody needs.
func NewRecorder(r *program.Run) *Recorder {
	return &Recorder{Recorder: program.Recorder{Run: r}, env: environmentOf(r.Program)}
}

// Recorded makes the Compute function of a query from one that gets a recorder.
func Recorded(compute func(r *Recorder, e *program.Item) any) func(*program.Run, *program.Item) (any, program.Reads) {
	return func(r *program.Run, e *program.Item) (any, program.Reads) {
		rec := recorders.Get().(*Recorder)
		rec.Run, rec.env = r, environmentOf(r.Program)
		result, reads := compute(rec, e), rec.Reads
		*rec = Recorder{}
		recorders.Put(rec)
		return result, reads
	}
}

// recorders are at rest: no computation is recorded in them.
var recorders = sync.Pool{New: func() any { return new(Recorder) }}

// Language is the version of the language that the program is judged by.
func (r *Recorder) Language() language.Version { return r.env.Edition().Version }

// asked is what a program answers to a question about a dependency. The answer is recorded.
func asked[T comparable](r *Recorder, kind program.DependencyKind, name string, question func(p *program.Program) T) T {
	answer := question(r.Program)
	if r.Records() {
		r.Note(kind, name, func(now *program.Run) bool { return question(now.Program) == answer })
	}
	return answer
}

// Lookup returns the declaration of a name, and its type as the item self may see it. It
// is the only way from one item to another.
func (r *Recorder) Lookup(self *program.Item, name string) (*program.Item, Signature) {
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
func seen(r *program.Run, self int32, name string) (*program.Item, Signature) {
	e := r.Program.Declaring(name)
	if e == nil {
		return nil, Signature{}
	}
	if r.Program.InOneCycle(typeQuery, self, e.ID) || r.Context.Err() != nil {
		return e, Signature{Kind: KindOf(e), Value: typesys.Dynamic}
	}
	return e, SignatureIn(r, e)
}

// KindOf returns the kind of what declares a name; 0 if nothing does.
func (r *Recorder) KindOf(name string) ObjectKind {
	return asked(r, program.OnBinding, name, func(p *program.Program) ObjectKind {
		if e := p.Declaring(name); e != nil {
			return KindOf(e)
		}
		return 0
	})
}

// declarationOf returns where a name is declared, as a related place.
func (r *Recorder) declarationOf(name string) diagnostic.Related {
	r.KindOf(name)
	return diagnostic.NameDeclared(name).Near("`" + name + "` is declared here")
}

// InfoOf returns the check of an item, which may be brief, for another result about the same item.
func (r *Recorder) InfoOf(e *program.Item) *Info { return r.Itself(e).(*facts).briefIn(r.Run, e) }

// factsIn returns the facts about an item: what stays of its check.
func factsIn(r *program.Run, e *program.Item) *facts {
	return program.Result[*facts](r, e, factsQuery)
}

// InfoIn returns the check of an item.
func InfoIn(r *program.Run, e *program.Item) *Info {
	return factsIn(r, e).infoIn(r, e)
}

// SignatureIn returns the signature of an item.
func SignatureIn(r *program.Run, e *program.Item) Signature {
	return r.Program.Result(r, e, typeQuery).(Signature)
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
