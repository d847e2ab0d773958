package workspace

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file defines the changes that a session accepts.

// Change is one thing that happened: [Open], [Edit], [Close], [DiskChanged],
// [SchemasChanged], [SchemasArrived], [PolicyChanged], [StackSelected],
// [PublicNamesChanged], [TargetsChanged], [PulumiChosen], [StateSelected], [StateGiven], [LimitChanged], [EvictUnused], [Idle] or what [Snapshot.Callers] returns.
type Change interface{ change() }

// Open says that an editor opened a document. Its text takes precedence over the disk.
type Open struct {
	Path    string
	Text    string
	Version int
	// Markdown says that the editor takes the document for Markdown, whatever its name is. A program file stays one.
	Markdown bool
}

// Edit gives an open document a new text, already parsed: [syntax.File.Edited], applied
// to the file that [Snapshot.File] returns, parses only what is new. For a document that
// is not open, Edit is the same as [Open].
type Edit struct {
	Path    string
	File    *syntax.File
	Version int
}

// Close says that an editor closed a document. The disk counts again.
type Close struct{ Path string }

// DiskChanged says that files or directories were created, changed or deleted. Without
// paths, everything known is compared with the disk. It does not refresh schemas that are
// loaded in the background and whose places are known; [Session.RefreshSchemas] does.
// [Session.CatchUp] finds changes that nobody reported.
type DiskChanged struct{ Paths []string }

// SchemasChanged says that a package may now be found in another place or version.
type SchemasChanged struct{}

// SchemasArrived says that packages which were being loaded, or searched again, have
// arrived or will not come.
type SchemasArrived struct{}

// PolicyChanged sets the severities that take precedence over declarations and settings
// files.
type PolicyChanged struct{ Policy codes.Policy }

// StackSelected selects the stack whose configuration applies; an empty name selects
// none.
type StackSelected struct{ Stack string }

// PublicNamesChanged sets which inputs everybody can read, in every program. The zero
// value leaves that to settings files.
type PublicNamesChanged struct{ Names analysis.PublicNames }

// TargetsChanged sets the languages that every program is to be converted to. The empty set leaves
// that to settings files.
type TargetsChanged struct{ Targets targets.Set }

// PulumiChosen sets the version of Pulumi whose language every program is written in. An empty one leaves that to settings files,
// programs and projects.
type PulumiChosen struct{ Version string }

type stateChange interface {
	Change
	states(before *stateBook) *stateBook
}

// StateSelected sets the path of the states of all stacks; an empty path leaves that to
// settings files. It may contain {stack} and {project}.
type StateSelected struct{ Path string }

// StateGiven gives the state of the stack of the program in a directory, which goes before that in
// a file; nil takes it back.
type StateGiven struct {
	Dir   string
	State *state.State
}

type statesChanged struct{ paths []string }

func (c StateSelected) states(b *stateBook) *stateBook { return b.At(c.Path) }
func (c StateGiven) states(b *stateBook) *stateBook {
	return b.Given(disk.Clean(c.Dir), c.State)
}
func (c statesChanged) states(b *stateBook) *stateBook { return b.Without(c.paths) }

// LimitChanged sets how long a file may be to be checked.
type LimitChanged struct{ Limit syntax.Limit }

// EvictUnused forgets the programs that no open document uses, and the schemas that only they use,
// so that their memory can be given back. Programs in directories to keep stay, and so do the
// components of what stays. Whoever asks for a program that is forgotten has it read again.
type EvictUnused struct {
	// Keep reports whether the program in a directory stays; nil means none.
	Keep func(dir string) bool
}

// Idle says that nothing has happened for a while. It forgets, as [EvictUnused] does, what
// nobody has asked for since it changed, and directories without a program. Otherwise a
// session would keep every program that was deleted or moved, and every name that was
// once typed as the directory of a component.
type Idle struct{}

func (LimitChanged) change()       {}
func (PulumiChosen) change()       {}
func (Idle) change()               {}
func (EvictUnused) change()        {}
func (Open) change()               {}
func (Edit) change()               {}
func (Close) change()              {}
func (DiskChanged) change()        {}
func (SchemasChanged) change()     {}
func (SchemasArrived) change()     {}
func (PolicyChanged) change()      {}
func (PublicNamesChanged) change() {}
func (TargetsChanged) change()     {}
func (StackSelected) change()      {}
func (StateSelected) change()      {}
func (StateGiven) change()         {}
func (statesChanged) change()      {}
