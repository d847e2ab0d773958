package workspace

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file defines what can happen to a session.

// Change is one thing that happened: [Open], [Edit], [Close], [DiskChanged],
// [SchemasChanged], [SchemasArrived], [PolicyChanged], [StackSelected] or
// [PublicNamesChanged].
type Change interface{ change() }

// Open says that an editor opened a document; from now on its text counts and not
// the one on disk.
type Open struct {
	Path    string
	Text    string
	Version int
}

// Edit says that an open document has a new text, which is parsed already: of the
// file that [Snapshot.File] gives, [syntax.File.Edited] parses only what is new. For
// a document that is not open it is the same as [Open].
type Edit struct {
	Path    string
	File    *syntax.File
	Version int
}

// Close says that an editor closed a document; from now on the disk counts.
type Close struct{ Path string }

// DiskChanged says that files or directories came, changed or went. Without paths
// it says that anything may have: everything known is compared with the disk. Where
// schemas are loaded in the background and their places are known,
// [Session.LookAgain] compares what they were found by, and this does not. What nobody
// tells of [Session.CatchUp] finds.
type DiskChanged struct{ Paths []string }

// SchemasChanged says that a package may be found in another place or version
// than before.
type SchemasChanged struct{}

// SchemasArrived says that packages which were being loaded, or looked for again,
// are there or will not come.
type SchemasArrived struct{}

// PolicyChanged says how severe findings are from now on, where that differs from
// their declarations and from settings files.
type PolicyChanged struct{ Policy codes.Policy }

// StackSelected says whose configuration counts from now on; an empty name is that of
// no stack.
type StackSelected struct{ Stack string }

// PublicNamesChanged says which inputs are read by everybody, in every program. The zero
// value leaves that to settings files.
type PublicNamesChanged struct{ Names analysis.PublicNames }

func (Open) change()               {}
func (Edit) change()               {}
func (Close) change()              {}
func (DiskChanged) change()        {}
func (SchemasChanged) change()     {}
func (SchemasArrived) change()     {}
func (PolicyChanged) change()      {}
func (PublicNamesChanged) change() {}
func (StackSelected) change()      {}
