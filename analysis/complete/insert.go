package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"

	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes what items insert.

// addQuoted adds an item for the content of a string; see quotedContent.
func (c *completer) addQuoted(item Item) { c.add(c.quotedContent(item)) }

// quotedContent makes an item insert the content of a string: its label, or the
// text that it was to insert. In quotes it replaces the content and closes a
// string that is open; elsewhere it brings the quotes along.
func (c *completer) quotedContent(item Item) Item {
	text := item.Insert
	if text == "" {
		text = item.Label
	}
	item.Filter = text
	quoted := quoteText(text)
	switch {
	case c.Cursor.Form != partial.FormQuoted:
	case c.Cursor.Closed():
		quoted = quoted[1 : len(quoted)-1]
	default:
		quoted = quoted[1:]
	}
	item.Insert, item.Plain = quoted, quoted
	return item
}

// escapes are what must be written in another way inside a string.
var escapes = strings.NewReplacer(
	`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "${", "$${", "%{", "%%{")

// quoteText is a text as a program writes it.
func quoteText(text string) string { return `"` + escapes.Replace(text) + `"` }

// valueText is a value as a program writes it.
func valueText(v cty.Value) string {
	if !v.IsNull() && v.IsKnown() && v.Type() == cty.String {
		return quoteText(v.AsString())
	}
	return typesys.FormatValue(v)
}

// skeleton is the part of a value that only its type decides, as a snippet.
func skeleton(t typesys.Type) string {
	all := alternatives(t)
	if len(all) == 0 {
		return "$0"
	}
	if len(all) == 1 && all[0].Kind() == typesys.KindConst {
		return snippetText(valueText(all[0].Value()))
	}
	form := skeletonOf(all[0])
	for _, a := range all[1:] {
		if skeletonOf(a) != form {
			return "$0"
		}
	}
	return form
}

func skeletonOf(t typesys.Type) string {
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		return `"$0"`
	case typesys.KindEnum, typesys.KindConst:
		return skeletonOf(t.Elem())
	case typesys.KindList, typesys.KindSet, typesys.KindTuple:
		return "[$0]"
	case typesys.KindObject, typesys.KindMap:
		return "{ $0 }"
	}
	return "$0"
}

// assignment is the text that sets a name: the name alone where "=" follows
// already.
func (c *completer) assignment(item Item, name, separator string, t typesys.Type) Item {
	item.Insert, item.Plain = name, name
	if follows := c.Cursor.FollowedBy(); c.Cursor.Assigned() || follows == ':' && c.Cursor.Form != partial.FormEntry {
		return item
	}
	item.Plain = name + separator
	item.Insert = snippetText(name+separator) + skeleton(t)
	if form := skeleton(t); !strings.Contains(form, "$0") {
		item.Plain += form
	}
	return item
}
