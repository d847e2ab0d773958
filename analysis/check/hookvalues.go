package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// This file checks what hooks run and where hooks are named, beyond types.
// (docs/language/hooks.md#command, docs/language/hooks.md#points)

// hookElement reports an element of a list of hooks that is certainly no hook. The value of a hook in a run is its name. A
// text that is one, too, names the hook, but nothing makes the resource wait until the hook is registered.
func (c blocks) hookElement(point string, x hclsyntax.Expression) {
	t := typesys.PlainShape(c.info.TypeOf(x))
	v, marks := value.Bare(c.constant(x))
	_, isSecret := marks[value.Secret]
	isOutput := typesys.EventualityOf(c.info.TypeOf(x)) == typesys.EventualOutput && !isSecret // a run unwraps secrets
	if !t.IsValid() || !isText(v) && !isNoHook(t) && !isOutput {
		return
	}
	message := "`" + point + "` takes hooks, but this is " + typesys.Short(t, 60)
	severity := codes.HooksElement.Severity()
	if isText(v) {
		name := v.AsString()
		if named, _ := c.Lookup(c.e, name); named != nil && KindOf(named) == ObjectHook {
			if slices.ContainsFunc(c.e.Waits, func(r syntax.Ref) bool { return r.Name == name }) {
				return
			}
			severity, message = codes.Warning, "this is the name of a hook as a string, so the resource does not wait for the hook and may fail"
		}
		message += "; write the name of a hook, without quotes"
	}
	c.resting(marks, func() { c.info.findAs(severity, codes.HooksElement, tree.Span(x.Range()), message) })
}

// isNoHook reports whether no value of a plain type is a hook.
func isNoHook(t typesys.Type) bool {
	switch t.Kind() {
	case typesys.KindBool, typesys.KindInt, typesys.KindNumber, typesys.KindList, typesys.KindTuple, typesys.KindSet,
		typesys.KindMap, typesys.KindObject, typesys.KindOpaque:
		return true
	case typesys.KindConst:
		return isNoHook(t.Elem())
	case typesys.KindUnion:
		return !slices.ContainsFunc(t.Elems(), func(m typesys.Type) bool { return !isNoHook(m) })
	}
	return false
}

// hookCommand checks a command: the run wants at least one text, and converts
// nothing.
func (c blocks) hookCommand(a *hclsyntax.Attribute) {
	if list, ok := tree.Unparen(a.Expr).(*hclsyntax.TupleConsExpr); ok {
		if len(list.Exprs) == 0 && !c.isBroken(a.Expr) {
			c.info.find(codes.HookCommandEmpty, tree.Span(a.Expr.Range()), "a command needs at least the program to run, or the hook fails: `[\"program\", \"argument\"]`")
		}
		for _, x := range list.Exprs {
			c.commandText(x, c.info.TypeOf(x))
		}
		return
	}
	if t := c.info.TypeOf(a.Expr); t.Kind() == typesys.KindList {
		c.commandText(a.Expr, t.Elem())
	}
}

func (c blocks) commandText(x hclsyntax.Expression, t typesys.Type) {
	if !t.IsValid() || !isOtherPrimitive(t, typesys.String) {
		return
	}
	message := "a command takes strings, not " + typesys.Short(t, 60) + ", and does not convert values, so the hook fails"
	if _, list := tree.Unparen(x).(*hclsyntax.LiteralValueExpr); list {
		message += "; put it in quotes"
	}
	c.replace(codes.HookCommandType, tree.Span(x.Range()), message)
}

// engineRange checks the range of versions that a program asks of the engine.
func (c blocks) engineRange(a *hclsyntax.Attribute) {
	if t := c.info.TypeOf(a.Expr); t.IsValid() && isOtherPrimitive(t, typesys.String) {
		c.info.find(codes.PulumiRange, tree.Span(a.Expr.Range()), "`"+a.Name+"` takes a string, and the run converts no "+typesys.Short(t, 60)+"; put it in quotes")
		return
	}
	c.judgedText(a.Expr, func(text string) {
		edition := c.env.Edition()
		switch problem := versions.RangeProblem(text); {
		case text != "" && problem != "":
			c.info.find(codes.PulumiRange, tree.Span(a.Expr.Range()), "this is not a version range such as `>=3.0.0 <4.0.0`: "+diagnostic.Shown(problem, 130))
		case edition.IsChosen && versions.Excludes(text, edition.Said):
			c.info.find(codes.PulumiRange, tree.Span(a.Expr.Range()), "this range does not allow the version of Pulumi: "+edition.By+" "+edition.Said)
		}
	})
}
