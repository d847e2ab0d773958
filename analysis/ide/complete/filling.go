package complete

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes values from their types, and offers snippets of several words where they fit: here and not as
// editor snippets, which editors offer everywhere.

// filling is a snippet for values. What follows from a type is written; what the user decides is a
// placeholder, whose proposal is a value of the type where there is one. So the snippet is no
// finding before it is filled in.
type filling struct {
	c     *completer
	text  strings.Builder
	plain strings.Builder // with all proposals accepted
	stops int             // the number of placeholders
	next  Next            // what the client asks for at the first one
	wide  bool            // objects have a line for each entry
}

const (
	// mostChoices is the largest number of values in a choice of a snippet.
	mostChoices = 20
	// mostStops and deepest limit the required entries that a snippet writes inside of values.
	mostStops = 20
	deepest   = 3
)

// filling returns an empty snippet. Its objects have a line for each entry if the cursor's line
// has nothing else.
func (c *completer) filling() *filling {
	_, alone := c.lineIndent()
	return &filling{c: c, wide: alone && c.Cursor.FollowedBy() == 0}
}

// literal escapes a text that stands in no placeholder.
var literal = strings.NewReplacer(`\`, `\\`, `$`, `\$`).Replace

// write writes a text as it is.
func (f *filling) write(text string) {
	f.text.WriteString(literal(text))
	f.plain.WriteString(text)
}

// stop writes a placeholder.
func (f *filling) stop(proposal string, next Next) {
	f.text.WriteString("${" + f.number(next) + ":" + snippetText(proposal) + "}")
	f.plain.WriteString(proposal)
}

// inside writes brackets with a place to write between them.
func (f *filling) inside(before, after string, next Next) {
	f.text.WriteString(literal(before) + "$" + f.number(next) + literal(after))
	f.plain.WriteString(strings.TrimSpace(before) + strings.TrimSpace(after))
}

// number returns the number of a new placeholder.
func (f *filling) number(next Next) string {
	if f.stops++; f.stops == 1 {
		f.next = next
	}
	return strconv.Itoa(f.stops)
}

// value writes a value of a type.
func (f *filling) value(t typesys.Type, indent string, depth int) {
	all := probe.Alternatives(t)
	switch {
	case f.choice(t, all):
	case len(all) == 1 && all[0].Kind() == typesys.KindConst:
		f.write(printer.Value(all[0].Value()))
	case len(all) == 1:
		f.form(all[0], indent, depth)
	case len(all) > 1:
		lists.SortStable(all, func(a, b typesys.Type) int { return simplicity(a) - simplicity(b) })
		f.form(all[0], indent, depth)
	default:
		f.stop("null", NextItems)
	}
}

// simplicity orders the types of a union: the first one is written.
func simplicity(t typesys.Type) int {
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		return 0
	case typesys.KindNumber, typesys.KindInt:
		return 1
	case typesys.KindEnum, typesys.KindConst:
		return simplicity(t.Elem())
	}
	return 2
}

// form writes a value of a type that is no union.
func (f *filling) form(t typesys.Type, indent string, depth int) {
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		f.stop(`""`, NextItems)
	case typesys.KindNumber, typesys.KindInt:
		f.stop("0", NextNothing)
	case typesys.KindEnum, typesys.KindConst:
		f.form(t.Elem(), indent, depth)
	case typesys.KindList, typesys.KindSet, typesys.KindTuple:
		elem := probe.Alternatives(probe.ElementOf(t, 0))
		if len(elem) != 1 || elem[0].Kind() != typesys.KindObject || schema.IsReference(elem[0]) {
			f.inside("[", "]", NextItems)
			return
		}
		f.write("[")
		f.form(elem[0], indent, depth)
		f.write("]")
	case typesys.KindMap:
		f.inside("{ ", " }", NextNothing)
	case typesys.KindObject:
		f.object(t, indent, depth)
	case typesys.KindOpaque:
		if !isHandle(t) {
			f.stop("null", NextItems)
			return
		}
		f.inside("file"+t.String()+`("./`, `")`, NextItems)
	default:
		f.stop("null", NextItems)
	}
}

// object writes an object with its required entries.
func (f *filling) object(t typesys.Type, indent string, depth int) {
	if schema.IsReference(t) {
		f.stop("null", NextItems)
		return
	}
	required := slices.DeleteFunc(commonProperties([]typesys.Type{t}), func(p *schema.Property) bool { return !p.Required })
	if depth == deepest || f.stops+len(required) > mostStops {
		required = nil
	}
	inner := indent + "  "
	begin, end := "{ ", " }"
	if f.wide {
		begin, end = "{\n"+inner, "\n"+indent+"}"
	}
	if len(required) == 0 {
		f.inside(begin, end, NextItems)
		return
	}
	f.write(begin)
	f.entries(required, inner, depth+1)
	f.write(end)
}

// entries writes the entries of an object or body. Neighbors of one line are aligned.
func (f *filling) entries(all []*schema.Property, indent string, depth int) {
	values := make([]*filling, len(all))
	for i, p := range all {
		v := &filling{c: f.c, stops: f.stops, wide: f.wide}
		v.value(p.Type, indent, depth)
		if f.stops == 0 {
			f.next = v.next
		}
		values[i], f.stops = v, v.stops
	}
	width, aligned := 0, 0 // of the entries before aligned
	for i, p := range all {
		if i >= aligned {
			width, aligned = f.neighbours(all[i:], values[i:])
			aligned += i
		}
		switch {
		case i > 0 && f.wide:
			f.write("\n" + indent)
		case i > 0:
			f.write(", ")
		}
		f.write(fmt.Sprintf("%-*s = ", width, typesys.QuoteName(p.Name)))
		f.text.WriteString(values[i].text.String())
		f.plain.WriteString(values[i].plain.String())
	}
}

// neighbors returns how many entries from the first one on are aligned with each other, and the
// width of their names.
func (f *filling) neighbours(all []*schema.Property, values []*filling) (width, count int) {
	for i, p := range all {
		if !f.wide || strings.Contains(values[i].plain.String(), "\n") {
			return width, max(i, 1)
		}
		width = max(width, len(typesys.QuoteName(p.Name)))
	}
	return width, len(all)
}

// choice writes a choice among the values of a type that has only a few.
func (f *filling) choice(t typesys.Type, all []typesys.Type) bool {
	for _, a := range all {
		switch a.Kind() {
		case typesys.KindBool, typesys.KindConst, typesys.KindEnum:
		default:
			return false
		}
	}
	var texts []string
	first, quotes, others := "", "", false
	for _, v := range f.c.choices(t) {
		if v.deprecation != "" {
			continue
		}
		text := printer.Value(v.value)
		first = cmp.Or(first, text)
		if v.isString() {
			quotes, text = `"`, text[1:len(text)-1]
		} else {
			others = true
		}
		texts = append(texts, choiceText(text))
	}
	if len(texts) < 2 || len(texts) > mostChoices || quotes != "" && others {
		return false
	}
	f.text.WriteString(quotes + "${" + f.number(NextNothing) + "|" + strings.Join(texts, ",") + "|}" + quotes)
	f.plain.WriteString(first)
	return true
}

