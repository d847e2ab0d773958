package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reports what stands in a config, output, pulumi or package block and
// has no effect there. The reference drops it without a word. (docs/language/blocks.md#attributes)

// meantForNeeded is the attribute that was meant for the needed one, which is missing;
// nil when there is none.
func meantForNeeded(body *hclsyntax.Body, t *language.Body, needed string) *hclsyntax.Attribute {
	if needed == "" || body.Attributes[needed] != nil {
		return nil
	}
	names := t.Names(false)
	return lists.First(tree.Attributes(body), func(a *hclsyntax.Attribute) bool {
		return !slices.Contains(names, a.Name) && typesys.Near(a.Name, names) == needed
	})
}

// ignored reports the attributes and blocks that have no effect in a body. A misspelling of
// the needed attribute is reported elsewhere.
func (c blocks) ignored(body *hclsyntax.Body, t *language.Body, needed string) {
	meant := meantForNeeded(body, t, needed)
	for _, a := range tree.Attributes(body) {
		if known, ok := t.Attribute(a.Name); a != meant && (!ok || known.Body != nil) {
			c.info.advise(codes.AttrIgnored, tree.Span(a.NameRange), withoutEffect(t, a.Name, "attribute"))
		}
	}
	for _, b := range body.Blocks {
		if known, ok := t.Attribute(b.Type); !ok || known.Body == nil {
			c.info.advise(codes.AttrIgnored, tree.Span(b.TypeRange), withoutEffect(t, b.Type, "block"))
		}
	}
}

// withoutEffect is the message about a name that has no effect.
func withoutEffect(t *language.Body, name, form string) diagnostic.Advice {
	unknown := diagnostic.Advice{Message: t.Noun + " has no " + form + " `" + diagnostic.Abbreviate(name, 60) + "`; "}
	known, ok := t.Attribute(name)
	switch {
	case form == "block" && ok && known.Body == nil:
		return unknown.And("write it as a value: `" + name + " = …`")
	case form == "attribute" && ok && known.Body != nil:
		return unknown.And("write it as a block: `" + name + " { … }`")
	case t.Meant[name] != "":
		return unknown.And(t.Meant[name])
	}
	return unknown.And("it is ignored").DidYouMean(typesys.Near(name, append(t.Names(false), t.Names(true)...)))
}

// lacks reports that a body has not the attribute that it needs: at the name that
// was meant for it, or else at the given place.
func (c blocks) lacks(body *hclsyntax.Body, t *language.Body, code codes.Code, at syntax.Span, message string) {
	if a := meantForNeeded(body, t, t.Required()); a != nil {
		unknown := diagnostic.Advice{Message: t.Noun + " has no attribute `" + diagnostic.Abbreviate(a.Name, 60) + "`"}
		c.info.advise(code, tree.Span(a.NameRange), unknown.DidYouMean(t.Required()).And(" It is required here"))
		return
	}
	c.info.find(code, at, message)
}

// typeAttribute checks an attribute `type` of a config or output, which is
// ignored like any other. Where its value is the type itself, as in type = string,
// the words in it are no names of the program and are refused as such: then one
// error at the attribute says it all.
func (c blocks) typeAttribute(a *hclsyntax.Attribute) {
	before := len(c.info.Findings)
	c.expr(a.Expr)
	undefined := slices.ContainsFunc(c.info.Findings[before:], func(d diagnostic.Diagnostic) bool { return d.Severity == codes.Error })
	if !undefined || a.Name != "type" {
		return
	}
	c.info.Findings = c.info.Findings[:before]
	for i, d := range c.info.Findings {
		if d.Code == codes.AttrIgnored && d.Span == tree.Span(a.NameRange) {
			c.info.Findings[i].Severity = codes.Error
		}
	}
}
