package check

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file tells which texts a value may be in a run: what is written, what a template has
// around its parts, the URN of a resource, JSON.

// text is one of the texts that a value may be.
type text struct {
	value.Wording
	// at is what leads to the text in the checked item.
	at hclsyntax.Expression
	// owner is the resource it comes from, where some runs leave that out.
	owner string
	// secret says that no message quotes the text.
	secret bool
}

// why says why the text is not converted. The argument says it of texts that are known.
func (t text) why(known string) string {
	switch {
	case t.secret:
		return "this text is not one"
	case t.Whole:
		return known
	case t.Begin != "":
		return "this text begins with `" + diagnostic.Shown(t.Begin, 40) + "`"
	}
	return "this text ends with `" + diagnostic.Shown(t.End, 40) + "`"
}

// texts are the texts that a value may be, in some run each. What is not known of them is empty.
func (pv placedValue) texts(e hclsyntax.Expression) []text { return pv.textsAt(e, nil) }

// textsAt are the texts of a part of a value.
func (pv placedValue) textsAt(e hclsyntax.Expression, path []cty.Value) []text {
	e = tree.Bare(e)
	if pv.budget--; pv.budget < 0 {
		return pv.worded(e, value.Wording{})
	}
	if v, ok := literalValue(e); ok && !v.IsNull() && len(path) == 0 {
		return pv.worded(e, value.Exactly(valueText(v)))
	}
	switch e := e.(type) {
	case *hclsyntax.TemplateExpr:
		words, secret := pv.template(e)
		pv.secret = pv.secret || secret
		return pv.worded(e, words)
	case *hclsyntax.ConditionalExpr:
		var texts []text
		ifYes, ifNo := takenBranches(pv.c, e)
		if ifYes != never {
			texts = pv.textsAt(e.TrueResult, path)
		}
		if ifNo != never {
			texts = append(texts, pv.textsAt(e.FalseResult, path)...)
		}
		return texts
	case *hclsyntax.FunctionCallExpr:
		return pv.called(e, path)
	case *hclsyntax.ScopeTraversalExpr:
		if keys, ok := keysOf(e.Traversal[1:]); ok {
			return pv.named(e, append(keys, path...))
		}
	case *hclsyntax.IndexExpr:
		if key := tree.Literal(e.Key); !key.IsNull() {
			return pv.textsAt(e.Collection, append([]cty.Value{key}, path...))
		}
	case *hclsyntax.RelativeTraversalExpr:
		if keys, ok := keysOf(e.Traversal); ok {
			return pv.textsAt(e.Source, append(keys, path...))
		}
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		if part := partIn(e, path); part != nil {
			return pv.textsAt(part, path[1:])
		}
	case *hclsyntax.ForExpr:
		switch {
		case len(path) == 0 || e.KeyExpr != nil || e.CondExpr != nil:
		case tree.Name(tree.Bare(e.ValExpr)) == e.ValVar:
			return pv.textsAt(e.CollExpr, path)
		default:
			pv.bound = true
			return pv.textsAt(e.ValExpr, path[1:])
		}
	}
	return pv.worded(e, value.Wording{})
}

// keysOf are the steps of a traversal; false where one is none of a run.
func keysOf(steps hcl.Traversal) (keys []cty.Value, ok bool) {
	for _, step := range steps {
		key, ok := tree.StepKey(step)
		if !ok || key.IsNull() {
			return nil, false
		}
		keys = append(keys, key)
	}
	return keys, true
}

// partIn is the part of a list or object that a path begins with; nil for none.
func partIn(e hclsyntax.Expression, path []cty.Value) hclsyntax.Expression {
	if len(path) == 0 {
		return nil
	}
	return partAt(e, hcl.TraverseIndex{Key: path[0]})
}

// worded is the only text of a value.
func (pv placedValue) worded(e hclsyntax.Expression, w value.Wording) []text {
	if pv.use != nil {
		e = pv.use
	}
	return []text{{Wording: w, at: e, secret: pv.secret}}
}

// template is what is known of a text with parts.
func (pv placedValue) template(e *hclsyntax.TemplateExpr) (known value.Wording, secret bool) {
	known = value.Exactly("")
	for _, part := range e.Parts {
		words := value.Wording{}
		if texts := pv.texts(part); len(texts) == 1 && texts[0].owner == "" {
			words, secret = texts[0].Wording, secret || texts[0].secret
		}
		known = known.Then(words)
	}
	return known, secret
}

