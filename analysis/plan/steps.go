package plan

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/proppath"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file tells for each resource what a run would do with it.

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
	// Reason says why it cannot be told, if that is not because of a doubtful change.
	Reason string

	// Existing is what exists, with its secrets hidden; nil for nothing, and for what the program does not declare.
	Existing *state.Resource

	inputs map[string]cty.Value
	large  []string // those that are too large
	// cascaded says that a resource that is deleted first takes it along.
	cascaded bool
	// mayUpdate says that a resource of which it cannot be told is the same or updated.
	mayUpdate bool
	handedOn
	// provider is the URN of the explicit provider; empty for the default one.
	provider      string
	providerKnown bool
}

// Plan is what a run does.
type Plan struct {
	Steps  []Step
	Faults []Fault
	// Failures are declarations that fail, and Open those that register nobody knows what.
	Failures []eval.Failure
	Open     []eval.Open
}

// planner is a plan on its way.
type planner struct {
	*matching
	stack  *analysis.Stack
	states map[*Old]*state.Resource
	byURN  map[string]*state.Resource
	steps  map[string]*Step              // by the URN of the registration
	found  map[string]*eval.Registration // by the URN in the state
	all    []*Step
	// remotes are the remote components around resources of the state.
	remotes map[string]*eval.Registration

	providers Providers
}

// Make tells what a run of the program does with the resources of a state. The error is that of the
// context, or says that the program is too large to follow.
func Make(ctx context.Context, p *analysis.Program, host eval.Host, before *state.State) (*Plan, error) {
	existing := InState(before)
	m := &planner{matching: newMatching(host, existing), stack: p.Stack(), states: map[*Old]*state.Resource{}, byURN: map[string]*state.Resource{}, steps: map[string]*Step{}, found: map[string]*eval.Registration{}, remotes: map[string]*eval.Registration{}}
	for i := range before.Resources {
		if r := &before.Resources[i]; !r.Delete {
			m.byURN[r.URN] = r
		}
	}
	for i := range existing {
		m.states[&existing[i]] = m.byURN[existing[i].URN]
	}
	ran := &eval.Ran{}
	for r, err := range eval.Follow(ctx, p, host, ran) {
		if err != nil {
			return nil, err
		}
		r.Outputs = m.outputs(m.step(r))
	}
	for i := range existing {
		if old := &existing[i]; !m.taken[old] && !old.External {
			m.all = append(m.all, m.deleteStep(ran, old))
		}
	}
	plan := &Plan{Failures: ran.Failures, Open: ran.Open}
	plan.Steps = append(plan.Steps, lists.Map(m.all, func(s *Step) Step { return *s })...)
	plan.Steps = append(plan.Steps, leftovers(before)...)
	plan.Faults = m.names.Faults
	return plan, nil
}

// step is what the run does with a registration. It is asked for each of them, in their order.
func (m *planner) step(r *eval.Registration) *Step {
	s := &Step{Name: m.find(r)}
	m.names.All = append(m.names.All, s.Name)
	if above := m.steps[r.Parent]; above != nil {
		s.handedOn = above.handedOn
	}
	s.handedOn = s.to(r)
	if r.URN != "" {
		m.steps[r.URN] = s
	}
	if s.Before != nil {
		m.found[s.Before.URN] = r
	}
	s.Retained, s.Reason = s.retain, s.unsure
	s.provider, s.providerKnown = m.providers.Add(s.Now)
	m.read(s)
	m.decide(s)
	m.all = append(m.all, s)
	return s
}

// read computes the inputs, and hides what is secret in them and in the state.
func (m *planner) read(s *Step) {
	if !s.Now.Read {
		inputs, large, err := inputsOf(s.Now)
		if err != nil {
			s.Reason = "the run fails: " + err.Error()
		}
		s.inputs, s.large = inputs, large
	}
	s.conceal(cmp.Or(m.states[s.Before], m.byURN[s.Now.URN]))
	if s.Before != nil {
		m.states[s.Before] = s.Existing
	}
}

// decide finds out the operation.
func (m *planner) decide(s *Step) {
	r := s.Now
	if r.Read {
		s.Op = Read
		return
	}
	if s.inputs == nil {
		return // the run fails
	}
	switch s.Match {
	case Unknown:
		s.Reason = s.Why
	case Created:
		s.Op = Create
		switch _, set, known := m.imported(s); {
		case set && known:
			s.Op = Import
		case set:
			s.Op, s.Reason = CannotTell, "`"+language.NameImport+"` is not known"
		}
	default:
		m.compare(s, m.states[s.Before])
	}
}

