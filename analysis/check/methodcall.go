package check

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file types call: methods of resources. (docs/language/calls.md#call)

func unknownCall(args []argument) callSignature {
	self := typesys.Dynamic
	if len(args) > 0 {
		self = args[0].t
	}
	return callSignature{Signature: language.Signature{
		Formals: []language.Formal{formal("self", self), formal("method", typesys.String), formal("args", typesys.Dynamic)},
		Result:  typesys.Unknown,
	}}
}

func (c *checker) methodCall(args []argument, counted bool) callSignature {
	if !counted {
		sig := unknownCall(args)
		sig.Counted = true
		return sig
	}
	r := schema.ResourceOf(args[0].t)
	if r == nil {
		c.wrongArgument(codes.CallReceiver, args, "`call` needs a single resource whose schema is known")
		return unknownCall(args)
	}
	name, literal := tree.PlainText(args[1].expr)
	span := tree.Span(args[1].expr.Range())
	if !literal {
		c.info.find(codes.CallMethodLiteral, span, "the method name must be a quoted string without interpolation")
		return uncheckedSignature(typesys.Lift(typesys.Unknown, typesOf(args)...))
	}
	method := r.Method(name)
	c.info.occur(Occurrence{Span: span, Kind: OccurMethod, Name: name, Denotation: &Denotation{SchemaFunction: method, Resource: r}})
	if method == nil {
		c.info.advise(codes.CallMethod, span, unknownMethod(r, name))
		return unknownCall(args)
	}
	c.info.deprecatedMethod(name, method, span)
	inputs := typesys.Optional(typesys.Object())
	if len(method.Inputs) > 0 {
		inputs = method.InputPlain
	}
	result := method.Return
	switch {
	case !result.IsValid():
		result = typesys.Output(typesys.Object())
	case !method.ReturnPlain:
		result = typesys.Lifted(result)
	}
	return callSignature{
		Signature: language.Signature{
			Formals: []language.Formal{formal("self", args[0].t), formal("method", typesys.String), formal("args", inputs)},
			Result:  result, Counted: true,
		},
		coded: map[int]codes.Code{2: codes.InvokeArgs}, judge: r.Package, judged: 3,
	}
}

// unknownMethod is the message about a method that a resource does not have.
func unknownMethod(r *schema.Resource, name string) diagnostic.Advice {
	names := slices.Sorted(maps.Keys(r.Methods))
	names = slices.DeleteFunc(names, func(name string) bool { return r.Method(name).Deprecation != "" })
	unknown := diagnostic.Advice{Message: r.Token + " has no method `" + name + "`"}
	near := typesys.Near(name, names)
	switch {
	case len(r.Methods) == 0:
		unknown.Message = r.Token + " has no methods"
	case near != "":
		unknown = unknown.DidYouMean(near)
	case len(names) > 0 && len(names) < 6:
		unknown = unknown.ItHas(names)
	}
	return unknown.And(diagnostic.VersionNote(r.Package))
}

// tokenValue is the text of a literal token as a value.
func tokenValue(e hclsyntax.Expression) cty.Value {
	text, _ := tree.PlainText(e)
	return cty.StringVal(text)
}
