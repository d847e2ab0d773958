package rulefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file reads what is being written in a rule, and what the rule around it says so far. It offers what package
// schemas have: types, inputs, and what is in them.

// place is a place in a rule file.
type place struct {
	*probe.Place
	rule  written // the attributes of the rule
	inner written // those of the block inside the rule around the place
	body  int     // the frame of the innermost block; 0 outside of blocks

	schemas analysis.Schemas
	loading bool // a schema that could say more is being loaded
}

// written are the names of attributes and blocks, and the texts in their values.
type written []entry

type entry struct {
	name  string
	texts []string
}

func at(file *syntax.File, offset int, schemas analysis.Schemas) *place {
	p := &place{Place: probe.At(file, offset), schemas: schemas}
	for i, f := range p.Cursor.Frames() {
		if f.Kind == cursor.BodyFrame {
			p.body = i
		}
	}
	p.read()
	return p
}

// read finds the attributes and blocks of the rule, and of the block in it around the place.
func (p *place) read() {
	text, offset := p.Item.Text, p.Offset-p.Item.Base
	depth, begins, name := 0, true, ""
	var inner written
	began := 0
	for t := range lex.All(text) {
		to := &p.rule
		if depth > 1 {
			to = &inner
		}
		switch {
		case t.Kind == '{':
			if depth++; depth == 2 {
				inner, began = nil, t.Start
			}
			if depth <= 2 && name != "" {
				p.rule.name(name)
			}
		case t.Kind == '}':
			if depth--; depth == 1 && began < offset && offset <= t.Start {
				p.inner = inner
			}
		case t.Kind == lex.Ident && begins:
			name = text[t.Start:t.End]
		case t.Kind == '=' && name != "":
			if depth == 1 || depth == 2 {
				to.name(name)
			}
			name = ""
		case t.Kind == lex.Text && (depth == 1 || depth == 2) && len(*to) > 0:
			last := &(*to)[len(*to)-1]
			last.texts = append(last.texts, text[t.Start:t.End])
		}
		if begins = t.Kind == lex.Newline || t.Kind == '{'; begins {
			name = ""
		}
	}
	if depth > 1 && began < offset {
		p.inner = inner
	}
}

func (w *written) name(name string) { *w = append(*w, entry{name: name}) }

func (w written) has(name string) bool {
	return slices.ContainsFunc(w, func(e entry) bool { return e.name == name })
}

// scope is what expressions of the rule can name.
func (p *place) scope() rules.Scope {
	names := lists.Map(p.rule, func(e entry) string { return e.name })
	return rules.ScopeOf(names...)
}

// block is the kind of block around the place; empty outside of blocks.
func (p *place) block() string {
	if p.body == 0 {
		return ""
	}
	return p.Cursor.Frames()[p.body-1].Entry[0].Text
}

// entry is the attribute whose value is being written; false if it is none.
func (p *place) entry() (rules.Entry, bool) {
	f := p.Cursor.Frames()[p.body]
	if p.body == 0 || len(f.Entry) == 0 || !f.Assigns() {
		return rules.Entry{}, false
	}
	return lists.Find(rules.Entries(p.block()), func(e rules.Entry) bool { return e.Name == f.Entry[0].Text })
}

// isDirect reports whether the word is the value of the attribute, or in a list that is.
func (p *place) isDirect() bool {
	inside := p.Cursor.Frames()[p.body+1:]
	if len(inside) > 0 && inside[0].Kind == cursor.ListFrame {
		inside = inside[1:]
	}
	return len(inside) == 0 || len(inside) == 1 && inside[0].Kind == cursor.QuoteFrame
}

// keysAround are the keys around a key in the object that is the value of the attribute; false if something else is around it.
func (p *place) keysAround() ([]string, bool) {
	var keys []string
	for i, f := range p.Cursor.Frames()[p.body+1:] {
		outer := p.Cursor.Frames()[p.body+i]
		switch {
		case f.Kind != cursor.ObjectFrame || len(outer.Entry) == 0:
			return nil, false
		case i > 0:
			keys = append(keys, outer.Entry[0].Text)
		}
	}
	return keys, true
}

// path are the names in front of the last dot before the word, without indexes; nil if something else is there.
func (p *place) path() []string {
	tokens := p.Cursor.Top().Entry
	var names []string
	for i := len(tokens) - 1; i >= 0 && tokens[i].Kind == '.'; {
		i--
		for i >= 0 && (tokens[i].Kind == cursor.Group && p.Item.Text[tokens[i].Start] == '[' || tokens[i].Kind == '*' || tokens[i].Kind == lex.Number) {
			if i--; i >= 0 && tokens[i].Kind == '.' {
				i-- // of .* and .0
			}
		}
		if i < 0 || tokens[i].Kind != lex.Ident {
			return nil
		}
		names = append(names, tokens[i].Text)
		i--
	}
	slices.Reverse(names)
	return names
}

// Package finds a package, and notes whether it is being loaded.
func (p *place) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if p.schemas == nil {
		return nil, schema.Availability{}
	}
	pkg, availability := p.schemas.Package(ref)
	p.loading = p.loading || availability.State == schema.Loading
	return pkg, availability
}

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
			about := pkg.ResourceDoc(listed.Token)
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
