package codes

import "strings"

// This file implements links from a code to its documentation.

// Document is the address of docs/findings.md, which explains every code.
const Document = "https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/findings.md"

// Anchor returns the URL fragment of the code's section. GitHub derives it from the
// heading, which is the code.
func (c Code) Anchor() string { return strings.ReplaceAll(strings.ToLower(string(c)), ".", "") }

// rulesDocument is the address of docs/rules-language.md.
const rulesDocument = "https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/rules-language.md"

// Link returns the URL of the code's section, or for a team's own rules, of the page about them.
func (c Code) Link() string {
	if IsOfTeam(string(c)) {
		return rulesDocument
	}
	return Document + "#" + c.Anchor()
}
