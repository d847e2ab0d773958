package taint

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements the taints of calls. (docs/language/functions.md, docs/language/calls.md)

func (f *interpreter) call(e *hclsyntax.FunctionCallExpr) Taint {
	b := f.Language().Called(e.Name)
	args := syntax.Span{Start: e.OpenParenRange.End.Byte, End: e.CloseParenRange.Start.Byte}
	if b.Flow.OnlyPasses() && f.vars == nil && f.carriesNothing(args) {
		return Taint{}
	}
	return f.judged(e, b)
}

// judged is the taint of a call whose arguments may carry something.
func (f *interpreter) judged(e *hclsyntax.FunctionCallExpr, b *language.Builtin) Taint {
	args := f.passed(e, b)
	result := f.result(e, b, args)
	if f.sinks != nil {
		f.sinks.call(e, b, args)
	}
	return result
}

// passed are the taints of the arguments.
func (f *interpreter) passed(e *hclsyntax.FunctionCallExpr, b *language.Builtin) []Taint {
	count := new(int)
	switch {
	case b.Text == language.TextSerialized:
		count = &f.text
	case b.Evaluation.CatchesFailures():
		count = &f.guarded
	}
	*count++
	args := make([]Taint, len(e.Args))
	for i, x := range e.Args {
		if name := b.Variable(i); name != "" {
			f.with([]memberTaint{{name: name}}, func() { args[i] = f.expr(x) })
			continue
		}
		args[i] = f.expr(x)
	}
	*count--
	if e.ExpandFinal && len(args) > 0 {
		args[len(args)-1] = args[len(args)-1].Element()
	}
	return args
}

// result applies the rule of a function to its arguments.
func (f *interpreter) result(e *hclsyntax.FunctionCallExpr, b *language.Builtin, args []Taint) Taint {
	arg := func(i int) Taint {
		if i < len(args) {
			return args[i]
		}
		return Taint{}
	}
	here := step{name: f.ownName(), kind: stepSecretCall, span: tree.NodeSpan(e)}
	switch b.Flow {
	case language.FlowSecret:
		return arg(0).marked(marks{secret: because(true, here)})
	case language.FlowUnsecret:
		shown := f.unsecreted(e, arg(0), here)
		if statesReason(f.e.Syntax.Text, e) {
			shown.own.exposed = arg(0).own.exposed
		}
		return shown
	case language.FlowGathered:
		return Taint{own: gatheredAll(args)}
	case language.FlowElement:
		return elementOf(e, args)
	case language.FlowLookup:
		return lookupOf(e, args)
	case language.FlowEntries:
		value := Taint{parts: arg(0).parts}.onlyUnknowns().Element()
		return elementsOf(arg(0).gathered(), ofParts(marks{}, []memberTaint{{"value", value}}, nil))
	case language.FlowSingle:
		return arg(0).onlyUnknowns().Element().marked(arg(0).gathered())
	case language.FlowFirstSuccess:
		return f.tried(e, args)
	case language.FlowSuccess:
		return Taint{own: f.succeeds(arg(0))}
	case language.FlowEither:
		return either(arg(0), arg(1))
	case language.FlowLate:
		late := step{name: f.ownName(), kind: stepAsked, what: b.Name, span: tree.NodeSpan(e)}
		own := allMarks(args)
		own.unknown, own.output = because(false, late), nil
		return Taint{own: own}
	case language.FlowFunction:
		return f.invoked(e, args)
	case language.FlowMethod:
		return f.called(e, args)
	case language.FlowMerged:
	}
	return Taint{own: allMarks(args)}
}

// allMarks are the marks of something that is made of all arguments.
func allMarks(args []Taint) marks {
	var all marks
	for _, a := range args {
		all = all.and(a.deep())
	}
	return all
}

// gathered are the marks of a value as it reaches a function that does not take marked arguments: what is secret in it,
// and where anything in it comes from, is of the whole. What is unknown stays where it is. (Function.Call of go-cty's
// package function removes all marks from such an argument and puts them on the result.)
func (f Taint) gathered() marks {
	m := f.deep()
	m.unknown = f.own.unknown
	return m
}

// gatheredAll are the marks of something that is made of gathered arguments.
func gatheredAll(args []Taint) marks {
	var all marks
	for _, a := range args {
		all = all.and(a.gathered())
	}
	return all
}

// onlyUnknowns is the value without its other marks.
func (f Taint) onlyUnknowns() Taint {
	return f.mapped(func(m marks) marks { return marks{unknown: m.unknown} })
}

// unsecreted is a value without its outermost mark.
func (f *interpreter) unsecreted(e *hclsyntax.FunctionCallExpr, value Taint, here step) Taint {
	own := value.own
	if len(e.Args) == 1 && isScalar(f.typeOf(e.Args[0])) {
		own = own.flat()
	}
	if own.secret != nil {
		here.kind = stepUnsecretCall
		own.exposed = own.secret.via(here)
		own.secret = nil
	}
	return Taint{own: own, parts: value.parts}
}

