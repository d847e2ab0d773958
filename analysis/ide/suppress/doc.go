// Package suppress writes comments that suppress findings: `# pcl-lsp:ignore CODE` on the
// line before. What such comments mean is decided in package analysis.
//
// A comment is offered only where it is one: within a text of several lines it would be
// text. There the comment is about the attribute, or what else the text is in.
package suppress
