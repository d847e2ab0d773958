package eval

import (
	"cmp"
	"context"
	"errors"
	"iter"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file follows a program as a run does: every resource is registered before anything that
// needs it, and then has the outputs that the caller gives the registration.

// maxRegistrations is how many resources a run may have. Each may take as much work as any
// other question.
const maxRegistrations = 100_000

// Host is what a program is run as. A name that is not known is empty.
type Host struct {
	Stack, Project string
	// AsWritten takes a type for what the program calls it if its schema cannot be had. That is enough to compare
	// versions of a program, but not with a state.
	AsWritten bool
	// Decrypt decrypts values of the selected stack; nil decrypts none.
	Decrypt func(ciphertext string) (text string, ok bool)
}

// of is one of the names.
func (h Host) of(fact language.HostFact) cty.Value {
	name := h.Project
	if fact == language.HostStack {
		name = h.Stack
	}
	if name == "" {
		return cty.UnknownVal(cty.String)
	}
	return cty.StringVal(name)
}

// Outputs are the outputs that a registered resource has, by name; the id is one of them. What they
// leave out is not known.
type Outputs struct {
	Known map[string]cty.Value
	// Pending says that outputs which are left out are unknown in a preview.
	Pending bool
}

// Ran is what is known of a run.
type Ran struct {
	// Registrations are in the order in which they are made.
	Registrations []*Registration
	// Ranged are the resources that have a range.
	Ranged []Ranged
	// Open are declarations that register resources of which not even the number is known.
	Open []Open
	// Failures are the declarations that fail.
	Failures []Failure
}

// Declaration is a block of a program.
type Declaration struct {
	Program *analysis.Program
	Path    string
	Item    syntax.Placed
}

// Ranged is a resource that has a range, whether or not its range is known.
type Ranged struct {
	// Each is what the instances have in common: a registration without the key of an instance.
	// It is not made.
	Each *Registration
	// At is how many registrations were made before.
	At int
}

// Open is a declaration whose registrations are not known.
type Open struct {
	Declaration
	// Name is the registered name without the suffix that tells instances apart.
	Name string
	// Within is the local component around it; nil for none.
	Within *Registration
	// Each is what the instances of a resource have in common, as in [Ranged]; nil for anything else.
	Each *Registration
}

// Failure is a declaration that makes the run fail.
type Failure struct {
	Declaration
	// Why is the reason, without any value; empty where the value was too large to be computed.
	Why string
}

// running is a run on its way.
type running struct {
	host   Host
	ran    *Ran
	shapes shapes
	// each is the loop over the registrations; nil where only their names are wanted.
	each func(*Registration, error) bool
	end  error // why nothing is registered anymore; nil for no reason
}

// errStopped ends a run whose caller has left the loop.
var errStopped = errors.New("the caller has seen enough")

// Run follows a program that is run by itself as far as the names of its resources need: inputs and options are
// evaluated when they are asked for. The error is that of the context, or [value.ErrTooLarge] for more resources
// than can be followed.
func Run(ctx context.Context, p *analysis.Program, host Host) (*Ran, error) {
	run := &running{host: host, ran: &Ran{}, shapes: shapes{}}
	return run.ran, run.follow(ctx, p)
}

// Follow follows a program as [Run] does, into ran. It yields each registration with its inputs and options
// evaluated. The loop sets its outputs, which everything that is evaluated later reads. An error comes last, alone.
func Follow(ctx context.Context, p *analysis.Program, host Host, ran *Ran) iter.Seq2[*Registration, error] {
	return func(yield func(*Registration, error) bool) {
		run := &running{host: host, ran: ran, shapes: shapes{}, each: yield}
		if err := run.follow(ctx, p); err != nil && err != errStopped {
			yield(nil, err)
		}
	}
}

func (r *running) follow(ctx context.Context, p *analysis.Program) error {
	w := newWork(ctx)
	w.run = r
	return cmp.Or(w.root(p).registerAll(), r.end, ctx.Err())
}

// registerAll registers what the program declares, if it is run.
func (f *frame) registerAll() error {
	if f.run == nil {
		return nil
	}
	for _, o := range f.p.Objects() {
		if o.Kind != analysis.ObjectResource && o.Kind != analysis.ObjectComponent && o.Kind != analysis.ObjectRead {
			continue
		}
		f.refill()
		if _, err := f.object(o); err != nil {
			if err := f.failed(o, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// refill gives the run as much work as one question has.
func (w *work) refill() { w.Budget = value.NewBudget(w.ctx, maxWork) }

// failed notes that a declaration fails. The error is one that ends the run.
func (f *frame) failed(o *analysis.Object, err error) error {
	if ended := cmp.Or(f.ctx.Err(), f.run.end); ended != nil {
		return ended
	}
	it, _ := o.Item()
	failure := Failure{Declaration: Declaration{f.p, o.Path, it}}
	if value.IsFailure(err) {
		failure.Why = err.Error()
	}
	f.run.ran.Failures = append(f.run.ran.Failures, failure)
	return nil
}

// open notes that nothing is known of what a declaration registers.
func (f *frame) open(d Declaration) {
	if f.run == nil {
		return
	}
	o := Open{Declaration: d, Name: f.registeredName(d.Item), Within: f.within}
	if n := len(f.run.ran.Ranged); n > 0 {
		if each := f.run.ran.Ranged[n-1].Each; each.Item.Item == d.Item.Item && each.Within == f.within {
			o.Each = each
		}
	}
	f.run.ran.Open = append(f.run.ran.Open, o)
}

// together is a value made of those of resources, which a run limits by their number.
func (f *frame) together(v cty.Value) (cty.Value, error) {
	if f.run != nil {
		return v, nil
	}
	return f.Made(v)
}
