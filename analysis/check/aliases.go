package check

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file checks the former names of resources. (PCL specification, pcl-diagnostics.md,
// section B.4.)

// aliases checks former names: URNs, and objects with the parts of one.
func (c blocks) aliases(a *hclsyntax.Attribute) {
	list, ok := tree.Unparen(a.Expr).(*hclsyntax.TupleConsExpr)
	if !ok {
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
				c.info.find(codes.AliasesURN, c.within(e, text, 0, len(text)), "an alias is a URN, `urn:pulumi:…`, or an object with the parts that were different")
			}
		default:
			c.unconverted(x, typesys.String, "an alias")
		}
		for _, f := range FormerNames(c.e) {
			if f.Number == i && len(c.info.Findings) == before {
				c.uselessAlias(x, f)
			}
		}
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
