package hover

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file explains names in places that are not in a program, such as a team's rules.

// OfProperty returns the text of a property of a schema with its role, as Markdown.
func OfProperty(prop *schema.Property, role markdown.Text) string {
	pg := &page{}
	pg.code(labelled(typesys.QuoteName(prop.Name)+": ", prop.Plain))
	pg.facts(role, sensitivity(prop), replacement(true, prop), defaultOf(prop))
	pg.deprecation(prop.Deprecation)
	pg.documentation(prop.Description)
	return pg.markdown()
}

// OfResource returns the text of a resource of a schema, as Markdown.
func OfResource(r *schema.Resource) string {
	pg := &page{}
	pg.resource("resource", r)
	inputs(pg, r.Inputs)
	return pg.markdown()
}

// OfFunction returns the text of a function of the language, as Markdown.
func OfFunction(b *language.Builtin) string {
	pg := &page{}
	pg.function(b)
	pg.examples(b)
	return pg.markdown()
}

// OfWord returns the text of a word with a title and documentation, as Markdown.
func OfWord(title, doc string) string { return documented(title, typesys.Type{}, doc).markdown() }
