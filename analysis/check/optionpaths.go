package check

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/proppath"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks the property paths in ignoreChanges and its like: whether the
// engine reads what is meant, and whether there is such a place.
// (docs/language/paths.md#text-of-paths, docs/language/paths.md#steps)

// paths checks a list of property paths. Findings from before on are those about
// their names and types.
func (c blocks) paths(it *syntax.Item, a *hclsyntax.Attribute, rule language.OptionRule, before int) {
	list, ok := tree.Unparen(a.Expr).(*hclsyntax.TupleConsExpr)
	if !ok {
		return
	}
	var right []writtenPath
	for i, x := range list.Exprs {
		e, ok := tree.Unparen(x).(*hclsyntax.ScopeTraversalExpr)
		if !ok {
			c.otherPath(x, "`"+a.Name+"["+strconv.Itoa(i)+"]`", before)
			continue
		}
		if w := c.follow(e); c.understood(w, before) && !c.pathOfSecret(rule, w) {
			right = append(right, w)
		}
	}
	c.overlaps(right)
	for _, w := range right {
		switch rule {
		case language.OptionReplacePaths:
			c.forcedAnyway(w)
		case language.OptionSecretPaths:
			c.secretAnyway(w)
		case language.OptionIgnorePaths:
			c.neverSet(it, w)
		}
	}
}

// writtenPath is a property path as it is written, and what becomes of it.
type writtenPath struct {
	*hclsyntax.ScopeTraversalExpr
	proppath.Reference
}

func (w writtenPath) root() string      { return w.Traversal.RootName() }
func (w writtenPath) span() syntax.Span { return tree.Span(w.ScopeTraversalExpr.Range()) }

// step is where a segment of the path stands; the first one is the name.
func (w writtenPath) step(segment int) syntax.Span {
	return tree.Span(w.Traversal[min(segment, len(w.Traversal)-1)].SourceRange())
}

func (c blocks) follow(e *hclsyntax.ScopeTraversalExpr) writtenPath {
	var steps []proppath.Step
	for _, s := range e.Traversal[1:] {
		key, _ := tree.StepKey(s)
		_, dot := s.(hcl.TraverseAttr)
		steps = append(steps, proppath.Step{Key: key, Dot: dot})
	}
	w := writtenPath{e, proppath.Refer(e.Traversal.RootName(), steps...)}
	if p := c.inputs.property(w.root()); p != nil {
		object := typesys.Object(typesys.Property{Name: p.Name, Type: p.Type})
		w.Reference = proppath.ReferIn(object, w.root(), steps...)
	}
	return w
}

// typedElsewise are codes by which steps into values are judged. What a path is
// told of itself replaces them.
var typedElsewise = []codes.Code{codes.PropCase, codes.ListAttribute, codes.IndexLiteral}

// understood reports what the engine makes of a path, and whether nothing is wrong
// with it.
func (c blocks) understood(w writtenPath, before int) bool {
	code, span, said := codes.Code(""), w.span(), diagnostic.Advice{}
	switch w.Verdict {
	case proppath.Misread:
		code, said.Message = codes.PathEscape, "property paths have no escapes, so the engine looks for another key and finds nothing; write `"+w.root()+"`"
		span = w.misread()
	case proppath.Truncated:
		code, said.Message = codes.PathKind, "an index must be a whole number; this one is truncated"
	case proppath.NeverMatches:
		problem := w.Place.Problem
		span, said = w.step(problem.Segment), diagnostic.Advice{Message: problem.String(), Suggestion: problem.Suggestion()}
		switch problem.Kind {
		case proppath.WrongCase:
			code = codes.PathCase
		case proppath.UnknownProperty: // the name is reported as an unknown property
		default:
			code = codes.PathKind
		}
	}
	if code != "" {
		c.info.forget(before, w.span(), func(d diagnostic.Diagnostic) bool { return slices.Contains(typedElsewise, d.Code) })
	}
	if c.failedSince(before, w.span()) || w.Verdict == proppath.NotAReference {
		return false
	}
	if code != "" {
		c.info.advise(code, span, said)
	}
	return w.Verdict == proppath.Understood
}

