package check

import (
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file types invoke, with its object and its positional form. The mode is
// that of programs run directly: a function that returns something is always
// called in its output form. (docs/language/calls.md#invoke)

// invokeOptions is what the options object of an invoke may hold.
var invokeOptions = sync.OnceValue(func() typesys.Type {
	return typesys.Object(
		typesys.Property{Name: "provider", Type: typesys.Optional(typesys.Dynamic)},
		typesys.Property{Name: "parent", Type: typesys.Optional(typesys.Dynamic)},
		typesys.Property{Name: "version", Type: typesys.Optional(typesys.String)},
		typesys.Property{Name: "pluginDownloadUrl", Type: typesys.Optional(typesys.String)},
		typesys.Property{Name: "dependsOn", Type: typesys.Optional(typesys.List(typesys.Dynamic))},
	)
})

// unknownInvoke is the signature of an invoke whose function is not known. Only the options are
// checked then, and not even they if the arguments may be positional.
func unknownInvoke(args []argument) callSignature {
	options := typesys.Optional(typesys.Dynamic)
	if len(args) == 3 && args[1].t.Kind() == typesys.KindObject && args[2].t.Kind() == typesys.KindObject {
		options = typesys.Optional(invokeOptions())
	}
	return callSignature{Signature: language.Signature{
		Formals: []language.Formal{formal("token", typesys.String), formal("args", typesys.Optional(typesys.Dynamic)), formal("options", options)},
		Result:  typesys.Unknown, Counted: true,
	}}
}

func (c *checker) invoke(e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	if len(args) == 0 {
		sig := unknownInvoke(args)
		sig.Counted = false
		return sig
	}
	span := tree.Span(args[0].expr.Range())
	token, literal := tree.PlainText(args[0].expr)
	if !literal {
		c.info.find(codes.InvokeToken, span, "the function token must be a quoted string without interpolation")
		return uncheckedSignature(typesys.Lift(typesys.Dynamic, typesOf(args)...))
	}
	fn, pkg := c.schemaFunction(token, span)
	c.info.occur(Occurrence{Span: span, Kind: OccurFunctionToken, Name: token, Package: pkg, Denotation: &Denotation{SchemaFunction: fn}})
	if fn == nil {
		return unknownInvoke(args)
	}
	if len(args) < 2 && !(len(fn.MultiArgument) > 0 && allOptional(fn)) {
		c.info.find(codes.InvokeNoArgs, closing(e), neededArguments(fn)+diagnostic.VersionNote(pkg))
		return unknownInvoke(args)
	}
	c.invokeOptions(fn, args)
	if len(fn.MultiArgument) > 0 {
		return c.positionalInvoke(fn, args)
	}
	inputs := invokeInputs(fn)
	if fn.IsDamaged() {
		inputs = typesys.Dynamic // what is damaged is reported; the rest is unknown
	}
	return callSignature{
		Signature: language.Signature{
			Formals: []language.Formal{
				formal("token", typesys.String), formal("args", inputs), formal("options", typesys.Optional(invokeOptions())),
			},
			Result: invokeResult(fn),
		},
		coded: map[int]codes.Code{1: codes.InvokeArgs, 2: codes.InvokeArgs},
		judge: pkg, judged: 2,
	}
}

// neededArguments says what is still to be written after a lone token.
func neededArguments(fn *schema.Function) string {
	if len(fn.MultiArgument) > 0 {
		return "`invoke` also needs the arguments " + diagnostic.QuotedNames(fn.MultiArgument)
	}
	var required []string
	for _, p := range fn.Inputs {
		if p.Required {
			required = append(required, p.Name)
		}
	}
	if len(required) == 0 {
		return "`invoke` also needs the arguments; write `{}` if there are none"
	}
	return "`invoke` also needs an object with " + diagnostic.Listed(required, 100)
}

func allOptional(fn *schema.Function) bool {
	return !slices.ContainsFunc(fn.Inputs, func(p *schema.Property) bool { return p.Required })
}

// invokeInputs is the type of the arguments object.
func invokeInputs(fn *schema.Function) typesys.Type {
	if !fn.HasInputs {
		empty := typesys.Object()
		if fn.Return.IsValid() {
			return empty
		}
		return typesys.Optional(empty)
	}
	if fn.Return.IsValid() {
		return fn.InputShaped
	}
	return fn.InputPlain
}

// invokeResult is an output of what the function returns, or a promise of
// nothing.
func invokeResult(fn *schema.Function) typesys.Type {
	if !fn.Return.IsValid() {
		return typesys.Promise(typesys.Object())
	}
	return typesys.Lifted(fn.Return)
}

// positionalInvoke is the signature of a function that takes its inputs one by
// one, in declared order, followed by the options. The inputs are plain: a call
// with outputs is lifted, any other gives a promise.
func (c *checker) positionalInvoke(fn *schema.Function, args []argument) callSignature {
	if len(args) > 1 && usesObjectForm(fn, args) {
		c.info.find(codes.InvokePositional, tree.Span(args[0].expr.Range()),
			"this function takes positional arguments: invoke("+typesys.FormatValue(tokenValue(args[0].expr))+", "+strings.Join(fn.MultiArgument, ", ")+")"+diagnostic.VersionNote(fn.Package))
		return uncheckedSignature(typesys.Dynamic)
	}
	formals := []language.Formal{formal("token", typesys.String)}
	for _, name := range fn.MultiArgument {
		t := typesys.Type(typesys.Dynamic)
		if p, ok := fn.InputPlain.Property(name); ok {
			t = p.Type
		}
		formals = append(formals, formal(name, t))
	}
	formals = append(formals, formal("options", typesys.Optional(invokeOptions())))
	result := typesys.Object()
	if fn.Return.IsValid() {
		result = fn.Return
	}
	return callSignature{
		Signature: language.Signature{Formals: formals, Result: typesys.Promise(result)},
		judge:     fn.Package, judged: len(formals) - 1,
	}
}

// usesObjectForm reports whether a positional function is given its inputs in
// one object, or something that may be one.
func usesObjectForm(fn *schema.Function, args []argument) bool {
	if typesys.Strip(args[1].t) == typesys.Unknown {
		return false
	}
	return typesys.Convert(fn.InputPlain, args[1].t) != typesys.FitNone || typesys.Convert(fn.InputShaped, args[1].t) != typesys.FitNone
}

// schemaFunction finds the function behind a token and reports what is wrong
// with it.
func (c *checker) schemaFunction(token string, span syntax.Span) (*schema.Function, *schema.Package) {
	parsed, ok := c.token(token, span)
	if !ok {
		return nil, nil
	}
	pkg, ok := c.packageFor(parsed.Package, span)
	if !ok {
		return nil, nil
	}
	fn := pkg.Function(token)
	switch {
	case fn == nil:
		c.info.advise(codes.FunctionUnknownToken, span, unknownFunctionToken(token, pkg))
	case fn.IsMethod():
		c.info.find(codes.FunctionUnknownToken, span, "`"+token+"` is a method; "+callMethod(token)+diagnostic.VersionNote(pkg))
		return nil, pkg
	case fn.IsDamaged():
		c.info.find(codes.FunctionLoad, span, diagnostic.Damaged(token, fn.Problems, pkg))
	default:
		c.spelling(token, pkg.FindFunction(token), pkg, span)
		c.info.deprecatedFunction(fn, span)
	}
	return fn, pkg
}

// unknownResource is the message about a resource type that a package does not
// have.
func unknownResource(token string, pkg *schema.Package) diagnostic.Advice {
	unknown := diagnostic.Advice{Message: "package " + pkg.Name() + " has no resource `" + token + "`"}
	switch fn := pkg.Function(token); {
	case fn == nil:
		near := nearToken(token, pkg.ResourceTokens(), func(token string) bool {
			r := pkg.Resource(token)
			return r != nil && r.Deprecation != ""
		})
		unknown = unknown.DidYouMean(styledLike(token, pkg, near, pkg.FindResource))
	case fn.IsMethod():
		unknown = unknown.And(": it is a method; " + callMethod(token))
	default:
		unknown = unknown.And(": it is a function; call it with `invoke`")
	}
	return unknown.And(diagnostic.VersionNote(pkg))
}

// unknownFunctionToken is the message about a function that a package does not
// have.
func unknownFunctionToken(token string, pkg *schema.Package) diagnostic.Advice {
	unknown := diagnostic.Advice{Message: "package " + pkg.Name() + " has no function `" + token + "`"}
	if pkg.Resource(token) != nil {
		return unknown.And(": it is a resource; declare it in a block" + diagnostic.VersionNote(pkg))
	}
	near := nearToken(token, pkg.FunctionTokens(), func(token string) bool {
		fn := pkg.Function(token)
		return fn != nil && fn.Deprecation != ""
	})
	return unknown.DidYouMean(styledLike(token, pkg, near, pkg.FindFunction)).And(diagnostic.VersionNote(pkg))
}

// callMethod says how a method is called.
func callMethod(token string) string {
	return "call it on a resource: `call(name, \"" + methodName(token) + "\", { … })`"
}

// maxDeprecated is how many deprecated tokens may be nearer than the one that is suggested.
const maxDeprecated = 4

// nearToken is the known token that differs least and is not deprecated.
func nearToken(token string, known []string, deprecated func(string) bool) string {
	for range maxDeprecated {
		near := nearest(token, known)
		if near == "" || !deprecated(near) {
			return near
		}
		known = slices.DeleteFunc(slices.Clone(known), func(k string) bool { return k == near })
	}
	return ""
}

// nearest is the known token that differs least: by its last part, and among
// those with the same last part by the whole.
func nearest(token string, known []string) string {
	members := lists.Map(known, memberOf)
	member := typesys.Near(memberOf(token), members)
	if member == "" {
		return typesys.Near(token, known)
	}
	same := lists.Where(known, func(k string) bool { return memberOf(k) == member })
	if near := typesys.Near(token, same); near != "" {
		return near
	}
	return same[0]
}

// methodName is the name of a method in the token of its function, which has the
// form package:module:Resource/method.
func methodName(token string) string { return token[strings.LastIndexByte(token, '/')+1:] }

// memberOf is the last part of a token.
func memberOf(token string) string { return token[strings.LastIndexByte(token, ':')+1:] }
