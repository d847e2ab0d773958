package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks the options whose values are resources: parent, dependsOn and
// their like, of which the language says only that anything may stand there.

// single checks a value that must be one resource. Only what is certainly none is
// reported.
func (c blocks) single(e hclsyntax.Expression, place string) bool {
	t := c.info.TypeOf(e)
	what, isNamed := c.named(e, place)
	switch {
	case !t.IsValid():
		return false
	case !isNamed:
		return c.noResource(e, t, cty.NilVal, place+" takes a resource")
	case what.Message == "":
		return false
	}
	what.Message = place + " takes a resource, but this is " + what.Message
	c.info.advise(codes.OptionResourceKind, tree.Span(e.Range()), what)
	return true
}

// several checks a list or map of resources.
func (c blocks) several(it *syntax.Item, a *hclsyntax.Attribute, rule language.OptionRule) {
	place := "`" + a.Name + "`"
	switch e := tree.Unparen(a.Expr).(type) {
	case *hclsyntax.TupleConsExpr:
		for _, x := range e.Exprs {
			if c.single(x, "each element of "+place) {
				continue
			}
			if rule == language.OptionDependencies {
				c.impliedDependency(it, x)
			}
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			c.single(item.ValueExpr, "each member of "+place)
		}
	default:
		t := typesys.PlainShape(c.info.TypeOf(a.Expr))
		element := typesys.Dynamic
		if t.Kind() == typesys.KindList || t.Kind() == typesys.KindMap {
			element = t.Elem()
		}
		v, marks := value.Bare(c.constant(a.Expr))
		if c.noResource(a.Expr, element, cty.DynamicVal, place+" takes resources") || v.IsNull() || !v.CanIterateElements() {
			return
		}
		for it := v.ElementIterator(); it.Next(); {
			if _, one := it.Element(); c.noResource(a.Expr, element, one.WithMarks(marks), place+" takes resources") {
				return
			}
		}
	}
}

// named says what the whole of something is that has a name, and whether e is its name.
func (c blocks) named(e hclsyntax.Expression, place string) (what diagnostic.Advice, isNamed bool) {
	if traversal, ok := tree.Unparen(e).(*hclsyntax.ScopeTraversalExpr); ok && len(traversal.Traversal) == 1 {
		name := traversal.Traversal.RootName()
		switch _, sig := c.declared(traversal); {
		case sig.Kind == ObjectHook:
			return diagnostic.Advice{Message: "the hook `" + name + "`"}, true
		case sig.Kind == ObjectRead, sig.Kind == ObjectComponent:
			return what, true // a range makes a list of its type, and one value in the run
		case sig.instances == instancesMaybe:
			return what, true // a range whose type is not known may be a bool
		case sig.instances.isMany():
			what = diagnostic.Advice{Message: "all instances of `" + name + "`"}.Writing(sig.instances.one(name)).And(" for one of them")
			if sig.instances == instancesEntries {
				what.Suggestion = "" // which key is not known
			}
			for _, o := range dependencyOptions() {
				if strings.HasSuffix(place, "`"+o.Name+"`") {
					what = what.And(", or `" + o.Name + " = " + name + "` for all")
				}
			}
			return what, true
		}
	}
	return what, false
}

// impliedDependency reports an element of dependsOn that an input of the same
// resource refers to, so that the one is made after the other anyway.
func (c blocks) impliedDependency(it *syntax.Item, x hclsyntax.Expression) {
	e, ok := tree.Unparen(x).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(e.Traversal) != 1 {
		return
	}
	name := e.Traversal.RootName()
	if _, sig := c.declared(e); sig.Kind != ObjectResource || sig.instances != instancesOne || sig.Value.Kind() != typesys.KindObject {
		return
	}
	for _, a := range it.Attributes() {
		if reference := outputOf(a.Expr, name); reference != nil {
			c.info.find(codes.OptionRedundant, tree.Span(x.Range()), "`"+a.Name+"` already refers to `"+name+"`, so this resource depends on it anyway",
				diagnostic.Related{Span: tree.Span(reference.Range()), Message: "referred to here"})
			return
		}
	}
}

// outputOf is the part of a value that is certainly evaluated and reads an output
// of a resource; nil when there is none.
func outputOf(e hclsyntax.Expression, name string) hclsyntax.Expression {
	if t := certainly(e, func(t *hclsyntax.ScopeTraversalExpr) bool { return readsOutput(t, name) }); t != nil {
		return t
	}
	return nil
}

// readsOutput reports a traversal to what is known of a resource once it exists.
func readsOutput(t *hclsyntax.ScopeTraversalExpr, name string) bool {
	return t.Traversal.RootName() == name && lastStep(t) != "urn" && lastStep(t) != ""
}

// importOfMany reports one id for several instances.
func (c blocks) importOfMany(it *syntax.Item, a *hclsyntax.Attribute) {
	if _, literal := tree.PlainText(tree.Unparen(a.Expr)); !literal || !instancesOf(c.Recorder, c.e).isMany() {
		return
	}
	if slices.ContainsFunc(options.Ranges(it), func(r *hclsyntax.Attribute) bool { return atMostOne(r.Expr) }) {
		return
	}
	c.info.find(codes.OptionImportRange, tree.Span(a.Expr.Range()), "every instance would import the same existing resource; import each instance separately")
}

// atMostOne reports whether a range that is written out has fewer than two
// instances.
func atMostOne(e hclsyntax.Expression) bool {
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.TupleConsExpr:
		return len(e.Exprs) < 2
	case *hclsyntax.ObjectConsExpr:
		return len(e.Items) < 2
	}
	n, literal := tree.Number(e)
	if !literal {
		return false
	}
	f, _ := n.AsBigFloat().Float64()
	return f < 2
}

// declared is what a traversal begins with, where that is declared by the program.
func (c blocks) declared(e *hclsyntax.ScopeTraversalExpr) (*program.Item, Signature) {
	if own, closed := c.scope.variable(e.Traversal.RootName()); own != nil || closed {
		return nil, Signature{}
	}
	return c.Lookup(c.e, e.Traversal.RootName())
}

// lastStep is the name at the end of a traversal, empty when that is no name.
func lastStep(e *hclsyntax.ScopeTraversalExpr) string {
	if len(e.Traversal) < 2 {
		return ""
	}
	key, ok := tree.StepKey(e.Traversal[len(e.Traversal)-1])
	if !ok || key.IsNull() || key.Type() != cty.String {
		return ""
	}
	return key.AsString()
}

// dependencyOptions are the options with the resources that come first.
var dependencyOptions = language.OptionsRuled(language.OptionDependencies)
