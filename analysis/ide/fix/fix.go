// Package fix computes quick fixes for findings: edits of the program, or something only the
// user can do, such as installing a provider.
//
// [For] takes findings that were just computed for a program and returns data. A fix is an
// entry in a table from code to function (table.go). Nothing else refers to the functions of
// the table, so a new fix is a function in the file of its family and a line in the table.
//
// The package knows no editor, no protocol and no file system. A [Command] describes what to
// do and leaves it to the caller. The package runs nothing and does not promise that a command
// succeeds.
//
// Most fixes are guesses. They are called repairs, and are offered only if a trial shows that
// they remove the finding and add no error. A trial checks the edited items, so it costs as
// much as a keystroke.
//
// # Invariants
//
//   - A fix belongs to one finding.
//   - The edits of one fix do not overlap and apply to the program as it is.
//   - Applying the edits of a fix removes its finding and adds no error.
//
// **Why** fixes are computed on request and not stored in findings: findings are computed at
// every keystroke, and users rarely ask for a fix.
//
// **Why** some repairs read the message of the finding ("did you mean `x`?"): this way the
// message and the fix never disagree.
package fix

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file defines fixes as data.

// Fix is one way to resolve a finding, by Edits or by Command.
type Fix struct {
	// Title is an imperative sentence without a full stop.
	Title string
	Kind  Kind
	// Preferred marks the fix that nearly everybody wants.
	Preferred bool
	// Safe fixes keep the meaning of the program and lose nothing the author may still need.
	// Editors may apply them without asking.
	Safe bool
	// Blank fixes write a value that the user has to replace.
	Blank bool
	// fits marks a fix that makes a value fit its place.
	fits bool
	// reveals marks a fix that lets the checker look at what it couldn't judge before, so it
	// may add errors.
	reveals bool
	// translated are words of another language in whose place the fix writes what they mean.
	translated []string
	// Diagnostic is the finding that the fix resolves.
	Diagnostic analysis.Diagnostic
	// Edits change files of the program. A fix with a Command has none.
	Edits []change.Edit
	// Command is an action outside the program, or nil.
	Command Command
}

// Kind is a kind of code action, as the Language Server Protocol names it.
type Kind string

// The kinds of fixes.
const (
	QuickFix Kind = "quickfix" // repairs the cause of a finding
)

// Kinds returns all kinds of fixes.
func Kinds() []Kind { return []Kind{QuickFix} }

// Command is an action of the user: [FetchSchema], [InstallPlugin], [TrustWorkspace] or [AllowPlugins].
type Command interface{ command() }

// FetchSchema asks the user to let the editor fetch the schema of a package.
type FetchSchema struct {
	// Package is the name of the package. Version may be empty, for the newest one.
	Package, Version string
}

// InstallPlugin asks the user to install the provider of a package.
type InstallPlugin struct {
	// Shell is the command to run, on one line.
	Shell string
}

// TrustWorkspace asks the user to let programs from the workspace run.
type TrustWorkspace struct{}

// AllowPlugins asks the user to let the server run installed plugins.
type AllowPlugins struct{}

func (FetchSchema) command()    {}
func (InstallPlugin) command()  {}
func (TrustWorkspace) command() {}
func (AllowPlugins) command()   {}
