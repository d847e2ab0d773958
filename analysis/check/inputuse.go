package check

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file knows what becomes of files of inputs, which `pulumi do` reads, and of snippets of
// deployments: which names and calls their expressions may use. Both are the body of a
// resource block (package syntax), so nearly everything is checked in resource.go.
//
// What `pulumi do` 3.260.0 does: create and upsert store the text as a snippet of the stack,
// which is bound as the body of a resource, with options, range and names of other resources.
// All other commands, and every command with --stateless, bind the attributes alone, reject
// blocks, and know no names and no calls of providers.

// InputUse is what the command that reads a file of inputs makes of it.
type InputUse struct {
	// function and list say that the inputs are arguments, or a query.
	function, list bool
	// provider says that the inputs configure a provider. Some commands read them as those of
	// a resource, and others reject blocks.
	provider bool
	// Bare says that there are only attributes, whose values use nothing else.
	Bare bool
	// Patch says that the inputs replace some of those that there are, and relaxed that parts of
	// objects may be missing too.
	Patch, relaxed bool
	// stack says that a name may be that of any resource in the stack.
	stack bool
	// references are the other names that are known.
	references []string
}

// InputUseOf is how a file of inputs is used. The package may be nil.
func InputUseOf(in *syntax.Inputs, pkg *schema.Package) InputUse {
	token, ok := schema.ParseToken(in.Token)
	u := InputUse{
		provider: ok && token.IsProvider(), references: in.References,
		list:  in.Operation == syntax.OperationList,
		Patch: in.Operation == syntax.OperationPatch,
	}
	u.function = ok && !u.provider && inputFunction(in.Token, pkg) != nil
	switch {
	case in.Snippet:
		return InputUse{references: in.References}
	case u.function:
		u.list, u.Patch = false, false
	}
	u.Bare = u.function || u.list || in.Stateless
	u.relaxed = u.Patch && in.Stateless
	u.stack = !u.Bare && !u.provider
	return u
}

// inputFunction is the function whose arguments a file holds, or nil. A function goes before
// a resource with the same token.
func inputFunction(token string, pkg *schema.Package) *schema.Function {
	if pkg == nil {
		return nil
	}
	if fn := pkg.Function(token); fn != nil && !fn.IsMethod() {
		return fn
	}
	return nil
}

// inputCall reports a call of a function or method of a package in a file of inputs where
// nothing can be called.
func (c *checker) inputCall(b *language.Builtin, span syntax.Span) {
	switch {
	case b.Source == 0:
	case c.use.Bare:
		c.info.find(codes.InputsCall, span, "`"+b.Name+"` cannot be used in these inputs: they are read without calling functions of packages")
	case c.use.provider:
		c.info.findAs(codes.Warning, codes.InputsCall, span, "only `create` and `upsert` without --stateless call functions of packages in inputs of a provider; the other commands fail")
	}
}

// outsideName judges a name that a file of inputs takes from outside: from the stack, or from
// the references of a snippet. It returns false if the file takes no names from outside.
func (c *checker) outsideName(name string, span syntax.Span) bool {
	in := c.e.Syntax.Inputs
	switch {
	case in == nil:
		return false
	case language.IsItemVariable(name): // the resource that is patched may have a range
		return c.use.Patch && c.use.stack
	}
	switch {
	case slices.Contains(c.use.references, name):
		return true
	case !c.use.stack:
		return false
	}
	resource := diagnostic.Advice{Message: "`" + name + "` must be the name of a resource in the stack"}
	if near := typesys.Near(name, []string{"true", "false", "null"}); near != "" {
		resource = resource.DidYouMean(near)
	} else if language.LookupBuiltin(name) != nil {
		resource = resource.And("; if the function is meant, call it: `" + name + "(…)`")
	} else {
		resource = resource.And("; `pulumi do show-resources` lists the names")
	}
	c.info.advise(codes.InputsReference, span, resource)
	return true
}

// undeclaredInput is what to say of an undeclared name in a file of inputs.
func (c *checker) undeclaredInput(name string) string {
	near := typesys.Near(name, append([]string{"true", "false", "null"}, c.use.references...))
	switch {
	case near != "":
		return "; did you mean `" + near + "`?"
	case c.use.provider:
		return ": the inputs of a provider cannot refer to resources"
	case c.use.Bare:
		return ": these inputs cannot refer to resources"
	case strings.TrimSpace(name) == "":
		return ""
	}
	return ": it is not among the references of the snippet"
}
