package eval

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file says what names mean: those of the program, and variables inside an item.

// frame is a program in one of its roles: run by itself, or used as a component.
type frame struct {
	*work
	p     *analysis.Program
	known map[*analysis.Object]memo
	// inputs are what the component is given; nil for a program that is run by itself.
	inputs map[string]given
	inner  int // how many components are around
	// called are the names of the components around, each with a dot.
	called string
	// within is the component that the program is run as; nil outside of a run, and for a program
	// that is run by itself.
	within *Registration
}

// memo is the value of a name that was asked for before.
type memo struct {
	value cty.Value
	err   error
	done  bool
}

// given is an expression outside of a component.
type given struct {
	in *scope
	e  hclsyntax.Expression
}

// scope is an item with the variables inside of it. It is the meaning of names and calls in the item.
type scope struct {
	*frame
	*evaluate.Evaluation
	it    syntax.Placed
	facts *facts
}

// facts are what the checker knows of an item, asked for when it is needed.
type facts struct {
	asked  bool
	info   *analysis.Info
	taints analysis.Taints
	inner  map[int]bool // where names begin that denote variables inside the item
}

func (f *frame) item(it syntax.Placed) *scope {
	s := &scope{frame: f, it: it, facts: &facts{}}
	s.Evaluation = evaluate.In(s, analysis.EditionOf(f.p).Version, &f.work.Budget)
	return s
}

// with is the scope with further variables.
func (s *scope) with(vars map[string]cty.Value) *scope {
	inner := *s
	for name, v := range vars {
		inner.Evaluation = inner.With(name, v)
	}
	return &inner
}

// ask asks the checker about the item. Without an answer nothing is known.
func (s *scope) ask() *facts {
	f := s.facts
	if f.asked {
		return f
	}
	f.asked, f.inner = true, map[int]bool{}
	var err error
	if f.info, err = s.p.Check(s.ctx, s.it); err != nil || f.info == nil {
		f.info = &analysis.Info{}
	}
	f.taints, _ = analysis.TaintsIn(s.ctx, s.p, s.it)
	for i := range f.info.Occurrences {
		if o := &f.info.Occurrences[i]; o.Kind == analysis.OccurVariable && o.Object != nil {
			f.inner[o.Span.Start] = true
		}
	}
	return f
}

// Name implements [evaluate.Env].
func (s *scope) Name(e *hclsyntax.ScopeTraversalExpr, _ *evaluate.Evaluation) (v cty.Value, parts int, err error) {
	name := e.Traversal.RootName()
	if name == "" || s.ask().inner[syntax.SpanOf(e).Start] {
		return cty.DynamicVal, 1, nil
	}
	o := s.p.Lookup(name)
	s.note(name)
	if o == nil {
		return cty.DynamicVal, 1, nil
	}
	v, err = s.object(o)
	return v, 1, err
}

// Member implements [evaluate.Env].
func (s *scope) Member(v, key cty.Value) (cty.Value, error) { return evaluate.UnknownMember(v, key) }

// Call implements [evaluate.Env].
func (s *scope) Call(e *hclsyntax.FunctionCallExpr, in *evaluate.Evaluation) (v cty.Value, known bool, err error) {
	switch b := analysis.EditionOf(s.p).Version.Called(e.Name); {
	case b.Evaluation == language.EvaluateAll && (b.Host != language.HostNone || b.Value == nil):
		v, err = s.dependent(e, b, in)
	case s.reading != nil:
		v, err = in.Called(e)
	default:
		return cty.NilVal, false, nil
	}
	if err == nil && s.reading != nil {
		v = value.Because(v, value.Cause{Kind: value.CauseFunction, Name: e.Name})
	}
	return v, true, err
}

// dependent is the result of a function that depends on more than its arguments.
func (s *scope) dependent(e *hclsyntax.FunctionCallExpr, b *language.Builtin, in *evaluate.Evaluation) (cty.Value, error) {
	args, counted, err := in.Arguments(e)
	switch {
	case err != nil:
		return cty.NilVal, err
	case !counted:
		return value.Unknown(value.AllMarks(args)), nil
	case b.Host == language.HostResourceType:
		return resourceFact(urn.Type, args), nil
	case b.Host == language.HostResourceName:
		return resourceFact(urn.Name, args), nil
	case b.Host != language.HostNone:
		return s.host(b.Host), nil
	}
	return s.asset(b, args), nil // elsewhere the taint analysis supplies what it knows
}

