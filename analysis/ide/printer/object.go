package printer

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file writes objects and lists whose parts are source text already. Indentation and columns are left to the formatter.

// Entry is an attribute, an entry of an object, or an element of a list.
type Entry struct {
	Above  []string // comments, and empty lines
	Key    string   // source text; an element of a list has none
	Value  string   // source text, as an element no heredoc; if there is none, the entry consists of its comments
	Behind []string // comments on the last line of the value
	Below  []string // comments
}

func (e Entry) hasComments() bool { return len(e.Above)+len(e.Behind)+len(e.Below) > 0 }

// assigned returns the key and the value.
func (e Entry) assigned() string {
	if e.Key == "" {
		return e.Value
	}
	return e.Key + " = " + e.Value
}

// Key returns a name as a key. The names of properties need no quotes.
func Key(name string) string {
	if typesys.QuoteName(name) == name && name != "for" { // "{ for" begins a loop
		return name
	}
	return Text(name)
}

// Entries returns each entry on lines of its own.
func Entries(all []Entry) string { return entries(all, "") }

func entries(all []Entry, separator string) string {
	var b strings.Builder
	line := func(text string) { b.WriteString(text + "\n") }
	for i, e := range all {
		for j, text := range e.Above {
			if text != "" || i+j > 0 {
				line(text)
			}
		}
		if strings.HasPrefix(e.Value, "<<") { // nothing can follow the end of a heredoc
			b.WriteString(strings.Join(append(e.Behind, ""), "\n"))
			e.Behind = nil
		}
		if e.Value != "" {
			line(strings.Join(append([]string{e.assigned() + separator}, e.Behind...), " "))
		}
		for _, text := range e.Below {
			line(text)
		}
	}
	return b.String()
}

// Block returns a block with a header, each entry on lines of its own.
func Block(header, lineEnd string, entries ...string) string {
	body := strings.Join(lists.Map(entries, func(e string) string { return "  " + e + lineEnd }), "")
	return header + " {" + lineEnd + body + "}"
}

// Object returns an object.
func Object(all []Entry) string {
	if len(all) == 0 {
		return "{}"
	}
	return "{\n" + Entries(all) + "}"
}

// longestList is the length of a list that is written on one line.
const longestList = 80

// List returns a list, on one line if it is short.
func List(elems []Entry) string {
	length, commented := 0, false
	texts := make([]string, len(elems))
	for i, e := range elems {
		texts[i], commented = e.Value, commented || e.hasComments()
		if length += len(e.Value); strings.Contains(e.Value, "\n") {
			length += longestList
		}
	}
	if !commented && (length <= longestList || len(elems) == 1) {
		return "[" + strings.Join(texts, ", ") + "]"
	}
	return "[\n" + entries(elems, ",") + "]"
}

// Heredoc returns a text of several lines as a heredoc, or nothing if it is short or a heredoc cannot contain it. Only an [Entry] can have such a value.
func Heredoc(text string) string {
	if strings.Count(text, "\n") < 2 || !strings.HasSuffix(text, "\n") || strings.ContainsAny(text, "\r") || strings.Contains(text, "EOT\n") {
		return ""
	}
	return "<<EOT\n" + strings.NewReplacer("${", "$${", "%{", "%%{").Replace(text) + "EOT"
}
