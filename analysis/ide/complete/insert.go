package complete

import (
	"cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes the text that items insert.

// addQuoted adds an item whose text is the content of a string.
func (c *completer) addQuoted(item Item) { c.add(c.quotedContent(item)) }

// quotedContent makes an item insert a string. Inside quotes it replaces their content and
// closes them if necessary; elsewhere it adds quotes.
func (c *completer) quotedContent(item Item) Item {
	text := cmp.Or(item.Insert, item.Label)
	item.Filter = text
	quoted := printer.Text(text)
	switch {
	case c.Cursor.Form != cursor.FormQuoted:
	case c.Cursor.Closed():
		quoted = quoted[1 : len(quoted)-1]
	default:
		quoted = quoted[1:]
	}
	item.Insert, item.Plain = quoted, quoted
	return item
}

// assignment makes an item insert `name = value`, or only the name if "=" follows already.
func (c *completer) assignment(item Item, name, separator string, t typesys.Type) Item {
	item.Insert, item.Plain = name, name
	if follows := c.Cursor.FollowedBy(); c.Cursor.Assigned() || follows == ':' && c.Cursor.Form != cursor.FormEntry {
		return item
	}
	f := c.filling()
	f.value(t, "", 0)
	item.Insert, item.Plain, item.Next = snippetText(name+separator)+f.text.String(), name+separator, f.next
	if f.stops == 0 {
		item.Plain += f.plain.String()
	}
	return item
}
