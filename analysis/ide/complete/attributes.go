package complete

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers attributes, nested blocks and resource options, and the keys of objects.

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

// optionEntries offers the options that the block lacks.
func (c *completer) optionEntries(pr *probed, body *hclsyntax.Body) {
	isProvider := pr.Info.Resource != nil && pr.Info.Resource.IsProvider
	for _, o := range language.Options() {
		if c.present(pr, body, o.Name) || o.ProviderOnly && pr.Info.Resource != nil && !isProvider {
			continue
		}
		item := Item{Label: o.Name, Kind: KindOption, Detail: detail(o.Type), Doc: c.docOf(o.Doc, ""), Sort: c.optionSort(pr, o)}
		if o.Braces {
			item.Insert, item.Plain, item.Next = o.Name+" = {\n  $1\n}", o.Name+" = ", NextItems
		}
		if item.Insert == "" || c.Cursor.Assigned() {
			item = c.assignment(item, o.Name, " = ", o.Type)
		}
		c.add(item)
	}
}

// optionSort sorts an option by whether the block lacks it, by how many similar blocks have it,
// and by how common it is.
func (c *completer) optionSort(pr *probed, o *language.Option) string {
	words := c.used().entries()
	var reasons evidence
	reasons[used] = often(words.all[o.Name])
	reasons[usedHere] = often(words.inside[o.Name])
	reasons[usedMostly] = unit * words.inside[o.Name] / max(1, words.inside[""]-1)
	reasons[followsHere] = often(words.follows[o.Name])
	reasons[common] = often(generally(usedOption).times(o.Name))
	resource := pr.Info.Resource
	switch o.Rule {
	case language.OptionRange:
		reasons.hold(isRange, true)
		reasons.hold(isRead, readsRange(pr))
	case language.OptionProvider:
		reasons.hold(isProvider, true)
		reasons.hold(isDeclared, c.declaresProvider(pr))
	case language.OptionProviders:
		reasons.hold(isForOthers, resource != nil && !resource.IsComponent)
	case language.OptionHooks:
		reasons.hold(isDeclared, c.declaresHook())
	}
	reasons.hold(isDeclared, reasons[isDeclared] > 0 || o.ProviderOnly && resource != nil)
	return sorted(rankUsual, optionWeights.weigh(&reasons), o.Name)
}

// declaresHook reports whether the program declares a hook.
func (c *completer) declaresHook() bool {
	return slices.ContainsFunc(c.p.Objects(), func(o *analysis.Object) bool { return o.Kind == analysis.ObjectHook })
}

// readsRange reports whether the block reads the variable that only a range declares.
func readsRange(pr *probed) bool {
	return slices.ContainsFunc(pr.Info.Occurrences, func(o analysis.Occurrence) bool {
		return o.Kind == analysis.OccurVariable && o.Name == language.RangeVariable
	})
}

// declaresProvider reports whether the program declares a provider of the resource's package.
func (c *completer) declaresProvider(pr *probed) bool {
	if pr.Info.Resource == nil || pr.Info.Resource.IsProvider {
		return false
	}
	for _, o := range c.p.Objects() {
		it, ok := o.Item()
		if !ok || o.Kind != analysis.ObjectResource || len(it.Labels) < 2 {
			continue
		}
		if t, ok := schema.ParseToken(it.Labels[1].Value); ok && t.IsProvider() && t.Member == pr.Info.Resource.Package.Name() {
			return true
		}
	}
	return false
}

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