// imported is the id to import.
func (m *planner) imported(s *Step) (id string, set, known bool) {
	v, set, err := s.Now.Option(language.NameImport)
	switch {
	case !set || err == nil && v.IsKnown() && v.IsNull():
		return "", false, true
	case err != nil || !v.IsKnown() || v.Type() != cty.String:
		return "", true, false
	}
	return v.AsString(), true, true
}

// compare decides what happens to a resource that exists.
func (m *planner) compare(s *Step, old *state.Resource) {
	if s.Now.Local || s.remote() {
		m.compareComponent(s, old)
		return
	}
	if s.Now.Schema == nil || s.Now.Schema.Unreadable {
		s.Reason = "the schema of its package cannot be had"
		return
	}
	d := &differ{made: s.Now.Name, large: s.tooLarge(old)}
	ignored, ignoredKnown := pathsOf(s.Now, language.NameIgnoreChanges)
	replacing, replacingKnown := pathsOf(s.Now, language.NameReplaceOnChanges)
	d.ignored, d.replacing = proppath.SetOf(ignored), proppath.SetOf(append(replacing, replacedOutputs(s.Now.Schema)...))
	m.prepare(s, old)
	d.objects(nil, stored(old.Inputs, s.inputs), s.inputs, members{resource: s.Now.Schema, element: typesys.Dynamic}, false)
	m.cascades(s, old, d)
	s.Changes = d.found
	s.reset(old, ignored)
	by, doubt := m.replacedBy(s, old)
	s.decideOp(by, doubt, old)
	if s.Op == Replace {
		first, _, _ := flag(s.Now, language.NameDeleteBeforeReplace)
		s.DeletedFirst = first || s.cascaded
		m.refuseProtected(s, old)
	}
	if !ignoredKnown || !replacingKnown {
		if s.Op != Same {
			s.Op, s.Reason = CannotTell, "not all of its property paths can be read"
		}
	}
}

// tooLarge are the inputs that are too large to be compared, in the program or in the state.
func (s *Step) tooLarge(old *state.Resource) []string {
	all := s.large
	for _, unread := range old.Unread {
		if name, is := strings.CutPrefix(unread, "inputs."); is {
			all = append(all, name)
		}
	}
	return all
}

// compareComponent decides about a component, which no provider compares. Nothing real changes with
// a local one. What a remote one registers inside is decided by its provider.
func (m *planner) compareComponent(s *Step, old *state.Resource) {
	d := &differ{secretness: true, large: s.tooLarge(old)}
	d.objects(nil, entries(old.Inputs), s.inputs, members{element: typesys.Dynamic}, false)
	s.Changes = d.found
	s.decideOp("", "", old)
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
func (s *Step) reset(old *state.Resource, ignored []proppath.Path) {
	before := entries(old.Inputs)
	for _, path := range ignored {
		switch v, had := before[path[0].Key]; {
		case len(path) > 1:
			if _, set := s.inputs[path[0].Key]; set {
				s.inputs[path[0].Key] = cty.DynamicVal
			}
		case had:
			s.inputs[path[0].Key] = v
		default:
			delete(s.inputs, path[0].Key)
		}
	}
}

// decideOp decides by the changes and by what else replaces the resource.
func (s *Step) decideOp(by, doubt string, old *state.Resource) {
	certain := func(replaces bool) bool {
		return slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Kind != Doubtful && (!replaces || c.Replaces) })
	}
	doubtful := func(replaces bool) bool {
		return slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Kind == Doubtful && (!replaces || c.Replaces) })
	}
	switch {
	case by != "":
		s.Op, s.By = Replace, by
	case certain(true):
		s.Op = Replace
	case doubt != "":
		s.Reason = doubt
	case doubtful(true):
	case certain(false) || old.InitErrors > 0:
		s.Op = Update
	case doubtful(false):
		s.mayUpdate = true
	default:
		s.Op = Same
	}
}

// refuseProtected notes that a protected resource cannot be replaced.
func (m *planner) refuseProtected(s *Step, old *state.Resource) {
	if s.protect && old.Protect && !old.External && s.By != language.NameImport {
		m.fault(Protected, s.Now.URN, s.Now, nil)
	}
}