// called are the texts that a call may give.
func (pv placedValue) called(e *hclsyntax.FunctionCallExpr, path []cty.Value) []text {
	pv.secret = pv.secret || language.Called(e.Name).Flow == language.FlowSecret
	if passed := passedOn(e); len(passed) == 1 {
		return pv.textsAt(passed[0], path)
	}
	words := value.Wording{}
	v := pv.computed(e)
	if v.IsKnown() && !v.IsNull() && value.IsList(v) && len(path) == 1 && v.HasIndex(path[0]).True() {
		v, path = v.Index(path[0]), nil
	}
	serialized := language.Called(e.Name).Text == language.TextSerialized && len(e.Args) == 1 && pv.use == nil
	switch {
	case len(path) > 0:
	case v.IsKnown() && !v.IsNull() && v.Type() == cty.String:
		words = value.Exactly(v.AsString())
	case serialized && value.KindsOf(pv.c.info.TypeOf(e.Args[0])).Only(value.ListKind):
		words = value.BeginsWith("[")
	case serialized && value.KindsOf(pv.c.info.TypeOf(e.Args[0])).Only(value.ObjectKind|value.FileKind):
		words = value.BeginsWith("{")
	}
	return pv.worded(e, words)
}

// computed is what a call in the checked item gives in every run; unknown for most.
func (pv placedValue) computed(e *hclsyntax.FunctionCallExpr) cty.Value {
	if pv.use != nil || pv.bound {
		return cty.DynamicVal
	}
	return pv.c.certain(e)
}

// named are the texts of a part of what a name stands for: a local has no other value than the one
// that is written, and of resources some outputs are known.
func (pv placedValue) named(e *hclsyntax.ScopeTraversalExpr, path []cty.Value) []text {
	unknown, name := pv.worded(e, value.Wording{}), e.Traversal.RootName()
	if own, closed := pv.c.scope.variable(name); pv.bound || pv.use == nil && (own != nil || closed) {
		return unknown
	}
	declared, sig := pv.c.Lookup(pv.c.e, name)
	switch sig.Kind {
	case ObjectLocal:
		root := *e
		root.Traversal = e.Traversal[:1]
		target, next, ok := pv.follow(&root)
		if !ok {
			return unknown
		}
		if pv.use == nil {
			next.use = e
		}
		return next.textsAt(target, path)
	case ObjectResource, ObjectRead:
		if sig.instances.isMany() && len(path) > 0 {
			path = path[1:]
		}
		texts := pv.output(e, sig, path)
		if sig.instances == instancesMaybe {
			for i := range texts {
				texts[i].owner = declared.Name
			}
		}
		return texts
	}
	return unknown
}

// output are the texts of an output of a resource: its URN is known in a preview, the schema may say that there is only one text, and what the
// program gives to an input comes back.
func (pv placedValue) output(e *hclsyntax.ScopeTraversalExpr, sig Signature, path []cty.Value) []text {
	if len(path) == 0 || path[0].Type() != cty.String {
		return pv.worded(e, value.Wording{})
	}
	name := path[0].AsString()
	if name == "urn" && len(path) == 1 {
		return pv.worded(e, value.BeginsWith("urn:pulumi:"))
	}
	one := typesys.Strip(typesys.PlainShape(sig.Value))
	if sig.instances.isMany() {
		one = one.Elem()
	}
	if r := schema.ResourceOf(one); r != nil && len(path) == 1 {
		if p := r.Output(name); p != nil && p.Const != cty.NilVal && p.Const.Type() == cty.String {
			return pv.worded(e, value.Exactly(p.Const.AsString()))
		}
	}
	home, given := pv.c.inputOf(pv.c.e, e.Traversal.RootName(), name)
	if given == nil {
		return pv.worded(e, value.Wording{})
	}
	pv.home, pv.bound, pv.use = home, len(options.Ranges(home.Syntax)) > 0 && slices.ContainsFunc(given.Variables(), isRangeVariable), cmp.Or[hclsyntax.Expression](pv.use, e)
	return pv.textsAt(given, path[1:])
}
