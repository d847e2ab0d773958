package rulefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers what package schemas have: types, inputs, and what is in them.

// mostResources is how many resources a rule may be about for all their inputs to be offered.
const mostResources = 100

// resources are the resources that the rule looks at.
func (p *place) resources() []*schema.Resource {
	for _, e := range p.rule {
		if rules.LooksAt(e.name) {
			found, _ := rules.Resources(p, mostResources, e.texts...)
			return found
		}
	}
	return nil
}

// inputs offers the inputs of the resources, or what is inside one.
func (p *place) inputs(path []string) (all []offer) {
	seen := map[string]bool{}
	add := func(declared *schema.Property, of markdown.Text) {
		if !seen[declared.Name] {
			seen[declared.Name] = true
			all = append(all, offerOf(declared, of))
		}
	}
	for _, r := range p.resources() {
		for _, input := range r.Inputs {
			if len(path) == 0 {
				add(input, "Input of "+markdown.Code(r.Canonical))
			} else if input.Name == path[0] {
				inside(input.Plain, path[1:], func(o *schema.ObjectType) {
					for _, declared := range o.Properties() {
						add(declared, "Property of "+markdown.Code(o.Canonical))
					}
				})
			}
		}
	}
	return all
}

// offerOf offers a property of something.
func offerOf(declared *schema.Property, of markdown.Text) offer {
	return offer{
		Item: complete.Item{
			Label: declared.Name, Kind: complete.KindMember, Detail: typesys.Short(declared.Plain, maxDetail),
			Doc:        markdown.Documented(declared.Description, declared.Deprecation).Markdown(),
			Deprecated: declared.Deprecation != "", Sort: rank(declared) + strings.ToLower(declared.Name),
		},
		page: func() string { return hover.OfProperty(declared, of) },
	}
}

// maxDetail is the longest type in a list, in characters.
const maxDetail = 60

func rank(declared *schema.Property) string {
	switch {
	case declared.Deprecation != "":
		return "4 "
	case declared.Required:
		return "2 "
	}
	return "3 "
}

// inside visits the objects at the end of a path into a value. What is in a list or map counts as in the list or map.
func inside(t typesys.Type, path []string, visit func(*schema.ObjectType)) {
	if o := schema.ObjectOf(t); o != nil {
		if len(path) == 0 {
			visit(o)
		} else if declared := o.Property(path[0]); declared != nil {
			inside(declared.Plain, path[1:], visit)
		}
		return
	}
	for _, member := range t.Elems() {
		inside(member, path, visit)
	}
	if t.Elem().IsValid() {
		inside(t.Elem(), path, visit)
	}
}

// keys offers what an object of a fix can have: inputs, or what is inside one.
func (p *place) keys(path []string) []offer {
	all := p.inputs(path)
	for i := range all {
		all[i].Kind, all[i].Insert, all[i].Plain = complete.KindAttribute, all[i].Label, all[i].Label
		if follows := p.Cursor.FollowedBy(); !p.Cursor.Assigned() && follows != ':' {
			all[i].Insert, all[i].Plain = all[i].Label+" = $0", all[i].Label+" = "
		}
	}
	return all
}

// options offers the options of resources.
func (p *place) options() []offer {
	var all []offer
	for _, o := range language.Options() {
		all = append(all, offer{
			Item: complete.Item{Label: o.Name, Kind: complete.KindOption, Doc: o.Doc},
			page: func() string { return hover.OfWord("option "+o.Name, o.Doc) },
		})
	}
	return all
}

// tokens offers the types of resources: first the packages, then the types of one.
func (p *place) tokens() []offer {
	typed := ""
	if p.Cursor.Form == cursor.FormQuoted {
		typed = p.Item.Text[p.Cursor.Word.Start : p.Offset-p.Item.Base]
	}
	name, _, inPackage := strings.Cut(typed, ":")
	if !inPackage {
		return p.packages()
	}
	pkg, _ := p.Package(schema.Ref{Name: name, Plugin: name})
	if pkg == nil {
		return nil
	}
	start, _, _ := strings.Cut(typed, "*")
	start = start[:strings.LastIndexByte(start, ':')+1] // editors match the rest in their own ways
	var all []offer
	for _, listed := range pkg.ListResources() {
		token := rules.ShortToken(listed.Token)
		if strings.Contains(typed, "/") {
			token = listed.Token
		}
		if !strings.HasPrefix(strings.ToLower(token), strings.ToLower(start)) {
			continue
		}
		o := offer{Item: complete.Item{Label: token, Kind: complete.KindToken}}
		if len(all) < documented {
			about := pkg.AboutResource(listed.Token)
			o.Doc, o.Deprecated = markdown.Documented(about.Description, about.Deprecation).Markdown(), about.Deprecation != ""
		}
		all = append(all, o)
	}
	return p.quoted(all)
}

// documented is how many tokens of a list get documentation, for which the schema has to be read.
const documented = 60

// packages offers the beginnings of tokens.
func (p *place) packages() []offer {
	var names []string
	if lister, ok := p.schemas.(interface{ Names() []string }); ok {
		names = lister.Names()
	}
	var all []offer
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		o := offer{Item: complete.Item{Label: name, Kind: complete.KindPackage, Detail: "package", Insert: name + ":", Plain: name + ":", Next: complete.NextItems}}
		if p.Cursor.Form != cursor.FormQuoted {
			o.Insert, o.Plain = `"`+name+`:$0"`, `"`+name+`:`
		}
		all = append(all, o)
	}
	return all
}

// matched describes the resources that a pattern matches.
func (p *place) matched(pattern string) string {
	found, whole := rules.Resources(p, mostResources, pattern)
	switch {
	case len(found) == 1 && whole:
		return hover.OfResource(found[0])
	case len(found) == 0:
		return ""
	}
	count := fmt.Sprint(len(found))
	if !whole {
		count = "at least " + count
	}
	var rows []markdown.Text
	for i, r := range found {
		if i == shownTokens {
			rows = append(rows, "…")
			break
		}
		rows = append(rows, markdown.Code(rules.ShortToken(r.Token)))
	}
	var page markdown.Page
	page.Para("Matches " + markdown.Words(count) + " types of resources:")
	page.Items(rows...)
	return page.String()
}

// shownTokens is how many types a hover lists.
const shownTokens = 10
