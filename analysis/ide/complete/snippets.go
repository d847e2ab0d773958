package complete

import (
	"regexp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file offers what takes more than a word, where it can stand: blocks that have
// more in them than the usual one, and values of more than a word.
//
// Why here and not in editors, which have lists of snippets: those are offered in
// every place.

// snippet is a text with the placeholders of the Language Server Protocol.
type snippet struct{ label, detail, text string }

// blockSnippets are variants of the [skeletons], whose labels begin like theirs.
var blockSnippets = []snippet{
	{"resource with options", "a resource with resource options", "resource ${1:name} \"${2:package:module:Type}\" {\n  $0\n\n  options {\n    ${3:protect} = true\n  }\n}"},
	{"resource for each", "as many resources as a list or map has members, or a number", "resource ${1:name} \"${2:package:module:Type}\" {\n  $0\n\n  options {\n    range = ${3:2}\n  }\n}"},
	{"resource provider", "a provider with settings of its own", "resource ${1:name} \"pulumi:providers:${2:package}\" {\n  $0\n}"},
	{"config secret", "a secret value that a stack must set", "config ${1:name} string {\n  description = \"${2:What it is for}\"\n  secret      = true\n}"},
	{"config with default", "a value that a stack can set", "config ${1:name} ${2|string,number,int,bool|} {\n  description = \"${3:What it is for}\"\n  default     = ${4:null}\n}"},
	{"config of a list or map", "a value of a type that is made of others", "config ${1:name} \"${2|list,map,set|}(${3:string})\" {\n  description = \"${4:What it is for}\"\n}"},
}

// valueSnippets are values that are written in a form of their own.
var valueSnippets = []struct {
	snippet
	makes typesys.Type
	fit   rank // the worst that will do: of a loop the type of the members is not known
}{
	{snippet{"for … in list", "a list made of the members of another", "[for ${1:item} in ${2:items} : ${3:item}]"}, typesys.List(typesys.Dynamic), rankInside},
	{snippet{"for … in object", "an object made of the members of another", "{ for ${1:key}, ${2:value} in ${3:items} : ${4:key} => ${5:value} }"}, typesys.Map(typesys.Dynamic), rankInside},
	{snippet{"heredoc", "a text of several lines", "<<-${1:EOT}\n  $0\n${1:EOT}"}, typesys.String, rankUsual},
}

// snippetBlocks offers the variants of blocks.
func (c *completer) snippetBlocks() {
	for _, s := range blockSnippets {
		c.add(s.item(rankUsual))
	}
}

// snippetValues offers those where a whole value is asked for that they can make. A line
// ends after those of several lines.
func (c *completer) snippetValues(s sought) {
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
	return Item{Label: s.label, Kind: KindSnippet, Detail: s.detail, Insert: s.text, Plain: filled(s.text), Sort: sortText(r, s.label)}
}

var (
	proposed = regexp.MustCompile(`\$\{\d+:([^}]*)\}`)          // a place with a text
	chosen   = regexp.MustCompile(`\$\{\d+\|([^,|]*)[^|]*\|\}`) // a place with choices
)

// filled is a snippet when everything that it proposes is taken, and the first choice.
func filled(text string) string {
	text = chosen.ReplaceAllString(proposed.ReplaceAllString(text, "$1"), "$1")
	return strings.Replace(text, "$0", "", 1)
}
