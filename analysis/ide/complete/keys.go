package complete

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the keys of objects.

// key offers the missing keys of the object around the cursor.
func (c *completer) key() error {
	found, err := c.Place.ProbeKey(c.ctx, c.p)
	if err != nil {
		return err
	}
	pr := &probed{found}
	if object, at := pr.ObjectAround(); object != nil {
		c.keys(pr, object, at)
	}
	return nil
}

// keys offers the missing keys of an object; at is its position in the probe's path.
func (c *completer) keys(pr *probed, object *hclsyntax.ObjectConsExpr, at int) {
	c.readExamples(pr)
	present := map[string]bool{}
	for _, item := range object.Items {
		if name, ok := probe.KeyText(item.KeyExpr); ok {
			present[name] = true
		}
	}
	separator := c.separator(pr, object)
	if a, ok := pr.Path[at-1].(*hclsyntax.Attribute); ok && language.OptionNamed(a.Name).Rule == language.OptionHooks && pr.OptionAround() == a.Name {
		c.hookPoints(present, separator)
		return
	}
	objects := probe.Variants(object, pr.Wanted(pr.Path[:at+1]), probe.Placeholder)
	var missing []*schema.Property
	for _, p := range commonProperties(objects) {
		if present[p.Name] {
			continue
		}
		c.addKey(c.property(p, p.Type, separator))
		if p.Required {
			missing = append(missing, p)
		}
	}
	if c.Cursor.Form == cursor.FormKey && separator == " = " {
		c.addRequired(missing)
	}
}

// commonProperties merges the properties of the object types that a literal may have. The type
// of a merged property is a union, and it is required only if all types require it.
func commonProperties(objects []typesys.Type) []*schema.Property {
	var all []*schema.Property
	byName := map[string]*schema.Property{}
	count := map[string]int{}
	for _, o := range objects {
		declared := schema.ObjectOf(o)
		for _, p := range o.Properties() {
			required := !typesys.IsOptional(p.Type) && p.Type.Kind() != typesys.KindDynamic
			if declared != nil && declared.Property(p.Name) != nil {
				required = declared.Property(p.Name).Required
			}
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

// addKey adds a key, in the notation of the cursor's place: quoted or not.
func (c *completer) addKey(item Item) {
	if c.Cursor.Form == cursor.FormQuoted {
		item.Insert, item.Plain = "", ""
		c.addQuoted(item)
		return
	}
	c.add(item)
}

// separator returns the separator that the object already uses.
func (c *completer) separator(pr *probed, object *hclsyntax.ObjectConsExpr) string {
	for _, item := range object.Items {
		if name, ok := probe.KeyText(item.KeyExpr); !ok || name == probe.Placeholder {
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

// hookPoints offers the keys of the option `hooks`.
func (c *completer) hookPoints(present map[string]bool, separator string) {
	for _, point := range language.HookPoints() {
		if present[point.Name] {
			continue
		}
		item := Item{Label: point.Name, Kind: KindHook, Detail: "hooks of kind " + point.Kind, Sort: sortText(rankFit, point.Name)}
		c.addKey(c.assignment(item, point.Name, separator, typesys.List(typesys.Dynamic)))
	}
}
