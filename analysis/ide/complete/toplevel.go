package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file offers what can begin a line outside all blocks.

// skeletons are what a keyword inserts: for clients without placeholders, and
// with them.
var skeletons = map[string]struct{ plain, snippet string }{
	"resource":  {`resource `, "resource ${1:name} \"${2:package:module:Type}\" {\n  $0\n}"},
	"config":    {`config `, "config ${1:name} ${2:string} {\n  $0\n}"},
	"output":    {`output `, "output ${1:name} {\n  value = $0\n}"},
	"component": {`component `, "component ${1:name} \"${2:./directory}\" {\n  $0\n}"},
	"read":      {`read `, "read ${1:name} \"${2:package:module:Type}\" {\n  id = $0\n}"},
	"hook":      {`hook `, "hook ${1:resource} \"${2:name}\" {\n  command = [$0]\n}"},
	"package":   {`package {`, "package {\n  baseProviderName    = \"${1:name}\"\n  baseProviderVersion = \"${2:1.0.0}\"\n}"},
	"pulumi":    {`pulumi {`, "pulumi {\n  requiredVersionRange = \"${1:>=3.0.0}\"\n}"},
}

// topLevel offers the keywords, each with a block around it, and names that the
// program uses and nobody has declared. In front of "=" only a name can stand, and
// in front of anything else only a keyword.
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
		item := Item{Label: name, Kind: KindVariable, Detail: "used, but not declared", Insert: name + " = "}
		if assigned {
			item.Insert = name
		}
		c.add(item)
	}
}

// blocks offers the keywords of blocks; bare ones where a block is there already.
func (c *completer) blocks() {
	for i, b := range analysis.BlockForms() {
		if b.Keyword == "pulumi" && c.p.Lookup("pulumi") != nil {
			continue
		}
		item := Item{
			Label: b.Keyword, Kind: KindKeyword, Detail: b.Form, Doc: b.Doc,
			Insert: skeletons[b.Keyword].snippet, Plain: skeletons[b.Keyword].plain, Sort: sortText(rankBest, string(rune('a'+i))),
		}
		if c.Cursor.FollowedBy() != 0 {
			item.Insert, item.Plain = b.Keyword, b.Keyword
		}
		c.add(item)
	}
}
