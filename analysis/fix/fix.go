package fix

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file defines what a fix is, and finds those for findings.

// Fix is one thing that can be done about a finding: by Edits, or by Command.
type Fix struct {
	// Title says what it does, as an order, without a full stop.
	Title string
	Kind  Kind
	// Preferred says that it is what nearly everybody wants.
	Preferred bool
	// Diagnostic is the finding.
	Diagnostic analysis.Diagnostic
	// Edits are of files of the program; none if there is a Command.
	Edits []change.Edit
	// Command is what the user does outside of the program; nil if there are Edits.
	Command Command
}

// Kind is a kind of fix, as the Language Server Protocol names it.
type Kind string

// The kinds of fixes that there are.
const (
	QuickFix Kind = "quickfix" // repairs what a finding is about
)

// Kinds are all kinds of fixes.
func Kinds() []Kind { return []Kind{QuickFix} }

// Command is what a user has to do: [InstallPlugin], [TrustWorkspace] or
// [AllowPlugins].
type Command interface{ command() }

// InstallPlugin is to install the provider of a package.
type InstallPlugin struct {
	// Shell is the exact command for a shell: one line.
	Shell string
}

// TrustWorkspace is to say that programs which the workspace brings along may run.
type TrustWorkspace struct{}

// AllowPlugins is to say that installed plugins may be run.
type AllowPlugins struct{}

func (InstallPlugin) command()  {}
func (TrustWorkspace) command() {}
func (AllowPlugins) command()   {}

// family finds the fixes for a finding; kind and finding are filled in by [For].
type family func(*analysis.Program, analysis.Diagnostic) []Fix

var families = map[codes.Code]family{
	codes.PackageUnknown:         packageUnknown,
	codes.PackageLabelDeprecated: packageLabel,
	codes.SecretConfigLooking:    configLooking,
	codes.SecretLiteral:          literal,
	codes.SecretLiteralInput:     literalInput,
	codes.SecretRedundant:        redundantCall,
	codes.SecretUnsecret:         unsecret,
	codes.SecretOutput:           secretOutput,
	codes.OptionRedundant:        needlessEntry,
	codes.UnknownPermanent:       permanent,
}

// For are the fixes for findings of a program, in the order of the findings and the
// best first. The findings must be those of this very program.
func For(p *analysis.Program, findings []analysis.Diagnostic) []Fix {
	var fixes []Fix
	for _, d := range findings {
		find := families[d.Code]
		if find == nil {
			continue
		}
		for _, f := range find(p, d) {
			f.Kind, f.Diagnostic = QuickFix, d
			fixes = append(fixes, f)
		}
	}
	return fixes
}
