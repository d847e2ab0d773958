package check

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file checks the former names of resources. (docs/language/urns.md#aliases)

const notURN = "an alias is a URN, `urn:pulumi:…`, or an object with the parts that were different"

// aliases checks former names: URNs, and objects with the parts of one.
func (c blocks) aliases(a *hclsyntax.Attribute) {
	list, ok := tree.Unparen(a.Expr).(*hclsyntax.TupleConsExpr)
	if !ok {
		c.judged(a.Expr, func(v cty.Value) {
			if value.IsList(v) {
				c.oneOf(value.Elements(v), func(_ int, alias cty.Value) { c.aliasValue(a.Expr, alias) })
			}
		})
		return
	}
	for i, x := range list.Exprs {
		before := len(c.info.Findings)
		switch e := tree.Unparen(x).(type) {
		case *hclsyntax.ObjectConsExpr:
			c.aliasParts(e)
		case *hclsyntax.TemplateExpr:
			text, literal := tree.PlainText(e)
			switch {
			case !literal:
				c.unconverted(x, typesys.String, "an alias")
			case strings.HasPrefix(text, "urn:"):
				c.urn(e, text)
			default:
				c.info.find(codes.AliasesURN, c.within(e, text, 0, len(text)), notURN)
			}
		default:
			if !c.unconverted(x, typesys.String, "an alias") {
				c.judged(x, func(v cty.Value) { c.aliasValue(x, v) })
			}
		}
		for _, f := range FormerNames(c.e) {
			if f.Number == i && len(c.info.Findings) == before {
				c.uselessAlias(x, f)
			}
		}
	}
}

// aliasValue checks a former name that is written elsewhere.
func (c blocks) aliasValue(e hclsyntax.Expression, alias cty.Value) {
	span := tree.Span(e.Range())
	switch {
	case isText(alias) && !strings.HasPrefix(alias.AsString(), "urn:"):
		c.info.find(codes.AliasesURN, span, notURN)
	case !value.IsMap(alias):
		c.unconvertedValue(span, alias, typesys.String, "an alias")
	case alias.IsKnown() && !alias.IsNull():
		names, members := value.Members(alias)
		c.oneOf(members, func(i int, member cty.Value) {
			place := "`" + names[i] + "` of an alias"
			if part, known := language.AliasType().Property(names[i]); language.IsAliasParent(names[i]) {
				c.noResource(e, typesys.Dynamic, member, place+" takes a resource")
			} else if known {
				c.unconvertedValue(span, member, typesys.Unwrapped(part.Type), place)
			}
		})
	}
}

func (c blocks) aliasParts(object *hclsyntax.ObjectConsExpr) {
	for _, item := range object.Items {
		key, _ := tree.LiteralKey(item.KeyExpr)
		part, known := language.AliasType().Property(key)
		switch {
		case !known:
		case language.IsAliasParent(key):
			c.single(item.ValueExpr, "`"+key+"` of an alias")
		default:
			c.unconverted(item.ValueExpr, typesys.Unwrapped(part.Type), "`"+key+"` of an alias")
		}
	}
}

// urn checks a literal that must be a URN. The first cause is reported.
func (c blocks) urn(e hclsyntax.Expression, text string) {
	found := urn.Check(text)
	if len(found) == 0 {
		return
	}
	first := found[0]
	span := c.within(e, text, first.Start, first.End)
	if first.Level == urn.LevelError {
		c.info.find(codes.URNMalformed, span, first.Message)
		return
	}
	c.info.find(codes.URNTypeParts, span, "this URN is valid, but no resource has it: "+first.Message)
}
