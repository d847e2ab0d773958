package codes

import "strings"

// This file implements where a code is explained on the web.

// Document is the address of docs/findings.md, which explains every code.
const Document = "https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/findings.md"

// Anchor is the fragment of the code's section in the document: what is made of
// the section's heading, which is the code.
func (c Code) Anchor() string { return strings.ReplaceAll(strings.ToLower(string(c)), ".", "") }

// Link is the address at which the code is explained.
func (c Code) Link() string { return Document + "#" + c.Anchor() }
