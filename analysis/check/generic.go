package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file applies the rules of the table of builtins that need more than types: what
// arguments are used for, and where findings about calls are placed.

// signature returns what a call of a builtin is checked against, and reports what is
// wrong with the call as a whole and with what its first argument stands for.
func (c *checker) signature(e *hclsyntax.FunctionCallExpr, b *language.Builtin, args []argument) callSignature {
	counted := b.Arity.Allows(len(args))
	if !counted {
		c.info.find(codes.FnArity, tree.Span(e.Range()), "`"+e.Name+"` takes "+b.Arity.String())
	}
	switch b.Source {
	case language.SourceFunction:
		return c.invoke(e, args)
	case language.SourceMethod:
		return c.methodCall(args, counted)
	}
	var sig language.Signature
	if b.Signature != nil {
		sig = b.Signature(typesOf(args))
	} else {
		sig = b.FixedSignature()
	}
	switch {
	case sig.Wrong != nil:
		c.wrongArgument(sig.Wrong.Code, args, sig.Wrong.Message)
	case counted && len(args) > 0:
		c.role(b, args)
	}
	return callSignature{Signature: sig}
}

// role reports a first argument that cannot play its role whatever its type.
func (c *checker) role(b *language.Builtin, args []argument) {
	switch b.Role(0) {
	case language.RoleResource:
		if !c.isSingleResource(args[0]) {
			c.wrongArgument(codes.FnResourceArg, args, "`"+b.Name+"` needs a single resource")
		}
	case language.RoleStackReference:
		if r := schema.ResourceOf(args[0].t); r != nil && r.Token != schema.StackReference {
			c.info.findAs(codes.Warning, codes.FnResourceArg, tree.Span(args[0].expr.Range()), "only a stack reference has outputs of a stack; of "+r.Canonical+" this is always null")
		}
	case language.RoleCollection:
		if it := typesys.Iterate(typesys.PlainShape(args[0].t)); !it.OK {
			c.info.find(codes.ForCollection, tree.Span(args[0].expr.Range()), cannotIterate(it.Stripped))
		}
	}
}

// runArguments reports arguments that type-check and that no run accepts. (docs/language/functions.md)
func (c *checker) runArguments(b *language.Builtin, sig callSignature, args []argument) {
	if b.Source != 0 {
		return // a provider gets them as they are
	}
	for i, arg := range args {
		p, ok := sig.parameterAt(i)
		if !ok {
			return
		}
		place := "`" + p.Name + "` of `" + b.Name + "`"
		if !b.TakesAnyKind(i) && c.converted(codes.FnArgument, arg.expr, arg.t, typesys.PlainShape(typesys.Unwrapped(p.Type)), place) {
			continue
		}
		if b.NotNull(i) && (value.KindsOf(arg.t) == value.NullKind || value.KindsOf(arg.t)&value.NullKind != 0 && isNull(c.certain(arg.expr))) {
			c.fails(codes.FnArgument, tree.Span(arg.expr.Range()), place+" needs a value, and this is always null")
		}
	}
}

