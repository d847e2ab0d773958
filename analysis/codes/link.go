package codes

import "strings"

// This file implements links from a code to its documentation.

// Document is the address of docs/findings.md, which explains every code.
const Document = "https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/findings.md"

// Anchor returns the URL fragment of the code's section. GitHub derives it from the
// heading, which is the code.
func (c Code) Anchor() string { return strings.ReplaceAll(strings.ToLower(string(c)), ".", "") }

// Link returns the URL of the code's section.
func (c Code) Link() string { return Document + "#" + c.Anchor() }