// resourceFact is the name or the type of a resource: a part of its URN, which is known before its outputs are.
func resourceFact(part urn.Part, args []cty.Value) cty.Value {
	marks := value.AllMarks(args)
	if len(args) != 1 {
		return value.Unknown(marks)
	}
	name, known := URNOf(args[0])
	u, err := urn.Parse(name)
	if !known || err != nil {
		return value.Unknown(marks)
	}
	delete(marks, value.Pending)
	return cty.StringVal(u.Part(part)).WithMarks(marks)
}

// host returns what the selected stack tells about the run, or whoever follows one.
func (s *scope) host(fact language.HostFact) cty.Value {
	if s.run != nil {
		return s.run.host.of(fact)
	}
	stack := s.p.Stack()
	switch {
	case stack == nil || s.inputs != nil:
	case fact == language.HostStack:
		s.stack = stack.Name
		return cty.StringVal(stack.Name)
	case stack.Project != "":
		s.stack = stack.Name
		return cty.StringVal(stack.Project)
	}
	return cty.UnknownVal(cty.String)
}

// object is the value of a declaration. One that needs itself is unknown.
func (f *frame) object(o *analysis.Object) (cty.Value, error) {
	if m, ok := f.known[o]; ok {
		if !m.done {
			return cty.DynamicVal, nil
		}
		return m.value, m.err
	}
	if f.depth == maxDepth {
		return cty.NilVal, value.ErrTooLarge
	}
	if ended := f.ctx.Err(); ended != nil { // a small declaration spends too little for its budget to ask
		return cty.NilVal, ended
	}
	f.depth++
	f.known[o] = memo{}
	v, err := f.declared(o)
	if err == nil && !v.IsKnown() {
		v = cty.UnknownVal(v.Type()).WithMarks(v.Marks()) // a name forgets what is known of an unknown value
	}
	if err == nil && f.reading != nil {
		v = value.Because(v, f.causeOf(o))
	}
	f.known[o] = memo{value: v, err: err, done: true}
	f.depth--
	return v, err
}

func (f *frame) declared(o *analysis.Object) (cty.Value, error) {
	it, ok := o.Item()
	if !ok {
		return cty.DynamicVal, nil
	}
	switch o.Kind {
	case analysis.ObjectLocal:
		if it.Attr() != nil {
			return f.item(it).Value(it.Attr().Expr)
		}
	case analysis.ObjectConfig:
		return f.config(o, it)
	case analysis.ObjectResource, analysis.ObjectComponent, analysis.ObjectRead:
		switch d := (Declaration{f.p, o.Path, it}); {
		case it.Block() == nil: // it cannot be parsed
			f.open(d)
		case o.Kind == analysis.ObjectResource:
			return f.resource(d)
		case o.Kind == analysis.ObjectComponent:
			return f.component(d)
		default:
			return f.made(d, evaluate.Round{})
		}
	}
	return cty.DynamicVal, nil // what providers answer, and what others cannot read
}

// Refine gives an unknown value the type that the checker gives the expression, and
// the mark that the taint analysis does. It implements [evaluate.Env].
func (s *scope) Refine(e hclsyntax.Expression, v cty.Value) cty.Value {
	if v.IsKnown() {
		if s.reading != nil && v.Type().IsPrimitiveType() {
			return value.WithoutCauses(v) // what it is does not depend on them
		}
		return v
	}
	f := s.ask()
	inner, marks := v.Unmark()
	if inner.Type() == cty.DynamicPseudoType {
		inner = value.UnknownOf(f.info.TypeOf(e))
	}
	if s.reading != nil {
		inner = notNull(inner, f.info.TypeOf(e))
	}
	if f.taints.Of(e).Secret() {
		marks = value.Joined(marks, cty.NewValueMarks(value.Secret))
	}
	return inner.WithMarks(marks)
}
