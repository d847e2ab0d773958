package check

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file implements the rules about names, types and descriptions.

// isCamelCase reports a name in the usual style: letters and digits, a small letter
// first. An underscore in front says that a name is not used.
func isCamelCase(name string) bool {
	name = strings.TrimLeft(name, "_")
	for i, r := range name {
		switch {
		case r == '_' || r == '-', i == 0 && r >= 'A' && r <= 'Z':
			return false
		}
	}
	return true
}

// camelCase is a name in the usual style.
func camelCase(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' })
	for i, w := range words {
		first := strings.ToUpper(w[:1])
		if i == 0 {
			first = strings.ToLower(w[:1])
		}
		words[i] = first + w[1:]
	}
	return strings.Join(words, "")
}

func unusualName(kind, name string) string {
	name = abbreviate(name, 60)
	return kind + " are named in lower camel case: `" + camelCase(name) + "` for `" + name + "`"
}

// nameStyle judges the names that mean something in the program alone.
func (c *checker) nameStyle(it *syntax.Item) {
	switch it.Kind {
	case syntax.KindLocal, syntax.KindResource, syntax.KindRead, syntax.KindComponent, syntax.KindHook:
		if tree.CanBeReferredTo(it.Name) && !isCamelCase(it.Name) {
			c.find(codes.NameStyle, it.NameSpan, unusualName(it.Kind.String()+"s", it.Name))
		}
	}
	for _, o := range c.info.Occurrences {
		if o.Kind == OccurDeclaration && o.Object != nil && o.Object.Kind == ObjectLoopVariable && !isCamelCase(o.Name) {
			c.find(codes.NameStyle, o.Span, unusualName("loop variables", o.Name))
		}
	}
}

// interfaceStyle judges the names that those see who use the program.
func (c *checker) interfaceStyle(it *syntax.Item) {
	if it.Kind != syntax.KindConfig && it.Kind != syntax.KindOutput || !tree.HasItsLabels(it) {
		return
	}
	if it.Name != "" && !isCamelCase(it.Name) {
		c.find(codes.NameStyleInterface, it.NameSpan, unusualName(it.Kind.String()+"s", it.Name))
	}
}

// builtinName judges a name that is also that of a function.
func (c *checker) builtinName(it *syntax.Item) {
	if kindOf(c.e) == 0 || kindOf(c.e) == ObjectOutput || kindOf(c.e) == ObjectPulumi || language.LookupBuiltin(it.Name) == nil {
		return
	}
	c.find(codes.NameBuiltin, it.NameSpan, "`"+it.Name+"` is also the name of a function; another name would tell the two apart")
}

// hidesVariable judges a loop variable with the name of one of an outer loop.
func (c *checker) hidesVariable(o *Object) {
	outer, _ := c.variable(o.Name)
	if outer == nil || outer.Kind != ObjectLoopVariable || len(c.e.Syntax.Errors) > 0 {
		return
	}
	c.find(codes.NameShadowsVariable, o.Span, "this loop variable hides `"+abbreviate(o.Name, 60)+"` of the outer loop; another name for it would be clearer",
		Related{Span: outer.Span, Message: "the variable of the outer loop"})
}

// sameLogicalName judges a logical name that is the name anyway.
func (c *checker) sameLogicalName(it *syntax.Item) {
	if it.Block == nil || !tree.HasItsLabels(it) {
		return
	}
	if name, literal := tree.LiteralLogicalName(it.Block); literal && name == it.Name && name != "" {
		a := it.Block.Body.Attributes["__logicalName"]
		c.find(codes.NameRedundantLogical, tree.Span(a.SrcRange), "the logical name is `"+abbreviate(name, 60)+"` anyway; remove this attribute")
	}
}

// untypedConfig judges a config that takes anything.
func (c *checker) untypedConfig(it *syntax.Item) {
	if it.Kind != syntax.KindConfig || !tree.HasItsLabels(it) {
		return
	}
	switch {
	case len(it.Labels) == 1:
		c.find(codes.ConfigUntyped, it.NameSpan, "config `"+abbreviate(it.Name, 60)+"` has no type, so a value of the wrong kind is found late; write one behind the name")
	case strings.TrimSpace(it.Labels[1].Value) == "any":
		c.find(codes.ConfigUntyped, it.Labels[1].Span, "config `"+abbreviate(it.Name, 60)+"` takes anything, so a value of the wrong kind is found late; say which type it has")
	}
}

// description judges a config of which nobody says what it is for.
func (c *checker) description(it *syntax.Item) {
	if it.Kind != syntax.KindConfig || it.Block == nil || !tree.HasItsLabels(it) {
		return
	}
	a := it.Block.Body.Attributes["description"]
	if a != nil {
		if text, literal := tree.PlainText(a.Expr); !literal || strings.TrimSpace(text) != "" {
			return
		}
	}
	c.find(codes.ConfigDescription, it.NameSpan, "config `"+abbreviate(it.Name, 60)+"` has no description: whoever sets it has to read the program")
}

// wholeResource judges an output that exports everything about a resource.
func (c *checker) wholeResource(it *syntax.Item) {
	if it.Kind != syntax.KindOutput || it.Block == nil || it.Block.Body.Attributes["value"] == nil {
		return
	}
	t, ok := tree.Unparen(it.Block.Body.Attributes["value"].Expr).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(t.Traversal) != 1 {
		return
	}
	if _, sig := c.declared(t); sig.kind == ObjectResource || sig.kind == ObjectRead {
		c.find(codes.OutputWholeResource, tree.Span(t.Range()), "this exports every property of `"+t.Traversal.RootName()+"`; export those that somebody needs")
	}
}

// namesInOtherLetters are the findings about names that differ in capitals alone. The
// names of outputs are a world of their own.
func (p *Program) namesInOtherLetters() []Diagnostic {
	if known := p.heads().nearlyAlike.Load(); known != nil {
		return *known
	}
	type letters struct {
		isOutput bool
		name     string
	}
	found := []Diagnostic{}
	first := make(map[letters]*program.Item, len(p.core.Scope().Order()))
	for e := range p.core.Items() {
		if kindOf(e) == ObjectPulumi || !p.core.Owns(e) {
			continue
		}
		key := letters{kindOf(e) == ObjectOutput, strings.ToLower(e.Name)}
		other := first[key]
		if other == nil {
			first[key] = e
			continue
		}
		found = append(found, finding(e, codes.NameCase, partName,
			"`"+abbreviate(e.Name, 60)+"` and `"+abbreviate(other.Name, 60)+"` differ in capitals alone and are easily confused; rename one",
			near(other, partName, syntax.Span{}, "the other one")))
	}
	p.heads().nearlyAlike.Store(&found)
	return found
}