// isScalar reports a type of values without members.
func isScalar(t typesys.Type) bool {
	if !t.IsValid() {
		return false
	}
	switch typesys.Strip(t).Kind() {
	case typesys.KindString, typesys.KindNumber, typesys.KindInt, typesys.KindBool:
		return true
	}
	return false
}

// elementOf is the taint of element(list, index): the index wraps around.
func elementOf(e *hclsyntax.FunctionCallExpr, args []Taint) Taint {
	if len(args) != 2 {
		return Taint{own: allMarks(args)}
	}
	list := args[0]
	if at, literal := tree.Number(e.Args[1]); literal && list.count() > 0 {
		return list.member(strconv.Itoa(value.Wrapped(at, list.count())))
	}
	return list.Element().marked(args[1].deep())
}

// lookupOf is the taint of lookup(map, key, default). It is unknown if anything in the map is,
// whatever the key. (LookupFunc of go-cty's package stdlib asks for IsWhollyKnown.)
func lookupOf(e *hclsyntax.FunctionCallExpr, args []Taint) Taint {
	if len(args) < 2 {
		return Taint{own: allMarks(args)}
	}
	found := args[0].Element()
	if name, literal := tree.LiteralKey(e.Args[1]); literal {
		found = args[0].member(name)
	}
	late := marks{unknown: args[0].deep().unknown}
	switch {
	case len(args) < 3:
	case hasMember(e.Args[0], e.Args[1]): // the default is evaluated all the same
		late.unknown = joinBoth(late.unknown, args[2].own.unknown)
	default:
		found = either(found, args[2].marked(args[0].own))
	}
	return found.marked(args[1].deep()).marked(late)
}

// hasMember reports an object with a literal key that is looked up.
func hasMember(object, key hclsyntax.Expression) bool {
	o, isObject := tree.Unparen(object).(*hclsyntax.ObjectConsExpr)
	name, literal := tree.LiteralKey(key)
	return isObject && literal && slices.ContainsFunc(o.Items, func(item hclsyntax.ObjectConsItem) bool {
		is, literal := tree.LiteralKey(item.KeyExpr)
		return literal && is == name
	})
}

// tried is the first argument that can be evaluated. One that is not wholly known makes the result
// unknown, which then carries nothing else. (tryExpressions in pkg/pcl/runtime/builtinFunctions.go)
func (f *interpreter) tried(e *hclsyntax.FunctionCallExpr, args []Taint) Taint {
	if i := slices.IndexFunc(e.Args, f.neverFails); i >= 0 {
		args = args[:i+1]
	}
	result := either(args...)
	whole := result.deep()
	result.own.unknown = whole.unknown
	result.own.deps = result.own.deps.union(f.configsIn(whole.deps))
	return result
}

// neverFails reports an expression that every run can evaluate: a literal, or a config or variable as a whole.
func (f *interpreter) neverFails(e hclsyntax.Expression) bool {
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.LiteralValueExpr:
		return true
	case *hclsyntax.TemplateExpr:
		return e.IsStringLiteral()
	case *hclsyntax.ScopeTraversalExpr:
		if len(e.Traversal) > 1 {
			return false
		}
		name := e.Traversal.RootName()
		if _, variable := f.variable(name); variable {
			return true
		}
		_, sig := f.Lookup(f.e, name)
		return sig.Kind == check.ObjectConfig
	}
	return false
}

// succeeds are the marks of `can`: only the mark of the value itself stays. (canFn in
// pkg/pcl/runtime/builtinFunctions.go)
func (f *interpreter) succeeds(value Taint) marks {
	whole := value.deep()
	return marks{
		unknown: whole.unknown, secret: joinBoth(value.own.secret, value.own.within.unsure()),
		deps: f.configsIn(whole.deps), params: whole.params,
	}
}

// isList says whether an expression is a list of some sort.
func (f *interpreter) isList(e hclsyntax.Expression) (surely, maybe bool) {
	t := f.typeOf(e)
	if !t.IsValid() {
		return false, true
	}
	switch typesys.Strip(t).Kind() {
	case typesys.KindList, typesys.KindSet, typesys.KindTuple:
		return true, true
	case typesys.KindDynamic, typesys.KindUnion:
		return false, true
	}
	return false, false
}

func (f *interpreter) typeOf(e hclsyntax.Node) typesys.Type { return f.info.TypeOf(e) }

// occurrenceAt is the name of this kind at exactly this place, nil when there is none. Occurrences are sorted by place.
func occurrenceAt(info *check.Info, kind check.OccurrenceKind, span syntax.Span) *check.Occurrence {
	i, _ := slices.BinarySearchFunc(info.Occurrences, span.Start, func(o check.Occurrence, start int) int { return cmp.Compare(o.Span.Start, start) })
	for ; i < len(info.Occurrences) && info.Occurrences[i].Span.Start == span.Start; i++ {
		if o := &info.Occurrences[i]; o.Kind == kind && o.Span == span {
			return o
		}
	}
	return nil
}

// versionOf names the schema that was judged by.
func versionOf(pkg *schema.Package) string {
	if pkg.Version() == "" {
		return pkg.Name()
	}
	return pkg.Name() + " " + pkg.Version()
}
