package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file offers snippets of several words where they fit: variants of blocks, and values
// with a form of their own.
//
// **Why** here and not as editor snippets: editors offer those everywhere.

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
