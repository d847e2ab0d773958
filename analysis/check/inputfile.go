package check

import (
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

// This file checks the bodies of files of inputs, and of snippets.

// inputFile checks a file of inputs.
func (c blocks) inputFile(it *syntax.Item) {
	c.purpose(it)
	c.use = InputUseOf(it.Inputs, c.inputPackage(it.Inputs))
	if it.Inputs.Token == "" {
		switch b := declaredIn(it); {
		case it.Inputs.Snippet:
			c.info.find(codes.InputsToken, tree.Header(it), "the snippet has no type, so its inputs are not checked")
		case it.Inputs.HasComment:
			c.info.find(codes.InputsPurpose, tree.Header(it), "write what these inputs are for: a type such as `package:module:Type`")
		case b != nil:
			c.info.findAs(codes.Warning, codes.InputsToken, tree.Span(b.TypeRange), "this file ends with `"+syntax.InputsEnding+"` and has a block of a program, `"+b.Type+"`; rename the file: programs end with `.pp`")
			return
		default:
			c.info.find(codes.InputsToken, tree.Header(it), "nothing says what these inputs are for; write it above them: `# pcl: package:module:Type`")
		}
		c.looseResource(it)
		return
	}
	u, label := c.use, it.Labels[1]
	inputs := resourceInputs{owner: "a resource of this type", bare: u.Bare}
	if u.function {
		fn, pkg := c.schemaFunction(label.Value, label.Span)
		c.info.occur(Occurrence{Span: label.Span, Kind: OccurFunctionToken, Name: label.Value, Package: pkg, Denotation: &Denotation{SchemaFunction: fn}})
		if c.info.Function = fn; fn != nil {
			inputs.known, inputs.owner = !fn.IsDamaged(), fn.Token
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
		c.info.find(codes.InputsList, label.Span, r.Token+" cannot be listed: its schema declares no list inputs"+diagnostic.VersionNote(r.Package))
	case u.list:
		inputs.known, inputs.owner, inputs.props, inputs.pkg = !r.IsDamaged(), "the list of "+r.Token, r.ListInputs, r.Package
	default:
		inputs.known, inputs.owner, inputs.props, inputs.pkg = !r.IsDamaged(), r.Token, r.Inputs, r.Package
		inputs.outputs = r
	}
	c.resourceBody(it, inputs)
}

// declaredIn is the first block of a file of inputs that only a program has; nil if there is none.
func declaredIn(it *syntax.Item) *hclsyntax.Block {
	for _, b := range it.Block().Body.Blocks {
		if language.LookupBlock(b.Type) != nil && b.Type != language.OptionsBlock {
			return b
		}
	}
	return nil
}

// inputPackage is the package that a file of inputs names; nil if it is not known.
func (c blocks) inputPackage(in *syntax.Inputs) *schema.Package {
	token, ok := schema.ParseToken(in.Token)
	if !ok {
		return nil
	}
	pkg, _ := c.schema(token.Schema())
	return pkg
}

// purpose reports mistakes in the comment that says what the inputs are for.
func (c blocks) purpose(it *syntax.Item) {
	for _, span := range it.Inputs.Unknown {
		word := it.Text[span.Start:span.End]
		words := append(operationNames(), syntax.StatelessFlag)
		unknown := diagnostic.Advice{Message: "`" + diagnostic.Abbreviate(word, 40) + "` means nothing here"}
		if near := typesys.Near(word, words); near != "" {
			unknown = unknown.DidYouMean(near)
		} else {
			unknown = unknown.And("; behind the type may stand " + diagnostic.Listed(words, 100))
		}
		c.info.advise(codes.InputsPurpose, span, unknown)
	}
}

func operationNames() []string {
	return lists.Map(syntax.Operations, func(o syntax.Operation) string { return string(o) })
}

// inputBlocks checks the blocks of a file of inputs that takes none. It returns false for other
// items, whose blocks have a meaning.
func (c blocks) inputBlocks(it *syntax.Item) bool {
	u := c.use
	if !u.Bare && !u.Patch && !u.provider {
		return false
	}
	for _, b := range it.Block().Body.Blocks {
		span, name := tree.Span(b.TypeRange), "`"+diagnostic.Abbreviate(b.Type, 40)+"`"
		switch {
		case u.Bare:
			c.info.find(codes.InputsBlock, span, name+" is a block, and these inputs may only have attributes; "+withoutBlock(b.Type))
		case u.Patch:
			c.info.findAs(codes.Warning, codes.InputsBlock, span, name+" has no effect: a patch takes over attributes only")
		case b.Type != language.OptionsBlock:
			return false
		default:
			c.info.findAs(codes.Warning, codes.InputsBlock, span, "only `create` and `upsert` without --stateless read `options` of a provider; the other commands fail")
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
	return "write `" + diagnostic.Abbreviate(name, 40) + " = { … }`"
}
