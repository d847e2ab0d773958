package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports what stands in a config, output, pulumi or package block and
// has no effect there. The reference drops it without a word. (PCL specification,
// pcl-syntax.md, sections 4.1, 6, 13 and 14.)

// takes is what one kind of block takes.
type takes struct {
	noun       string
	attributes []string
	blocks     []string
	// meant says what to write in place of names that other languages have.
	meant map[string]string
	// needed is the attribute without which the block is an error. Where it is
	// missing, a misspelling of it is the place of that error.
	needed string
}

var (
	configTakes = takes{
		noun:       "a config",
		attributes: []string{"default", "nullable", "secret", "description", "__logicalName"},
		meant: map[string]string{
			"type":      "the type is the second label: `config name string { … }`",
			"sensitive": "write `secret = true`",
			"optional":  "write `nullable = true`",
			"name":      "write `__logicalName = …`",
		},
	}
	outputTakes = takes{
		noun:       "an output",
		attributes: []string{"value", "__logicalName"},
		needed:     "value",
		meant: map[string]string{
			"type":      "the type is the second label: `output name string { … }`",
			"secret":    "write `value = secret(…)`",
			"sensitive": "write `value = secret(…)`",
			"name":      "write `__logicalName = …`",
		},
	}
	pulumiTakes = takes{
		noun:       "a pulumi block",
		attributes: []string{"requiredVersionRange"},
		meant: map[string]string{
			"version":          "write `requiredVersionRange = …`",
			"required_version": "write `requiredVersionRange = …`",
		},
	}
	packageTakes = takes{
		noun:       "a package block",
		attributes: []string{"baseProviderName", "baseProviderVersion", "baseProviderDownloadUrl"},
		blocks:     []string{"parameterization"},
		needed:     "baseProviderName",
		meant: map[string]string{
			"name":              "write `baseProviderName = …`",
			"version":           "write `baseProviderVersion = …`",
			"pluginDownloadURL": "write `baseProviderDownloadUrl = …`",
		},
	}
	parameterizationTakes = takes{
		noun:       "a parameterization",
		attributes: []string{"name", "version", "value"},
		needed:     "name",
	}
)

func (t takes) attribute(name string) bool { return slices.Contains(t.attributes, name) }

// misspelt is the attribute that was meant for the needed one, which is missing;
// nil when there is none.
func (t takes) misspelt(body *hclsyntax.Body) *hclsyntax.Attribute {
	if t.needed == "" || body.Attributes[t.needed] != nil {
		return nil
	}
	for _, a := range tree.Attributes(body) {
		if !t.attribute(a.Name) && typesys.Near(a.Name, t.attributes) == t.needed {
			return a
		}
	}
	return nil
}

// ignored reports the attributes and blocks that have no effect in a body.
func (c *checker) ignored(body *hclsyntax.Body, t takes) {
	needed := t.misspelt(body)
	for _, a := range tree.Attributes(body) {
		if !t.attribute(a.Name) && a != needed {
			c.find(codes.AttrIgnored, tree.Span(a.NameRange), t.without(a.Name, "attribute"))
		}
	}
	for _, b := range body.Blocks {
		if !slices.Contains(t.blocks, b.Type) {
			c.find(codes.AttrIgnored, tree.Span(b.TypeRange), t.without(b.Type, "block"))
		}
	}
}

// without is the message about a name that has no effect.
func (t takes) without(name, form string) string {
	message := t.noun + " has no " + form + " `" + Abbreviate(name, 60) + "`; "
	known := t.attributes
	switch {
	case form == "block" && t.attribute(name):
		return message + "write it as a value: `" + name + " = …`"
	case form == "attribute" && slices.Contains(t.blocks, name):
		return message + "write it as a block: `" + name + " { … }`"
	case t.meant[name] != "":
		return message + t.meant[name]
	}
	if near := typesys.Near(name, append(slices.Clip(known), t.blocks...)); near != "" {
		return message + "it is ignored; did you mean `" + near + "`?"
	}
	return message + "it is ignored"
}

// lacks reports that a body has not the attribute that it needs: at the name that
// was meant for it, or else at the given place.
func (c *checker) lacks(body *hclsyntax.Body, t takes, code codes.Code, at syntax.Span, message string) {
	if a := t.misspelt(body); a != nil {
		c.find(code, tree.Span(a.NameRange), t.noun+" has no attribute `"+Abbreviate(a.Name, 60)+"`; did you mean `"+t.needed+"`? It is needed here")
		return
	}
	c.find(code, at, message)
}

// typeAttribute checks an attribute `type` of a config or output, which is
// ignored like any other. Where its value is the type itself, as in type = string,
// the words in it are no names of the program and are refused as such: then one
// error at the attribute says it all.
func (c *checker) typeAttribute(a *hclsyntax.Attribute) {
	before := len(c.info.Findings)
	c.expr(a.Expr)
	undefined := slices.ContainsFunc(c.info.Findings[before:], func(d Diagnostic) bool { return d.Severity == codes.Error })
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

func ignoreReport(codes.Code, syntax.Span, string) {}

// findPlain records a finding without related places.
func (c *checker) findPlain(code codes.Code, span syntax.Span, message string) {
	c.find(code, span, message)
}
