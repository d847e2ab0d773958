package check

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks files of inputs, which `pulumi do` reads, and snippets of deployments.
// Both are the body of a resource block (package syntax), so nearly everything is checked in
// resource.go. What differs is in an [inputUse].
//
// What `pulumi do` 3.260.0 does: create and upsert store the text as a snippet of the stack,
// which is bound as the body of a resource, with options, range and names of other resources.
// All other commands, and every command with --stateless, bind the attributes alone, reject
// blocks, and know no names and no calls of providers.

// inputUse is what the command that reads a file of inputs makes of it.
type inputUse struct {
	// function and list say that the inputs are arguments, or a query.
	function, list bool
	// provider says that the inputs configure a provider. Some commands read them as those of
	// a resource, and others reject blocks.
	provider bool
	// bare says that there are only attributes, whose values use nothing else.
	bare bool
	// patch says that the inputs replace some of those that there are, and relaxed that parts of
	// objects may be missing too.
	patch, relaxed bool
	// stack says that a name may be that of any resource in the stack.
	stack bool
	// references are the other names that are known.
	references []string
}

// inputUseOf is how a file of inputs is used. The package may be nil.
func inputUseOf(in *syntax.Inputs, pkg *schema.Package) inputUse {
	token, ok := schema.ParseToken(in.Token)
	u := inputUse{
		provider: ok && token.IsProvider(), references: in.References,
		list:  in.Operation == syntax.OperationList,
		patch: in.Operation == syntax.OperationPatch,
	}
	u.function = ok && !u.provider && inputFunction(in.Token, pkg) != nil
	switch {
	case in.Snippet:
		return inputUse{references: in.References}
	case u.function:
		u.list, u.patch = false, false
	}
	u.bare = u.function || u.list || in.Stateless
	u.relaxed = u.patch && in.Stateless
	u.stack = !u.bare && !u.provider
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

// inputUse is how the file of inputs that is the item is used; the zero value for other items.
func (c *checker) inputUse() inputUse {
	in := c.e.Syntax.Inputs
	if in == nil {
		return inputUse{}
	}
	token, ok := schema.ParseToken(in.Token)
	if !ok {
		return inputUseOf(in, nil)
	}
	pkg, _ := c.schema(token.Schema())
	return inputUseOf(in, pkg)
}

// inputFile checks a file of inputs.
func (c *checker) inputFile(it *syntax.Item) {
	c.purpose(it)
	if it.Inputs.Token == "" {
		c.find(codes.InputsToken, tree.Header(it), "nothing says what these inputs are for; write it above them: `# pcl: package:module:Type`")
		c.looseResource(it)
		return
	}
	u, label := c.inputUse(), it.Labels[1]
	inputs := resourceInputs{owner: "a resource of this type", bare: u.bare}
	if u.function {
		fn, pkg := c.schemaFunction(label.Value, label.Span)
		c.occur(Occurrence{Span: label.Span, Kind: OccurFunctionToken, Name: label.Value, Package: pkg, Denotation: &Denotation{SchemaFunction: fn}})
		if c.info.Function = fn; fn != nil {
			inputs.known, inputs.owner = !fn.Unreadable && len(fn.Problems) == 0, fn.Token
			inputs.props, inputs.pkg = fn.Inputs, pkg
		}
		c.resourceBody(it, inputs)
		return
	}
	r := c.resourceType(it)
	if u.relaxed && r != nil {
		r = r.Package.Relaxed().Resource(r.Token)
	}
	c.info.Resource = r
	switch {
	case r == nil:
	case u.list && !r.HasListInputs:
		c.find(codes.InputsList, label.Span, r.Token+" cannot be listed: its schema declares no list inputs"+versionNote(r.Package))
	case u.list:
		inputs.known, inputs.owner, inputs.props, inputs.pkg = !r.Unreadable, "the list of "+r.Token, r.ListInputs, r.Package
	default:
		inputs.known, inputs.owner, inputs.props, inputs.pkg = !r.Unreadable, r.Token, r.Inputs, r.Package
		inputs.outputs = r
	}
	c.resourceBody(it, inputs)
}

// purpose reports what is wrong in the comment that says what the inputs are for.
func (c *checker) purpose(it *syntax.Item) {
	for _, span := range it.Inputs.Unknown {
		word := it.Text[span.Start:span.End]
		words := append(operationNames(), syntax.StatelessFlag)
		unknown := advice{message: "`" + Abbreviate(word, 40) + "` means nothing here"}
		if near := typesys.Near(word, words); near != "" {
			unknown = unknown.didYouMean(near)
		} else {
			unknown = unknown.and("; behind the type may stand " + listed(words, 100))
		}
		c.advise(codes.InputsPurpose, span, unknown)
	}
}

func operationNames() []string {
	var names []string
	for _, o := range syntax.Operations {
		names = append(names, string(o))
	}
	return names
}

// inputBlocks checks the blocks of a file of inputs that takes none. It returns false for other
// items, whose blocks have a meaning.
func (c *checker) inputBlocks(it *syntax.Item) bool {
	u := c.inputUse()
	if !u.bare && !u.patch && !u.provider {
		return false
	}
	for _, b := range it.Block.Body.Blocks {
		span, name := tree.Span(b.TypeRange), "`"+Abbreviate(b.Type, 40)+"`"
		switch {
		case u.bare:
			c.find(codes.InputsBlock, span, name+" is a block, and these inputs may only have attributes; "+withoutBlock(b.Type))
		case u.patch:
			c.findAs(codes.Warning, codes.InputsBlock, span, name+" has no effect: a patch takes over attributes only")
		case b.Type != language.OptionsBlock:
			return false
		default:
			c.findAs(codes.Warning, codes.InputsBlock, span, "only `create` and `upsert` without --stateless read `options` of a provider; the other commands fail")
			return false
		}
		c.looseOptions(b.Body)
	}
	return true
}

// withoutBlock says what to write for a block.
func withoutBlock(name string) string {
	if name == language.OptionsBlock {
		return "remove it"
	}
	return "write `" + Abbreviate(name, 40) + " = { … }`"
}

// inputCall reports a call of a function or method of a package in a file of inputs where
// nothing can be called.
func (c *checker) inputCall(b *language.Builtin, span syntax.Span) {
	if b.Source != 0 && c.inputUse().bare {
		c.find(codes.InputsCall, span, "`"+b.Name+"` cannot be used in these inputs: they are read without calling functions of packages")
	}
}

// outsideName reports what is to say of a name that a file of inputs does not declare. It
// returns false if the name is just undeclared.
func (c *checker) outsideName(name string, span syntax.Span) bool {
	in := c.e.Syntax.Inputs
	if in == nil || language.IsItemVariable(name) {
		return false
	}
	u := c.inputUse()
	switch {
	case slices.Contains(u.references, name):
		return true
	case !u.stack:
		return false
	}
	resource := advice{message: "`" + name + "` must be the name of a resource in the stack"}
	if near := typesys.Near(name, []string{"true", "false", "null"}); near != "" {
		resource = resource.didYouMean(near)
	} else if language.LookupBuiltin(name) != nil {
		resource = resource.and("; if the function is meant, call it: `" + name + "(…)`")
	} else {
		resource = resource.and("; `pulumi do show-resources` lists the names")
	}
	c.advise(codes.InputsReference, span, resource)
	return true
}

// undeclaredInput is what to say of an undeclared name in a file of inputs.
func (c *checker) undeclaredInput(name string) string {
	u, near := c.inputUse(), typesys.Near(name, append([]string{"true", "false", "null"}, c.e.Syntax.Inputs.References...))
	switch {
	case near != "":
		return "; did you mean `" + near + "`?"
	case u.provider:
		return ": the inputs of a provider cannot refer to resources"
	case u.bare:
		return ": these inputs cannot refer to resources"
	case strings.TrimSpace(name) == "":
		return ""
	}
	return ": it is not among the references of the snippet"
}