// runCall reports what types tell about the run of a call that the type checker accepts.
func (c *checker) runCall(e *hclsyntax.FunctionCallExpr, b *language.Builtin, args []argument) {
	if len(args) == 0 {
		return
	}
	if last := e.Args[len(e.Args)-1]; e.ExpandFinal && value.KindsOf(c.info.TypeOf(last)).Only(value.AnyKind&^value.ListKind) {
		c.fails(codes.CallArg, tree.Span(last.Range()), "`...` spreads a list, but this is "+typesys.Short(c.info.TypeOf(last), 80))
	}
	found := len(c.info.Findings)
	said := func(call language.Call, code codes.Code) {
		if since := acceptedBy(c.language(), b, call, code); since != 0 && len(c.info.Findings) > found {
			Later(&c.info.Findings[len(c.info.Findings)-1], since)
		}
		found = len(c.info.Findings)
	}
	if b.ConversionOnly {
		c.fails(codes.FnRange, tree.Span(e.NameRange), "the function `"+b.Name+"` exists only for conversion to other languages, not at run time")
		said(language.Call{Name: b.Name, Args: typesOf(args)}, codes.FnRange)
	}
	if b.Run == nil {
		return
	}
	call := language.Call{Name: b.Name, Args: typesOf(args)}
	for i, arg := range args {
		if c.info.TypeOf(arg.expr) == arg.t {
			call.Args[i] = c.typeInRun(arg.expr)
		}
	}
	call.Open = e.ExpandFinal && typesys.PlainShape(c.info.TypeOf(e.Args[len(e.Args)-1])).Kind() != typesys.KindTuple
	for _, p := range b.Run(call) {
		if p.Fails && slices.ContainsFunc(e.Args, func(arg hclsyntax.Expression) bool { return readsOutputBlock(c, arg) }) {
			continue // an output block is never known here, so the call never happens
		}
		span := tree.Span(args[p.Argument].expr.Range())
		switch p.Place {
		case language.PlaceName:
			span = tree.Span(e.NameRange)
		case language.PlaceEnd:
			span = closing(e)
		}
		if p.Fails {
			c.fails(p.Code, span, p.Message)
			said(call, p.Code)
		} else {
			c.info.find(p.Code, span, p.Message)
		}
	}
}

// wrongArgument reports the first argument of a function, unless it is dynamic because
// something else is wrong with it.
func (c *checker) wrongArgument(code codes.Code, args []argument, message string) {
	if len(args) > 0 && typesys.Strip(args[0].t) == typesys.Unknown {
		return
	}
	if len(args) > 0 && args[0].t != typesys.Type(typesys.Dynamic) || len(args) > 0 && c.isDynamicByItself(args[0]) {
		c.info.find(code, tree.Span(args[0].expr.Range()), message+"; this is "+typesys.Short(args[0].t, 80))
	}
}

// isDynamicByItself reports whether an argument is declared as dynamic, as opposed to
// being dynamic because something in it failed or is unknown: each dynamic name in it is
// a config of type any.
func (c *checker) isDynamicByItself(arg argument) bool {
	span := tree.Span(arg.expr.Range())
	for _, o := range c.info.Occurrences {
		inside := o.Kind == OccurVariable && o.Span.Start >= span.Start && o.Span.End <= span.End
		if inside && o.Type == typesys.Dynamic && !c.isConfig(o) {
			return false
		}
	}
	return !slices.ContainsFunc(c.info.Findings, func(d diagnostic.Diagnostic) bool {
		return d.Span.Start >= span.Start && d.Span.End <= span.End
	})
}

// isConfig reports whether a variable is a config of the program. Typing it has
// recorded what the name denotes.
func (c *checker) isConfig(o Occurrence) bool {
	declared := c.Program.Declaring(o.Name)
	return o.Object == nil && declared != nil && KindOf(declared) == ObjectConfig
}

// isSingleResource reports whether an argument is one resource: a traversal that
// ends at one, or the only element of a list that is spread.
func (c *checker) isSingleResource(arg argument) bool {
	switch e := tree.Unparen(arg.expr).(type) {
	case *hclsyntax.TupleConsExpr:
		return len(e.Exprs) == 1 && c.isSingleResource(argument{e.Exprs[0], arg.t})
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.RelativeTraversalExpr:
		return schema.ResourceOf(arg.t) != nil
	}
	return false
}

// readsOutputBlock reports the name of an output block in an expression: its value is unknown here in every run.
func readsOutputBlock(c *checker, e hclsyntax.Expression) bool {
	return tree.Contains(e, func(part hclsyntax.Expression) bool {
		t, is := part.(*hclsyntax.ScopeTraversalExpr)
		if !is {
			return false
		}
		_, sig := c.Lookup(c.e, t.Traversal.RootName())
		return sig.Kind == ObjectOutput
	})
}
