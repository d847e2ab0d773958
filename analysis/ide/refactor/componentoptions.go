package refactor

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file repeats the options of a component for what moves out of it.

// options reads the options of the component. Its parent counts when it goes; what leaves a
// component that stays has no parent.
func (l *leaving) options() error {
	l.providerOf = map[string]string{}
	options, ok := l.block.block().Options()
	if !ok {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(options.Body.Attributes)) {
		a := options.Body.Attributes[name]
		switch {
		case name == language.NameProviders:
			l.providers = l.block.textOf(a.Expr)
			if err := l.readProviders(a.Expr); err != nil {
				return err
			}
		case !l.all:
		case name == language.NameParent:
			l.parent = l.block.textOf(a.Expr)
		default:
			return change.Refuse("the option `%s` of the component would have to be repeated", name)
		}
	}
	return nil
}

// readProviders finds out the packages of providers.
func (l *leaving) readProviders(e hclsyntax.Expression) error {
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		for _, one := range e.Exprs {
			name, ok := one.(*hclsyntax.ScopeTraversalExpr)
			if !ok || len(name.Traversal) > 1 || l.outer.Lookup(name.Traversal.RootName()) == nil {
				return change.Refuse("the providers of the component are not written out")
			}
			it := itemOf(l.outer.Lookup(name.Traversal.RootName()))
			if len(it.Labels) < 2 {
				return change.Refuse("`%s` is no provider", it.Name)
			}
			l.providerOf[strings.TrimPrefix(it.Labels[1].Value, providerTokens)] = it.Name
		}
		return nil
	case *hclsyntax.ObjectConsExpr:
		for _, one := range e.Items {
			key, ok := analysis.LiteralKey(one.KeyExpr)
			if !ok {
				return change.Refuse("the providers of the component are not written out")
			}
			l.providerOf[key] = l.block.textOf(one.ValueExpr)
		}
		return nil
	}
	return change.Refuse("the providers of the component are not written out")
}

// providerTokens begins the tokens of providers.
const providerTokens = "pulumi:providers:"

// withOptions adds to the text of a declaration what the component gave it.
func (l *leaving) withOptions(s place, text string) (string, error) {
	kind := s.item.Kind
	if kind == syntax.KindResource || kind == syntax.KindComponent {
		if l.parent != "" && s.option(language.NameParent) == nil {
			text = withOption(text, language.NameParent+" = "+l.parent)
		}
		if l.providers != "" && kind == syntax.KindComponent && s.option(language.NameProviders) == nil {
			text = withOption(text, language.NameProviders+" = "+l.providers)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(l.providerOf)) {
		switch {
		case !usesPackage(pkg)(s.item):
		case strings.Contains(s.item.Text, `("`+pkg+":") || kind != syntax.KindResource:
			return "", change.Refuse("`%s` uses a provider of the component", s.item.Name)
		case s.option(language.NameProvider) == nil && !strings.HasPrefix(s.item.Labels[1].Value, providerTokens):
			text = withOption(text, language.NameProvider+" = "+l.providerOf[pkg])
		}
	}
	return text, nil
}
