// Package rulefile completes and explains the words of a team's rule files, and lists their symbols.
//
// It knows the text of a file, package schemas and the language of rules, which package rules declares. It checks no program and
// knows no protocol.
//
// Invariant: every item replaces a span of one line that contains the cursor.
//
// Invariant: the work grows in proportion to the length of the rule around the cursor, and to the schemas of the packages that it names.
//
// **Why** a scan of the text and not the tree of the rule: half a rule has no tree that shows which attribute is being written. Package
// cursor tells what is being written, and the tokens of the rule tell what it looks at.
//
// **Why** hover asks completion: what can be written at a place is what can stand there, so each word is described once.
//
// **Why** package complete: items here are those of programs, so that the server converts both in the same way. The pages about functions
// and schemas are those of package hover.
package rulefile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file completes rule files, and explains the word at a place.

// offer is an item, and what a hover shows about it.
type offer struct {
	complete.Item
	page func() string // nil: the documentation of the item
}

// Complete returns the completions at an offset of a rule file; nil if there is no such offset.
func Complete(file *syntax.File, offset int, schemas analysis.Schemas) *complete.List {
	if offset < 0 || offset > file.Len() {
		return nil
	}
	p := at(file, offset, schemas)
	list := &complete.List{}
	seen := map[string]bool{}
	for _, o := range p.offers() {
		if p.isWritten(o.Label) || seen[o.Label] {
			continue
		}
		seen[o.Label] = true
		list.Items = append(list.Items, p.finished(o.Item))
	}
	lists.SortStable(list.Items, func(a, b complete.Item) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Label, b.Label))
	})
	if list.Incomplete = len(list.Items) > maxItems; list.Incomplete {
		list.Items = list.Items[:maxItems]
	}
	list.Loading = p.loading
	return list
}

// maxItems limits a list to what is cheap to send.
const maxItems = 1000

// offers are all words that can stand at the place, those that are there already too.
func (p *place) offers() []offer {
	switch p.Cursor.Form {
	case cursor.FormTopLevel, cursor.FormEntry:
		return p.entries()
	case cursor.FormKey:
		if e, ok := p.entry(); ok && e.Form == rules.FormInputs {
			if keys, ok := p.keysAround(); ok {
				return p.keys(keys)
			}
		}
	case cursor.FormOperand, cursor.FormQuoted:
		return p.operands()
	case cursor.FormMember:
		return p.members()
	}
	return nil
}

// isWritten reports whether a word can stand only once and stands there already.
func (p *place) isWritten(word string) bool {
	if p.Cursor.Form != cursor.FormEntry || p.Cursor.WordText() == word {
		return false
	}
	switch {
	case p.body > 1:
		return p.inner.has(word)
	case rules.IsTest(word): // there may be several
		return false
	}
	return p.rule.has(word) || p.isAnother(word)
}

// isAnother reports whether a word is a kind of thing to look at while the rule looks at another kind.
func (p *place) isAnother(word string) bool {
	return rules.IsSubject(word) && slices.ContainsFunc(p.rule, func(e entry) bool { return rules.IsSubject(e.name) && e.name != p.Cursor.WordText() })
}

// entries offers attributes and blocks.
func (p *place) entries() []offer {
	var all []offer
	for _, e := range rules.Entries(p.block()) {
		o := offer{Item: complete.Item{Label: e.Name, Kind: complete.KindAttribute, Doc: e.Doc, Plain: e.Name, Insert: e.Name}}
		if e.Form == rules.FormBlock {
			o.Kind, o.Insert = complete.KindKeyword, p.blockSnippet(e.Name)
			if p.Cursor.FollowedBy() != 0 {
				o.Insert = e.Name
			}
		} else if !p.Cursor.Assigned() {
			o.Insert = e.Name + " = " + valueSnippet(e)
			o.Plain = e.Name + " = "
		}
		o.Sort = "1 " + e.Name
		all = append(all, o)
	}
	return all
}

// blockSnippet writes a block with what it needs.
func (p *place) blockSnippet(name string) string {
	switch {
	case p.body == 0:
		return name + " \"${1:name}\" {\n  title    = \"$2\"\n  resource = \"$3\"\n  require  = $0\n}"
	case rules.IsTest(name):
		return name + " \"${1:name}\" {\n  program = <<-EOT\n    $0\n  EOT\n  expect  = \"${2:fail}\"\n}"
	}
	return name + " {\n  $0\n}"
}

// valueSnippet writes the brackets of a value.
func valueSnippet(e rules.Entry) string {
	switch e.Form {
	case rules.FormText, rules.FormPattern, rules.FormPlace, rules.FormMessage:
		return `"$0"`
	case rules.FormProse:
		return "<<-EOT\n  $0\nEOT"
	case rules.FormTrue:
		return "true"
	case rules.FormTexts:
		return `["$0"]`
	case rules.FormInputs, rules.FormObject:
		return "{ $0 }"
	}
	return "$0"
}