// choiceText escapes a value in a choice of a snippet.
var choiceText = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`, `,`, `\,`, `|`, `\|`).Replace

// snippet is a text with placeholders of the Language Server Protocol.
type snippet struct{ label, detail, text string }

// blockSnippets are variants of the [skeletons]. Their labels start with the same keyword.
var blockSnippets = []snippet{
	{"resource with options", "a resource with resource options", "resource ${2:name} \"$1\" {\n  $0\n\n  options {\n    ${3:protect} = true\n  }\n}"},
	{"resource for each", "one resource per element of a list or map, or a number of them", "resource ${2:name} \"$1\" {\n  $0\n\n  options {\n    range = ${3:2}\n  }\n}"},
	{"resource provider", "a provider with its own settings", "resource ${2:name} \"pulumi:providers:$1\" {\n  $0\n}"},
	{"config secret", "a required secret value", "config ${1:name} string {\n  description = \"${2:What it is for}\"\n  secret      = true\n}"},
	{"config with default", "an optional value", "config ${1:name} ${2|string,number,int,bool|} {\n  description = \"${3:What it is for}\"\n  default     = ${4:null}\n}"},
	{"config of a list or map", "a value of a compound type", "config ${1:name} \"${2|list,map,set|}(${3:string})\" {\n  description = \"${4:What it is for}\"\n}"},
}

// valueSnippets are values with a form of their own.
var valueSnippets = []struct {
	snippet
	makes typesys.Type
	fit   rank // the worst rank that is good enough; the member type of a loop is unknown
}{
	{snippet{"for … in list", "a list built from another collection", "[for ${1:item} in ${2:items} : ${3:item}]"}, typesys.List(typesys.Dynamic), rankInside},
	{snippet{"for … in object", "an object built from another collection", "{ for ${1:key}, ${2:value} in ${3:items} : ${4:key} => ${5:value} }"}, typesys.Map(typesys.Dynamic), rankInside},
	{snippet{"heredoc", "a string of several lines", "<<-${1:EOT}\n  $0\n${1:EOT}"}, typesys.String, rankUsual},
}

// snippetBlocks offers the variants of blocks.
func (c *completer) snippetBlocks() {
	for _, s := range blockSnippets {
		c.add(s.item(rankUsual))
	}
}

// snippetValues offers the snippets that fit a whole value. Those of several lines are offered
// only at the end of a line.
func (c *completer) snippetValues(s expectation) {
	next := c.Cursor.FollowedBy()
	if !s.whole || s.loop || !strings.ContainsRune("\x00,)]}", rune(next)) {
		return
	}
	for _, v := range valueSnippets {
		if fitRank(s.want, v.makes) <= v.fit && (next == 0 || !strings.Contains(v.text, "\n")) {
			c.add(v.item(rankOther))
		}
	}
}

func (s snippet) item(r rank) Item {
	return Item{Label: s.label, Kind: KindSnippet, Detail: s.detail, Insert: s.text, Plain: filled(s.text), Next: nextOf(s.text), Sort: sortText(r, s.label)}
}

// nextOf returns what leads on from a snippet: an empty first placeholder is one to choose for.
func nextOf(text string) Next {
	if strings.Contains(text, "$1") {
		return NextItems
	}
	return NextNothing
}

var (
	proposed = lazy.Regexp(`\$\{\d+:([^}]*)\}`)          // a placeholder with a text
	stops    = lazy.Regexp(`\$\d+`)                      // an empty placeholder
	chosen   = lazy.Regexp(`\$\{\d+\|([^,|]*)[^|]*\|\}`) // a placeholder with choices
)

// filled returns a snippet with all its proposals and first choices accepted.
func filled(text string) string {
	text = chosen.Get().ReplaceAllString(proposed.Get().ReplaceAllString(text, "$1"), "$1")
	return stops.Get().ReplaceAllString(text, "")
}
