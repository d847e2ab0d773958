package complete

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file offers the labels of blocks.

// label is the place of a label in a header: which one it is, and what turns a
// text into it.
type label struct {
	index  int
	quoted bool
}

// header offers a label that is not in quotes.
func (c *completer) header() { c.label(label{index: len(c.Cursor.Labels())}) }

func (c *completer) label(at label) {
	kind := c.Cursor.Kind()
	if kind == syntax.KindHook {
		c.hookLabel(at)
		return
	}
	if at.index == 0 {
		c.newName(at, kind)
		return
	}
	if at.index > 1 {
		return
	}
	switch kind {
	case syntax.KindResource, syntax.KindRead:
		c.tokens(c.resourceTokens())
	case syntax.KindConfig, syntax.KindOutput:
		c.typeLabel(at)
	case syntax.KindComponent:
		c.sources()
		c.componentPaths()
	}
}

// hookLabel offers the kinds of hooks.
func (c *completer) hookLabel(at label) {
	if at.index > 0 {
		return
	}
	c.addLabel(at, Item{Label: "resource", Kind: KindHook, Detail: "runs around operations of resources", Sort: sortText(rankBest, "a")})
	c.addLabel(at, Item{Label: "error", Kind: KindHook, Detail: "runs when an operation failed", Sort: sortText(rankBest, "b")})
}

// newName offers the names that the program uses and nobody has declared.
func (c *completer) newName(at label, kind syntax.Kind) {
	switch kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindConfig, syntax.KindComponent:
		if kind == syntax.KindConfig {
			c.stackKeys(at)
		}
		for _, name := range c.p.UndeclaredNames() {
			c.addLabel(at, Item{Label: name, Kind: KindVariable, Detail: "used, but not declared", Sort: sortText(rankBest, name)})
		}
	}
}

// stackKeys offers the keys that the selected stack gives values for and no config
// has yet.
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

// addLabel adds a label that needs no quotes.
func (c *completer) addLabel(at label, item Item) {
	if at.quoted {
		c.addQuoted(item)
		return
	}
	c.add(item)
}

// sources offers the directories that other components of the program use.
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

// typeDocs says what the words of type expressions mean.
var typeDocs = map[string]string{
	"string": "A text.", "number": "Any number.", "int": "A whole number.", "bool": "`true` or `false`.", "any": "Anything: nothing is checked.",
	"list": "A sequence of values of one type.", "set": "Values of one type, each once.", "map": "Values of one type by name.",
	"object": "Members, each with a type of its own.", "tuple": "A sequence in which each position has its own type.",
	"optional": "The type, or null.",
}

// typeForms are how the constructors of types are written: in front of the
// argument and behind it.
var typeForms = map[string][2]string{"object": {"({ ", " })"}, "tuple": {"([", "])"}}

// typeLabel offers the words of type expressions. In quotes only the word at the
// cursor is replaced; outside them a constructor brings the quotes along.
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

// typeWord is the identifier around the cursor inside a quoted type.
func (c *completer) typeWord() syntax.Span {
	word := c.Word()
	text, at := c.File.Slice(word), c.Offset-word.Start
	start := at
	for start > 0 && partial.WordEnd(text[start-1:at], 0) == at-start+1 {
		start--
	}
	return syntax.Span{Start: start, End: partial.WordEnd(text, at)}.Shift(word.Start)
}

// beginsMember reports whether the name of a member is due at an offset of a
// quoted type: behind the brace, or behind a comma inside braces.
func (c *completer) beginsMember(offset int) bool {
	before := strings.TrimRight(c.File.Slice(syntax.Span{Start: c.Word().Start, End: offset}), " \t")
	if strings.HasSuffix(before, "{") {
		return true
	}
	if !strings.HasSuffix(before, ",") {
		return false
	}
	before = "x = " + before
	return partial.Read(before, len(before)).Top().Kind == partial.ObjectFrame
}
