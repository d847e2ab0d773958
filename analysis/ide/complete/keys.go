package complete

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the keys of objects.

// key offers the keys of the object around the cursor that it does not have yet.
func (c *completer) key() error {
	found, err := c.Place.ProbeKey(c.ctx, c.p)
	if err != nil {
		return err
	}
	pr := &probe{found}
	if object, at := pr.ObjectAround(); object != nil {
		c.keys(pr, object, at)
	}
	return nil
}

// keys offers the keys of an object at a place of the probe's path.
func (c *completer) keys(pr *probe, object *hclsyntax.ObjectConsExpr, at int) {
	present := map[string]bool{}
	for _, item := range object.Items {
		if name, ok := partial.KeyText(item.KeyExpr); ok {
			present[name] = true
		}
	}
	separator := c.separator(pr, object)
	if a, ok := pr.Path[at-1].(*hclsyntax.Attribute); ok && a.Name == "hooks" && pr.OptionAround() == "hooks" {
		c.hookPoints(present, separator)
		return
	}
	objects := partial.Variants(object, pr.Wanted(pr.Path[:at+1]), partial.Placeholder)
	for _, p := range commonProperties(objects) {
		if !present[p.Name] {
			c.addKey(c.property(p, p.Type, separator))
		}
	}
}

// commonProperties are the properties of the objects that a literal may become,
// each once: its type is what any of them says, and it is required when it is in
// all of them.
func commonProperties(objects []typesys.Type) []*schema.Property {
	var all []*schema.Property
	byName := map[string]*schema.Property{}
	count := map[string]int{}
	for _, o := range objects {
		declared := schema.ObjectOf(o)
		for _, p := range o.Properties() {
			required := !typesys.IsOptional(p.Type) && p.Type != typesys.Dynamic
			if required {
				count[p.Name]++
			}
			if found := byName[p.Name]; found != nil {
				found.Type = typesys.Union(found.Type, p.Type)
				continue
			}
			next := &schema.Property{Name: p.Name}
			if declared != nil && declared.Property(p.Name) != nil {
				*next = *declared.Property(p.Name)
			}
			next.Type = p.Type
			byName[p.Name] = next
			all = append(all, next)
		}
	}
	for _, p := range all {
		p.Required = count[p.Name] == len(objects)
	}
	return all
}

// addKey adds a key; in quotes it is the content of a string.
func (c *completer) addKey(item Item) {
	if c.Cursor.Form == partial.FormQuoted {
		item.Insert, item.Plain = "", ""
		c.addQuoted(item)
		return
	}
	c.add(item)
}

// separator is what the object writes between keys and values.
func (c *completer) separator(pr *probe, object *hclsyntax.ObjectConsExpr) string {
	for _, item := range object.Items {
		if name, ok := partial.KeyText(item.KeyExpr); !ok || name == partial.Placeholder {
			continue
		}
		between := syntax.Span{Start: item.KeyExpr.Range().End.Byte, End: item.ValueExpr.Range().Start.Byte}
		if between.Start >= 0 && between.Start <= between.End && between.End <= len(pr.Item.Text) &&
			strings.Contains(pr.Item.Text[between.Start:between.End], ":") {
			return ": "
		}
	}
	return " = "
}

// hookPoints offers the keys of the hooks option.
func (c *completer) hookPoints(present map[string]bool, separator string) {
	for _, point := range analysis.HookPoints() {
		if present[point] {
			continue
		}
		detail := "hooks of kind resource"
		if point == "onError" {
			detail = "hooks of kind error"
		}
		item := Item{Label: point, Kind: KindHook, Detail: detail, Sort: sortText(rankFit, point)}
		c.addKey(c.assignment(item, point, separator, typesys.List(typesys.Dynamic)))
	}
}
