package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file implements the rules about code that has no effect: explicit defaults, empty
// blocks, duplicate entries, and redundant quotes and parentheses.

// redundantConfig reports attributes of configs that are set to their default.
func redundantConfig(p Pass) {
	it := p.Item
	if it.Kind != syntax.KindConfig || it.Block() == nil || !tree.HasItsLabels(it) {
		return
	}
	for _, name := range []string{language.ConfigNullable, language.ConfigSecret} {
		a := it.Block().Body.Attributes[name]
		if a == nil || name == language.ConfigSecret && sensitive.IsSecretName(it.Name) { // the name suggests a secret, and this denies it
			continue
		}
		if yes, literal := tree.Bool(a.Expr); literal && !yes {
			p.Report(codes.ConfigRedundant, tree.Span(a.SrcRange), "`"+name+"` is false by default; remove this attribute")
		}
	}
}

// defaultOptions reports options that are set to their default.
func defaultOptions(p Pass) {
	it := p.Item
	if it.Kind == syntax.KindConfig || it.Block() == nil || !tree.HasItsLabels(it) {
		return
	}
	for _, b := range it.Block().Body.Blocks {
		if b.Type != language.OptionsBlock {
			continue
		}
		for _, a := range tree.Attributes(b.Body) {
			if isDefault(a, b.Body) {
				p.Report(codes.OptionDefault, tree.Span(a.SrcRange), "`"+a.Name+"` has this value by default; remove this option")
			}
		}
	}
}

// isDefault reports whether an option is set to its default. `protect` is inherited from
// the parent, and the provider decides how a resource is replaced, so setting these to
// false may have an effect.
func isDefault(a *hclsyntax.Attribute, options *hclsyntax.Body) bool {
	switch language.OptionNamed(a.Name).Default {
	case language.DefaultFalse:
		yes, literal := tree.Bool(a.Expr)
		return literal && !yes && !slices.ContainsFunc(parentOptions(), func(o *language.Option) bool { return options.Attributes[o.Name] != nil })
	case language.DefaultUnknown:
		return false
	}
	switch e := a.Expr.(type) {
	case *hclsyntax.TupleConsExpr:
		return len(e.Exprs) == 0
	case *hclsyntax.ObjectConsExpr:
		return len(e.Items) == 0
	}
	return false
}

// emptyBlocks reports empty pulumi and options blocks.
func emptyBlocks(p Pass) {
	it := p.Item
	if it.Block() == nil {
		return
	}
	isEmpty := func(b *hclsyntax.Block) bool { return len(b.Body.Attributes) == 0 && len(b.Body.Blocks) == 0 }
	if it.Kind == syntax.KindPulumi && len(it.Labels) == 0 && isEmpty(it.Block()) {
		p.Report(codes.BlockEmpty, it.KeywordSpan, "this block is empty; remove it")
	}
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		for _, b := range it.Block().Body.Blocks {
			if b.Type == language.OptionsBlock && isEmpty(b) {
				p.Report(codes.BlockEmpty, tree.Span(b.TypeRange), "this options block is empty; remove it")
			}
		}
	}
}

// repeatedEntries reports resources that an option lists twice.
func repeatedEntries(p Pass) {
	it := p.Item
	for _, option := range otherOptions() {
		for _, a := range tree.OptionAttributes(it, []*language.Option{option}) {
			list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
			if !ok || len(list.Exprs) < 2 {
				continue
			}
			first := map[string]hclsyntax.Expression{}
			for _, x := range list.Exprs {
				span := tree.Span(x.Range())
				text := it.Text[span.Start:span.End]
				_, plain := x.(*hclsyntax.ScopeTraversalExpr)
				if earlier := first[text]; plain && earlier != nil {
					p.Report(codes.OptionDuplicateEntry, span, "`"+diagnostic.Abbreviate(text, 60)+"` is already in this list",
						diagnostic.Related{Span: tree.Span(earlier.Range()), Message: "first written here"})
				} else if plain {
					first[text] = x
				}
			}
		}
	}
}

