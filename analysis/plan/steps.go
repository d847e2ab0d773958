// Package plan tells what a run will do with the resources that exist, without running it.
//
// It takes the registrations of the new program in their order ([eval.Follow]), finds for each the resource
// that the engine takes it for, by its URN and its aliases, decides what becomes of both, and says which outputs
// the program reads from then on. What exists comes from the state of a stack, or from another version of the program.
//
// It evaluates nothing: a registration comes with its inputs and options, and the evaluator knows of a step
// nothing but its outputs.
//
// Why a loop over registrations and no list of them: what a registration says depends on the outputs of those before it.
//
// # Invariants
//
// Invariant: a resource that is said to be kept is kept by every run of the program; where that
// depends on something that is not known, the answer is that it cannot be told.
//
// Invariant: each resource that exists, and each registration, is in exactly one answer.
package plan

import (
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/proppath"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/zclconf/go-cty/cty"
)

// This file says for each resource what a run would do with it.

// Op is what a run does with a resource.
type Op uint8

// The operations.
const (
	// CannotTell says that what is known does not decide it.
	CannotTell Op = iota
	Same
	Update
	Replace
	Create
	// Import takes over a real resource that exists.
	Import
	Delete
	// Read looks a resource up, and manages nothing.
	Read
)

// Step is what a run does with one resource.
type Step struct {
	Name
	Op Op
	// Changes are the inputs that differ, or may.
	Changes []Change
	// By says what replaces the resource besides its inputs: the name of an option, provider, or
	// state for what the state says of it.
	By string
	// Retained says that the real resource stays when this one is deleted or replaced.
	Retained bool
	// DeletedFirst says that a replacement deletes the old resource before it creates the new one.
	DeletedFirst bool
	// Reason says why it cannot be told, if that is not because of a doubtful change, or why something is only read.
	Reason string

	// Existing is what exists, with its secrets hidden if the program declares it; nil for nothing.
	Existing *state.Resource

	inputs map[string]cty.Value
	large  []string // those that are too large
	// cascaded says that a resource that is deleted first takes it along.
	cascaded bool
	// mayUpdate says that a resource of which it cannot be told is the same or updated.
	mayUpdate bool
	handedOn
	provider Provider
}

// Plan is what a run does.
type Plan struct {
	Steps  []Step
	Faults []Fault
	// Failures are declarations that fail, and Open those that register nobody knows what.
	Failures []eval.Failure
	Open     []eval.Open
	// Mixed are first instances of lists that the preview of the reference panics at, because some instances exist and others are new.
	Mixed []*eval.Registration
	// Pending are the operations that an earlier run did not finish.
	Pending []state.Operation
	// Locked says why the passphrase does not decrypt the state.
	Locked error
}

// Stays reports whether nothing that exists is replaced or deleted, even where the operation cannot be told.
func (s *Step) Stays() bool {
	isKnown := s.Op != CannotTell && s.Op != Replace && s.Op != Delete
	return isKnown || s.Match == Created || s.mayUpdate && s.Reason == ""
}

// planner is a plan on its way.
type planner struct {
	*matching
	stack    *analysis.Stack
	existing map[string]*state.Resource // by URN
	steps    map[string]*Step           // by the URN of the registration
	found    map[string]*Step           // by the URN in the state
	// remotes are the remote components around resources of the state.
	remotes map[string]*eval.Registration

	providers Providers
	above     inheritance
}