// operands offers what can begin a value, or stand in quotes.
func (p *place) operands() []offer {
	e, ok := p.entry()
	if !ok {
		return nil
	}
	inputs, options := rules.LooksInto(e.Name)
	quoted := p.Cursor.Form == cursor.FormQuoted
	switch {
	case p.isDirect() && e.Words != nil:
		return p.words(e)
	case p.isDirect() && rules.LooksAt(e.Name):
		return p.tokens()
	case p.isDirect() && (inputs || e.Form == rules.FormPlace && quoted || e.Form == rules.FormTexts && !rules.IsTest(p.block())):
		return p.quoted(p.inputs(nil))
	case p.isDirect() && options:
		return p.quoted(p.options())
	case quoted:
		return nil
	case e.Form == rules.FormTrue:
		return []offer{{Item: complete.Item{Label: "true", Kind: complete.KindValue}}}
	case e.Form == rules.FormPlace && p.isDirect():
		return append(p.quoted(p.inputs(nil)), p.names()...)
	case e.Form == rules.FormExpression, e.Form == rules.FormMessage, e.Form == rules.FormInputs, e.Form == rules.FormPlace:
		return p.names()
	}
	return nil
}

// words offers the only values of an attribute.
func (p *place) words(e rules.Entry) []offer {
	var all []offer
	for i, w := range e.Words {
		all = append(all, offer{Item: complete.Item{Label: w, Kind: complete.KindValue, Sort: string(rune('a' + i))}, page: func() string { return hover.OfWord(e.Name, e.Doc) }})
	}
	return p.quoted(all)
}

// quoted makes offers insert a string.
func (p *place) quoted(all []offer) []offer {
	for i := range all {
		text := complete.Quoted(p.Cursor, all[i].Label)
		all[i].Insert, all[i].Plain = text, text
	}
	return all
}

// names offers the names and functions of expressions.
func (p *place) names() []offer {
	all := lists.Map(p.scope().Members(), func(n rules.Name) offer {
		return offer{Item: complete.Item{Label: n.Name, Kind: complete.KindVariable, Doc: n.Doc, Sort: "0 " + n.Name}}
	})
	called := p.Cursor.FollowedBy() == '('
	for _, f := range rules.Functions() {
		item := complete.Item{Label: f.Name, Kind: complete.KindFunction, Detail: f.Form, Doc: f.Doc, Sort: "1 " + f.Name, Insert: f.Name + "($0)", Plain: f.Name + "("}
		if called {
			item.Insert, item.Plain = f.Name, f.Name
		}
		all = append(all, offer{Item: item, page: func() string { return hover.OfWord(f.Form, f.Doc) }})
	}
	for _, b := range language.Builtins() {
		if b.Pure() {
			item := complete.FunctionItem(b, called)
			item.Sort, item.Next = "2 "+b.Name, complete.NextNothing
			all = append(all, offer{Item: item, page: func() string { return hover.OfFunction(b) }})
		}
	}
	return all
}

// members offers what stands behind a dot.
func (p *place) members() []offer {
	path, scope := p.path(), p.scope()
	if e, ok := p.entry(); !ok || len(path) == 0 || e.Form < rules.FormExpression && e.Form != rules.FormPlace {
		return nil
	}
	all := lists.Map(scope.Members(path...), func(n rules.Name) offer {
		return offer{Item: complete.Item{Label: n.Name, Kind: complete.KindMember, Doc: n.Doc, Sort: "1 " + n.Name}}
	})
	switch {
	case scope.NamesInputs(path):
		all = append(all, p.inputs(nil)...)
	case scope.NamesOptions(path):
		all = append(all, p.options()...)
	case len(path) > 2 && scope.NamesInputs(path[:2]):
		all = append(all, p.inputs(path[2:])...)
	}
	return all
}

// finished fills in what is the same for most items.
func (p *place) finished(item complete.Item) complete.Item {
	item.Replace = p.Word()
	item.Insert = cmp.Or(item.Insert, item.Label)
	item.Plain = cmp.Or(item.Plain, item.Insert)
	item.Filter = cmp.Or(item.Filter, item.Label)
	item.Sort = cmp.Or(item.Sort, "5 "+strings.ToLower(item.Label))
	item.Snippet = item.Insert != item.Plain
	return item
}

// Hover explains the word at an offset of a rule file; nil if there is nothing to say.
func Hover(file *syntax.File, offset int, schemas analysis.Schemas) *hover.Hover {
	if offset < 0 || offset > file.Len() {
		return nil
	}
	p := at(file, offset, schemas)
	text := p.page()
	if text == "" {
		return nil
	}
	return &hover.Hover{Span: p.Word(), Markdown: text, Text: markdown.Plain(text)}
}

func (p *place) page() string {
	word := p.Cursor.WordText()
	if e, ok := p.entry(); ok && rules.LooksAt(e.Name) && p.Cursor.Form == cursor.FormQuoted && p.isDirect() {
		return p.matched(word)
	}
	for _, o := range p.offers() {
		switch {
		case o.Label != word:
		case o.page != nil:
			return o.page()
		default:
			return hover.OfWord(o.Label, o.Doc)
		}
	}
	return ""
}