// outputs are what the program reads from a resource during a preview. What a provider computes may
// change with an update, but not the id.
func (m *planner) outputs(s *Step) eval.Outputs {
	known := map[string]cty.Value{}
	if s.Now.Local || s.Now.Read || s.inputs == nil || s.remote() && s.Match != Kept {
		return eval.Outputs{}
	}
	s.echo(known)
	switch s.Op {
	case Create, Replace:
		return eval.Outputs{Known: known, Pending: true}
	case Same, Update:
		old := m.states[s.Before]
		known[eval.OutputID] = cty.StringVal(old.ID)
		if s.Op == Update {
			break
		}
		for name, v := range entries(old.Outputs) {
			known[name] = filled(v, outputType(s.Now.Schema, name))
		}
		return eval.Outputs{Known: known, Pending: true}
	case CannotTell:
		if s.Before != nil && s.mayUpdate {
			known[eval.OutputID] = cty.StringVal(m.states[s.Before].ID)
		}
	}
	return eval.Outputs{Known: known}
}

// remote reports whether a provider makes the resource of others, with names that begin with its own.
func (s *Step) remote() bool { return s.Now.Schema != nil && s.Now.Schema.IsComponent }

// echo takes over the inputs that are outputs, too.
func (s *Step) echo(known map[string]cty.Value) {
	if s.Now.Schema == nil {
		return
	}
	for name, v := range s.inputs {
		if out := s.Now.Schema.Output(name); out != nil && name != eval.OutputURN && name != eval.OutputID {
			known[name] = filled(v, out.Plain)
		}
	}
}

func outputType(r *schema.Resource, name string) typesys.Type {
	if r != nil {
		if p := r.Output(name); p != nil {
			return p.Plain
		}
	}
	return typesys.Dynamic
}

// filled is an output with the members that its type has besides: a preview shows them as unknown.
func filled(v cty.Value, t typesys.Type) cty.Value {
	inner, marks := v.Unmark()
	if !inner.IsKnown() || inner.IsNull() {
		return v
	}
	t = typesys.Strip(t)
	switch {
	case value.IsMap(inner):
		shape := membersOf(t)
		all := entries(inner)
		for name, member := range all {
			of, _ := shape.member(name)
			all[name] = filled(member, of)
		}
		if shape.object != nil {
			for _, p := range shape.object.Properties() {
				if _, has := all[p.Name]; !has {
					all[p.Name] = value.UnknownOf(p.Plain).Mark(value.Pending)
				}
			}
		}
		inner = cty.ObjectVal(maps.Clone(all))
	case value.IsList(inner):
		all := value.Elements(inner)
		for i := range all {
			all[i] = filled(all[i], elementOf(t))
		}
		inner = cty.TupleVal(all)
	}
	return inner.WithMarks(marks)
}

// deleteStep is what happens to a resource that is registered no longer.
func (m *planner) deleteStep(ran *eval.Ran, old *Old) *Step {
	s := &Step{Name: m.gone(ran, old), Retained: old.Retained}
	if remote := m.inRemote(old); remote != nil && s.Match == Deleted {
		s.Match, s.Why = Unknown, "it is inside the remote component `"+remote.Name+"`, whose provider decides"
	}
	if s.Match == Deleted {
		s.Op = Delete
	} else {
		s.Reason = s.Why
	}
	return s
}

// inRemote is the remote component that a resource is inside, if that is registered still. It is asked after the
// run.
func (m *planner) inRemote(old *Old) *eval.Registration {
	return upward(m.remotes, old.URN, func(name string) (remote *eval.Registration, above string, more bool) {
		if now := m.found[name]; now != nil && !now.Local && now.Schema != nil && now.Schema.IsComponent {
			return now, "", false
		}
		r := m.byURN[name]
		if r == nil {
			return nil, "", false
		}
		return nil, r.Parent, true
	})
}

// upward asks a resource and then those above it, and remembers the answer for all of them.
func upward[K comparable, A any](known map[K]A, at K, ask func(K) (answer A, above K, more bool)) (answer A) {
	var passed []K
	for more := true; more; {
		if found, is := known[at]; is {
			answer = found
			break
		}
		known[at] = answer // which ends a walk in a circle
		passed = append(passed, at)
		answer, at, more = ask(at)
	}
	for _, one := range passed {
		known[one] = answer
	}
	return answer
}
