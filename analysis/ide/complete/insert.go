package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"

	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes the text that items insert.

// addQuoted adds an item whose text is the content of a string.
func (c *completer) addQuoted(item Item) { c.add(c.quotedContent(item)) }

// quotedContent makes an item insert a string. Inside quotes it replaces their content and
// closes them if necessary; elsewhere it adds quotes.
func (c *completer) quotedContent(item Item) Item {
	text := item.Insert
	if text == "" {
		text = item.Label
	}
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

// skeleton returns a snippet for the part of a value that follows from its type.
func (c *completer) skeleton(t typesys.Type) string {
	all := probe.Alternatives(t)
	if len(all) == 0 {
		return "$0"
	}
	if form := c.choiceOf(t, all); form != "" {
		return form
	}
	if len(all) == 1 && all[0].Kind() == typesys.KindConst {
		return snippetText(printer.Value(all[0].Value()))
	}
	form := skeletonOf(all[0])
	for _, a := range all[1:] {
		if skeletonOf(a) != form {
			return "$0"
		}
	}
	return form
}

// mostChoices is the largest number of values in a choice of a snippet.
const mostChoices = 20

// choiceOf returns a snippet with a choice among the values of a type. It returns an empty
// string for types with many values.
func (c *completer) choiceOf(t typesys.Type, all []typesys.Type) string {
	for _, a := range all {
		switch a.Kind() {
		case typesys.KindBool, typesys.KindConst, typesys.KindEnum:
		default:
			return ""
		}
	}
	var texts []string
	quotes := ""
	for _, v := range c.choices(t) {
		if v.deprecation != "" {
			continue
		}
		text := printer.Value(v.value)
		if v.isString() {
			quotes, text = `"`, text[1:len(text)-1]
		}
		texts = append(texts, choiceText(text))
	}
	if len(texts) < 2 || len(texts) > mostChoices || quotes != "" && !c.onlyTexts(t) {
		return ""
	}
	return quotes + "${1|" + strings.Join(texts, ",") + "|}" + quotes
}

func (c *completer) onlyTexts(t typesys.Type) bool {
	return !slices.ContainsFunc(c.choices(t), func(v choice) bool { return !v.isString() })
}

// choiceText escapes a value in a choice of a snippet.
var choiceText = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`, `,`, `\,`, `|`, `\|`).Replace

// numbered renumbers the placeholder of a skeleton.
func numbered(form string, n int) string {
	number := strconv.Itoa(n)
	if before, after, ok := strings.Cut(form, "${1|"); ok {
		return before + "${" + number + "|" + after
	}
	return strings.Replace(form, "$0", "$"+number, 1)
}

// unfilled returns a skeleton as plain text.
func unfilled(form string) string {
	if before, after, ok := strings.Cut(form, "${1|"); ok {
		_, after, _ = strings.Cut(after, "|}")
		return before + after
	}
	return strings.Replace(form, "$0", "", 1)
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

// assignment makes an item insert `name = value`, or only the name if "=" follows already.
func (c *completer) assignment(item Item, name, separator string, t typesys.Type) Item {
	item.Insert, item.Plain = name, name
	if follows := c.Cursor.FollowedBy(); c.Cursor.Assigned() || follows == ':' && c.Cursor.Form != cursor.FormEntry {
		return item
	}
	item.Plain = name + separator
	form := c.skeleton(t)
	item.Insert = snippetText(name+separator) + form
	if unfilled(form) == form {
		item.Plain += form
	}
	return item
}
