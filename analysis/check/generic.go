package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file types the builtin functions whose types depend on their arguments.
// (PCL specification, pcl-functions.md, section 2.)

// firstType is the type of the first argument, dynamic when there is none.
func firstType(args []argument) typesys.Type {
	if len(args) == 0 {
		return typesys.Dynamic
	}
	return args[0].t
}

// eventualAs makes a result as eventual as the argument it comes from: an output
// if there is any eventual inside.
func eventualAs(result, arg typesys.Type) typesys.Type {
	if arg.ContainsEventuals() {
		return typesys.Lifted(result)
	}
	return result
}

// wrongArgument reports the first argument of a function, if there is one.
func (c *checker) wrongArgument(code codes.Code, args []argument, message string) {
	if len(args) > 0 && args[0].t != typesys.Type(typesys.Dynamic) || len(args) > 0 && c.isDynamicByItself(args[0]) {
		c.find(code, tree.Span(args[0].expr.Range()), message+"; this is "+typesys.Short(args[0].t, 80))
	}
}

// isDynamicByItself reports whether an argument is dynamic as it is declared, and
// not because something about it failed or is unknown: a name in it that is
// dynamic is a config of type any.
func (c *checker) isDynamicByItself(arg argument) bool {
	span := tree.Span(arg.expr.Range())
	for _, o := range c.info.Occurrences {
		inside := o.Kind == OccurVariable && o.Span.Start >= span.Start && o.Span.End <= span.End
		if inside && o.Type == typesys.Dynamic && !c.isConfig(o) {
			return false
		}
	}
	for _, d := range c.info.Findings {
		if d.Span.Start >= span.Start && d.Span.End <= span.End {
			return false
		}
	}
	return true
}

// isConfig reports whether a variable is a config of the program. Typing it has
// recorded what the name denotes.
func (c *checker) isConfig(o Occurrence) bool {
	declared := c.p.core.Declaring(o.Name)
	return o.Object == nil && declared != nil && kindOf(declared) == ObjectConfig
}

func (c *checker) element(_ *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	list := firstType(args)
	result := typesys.Dynamic
	switch t := typesys.PlainShape(list); t.Kind() {
	case typesys.KindList:
		result = t.Elem()
	case typesys.KindTuple:
		result = typesys.UnifyUnsafe(t.Elems()...)
	default:
		c.wrongArgument(codes.FnElement, args, "`element` needs a list or tuple")
		return callSignature{params: []parameter{{"list", list}, {"index", typesys.Int}}, result: result}
	}
	return callSignature{params: []parameter{{"list", list}, {"index", typesys.Int}}, result: eventualAs(result, list)}
}

func (c *checker) entries(e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	collection := firstType(args)
	it := typesys.Iterate(typesys.PlainShape(collection))
	if !it.OK && len(args) > 0 {
		c.find(codes.ForCollection, tree.Span(args[0].expr.Range()), cannotIterate(it.Stripped))
	}
	entry := typesys.Object(typesys.Property{Name: "key", Type: it.Key}, typesys.Property{Name: "value", Type: it.Value})
	return callSignature{
		params: []parameter{{"collection", requiredAny(args)}},
		result: eventualAs(typesys.List(entry), collection),
	}
}

// requiredAny is the type of a parameter that takes anything but must be given.
func requiredAny(args []argument) typesys.Type {
	if len(args) > 0 {
		return args[0].t
	}
	return typesys.Dynamic
}

func (c *checker) length(_ *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	value := firstType(args)
	t := typesys.Unwrapped(typesys.PlainShape(value))
	switch t.Kind() {
	case typesys.KindList, typesys.KindMap, typesys.KindObject, typesys.KindTuple:
	default:
		if typesys.Convert(typesys.String, t) == typesys.FitNone {
			c.wrongArgument(codes.FnLength, args, "`length` needs a list or string")
		}
	}
	return callSignature{params: []parameter{{"value", value}}, result: eventualAs(typesys.Int, value)}
}

func (c *checker) lookupBuiltin(_ *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	given := firstType(args)
	resolved := typesys.PlainShape(given)
	value := typesys.Dynamic
	switch resolved.Kind() {
	case typesys.KindMap:
		value = resolved.Elem()
	case typesys.KindObject:
		var types []typesys.Type
		for _, p := range resolved.Properties() {
			types = append(types, p.Type)
		}
		if len(types) == 0 {
			c.wrongArgument(codes.FnLookup, args, "`lookup` needs a map with at least one member")
			break
		}
		value = typesys.UnifyUnsafe(types...)
	default:
		c.wrongArgument(codes.FnLookup, args, "`lookup` needs a map")
	}
	return callSignature{
		params: []parameter{{"map", resolved}, stringParam("key"), {"default", typesys.Optional(value)}},
		result: eventualAs(value, given),
	}
}

