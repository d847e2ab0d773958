package complete

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers top-level blocks and names, and the labels of blocks. A token whose package the program lacks
// brings the package block: tokens work without one, but a program that declares packages with versions means to
// declare all of them (docs/language/packages.md#package-block).

// label is a place for a label: its position in the header and how to insert text there.
type label struct {
	index  int
	quoted bool
}

// header offers a label outside quotes.
func (c *completer) header() { c.label(label{index: len(c.Cursor.Labels())}) }

func (c *completer) label(at label) {
	kind := language.KindOf(c.Cursor.Keyword())
	switch l := language.BlockOf(kind).LabelAt(at.index); l.Role {
	case language.LabelChoice:
		for i, choice := range l.Choices {
			c.addLabel(at, Item{Label: choice.Value, Kind: KindHook, Detail: choice.Doc, Sort: sortText(rankBest, string(rune('a'+i)))})
		}
	case language.LabelName:
		c.newName(at, kind)
	case language.LabelToken:
		c.tokens(c.resourceTokens())
	case language.LabelType:
		c.typeLabel(at)
	case language.LabelDirectory:
		c.sources()
		c.componentPaths()
	}
}

// newName offers names that the program uses but does not declare.
func (c *completer) newName(at label, kind syntax.Kind) {
	switch kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindConfig, syntax.KindComponent:
		if kind == syntax.KindConfig {
			c.stackKeys(at)
		}
		for _, name := range c.p.UndeclaredNames() {
			c.addLabel(at, Item{Label: name, Kind: KindVariable, Detail: "used but not declared", Sort: sortText(rankBest, name)})
		}
	}
}

// stackKeys offers keys of the selected stack that no config declares yet.
func (c *completer) stackKeys(at label) {
	stack := c.p.Stack()
	if stack == nil {
		return
	}
	for key := range stack.Values {
		if typesys.QuoteName(key) == key && c.p.ComponentInput(key) == nil {
			c.addLabel(at, Item{Label: key, Kind: KindVariable, Detail: "value in stack " + stack.Name, Sort: sortText(rankFit, key)})
		}
	}
}

// addLabel adds a label without quotes.
func (c *completer) addLabel(at label, item Item) {
	if at.quoted {
		c.addQuoted(item)
		return
	}
	c.add(item)
}

// sources offers the directories of other components in the program.
func (c *completer) sources() {
	var seen []string
	for _, f := range c.p.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindComponent || len(it.Labels) != 2 || it.Item == c.Item.Item && it.Base == c.Item.Base {
				continue
			}
			if source := it.Labels[1].Value; !slices.Contains(seen, source) && source != "" {
				seen = append(seen, source)
				c.addQuoted(Item{Label: source, Kind: KindFolder, Detail: "component directory", Sort: sortText(rankFit, source)})
			}
		}
	}
}

// typeDocs documents the words of type expressions.
var typeDocs = map[string]string{
	"string": "A string.", "number": "Any number.", "int": "A whole number.", "bool": "`true` or `false`.", "any": "Any value. Values are not checked.",
	"list": "A sequence of values of one type.", "set": "Distinct values of one type.", "map": "Values of one type, by key.",
	"object": "Members with individual types.", "tuple": "A sequence with a type for each position.",
	"optional": "A value of the type, or null.",
}

// typeForms holds the text before and after the argument of a type constructor.
var typeForms = map[string][2]string{"object": {"({ ", " })"}, "tuple": {"([", "])"}}

// typeLabel offers the words of type expressions. Inside quotes it replaces the word at the
// cursor; outside, a constructor brings its own quotes.
func (c *completer) typeLabel(at label) {
	word, bare := c.Word(), !at.quoted
	if at.quoted {
		if word = c.typeWord(); c.beginsMember(word.Start) {
			return
		}
	}
	keywords, constructors := analysis.TypeNames()
	for _, name := range keywords {
		c.add(Item{Label: name, Kind: KindType, Doc: typeDocs[name], Replace: word, Sort: sortText(rankFit, name)})
	}
	called := !bare && c.File.Slice(syntax.Span{Start: word.End, End: word.End + 1}) == "("
	for _, name := range constructors {
		form, ok := typeForms[name]
		if !ok {
			form = [2]string{"(", ")"}
		}
		item := Item{Label: name, Kind: KindType, Doc: typeDocs[name], Detail: name + form[0] + "…" + form[1], Replace: word}
		switch {
		case called:
			item.Insert, item.Plain = name, name
		case bare:
			item.Insert, item.Plain = `"`+name+form[0]+"$0"+form[1]+`"`, `"`+name+form[0]
		default:
			item.Insert, item.Plain = name+form[0]+"$0"+form[1], name+form[0]
		}
		c.add(item)
	}
}

