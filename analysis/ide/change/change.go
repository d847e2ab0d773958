// Package change describes changes as data: of a fix, a rename or a refactoring. An editor or
// a command applies them.
//
// Invariant: the edits of one file do not overlap, and are about the program that was asked.
package change

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// Edit replaces a span of a file. An empty span inserts.
type Edit struct {
	Path string
	Span syntax.Span
	Text string
	// Snippet is the text with placeholders, in the notation of the Language Server Protocol,
	// or empty.
	Snippet string
	// Note explains an edit that the user may decline. Other edits have none.
	Note *Note
}

// Note describes edits that the user may decline.
type Note struct {
	// Label is a heading. Edits with the same label are shown together.
	Label, Description string
	// Confirm means that the user should be asked first.
	Confirm bool
}

// NewFile is a new file with its text.
type NewFile struct {
	Path string
	Text string
}

// Set is a change of several files.
type Set struct {
	NewFiles []NewFile
	Edits    []Edit
	// Deleted are the paths of files that nothing needs afterwards. A client that cannot delete
	// files may leave them.
	Deleted []string
}
