package complete

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers attributes and nested blocks.

// bodyEntry offers the attributes and blocks of the body around the cursor.
func (c *completer) bodyEntry() error {
	pr, err := c.body()
	if err != nil || pr.Item.Block() == nil {
		return err
	}
	inner := c.Cursor.Bodies()
	body := c.bodyAt(pr, inner)
	switch {
	case len(inner) == 0:
		c.blockEntries(pr, body)
	case len(inner) == 1 && inner[0] == language.OptionsBlock && language.BlockOf(pr.Item.Kind).Options:
		c.optionEntries(pr, body)
	case len(inner) == 1 && inner[0] == language.Parameterization && pr.Item.Kind == syntax.KindPackage:
		c.addAttributes(pr, analysis.ParameterizationAttributes(), body)
	}
	return nil
}

// bodyAt returns the body around the cursor: that of the item, or of a nested block.
func (c *completer) bodyAt(pr *probed, inner []string) *hclsyntax.Body {
	body := pr.Item.Block().Body
	offset := c.Word().Start - pr.Item.Base
	for _, name := range inner {
		var found *hclsyntax.Body
		for _, b := range body.Blocks {
			if b.Type == name && b.OpenBraceRange.Start.Byte < offset {
				found = b.Body
			}
		}
		if found == nil {
			return &hclsyntax.Body{}
		}
		body = found
	}
	return body
}

// present reports whether a body has an attribute or block of a name, not counting the one at
// the cursor.
func (c *completer) present(pr *probed, body *hclsyntax.Body, name string) bool {
	at := c.Word().Start - pr.Item.Base
	if a := body.Attributes[name]; a != nil && a.NameRange.Start.Byte != at {
		return true
	}
	return slices.ContainsFunc(body.Blocks, func(b *hclsyntax.Block) bool {
		return b.Type == name && b.TypeRange.Start.Byte != at
	})
}

// blockEntries offers the attributes and blocks of a top-level block.
func (c *completer) blockEntries(pr *probed, body *hclsyntax.Body) {
	if labels := pr.Item.Labels; len(labels) == 2 && language.BlockOf(pr.Item.Kind).LabelAt(1).Role == language.LabelToken {
		if token, ok := schema.ParseToken(labels[1].Value); ok {
			c.schemaOf(token.Schema())
		}
	}
	c.readExamples(pr)
	attributes, inputs := c.p.BodyAttributes(c.ctx, pr.Item.Item), blockInputs(pr)
	c.items = slices.Grow(c.items, len(attributes)+len(inputs)+1)
	c.addAttributes(pr, attributes, body)
	var missing []*schema.Property
	for _, p := range inputs {
		if c.present(pr, body, p.Name) {
			continue
		}
		c.add(c.property(p, p.Type, " = "))
		if p.Required {
			missing = append(missing, p)
		}
	}
	lists.SortStable(missing, func(a, b *schema.Property) int {
		return c.entryWeight(entry{name: a.Name}) - c.entryWeight(entry{name: b.Name})
	})
	c.addRequired(missing)
}

// blockInputs returns the inputs that the schema declares for a resource or read, or for a
// file of inputs.
func blockInputs(pr *probed) []*schema.Property {
	if pr.Item.Kind == syntax.KindRead && pr.Info.Resource == nil {
		return analysis.ReadInputs(nil)
	}
	return pr.Info.Inputs
}

// property returns the item of a property from the schema.
func (c *completer) property(p *schema.Property, t typesys.Type, separator string) Item {
	item := Item{
		Label: p.Name, Kind: KindAttribute, Detail: detail(typesys.PlainShape(t)), Filter: p.Name,
		Doc: c.docOf(p.Description, p.Deprecation), Deprecated: p.Deprecation != "",
		Sort: sorted(rankUsual, c.entryWeight(entry{name: p.Name, required: p.Required}), p.Name),
	}
	if item.Deprecated {
		item.Sort = sortText(rankLast, p.Name)
	}
	if p.Required {
		item.Detail += " · required"
	}
	return c.assignment(item, typesys.QuoteName(p.Name), separator, t)
}

// addRequired offers all missing required entries as one item.
func (c *completer) addRequired(missing []*schema.Property) {
	indent, alone := c.lineIndent()
	if len(missing) < 2 || !alone || c.Cursor.FollowedBy() != 0 {
		return
	}
	names := lists.Map(missing, func(p *schema.Property) string { return p.Name })
	f := c.filling()
	f.entries(missing, "", 0)
	c.add(Item{
		Label: "required attributes", Kind: KindSnippet, Detail: strings.Join(names, ", "),
		Insert: f.text.String(), Plain: strings.ReplaceAll(f.plain.String(), "\n", "\n"+indent), Next: f.next,
		Filter: "required", Sort: sortText(rankBest, "required"),
	})
}

// lineIndent returns the indentation of the cursor's line, and whether only space precedes the
// word.
func (c *completer) lineIndent() (indent string, alone bool) {
	before := c.Item.Text[:c.Cursor.Word.Start] // items start at the beginning of a line
	line := before[strings.LastIndexByte(before, '\n')+1:]
	indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return indent, indent == line
}

// addAttributes offers attributes of the language, which no schema declares.
func (c *completer) addAttributes(pr *probed, attributes []analysis.Attribute, body *hclsyntax.Body) {
	for i, a := range attributes {
		if c.present(pr, body, a.Name) || a.IsBlock && c.Cursor.Assigned() {
			continue
		}
		e := entry{name: a.Name, required: a.Required, block: a.IsBlock, later: i, read: a.Name == language.OptionsBlock && readsRange(pr)}
		item := Item{
			Label: a.Name, Kind: KindAttribute, Detail: detail(typesys.PlainShape(a.Type)), Doc: c.docOf(a.Doc, ""),
			Sort: sorted(rankUsual, c.entryWeight(e), a.Name),
		}
		switch {
		case strings.HasPrefix(a.Name, "__"):
			item.Sort = sortText(rankOther, a.Name)
		case a.Required:
			item.Detail += " · required"
		}
		if a.IsBlock {
			c.add(c.block(item))
			continue
		}
		c.add(c.assignment(item, a.Name, " = ", a.Type))
	}
}

// block turns an item into a nested block.
func (c *completer) block(item Item) Item {
	item.Kind, item.Detail = KindKeyword, "block"
	item.Insert, item.Plain = item.Label+" {\n  $0\n}", item.Label+" {"
	if c.Cursor.FollowedBy() == '{' {
		item.Insert, item.Plain = item.Label, item.Label
	}
	return item
}