// typeWord returns the identifier around the cursor in a quoted type.
func (c *completer) typeWord() syntax.Span {
	word := c.Word()
	text, at := c.File.Slice(word), c.Offset-word.Start
	start := at
	for start > 0 && lex.WordEnd(text[start-1:at], 0) == at-start+1 {
		start--
	}
	return syntax.Span{Start: start, End: lex.WordEnd(text, at)}.Shift(word.Start)
}

// beginsMember reports whether a quoted type needs the name of a member at an offset: after a
// brace, or after a comma in braces.
func (c *completer) beginsMember(offset int) bool {
	before := strings.TrimRight(c.File.Slice(syntax.Span{Start: c.Word().Start, End: offset}), " \t")
	if strings.HasSuffix(before, "{") {
		return true
	}
	if !strings.HasSuffix(before, ",") {
		return false
	}
	before = "x = " + before
	return cursor.Read(before, len(before)).Top().Kind == cursor.ObjectFrame
}

// topLevel offers block keywords and undeclared names. Before "=" only a name is possible, and
// before other text only a keyword.
func (c *completer) topLevel() {
	assigned := c.Cursor.Assigned()
	if !assigned {
		c.blocks()
		if c.Cursor.FollowedBy() != 0 {
			return
		}
		c.snippetBlocks()
	}
	for _, name := range c.p.UndeclaredNames() {
		item := Item{Label: name, Kind: KindVariable, Detail: "used but not declared", Insert: name + " = "}
		if assigned {
			item.Insert = name
		}
		c.add(item)
	}
}

// blocks offers block keywords. If the rest of the block exists already, it inserts the
// keyword alone.
func (c *completer) blocks() {
	for i, b := range language.Blocks() {
		if b.Declares == language.DeclaresKeyword && c.p.Lookup(b.Keyword) != nil {
			continue
		}
		item := Item{
			Label: b.Keyword, Kind: KindKeyword, Detail: b.Form, Doc: b.Doc,
			Insert: b.Snippet, Plain: b.Plain, Next: nextOf(b.Snippet), Sort: sortText(rankBest, string(rune('a'+i))),
		}
		if c.Cursor.FollowedBy() != 0 {
			item.Insert, item.Plain, item.Next = b.Keyword, b.Keyword, NextNothing
		}
		c.add(item)
	}
}

// packageBlock returns the edit that declares a package after the other package blocks, or at
// the start of the file if those are in another file. It returns nil if the program declares
// no packages, or already declares this one.
func (c *completer) packageBlock(pkg *schema.Package) []change.Edit {
	if pkg == schema.Builtin() || pkg.Version() == "" {
		return nil
	}
	if _, _, declared := c.p.PackageBlock(pkg.Name()); declared || !c.declaresPackages() {
		return nil
	}
	at := 0
	for _, it := range c.File.All() {
		if it.Kind == syntax.KindPackage {
			at = it.Base + len(it.Text)
		}
	}
	text := "package {\n  " + language.ProviderName + "    = " + printer.Text(pkg.Name()) + "\n  " + language.ProviderVersion + " = " + printer.Text(pkg.Version()) + "\n}\n\n"
	if at > 0 && c.File.Slice(syntax.Span{Start: at - 1, End: at}) != "\n" {
		text = "\n" + text
	}
	return []change.Edit{{Path: c.File.Path, Span: syntax.Span{Start: at, End: at}, Text: text}}
}

// declaresPackages reports whether the program has package blocks.
func (c *completer) declaresPackages() bool {
	if !c.looked {
		c.looked = true
		for _, f := range c.p.Files {
			for _, it := range f.All() {
				c.declares = c.declares || it.Kind == syntax.KindPackage
			}
		}
	}
	return c.declares
}
