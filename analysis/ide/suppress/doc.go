// Package suppress writes suppression comments: `# pcl-lsp:ignore CODE` on the line before a
// finding. Package analysis decides what they mean.
//
// A comment is offered only where it is read as a comment. Inside a multi-line string it would
// be text; there the comment goes before the attribute or whatever else contains the string.
package suppress
