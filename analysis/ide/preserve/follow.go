package preserve

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file follows programs as they are run, and says which declaration became which.

// registration is one of a run, with the path to its declaration.
type registration struct {
	*eval.Registration
	path Path
	// each says that it stands for all instances of a range.
	each bool
	// bound says that these have names of their own, so that one alias is not enough.
	bound bool
	// blockmates is how many registrations its block makes in the run.
	blockmates int
	name       plan.Name
	provider   plan.Provider
}

// run is what a program registers that is run by itself.
type run struct {
	ran    *eval.Ran
	all    []*registration
	byPath map[string]*registration
	byURN  map[string]*registration

	providers plan.Providers
}

// follow follows the roots among programs, in their order.
func (d *draft) follow(programs map[string]*analysis.Program) ([]*run, error) {
	var all []*run
	for _, dir := range d.roots {
		ran, err := eval.Run(d.ctx, programs[dir], eval.Host{AsWritten: true})
		switch {
		case errors.Is(err, value.ErrTooLarge):
			return nil, change.Refuse("the program in %s registers too many resources", path.Base(dir))
		case err != nil:
			return nil, err
		}
		all = append(all, d.newRun(ran))
	}
	return all, nil
}

// wants notes which ranges there are to be after the change.
func (d *draft) wants(before []*run) {
	d.ranges = map[string]bool{}
	for _, r := range before {
		r.all = slices.DeleteFunc(r.all, func(e *registration) bool {
			moved := d.Mapping(e.path)
			if e.each && len(moved) > 0 {
				d.ranges[moved.key()] = true
			}
			return e.each && len(moved) == 0
		})
	}
}

// block is a block of a program.
type block struct {
	program *analysis.Program
	item    *syntax.Item
}

func blockOf(r *eval.Registration) block { return block{r.Program, r.Item.Item} }

// newRun gathers the registrations and, before the instances of each range, what they have in
// common: the range may be another one in another stack.
func (d *draft) newRun(ran *eval.Ran) *run {
	r := &run{ran: ran, byPath: map[string]*registration{}, byURN: map[string]*registration{}}
	real := lists.SetOf(ran.Registrations, func(one *eval.Registration) string { return one.URN })
	mates := map[block]int{}
	next := 0
	for i := 0; i <= len(ran.Registrations); i++ {
		for ; next < len(ran.Ranged) && ran.Ranged[next].At == i; next++ {
			each := ran.Ranged[next].Each
			if d.ranges != nil && !d.ranges[pathTo(each, true).key()] {
				continue
			}
			if each.URN == "" || !real[each.URN] {
				r.add(each, true).bound = !IsSwitched(d.ctx, each.Program, each.Item)
			}
		}
		if i < len(ran.Registrations) {
			mates[blockOf(ran.Registrations[i])]++
			r.add(ran.Registrations[i], false)
		}
	}
	for _, e := range r.all {
		e.blockmates = mates[blockOf(e.Registration)]
	}
	return r
}

func (r *run) add(one *eval.Registration, each bool) *registration {
	e := &registration{Registration: one, path: pathTo(one, each), each: each}
	e.provider = r.providers.Add(one)
	r.all = append(r.all, e)
	r.byPath[e.path.key()] = e
	if e.URN != "" {
		r.byURN[e.URN] = e
	}
	return e
}

// match compares the run with what exists.
func (r *run) match(before []plan.Old) *plan.Names {
	ran := *r.ran
	ran.Registrations = lists.Map(r.all, func(e *registration) *eval.Registration { return e.Registration })
	names := plan.MatchNames(&ran, eval.Host{}, before)
	for i, e := range r.all { // registrations come first, in their order
		e.name = names.All[i]
	}
	return names
}

// existing are the registrations as what exists.
func (r *run) existing() []plan.Old {
	var all []plan.Old
	for _, e := range r.all {
		if e.URN != "" {
			all = append(all, plan.Old{URN: e.URN, From: e.Registration, Custom: !e.Local})
		}
	}
	return all
}

// Step is a declaration of a program, or one instance of it.
type Step struct {
	// Dir is the directory of the program, and Name is what the declaration is called there.
	Dir, Name string
	// Key is the key of an instance; empty for the only one.
	Key string
	// Each means what all instances of a range have in common, whatever the range is.
	Each bool
}

// Path leads to a registration: through the components around it, the outermost first, to its own
// declaration.
type Path []Step

// Mapping says where a path leads after a change; to nothing if the registration goes.
type Mapping func(Path) Path

// Rule is a part of a path that becomes another. The last step takes the key with it.
type Rule struct{ From, To Path }

// Rules apply to every part of a path, the longest that fits first. A path that ends with something
// that becomes nothing leads to nothing.
func Rules(rules ...Rule) Mapping {
	rules = slices.Clone(rules)
	lists.SortStable(rules, func(a, b Rule) int { return len(b.From) - len(a.From) })
	return func(w Path) Path {
		var next Path
		for at := 0; at < len(w); {
			i := slices.IndexFunc(rules, func(r Rule) bool { return r.fits(w[at:]) })
			if i < 0 {
				next = append(next, w[at])
				at++
				continue
			}
			r := rules[i]
			if len(r.To) == 0 {
				return nil
			}
			last := w[at+len(r.From)-1]
			next = append(next, r.To...)
			next[len(next)-1].Key, next[len(next)-1].Each = last.Key, last.Each
			at += len(r.From)
		}
		return next
	}
}

// Unmoved says that every declaration stays where it is.
func Unmoved(w Path) Path { return w }

func (r Rule) fits(w Path) bool {
	return len(w) >= len(r.From) && slices.EqualFunc(r.From, w[:len(r.From)], func(a, b Step) bool { return a.Dir == b.Dir && a.Name == b.Name })
}

// key is a text that only this path has.
func (w Path) key() string {
	var b strings.Builder
	for _, s := range w {
		b.WriteString(s.Dir + "\x00" + s.Name + "\x00" + s.Key + "\x00")
		if s.Each {
			b.WriteString("*")
		}
	}
	return b.String()
}

// pathTo leads to a registration.
func pathTo(r *eval.Registration, each bool) Path {
	var w Path
	for at := r; at != nil; at = at.Within {
		w = append(w, Step{Dir: at.Program.Dir, Name: at.Item.Name, Key: at.Key, Each: each && at == r})
	}
	slices.Reverse(w)
	return w
}