// Make tells what a run of the program does with the resources of a state. The error is that of the
// context, or says that the program is too large to follow.
func Make(ctx context.Context, p *analysis.Program, host eval.Host, before *state.State) (*Plan, error) {
	if before.Key != nil {
		host.Decrypt = before.Key.Decrypt
	}
	m := &planner{
		matching: newMatching(host, InState(before)), stack: p.Stack(), existing: map[string]*state.Resource{},
		steps: map[string]*Step{}, found: map[string]*Step{}, remotes: map[string]*eval.Registration{}, above: inheritance{},
	}
	for i := range before.Resources {
		if r := &before.Resources[i]; !r.Delete {
			m.existing[r.URN] = r
		}
	}
	ran, plan := &eval.Ran{}, &Plan{Pending: before.Pending, Locked: before.Locked}
	var steps []*Step
	for r, err := range eval.Follow(ctx, p, host, ran) {
		if err != nil {
			return nil, err
		}
		s := m.step(r)
		r.Outputs = s.outputs()
		steps = append(steps, s)
	}
	for _, s := range steps {
		plan.Steps = append(plan.Steps, *s)
	}
	plan.Mixed = mixed(steps)
	for _, n := range m.gone(ran) {
		plan.Steps = append(plan.Steps, m.deleteStep(n))
	}
	plan.Steps = append(plan.Steps, leftovers(before)...)
	plan.Faults, plan.Failures, plan.Open = m.names.Faults, ran.Failures, ran.Open
	return plan, nil
}

// mixed are the first instances of lists in which a preview knows some ids and not others: the elements have different types then.
func mixed(steps []*Step) (all []*eval.Registration) {
	type list struct {
		item   *syntax.Item
		within *eval.Registration
	}
	first := map[list]*Step{}
	isNew := func(s *Step) bool { return s.Op == Create || s.Op == Replace }
	for _, s := range steps {
		of := list{s.Now.Item.Item, s.Now.Within}
		switch one := first[of]; {
		case !s.Now.Listed || s.Op == Import || s.Op == CannotTell && !s.mayUpdate:
		case one == nil:
			first[of] = s
		case isNew(one) != isNew(s) && !slices.Contains(all, one.Now):
			all = append(all, one.Now)
		}
	}
	return all
}

// step is what the run does with a registration. It is asked for each of them, in their order.
func (m *planner) step(r *eval.Registration) *Step {
	s := &Step{Name: m.find(r), handedOn: m.above.of(r)}
	if r.URN != "" {
		m.steps[r.URN] = s
	}
	s.Retained, s.Reason, s.provider = s.retain, s.unsure, m.providers.Add(r)
	var err error
	if s.inputs, s.large, err = inputsOf(r); err != nil {
		s.Reason = "the run fails: " + err.Error()
	}
	if s.Before == nil {
		s.conceal(m.existing[r.URN])
	} else {
		s.conceal(s.Before.resource)
		m.found[s.Before.URN], s.Before.resource = s, s.Existing
		if r.IsRemote() {
			m.remotes[s.Before.URN] = r
		}
	}
	m.decide(s)
	return s
}

// decide finds out the operation.
func (m *planner) decide(s *Step) {
	switch {
	case s.inputs == nil: // the run fails
	case s.Match == Unknown:
		s.Reason = s.Why
	case s.Now.Item.Kind == syntax.KindRead:
		s.lookUp()
	case s.Match == Created:
		s.Op = Create
		switch _, set, known := importID(s.Now); {
		case set && known:
			s.Op = Import
		case set:
			s.Op, s.Reason = CannotTell, "`"+language.NameImport+"` is not known"
		}
	case s.Now.Local || s.Now.IsRemote():
		s.compareComponent()
	case s.Now.Schema == nil || s.Now.Schema.Unreadable:
		s.Reason = "the schema of its package cannot be had"
	default:
		m.compare(s)
	}
}

// compare decides what happens to a resource that exists.
func (m *planner) compare(s *Step) {
	d := &differ{made: s.Now.Name, large: s.tooLarge()}
	ignored, ignoredKnown := pathsOf(s.Now, language.NameIgnoreChanges)
	replacing, replacingKnown := pathsOf(s.Now, language.NameReplaceOnChanges)
	d.ignored, d.replacing = proppath.SetOf(ignored), proppath.SetOf(append(replacing, replacedOutputs(s.Now.Schema)...))
	s.prepare()
	d.objects(nil, storedInputs(s.Existing.Inputs, s.inputs), s.inputs, members{resource: s.Now.Schema, element: typesys.Dynamic}, false)
	m.cascades(s, d)
	s.Changes = d.found
	s.reset(ignored)
	s.decideOp(m.replacedBy(s))
	if s.Op == Replace {
		first, _, _ := flag(s.Now, language.NameDeleteBeforeReplace)
		s.DeletedFirst = first || s.cascaded
		if s.protect && s.Existing.Protect && !s.Existing.External && s.By != language.NameImport {
			m.refuseProtected(s.Now.URN, s.Now)
		}
	}
	if !(ignoredKnown && replacingKnown) && s.Op != Same {
		s.Op, s.Reason = CannotTell, "not all of its property paths can be read"
	}
}