// misread is the step that the engine reads otherwise.
func (w writtenPath) misread() syntax.Span {
	for i, s := range w.Meant {
		if i > 0 && (i >= len(w.Read) || w.Read[i] != s) {
			return w.step(i)
		}
	}
	return w.span()
}

// pathOfSecret reports a path that names more than a property where the engine
// looks for the names of properties only.
func (c blocks) pathOfSecret(rule language.OptionRule, w writtenPath) bool {
	if rule != language.OptionSecretPaths || len(w.Meant) < 2 {
		return false
	}
	span := syntax.Span{Start: w.step(1).Start, End: w.span().End}
	c.info.find(codes.OptionSecretOutput, span, "only whole properties can be secret, so this path never matches; write `"+w.root()+"`")
	return true
}

// overlaps reports paths that another one of the list contains.
func (c blocks) overlaps(written []writtenPath) {
	paths := lists.Map(written, func(w writtenPath) proppath.Path { return w.Read })
	for _, o := range proppath.Overlaps(paths) {
		inner, outer := written[o.Inner], written[o.Outer]
		related := diagnostic.Related{Span: outer.span(), Message: "`" + diagnostic.Abbreviate(outer.Text, 60) + "` is here"}
		if o.Same {
			c.info.find(codes.PathDuplicate, inner.span(), "`"+diagnostic.Abbreviate(inner.Text, 60)+"` is already in this list; remove it", related)
		} else {
			c.info.find(codes.PathCovered, inner.span(), "`"+diagnostic.Abbreviate(outer.Text, 60)+"` in this list covers `"+diagnostic.Abbreviate(inner.Text, 60)+"`; remove it", related)
		}
	}
}

// forcedAnyway reports a path in replaceOnChanges whose change replaces the
// resource by the schema.
func (c blocks) forcedAnyway(w writtenPath) {
	if w.Place != nil && c.isForced(w) {
		c.info.find(codes.PathRequiredReplace, w.span(), "a change to `"+diagnostic.Abbreviate(w.Text, 60)+"` always replaces the resource, according to the schema"+diagnostic.VersionNote(c.inputs.pkg))
	}
}

// isForced reports whether the schema says of some property on a path that its
// change replaces the resource.
func (c blocks) isForced(w writtenPath) bool {
	p := c.inputs.property(w.root())
	for i := 1; p != nil; i++ {
		if p.Replaces() {
			return true
		}
		if i >= len(w.Read) || w.Read[i].Kind != proppath.Key {
			return false
		}
		p = propertyAmong(w.Place.Steps[i-1], w.Read[i].Key)
	}
	return false
}

func propertyAmong(ts []typesys.Type, name string) *schema.Property {
	if len(ts) != 1 {
		return nil
	}
	return propertyOf(ts[0], name)
}

// secretAnyway reports a property that the schema makes secret already.
func (c blocks) secretAnyway(w writtenPath) {
	if c.inputs.outputs == nil {
		return
	}
	if p := c.inputs.outputs.Output(w.root()); p != nil && p.Secret {
		c.info.find(codes.OptionRedundant, w.span(), "`"+w.root()+"` is already secret in the schema"+diagnostic.VersionNote(c.inputs.pkg))
	}
}

// neverSet reports a property in ignoreChanges that the program does not set, so
// that nothing can change. An imported resource or a default brings a value that
// the program does not show.
func (c blocks) neverSet(it *syntax.Item, w writtenPath) {
	p := c.inputs.property(w.root())
	if p == nil || p.Required || len(w.Meant) > 1 || p.Default != cty.NilVal || len(p.DefaultEnv) > 0 ||
		it.Block().Body.Attributes[w.root()] != nil || len(tree.OptionAttributes(it, importOptions())) > 0 {
		return
	}
	c.info.find(codes.OptionRedundant, w.span(), "`"+w.root()+"` is not set here, so the program never changes it")
}

// importOptions are the options that take a resource over.
var importOptions = language.OptionsRuled(language.OptionImport)
