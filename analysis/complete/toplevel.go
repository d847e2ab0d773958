package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file offers what can begin a line outside all blocks.

// blockForm is how a block of one kind is written.
type blockForm struct{ keyword, detail, plain, snippet string }

// blockForms are in the order of how often they are needed.
var blockForms = []blockForm{
	{"resource", `resource name "package:module:Type" { … }`, `resource `, "resource ${1:name} \"${2:package:module:Type}\" {\n  $0\n}"},
	{"config", `config name "type" { … }`, `config `, "config ${1:name} ${2:string} {\n  $0\n}"},
	{"output", `output name { value = … }`, `output `, "output ${1:name} {\n  value = $0\n}"},
	{"component", `component name "./directory" { … }`, `component `, "component ${1:name} \"${2:./directory}\" {\n  $0\n}"},
	{"read", `read name "package:module:Type" { id = … }`, `read `, "read ${1:name} \"${2:package:module:Type}\" {\n  id = $0\n}"},
	{"hook", `hook resource "name" { command = […] }`, `hook `, "hook ${1:resource} \"${2:name}\" {\n  command = [$0]\n}"},
	{"package", `package { baseProviderName = "…" }`, `package {`, "package {\n  baseProviderName    = \"${1:name}\"\n  baseProviderVersion = \"${2:1.0.0}\"\n}"},
	{"pulumi", `pulumi { requiredVersionRange = "…" }`, `pulumi {`, "pulumi {\n  requiredVersionRange = \"${1:>=3.0.0}\"\n}"},
}

// blockDocs says what each kind of block is for.
var blockDocs = map[string]string{
	"resource":  "Declares a resource: its attributes are the inputs, `options { … }` holds the resource options.",
	"config":    "Declares a configuration value of the stack. In a component directory it is an input of the component.",
	"output":    "Exports a value. In a component directory it is an output of the component.",
	"component": "Uses the program of another directory: its attributes are the config values of that program.",
	"read":      "Looks up an existing resource by its `id`.",
	"hook":      "Declares a command that runs around operations of resources.",
	"package":   "Says which provider, in which version, serves a package.",
	"pulumi":    "Settings of the engine for this program.",
}

// topLevel offers the keywords, each with a block around it, and names that the
// program uses and nobody has declared. In front of "=" only a name can stand, and
// in front of anything else only a keyword.
func (c *completer) topLevel() {
	assigned := c.cursor.assigned()
	if !assigned {
		c.blocks()
		if c.cursor.followedBy() != 0 {
			return
		}
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
	for i, b := range blockForms {
		if b.keyword == "pulumi" && c.p.Lookup("pulumi") != nil {
			continue
		}
		item := Item{
			Label: b.keyword, Kind: KindKeyword, Detail: b.detail, Doc: blockDocs[b.keyword],
			Insert: b.snippet, Plain: b.plain, Sort: sortText(rankBest, string(rune('a'+i))),
		}
		if c.cursor.followedBy() != 0 {
			item.Insert, item.Plain = b.keyword, b.keyword
		}
		c.add(item)
	}
}

// keyword is the first word of the item around the cursor; empty outside blocks.
func (c *cursor) keyword() string {
	top := c.frames[0]
	if len(top.entry) == 0 {
		return ""
	}
	return top.entry[0].text
}

// labels are the texts of the labels in front of the cursor.
func (c *cursor) labels() []string {
	var texts []string
	top := c.frames[0]
	for _, t := range top.entry[min(1, len(top.entry)):] {
		texts = append(texts, t.text)
	}
	return texts
}

// kind is the kind of the block around the cursor.
func (c *cursor) kind() syntax.Kind { return syntax.KindOf(c.keyword()) }
