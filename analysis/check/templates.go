package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file reports what a template cannot hold when the program is run, and names
// in its text that look as if they stood for values. (docs/language/syntax.md#templates)

const noText = value.NullKind | value.ListKind | value.ObjectKind | value.FileKind

// interpolated checks a part of a template that has been typed without a
// finding.
func (c *checker) interpolated(part hclsyntax.Expression, t typesys.Type) {
	kinds := value.KindsOf(t)
	span := tree.Span(part.Range())
	switch {
	case kinds.Only(noText):
		c.fails(codes.TemplateValue, span, "a template cannot contain "+interpolationAdvice(kinds, t))
	case kinds != value.AnyKind && kinds&value.NullKind != 0 && c.mayBeNull(part, t):
		c.mayFail(codes.TemplateValue, span,
			"this may be null, which fails at run time in a template; test it first: `… == null ? … : …`")
	}
}

// interpolationAdvice names what stands in a template and says what to write in
// its place.
func interpolationAdvice(kinds value.Kinds, t typesys.Type) string {
	switch kinds &^ value.NullKind {
	case value.ListKind:
		return "a list; join it, `${join(\", \", …)}`, or write it as JSON, `${toJSON(…)}`"
	case value.ObjectKind:
		if schema.ResourceOf(typesys.Unwrapped(t)) != nil {
			return "a whole resource; use one of its properties, such as `id`"
		}
		return "an object; use one of its members, or convert it to JSON: `${toJSON(…)}`"
	case value.FileKind:
		return "an asset or archive"
	case 0:
		return "null"
	}
	return "a value that has no string form"
}

// mayBeNull reports whether null is a value that the program itself gives or that
// a provider may leave out. A config without a value is unknown rather than null,
// and so is what a resource shows that its range leaves out.
func (c *checker) mayBeNull(part hclsyntax.Expression, t typesys.Type) bool {
	if holdsType(t, typesys.Null) {
		return true
	}
	e, ok := tree.Bare(part).(*hclsyntax.ScopeTraversalExpr)
	if !ok || !optionalOutput(t) {
		return false
	}
	name := e.Traversal.RootName()
	if own, _ := c.scope.variable(name); own != nil {
		return false // an element of something that may be set
	}
	root, declared := c.info.rootOf(e), c.Program.Declaring(name)
	if declared == nil || value.KindsOf(root)&value.NullKind != 0 {
		return false
	}
	switch KindOf(declared) {
	case ObjectResource, ObjectRead, ObjectComponent:
		return !c.sets(e)
	case ObjectLocal:
		return schema.ResourceOf(root) == nil
	}
	return false
}

// holdsType reports whether a type is another, or a union with it.
func holdsType(t, member typesys.Type) bool {
	if t.Kind() != typesys.KindUnion {
		return t == member
	}
	return slices.ContainsFunc(t.Elems(), func(m typesys.Type) bool { return m == member })
}

// optionalOutput reports whether a type is an output that may turn out null.
func optionalOutput(t typesys.Type) bool {
	if t.Kind() == typesys.KindUnion {
		if slices.ContainsFunc(t.Elems(), optionalOutput) {
			return true
		}
	}
	return t.Kind() == typesys.KindOutput && value.KindsOf(t.Elem())&value.NullKind != 0
}

// rootOf is the type of the name that a traversal which was just checked begins
// with, dynamic when it has none.
func (info *Info) rootOf(e *hclsyntax.ScopeTraversalExpr) typesys.Type {
	start := e.Range().Start.Byte
	for i := len(info.Occurrences) - 1; i >= 0; i-- {
		o := &info.Occurrences[i]
		if o.Span.Start < start {
			break
		}
		if o.Kind == OccurVariable && o.Span.Start == start && o.Type.IsValid() {
			return o.Type
		}
	}
	return typesys.Dynamic
}

// sets reports whether a traversal reads what the program itself gives to the
// resource: a provider hands it back.
func (c *checker) sets(e *hclsyntax.ScopeTraversalExpr) bool {
	name := ""
	for _, step := range e.Traversal[1:] {
		if key, ok := tree.StepKey(step); ok && isText(key) {
			name = key.AsString()
			break
		}
	}
	return c.Recorder.Sets(e.Traversal.RootName(), name)
}

// dollarNames reports `$name` in a quoted text where the name is declared. Shell
// scripts have variables of their own: texts of several lines and the commands of
// hooks are left alone.
func (c *checker) dollarNames(e *hclsyntax.TemplateExpr) {
	span := tree.Span(e.Range())
	text := c.e.Syntax.Text
	if c.e.Syntax.Kind == syntax.KindHook || span.End > len(text) || span.Len() < 3 || text[span.Start] != '"' ||
		strings.IndexByte(text[span.Start:span.End], '$') < 0 {
		return
	}
	for _, part := range e.Parts {
		if _, literal := part.(*hclsyntax.LiteralValueExpr); !literal {
			continue
		}
		at := tree.Span(part.Range())
		if at.Start < span.Start || at.End > span.End || strings.Contains(text[at.Start:at.End], `\n`) {
			return
		}
		c.dollarNamesIn(text, at)
	}
}

func (c *checker) dollarNamesIn(text string, in syntax.Span) {
	for at := in.Start; at < in.End; at++ {
		if text[at] != '$' || at > 0 && strings.IndexByte(`$\`, text[at-1]) >= 0 {
			continue
		}
		end := syntax.IdentifierEnd(text[:in.End], at+1)
		if name := text[at+1 : end]; name != "" && c.isDeclared(name) {
			message := "`$" + name + "` is plain text here; write `${" + name + "}` for the value of `" + name + "`"
			c.info.find(codes.TemplateDollar, syntax.Span{Start: at, End: end}, message).Suggestion = "${" + name + "}"
		}
		at = max(at, end-1)
	}
}

// isDeclared reports whether a name stands for something here. It asks for no
// type: a name in a text is no reference, and need not be free of cycles.
func (c *checker) isDeclared(name string) bool {
	if o, closed := c.scope.variable(name); o != nil || closed {
		return o != nil
	}
	return c.KindOf(name) != 0
}
