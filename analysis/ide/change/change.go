// Package change is how features say what they would change: a fix, a rename, a
// refactoring. It is data: applying it is for an editor, or for whoever writes files.
//
// Invariant: the edits of one file do not overlap, and are about the program that was
// asked.
package change

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// Edit replaces a span of a file by a text. A span without length inserts.
type Edit struct {
	Path string
	Span syntax.Span
	Text string
	// Snippet is the text with places to fill in, as the Language Server Protocol writes
	// them, for editors that know such edits; empty for none.
	Snippet string
	// Note says why, where a user may want to leave the edit out; nil for edits that
	// belong to the rest.
	Note *Note
}

// Note is what a user is told about edits that can be left out.
type Note struct {
	// Label is a heading. Edits with one label are shown together.
	Label, Description string
	// Confirm says that the user should be asked first.
	Confirm bool
}

// NewFile is a file that does not exist yet, with its whole text.
type NewFile struct {
	Path string
	Text string
}

// Set is a change of several files: new ones, and edits of those that there are.
type Set struct {
	NewFiles []NewFile
	Edits    []Edit
}