// tooLarge are the inputs that are too large to be compared, in the program or in the state.
func (s *Step) tooLarge() []string {
	all := s.large
	for _, unread := range s.Existing.Unread {
		if name, is := strings.CutPrefix(unread, "inputs."); is {
			all = append(all, name)
		}
	}
	return all
}

// compareComponent decides about a component, which no provider compares. Nothing real changes with
// a local one. What a remote one registers inside is decided by its provider.
func (s *Step) compareComponent() {
	d := &differ{secretness: true, large: s.tooLarge()}
	d.objects(nil, storedInputs(s.Existing.Inputs, s.inputs), s.inputs, members{element: typesys.Dynamic}, false)
	s.Changes = d.found
	s.decideOp("", "")
	if !s.Now.Local && s.Op != Same {
		s.Op, s.Reason = CannotTell, "what is inside a remote component is decided by its provider"
	}
}

// replacedOutputs are the outputs that the schema gives the option as well.
func replacedOutputs(r *schema.Resource) (paths []proppath.Path) {
	for _, p := range r.Outputs {
		if p.ReplaceOnChanges {
			paths = append(paths, proppath.Path{proppath.KeySegment(p.Name)})
		}
	}
	return paths
}

// reset gives inputs whose changes are ignored the values that they had.
func (s *Step) reset(ignored []proppath.Path) {
	before := entries(s.Existing.Inputs)
	for _, path := range ignored {
		name := path[0].Key
		switch v, had := before[name]; {
		case len(path) > 1:
			if _, set := s.inputs[name]; set {
				s.inputs[name] = cty.DynamicVal
			}
		case had:
			s.inputs[name] = v
		default:
			delete(s.inputs, name)
		}
	}
}

// decideOp decides by the changes and by what else replaces the resource, or may.
func (s *Step) decideOp(by, doubt string) {
	type quality struct{ doubtful, replaces bool }
	has := lists.SetOf(s.Changes, func(c Change) quality { return quality{c.Kind == Doubtful, c.Replaces} })
	switch {
	case by != "":
		s.Op, s.By = Replace, by
	case has[quality{replaces: true}]:
		s.Op = Replace
	case doubt != "":
		s.Reason = doubt
	case has[quality{doubtful: true, replaces: true}]:
	case has[quality{}] || s.Existing.InitErrors > 0:
		s.Op = Update
	case has[quality{doubtful: true}]:
		s.mayUpdate = true
	default:
		s.Op = Same
	}
}

// deleteStep is what happens to a resource that is registered no longer.
func (m *planner) deleteStep(n Name) Step {
	if remote := m.remoteAround(n.Before.URN); remote != nil && n.Match == Deleted {
		n.Match, n.Why = Unknown, "it is inside the remote component `"+remote.Name+"`, whose provider decides"
	}
	s := Step{Name: n, Retained: n.Before.Retained, Reason: n.Why, Existing: n.Before.resource}
	if n.Match == Deleted {
		s.Op = Delete
	}
	return s
}

// remoteAround is the remote component that a resource of the state is inside, if that is registered still. It is asked after
// the run, and remembers the answer for all that it has passed.
func (m *planner) remoteAround(at string) *eval.Registration {
	var passed []string
	remote, known := m.remotes[at]
	for r := m.existing[at]; r != nil && !known; r = m.existing[at] {
		m.remotes[at] = nil // which ends a walk in a circle
		passed, at = append(passed, at), r.Parent
		remote, known = m.remotes[at]
	}
	for _, one := range passed {
		m.remotes[one] = remote
	}
	return remote
}
