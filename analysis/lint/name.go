package lint

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file implements the rules about names, types and descriptions.

// isCamelCase reports whether a name is in lower camel case. Leading underscores, which
// mark unused names, do not count.
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

// camelCase converts a name to lower camel case.
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
	name = diagnostic.Abbreviate(name, 60)
	return kind + " are named in lower camel case: `" + camelCase(name) + "` for `" + name + "`"
}

// nameStyle checks names that are used only inside the program.
func nameStyle(p Pass) {
	it := p.Item
	switch it.Kind {
	case syntax.KindLocal, syntax.KindResource, syntax.KindRead, syntax.KindComponent, syntax.KindHook:
		if tree.CanBeReferredTo(it.Name) && !isCamelCase(it.Name) {
			p.Report(codes.NameStyle, it.NameSpan, unusualName(it.Kind.String()+"s", it.Name))
		}
	}
	for _, o := range p.Info.Occurrences {
		if o.Kind == check.OccurDeclaration && o.Object != nil && o.Object.Kind == check.ObjectLoopVariable && !isCamelCase(o.Name) {
			p.Report(codes.NameStyle, o.Span, unusualName("loop variables", o.Name))
		}
	}
}

// interfaceStyle checks names that users of the program see: configs and outputs.
func interfaceStyle(p Pass) {
	it := p.Item
	if it.Kind != syntax.KindConfig && it.Kind != syntax.KindOutput || !tree.HasItsLabels(it) {
		return
	}
	if it.Name != "" && !isCamelCase(it.Name) {
		p.Report(codes.NameStyleInterface, it.NameSpan, unusualName(it.Kind.String()+"s", it.Name))
	}
}

// builtinName reports declarations that are named like a builtin function.
func builtinName(p Pass) {
	it := p.Item
	if p.Kind == 0 || it.Kind.Declares() != language.DeclaresItem || language.LookupBuiltin(it.Name) == nil {
		return
	}
	p.Report(codes.NameBuiltin, it.NameSpan, "`"+it.Name+"` is also the name of a function; choose another name")
}

// sameLogicalName reports a logical name that equals the name.
func sameLogicalName(p Pass) {
	it := p.Item
	if it.Block() == nil || !tree.HasItsLabels(it) {
		return
	}
	if name, literal := tree.LiteralLogicalName(it.Block()); literal && name == it.Name && name != "" {
		a := it.Block().Body.Attributes[language.LogicalName]
		p.Report(codes.NameRedundantLogical, tree.Span(a.SrcRange), "the logical name is `"+diagnostic.Abbreviate(name, 60)+"` by default; remove this attribute")
	}
}

// untypedConfig reports configs without a type, or with the type any.
func untypedConfig(p Pass) {
	it := p.Item
	if it.Kind != syntax.KindConfig || !tree.HasItsLabels(it) {
		return
	}
	switch {
	case len(it.Labels) == 1:
		p.Report(codes.ConfigUntyped, it.NameSpan, "config `"+diagnostic.Abbreviate(it.Name, 60)+"` has no type, so a wrong value is noticed late; add a type after the name")
	case strings.TrimSpace(it.Labels[1].Value) == "any":
		p.Report(codes.ConfigUntyped, it.Labels[1].Span, "config `"+diagnostic.Abbreviate(it.Name, 60)+"` accepts any value, so a wrong one is noticed late; declare a type")
	}
}

// undescribedConfig reports configs without a description.
func undescribedConfig(p Pass) {
	it := p.Item
	if it.Kind != syntax.KindConfig || it.Block() == nil || !tree.HasItsLabels(it) {
		return
	}
	a := it.Block().Body.Attributes[language.ConfigDescription]
	if a != nil {
		if text, literal := tree.PlainText(a.Expr); !literal || strings.TrimSpace(text) != "" {
			return
		}
	}
	p.Report(codes.ConfigDescription, it.NameSpan, "config `"+diagnostic.Abbreviate(it.Name, 60)+"` has no description, so whoever sets it has to read the program")
}

// wholeResource reports outputs that export a whole resource.
func wholeResource(p Pass) {
	it := p.Item
	if it.Kind != syntax.KindOutput || it.Block() == nil || it.Block().Body.Attributes[language.OutputValue] == nil {
		return
	}
	t, ok := tree.Unparen(it.Block().Body.Attributes[language.OutputValue].Expr).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(t.Traversal) != 1 {
		return
	}
	if kind := p.KindOf(t.Traversal.RootName()); kind == check.ObjectResource || kind == check.ObjectRead {
		p.Report(codes.OutputWholeResource, tree.Span(t.Range()), "this exports every property of `"+t.Traversal.RootName()+"`; export only those that are needed")
	}
}

// nameClash is a pair of names that differ only in capitalization.
type nameClash struct{ later, earlier *program.Item }

// similarNames reports names that differ only in capitalization. Outputs have a
// namespace of their own.
func similarNames(p *checked.ProgramPass) {
	type keptClashes struct{}
	clashes := p.Keep(keptClashes{}, func() any { return nameClashes(p) }).([]nameClash)
	for _, c := range clashes {
		p.Report(codes.NameCase, diagnostic.NameOf(c.later),
			"`"+diagnostic.Abbreviate(c.later.Name, 60)+"` and `"+diagnostic.Abbreviate(c.earlier.Name, 60)+"` differ only in capitalization and are easily confused; rename one",
			diagnostic.NameOf(c.earlier).Near("the other one"))
	}
}

func nameClashes(p *checked.ProgramPass) []nameClash {
	type letters struct {
		isOutput bool
		name     string
	}
	var found []nameClash
	first := make(map[letters]*program.Item, p.Len())
	for it := range p.Declarations() {
		if it.Syntax.Kind == syntax.KindPulumi {
			continue
		}
		key := letters{it.Output, strings.ToLower(it.Name)}
		if earlier := first[key]; earlier != nil {
			found = append(found, nameClash{it, earlier})
		} else {
			first[key] = it
		}
	}
	return found
}