// sourceOutside reports components whose directory is outside of the project.
func sourceOutside(p Pass) {
	it := p.Item
	if it.Kind != syntax.KindComponent || len(it.Labels) != 2 || path.IsAbs(it.Labels[1].Value) {
		return
	}
	source := it.Labels[1]
	reported := slices.ContainsFunc(p.Info.Findings, func(d diagnostic.Diagnostic) bool { return d.Span == source.Span })
	if found := p.File(source.Value); !reported && found.Outside && (projectBelow(p, source.Value) || !strings.HasPrefix(source.Value, "..")) { // without .. only a link leads out of the project
		p.Report(codes.ComponentSourceOutside, source.Span, "this directory is outside of the project, so the project does not run without it")
	}
}

// projectBelow reports whether a project file is in the directory of the program, or in a
// directory above it that the path leaves. Without one, the program may belong to a larger
// project, which contains the source as well.
func projectBelow(p Pass, source string) bool {
	for up := ""; strings.HasPrefix(source, ".."); up += "../" {
		if p.File(up+"Pulumi.yaml").Kind == check.FileRegular || p.File(up+"Pulumi.yml").Kind == check.FileRegular {
			return true
		}
		source = strings.TrimLeft(source[2:], "/")
	}
	return false
}

// needlessParentheses reports parentheses around a whole value. Values on several lines
// need them, and so does a value that starts with the word for, which would become a loop.
func needlessParentheses(p Pass) {
	reported := 0 // where the last ones end
	for _, e := range p.parentheses {
		span := tree.Span(e.SrcRange)
		text := p.Item.Text[span.Start:span.End]
		if span.Start < reported || !strings.HasPrefix(text, "(") || strings.ContainsAny(text, "\n\r#") || strings.HasPrefix(strings.TrimLeft(text[1:], " \t"), "for") {
			continue
		}
		p.Report(codes.StyleParentheses, span, "these parentheses have no effect; remove them")
		reported = span.End
	}
}

// quotedKeys reports quoted keys of objects in which no key needs quotes.
func quotedKeys(p Pass) {
	p.walk(func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if object, is := n.(*hclsyntax.ObjectConsExpr); is && len(object.Items) > 0 {
			quotedKeysOf(p, object)
		}
		return true
	})
}

// literals lists the words that mean something else without quotes.
var literals = []string{"for", "true", "false", "null"}

func quotedKeysOf(p Pass, object *hclsyntax.ObjectConsExpr) {
	var quoted []diagnostic.Diagnostic
	for _, item := range object.Items {
		key, is := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr)
		if !is {
			return
		}
		if _, bare := tree.BareKey(key); bare {
			continue
		}
		text, literal := tree.PlainText(key.Wrapped)
		if !literal || !syntax.IsIdentifier(text) || strings.Contains(text, "-") || slices.Contains(literals, text) {
			return
		}
		quoted = append(quoted, diagnostic.Diagnostic{Span: tree.Span(key.Wrapped.Range()), Message: "the key `" + diagnostic.Abbreviate(text, 60) + "` needs no quotes"})
	}
	for _, d := range quoted {
		p.Report(codes.StyleQuotedKey, d.Span, d.Message)
	}
}

// quotedName reports quotes around the name that a block declares.
func quotedName(p Pass) {
	it := p.Item
	label := tree.NameLabel(it)
	if it.Kind == syntax.KindOutput && len(it.Labels) > 0 {
		label = &it.Labels[0]
	}
	if label == nil || !label.Quoted || !tree.HasItsLabels(it) || it.Kind == syntax.KindHook || !tree.CanBeReferredTo(label.Value) {
		return
	}
	p.Report(codes.StyleQuotedLabel, label.Span, "the name `"+diagnostic.Abbreviate(label.Value, 60)+"` needs no quotes")
}