func (c *checker) singleOrNone(e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	if c.wrongCount(e, args, 1, 1) {
		return callSignature{result: typesys.Optional(typesys.Dynamic), checked: true}
	}
	value := firstType(args)
	elem := typesys.Dynamic
	switch t := typesys.PlainShape(value); t.Kind() {
	case typesys.KindList:
		elem = t.Elem()
	case typesys.KindTuple:
		if len(t.Elems()) > 0 {
			elem = t.Elems()[0]
		}
	case typesys.KindDynamic:
	default:
		c.wrongArgument(codes.FnSingleOrNone, args, "`singleOrNone` needs a list or tuple")
	}
	return callSignature{
		params: []parameter{{"value", value}}, result: eventualAs(typesys.Optional(elem), value), checked: true,
	}
}

// extremum is max and min: their result is a number when some argument is
// exactly a number, else an int.
func (c *checker) extremum(_ *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	t := typesys.Int
	for _, arg := range args {
		if typesys.PlainShape(arg.t) == typesys.Number {
			t = typesys.Number
		}
	}
	return callSignature{params: []parameter{{"first", t}}, variadic: &parameter{"rest", t}, result: t}
}

func (c *checker) toJSON(e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	value := firstType(args)
	if c.wrongCount(e, args, 1, 1) {
		return callSignature{result: typesys.String, checked: true}
	}
	return callSignature{params: []parameter{{"value", typesys.Dynamic}}, result: eventualAs(typesys.String, value)}
}

// marked is secret and unsecret: always an output of what they are given.
func (c *checker) marked(_ *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	value := typesys.Dynamic
	if len(args) == 1 {
		value = args[0].t
	}
	return callSignature{params: []parameter{{"value", value}}, result: typesys.Lifted(value)}
}

func (c *checker) try(e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	if c.wrongCount(e, args, 1, -1) {
		return callSignature{result: typesys.None, checked: true}
	}
	var params []parameter
	var types []typesys.Type
	unknown, eventual := false, false
	for _, arg := range args {
		params = append(params, parameter{"value", arg.t})
		types = append(types, arg.t)
		unknown = unknown || arg.t == typesys.Dynamic
		eventual = eventual || arg.t.ContainsEventuals()
	}
	result := typesys.UnifySafe(types...)
	switch {
	case unknown:
		result = typesys.Output(typesys.Dynamic)
	case eventual:
		result = typesys.Lifted(result)
	}
	return callSignature{params: params, result: result}
}

func (c *checker) can(e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	value, result := firstType(args), typesys.Bool
	if value == typesys.Dynamic || isOutput(value) {
		result = typesys.Output(typesys.Bool)
	}
	if c.wrongCount(e, args, 1, 1) {
		return callSignature{result: typesys.Output(typesys.Bool), checked: true}
	}
	return callSignature{params: []parameter{{"value", value}}, result: result}
}

// isOutput reports whether a type is an output, or a union with one.
func isOutput(t typesys.Type) bool {
	if t.Kind() == typesys.KindUnion {
		for _, m := range t.Elems() {
			if m.Kind() == typesys.KindOutput {
				return true
			}
		}
	}
	return t.Kind() == typesys.KindOutput
}

func (c *checker) recoverBuiltin(e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	if c.wrongCount(e, args, 2, 2) {
		result := typesys.UnifySafe(typesys.PlainShape(firstType(args)), typesys.Dynamic)
		return callSignature{result: typesys.Output(result), checked: true}
	}
	value, recovery := args[0].t, args[1].t
	if value.Kind() != typesys.KindOutput {
		c.wrongArgument(codes.FnRecover, args, "`recover` needs an output of a resource, nothing else can be recovered")
	}
	return callSignature{
		params: []parameter{{"value", value}, {"recovery", recovery}},
		result: typesys.Output(typesys.UnifySafe(typesys.PlainShape(value), typesys.PlainShape(recovery))),
	}
}

// resourceText is pulumiResourceType and pulumiResourceName.
func (c *checker) resourceText(e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	if c.wrongCount(e, args, 1, 1) {
		return callSignature{result: typesys.String, checked: true}
	}
	if !c.isSingleResource(args[0]) {
		c.wrongArgument(codes.FnResourceArg, args, "`"+e.Name+"` needs a single resource")
	}
	return callSignature{params: []parameter{{"resource", args[0].t}}, result: typesys.String, checked: true}
}

// isSingleResource reports whether an argument is one resource: a traversal that
// ends at one.
func (c *checker) isSingleResource(arg argument) bool {
	switch tree.Unparen(arg.expr).(type) {
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.RelativeTraversalExpr:
		return schema.ResourceOf(arg.t) != nil
	}
	return false
}

// wrongCount reports a call with too few or too many arguments; most is -1 where
// there is no upper bound.
func (c *checker) wrongCount(e *hclsyntax.FunctionCallExpr, args []argument, least, most int) bool {
	if len(args) >= least && (most < 0 || len(args) <= most) {
		return false
	}
	wanted := "exactly " + count(least, "argument")
	if most < 0 {
		wanted = "at least " + count(least, "argument")
	}
	c.find(codes.FnArity, tree.Span(e.Range()), "`"+e.Name+"` takes "+wanted)
	return true
}
