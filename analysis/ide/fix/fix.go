package fix

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file defines what a fix is, and finds those for findings.

// Fix is one thing that can be done about a finding: by Edits, or by Command.
type Fix struct {
	// Title says what it does, as an order, without a full stop.
	Title string
	Kind  Kind
	// Preferred says that it is what nearly everybody wants.
	Preferred bool
	// Safe says that the program means after it what it meant before: whoever runs
	// it sees no difference; and that nothing is lost which somebody may need for what
	// they write next. Safe fixes may be applied without being asked about.
	Safe bool
	// fits says that it is to make a value fit its place.
	fits bool
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
	codes.SuppressionUnused:      unneeded,
	codes.SuppressionUnknown:     meantCode,
}

// keepsMeaning are the codes of families whose best fix is safe.
var keepsMeaning = map[codes.Code]bool{
	codes.OptionRedundant: true, codes.SecretRedundant: true, codes.PackageLabelDeprecated: true, codes.SuppressionUnused: true,
}

// maxOffered is how many fixes a finding has at most.
const maxOffered = 6

// For are the fixes for findings of a program, in the order of the findings and the
// best first. The findings must be those of this very program. When the context ends
// the rest is left out.
func For(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic) []Fix {
	var fixes []Fix
	for _, d := range findings {
		if ctx.Err() != nil {
			break
		}
		for _, f := range candidates(ctx, p, d, func(f Fix) bool { return len(f.Edits) > 0 }) {
			f.Kind, f.Diagnostic = QuickFix, d
			fixes = append(fixes, f)
		}
	}
	return fixes
}

// candidates are the fixes for one finding: those that are known to be right, and
// those that turn out to be. The latter are tried only where they are wanted.
func candidates(ctx context.Context, p *analysis.Program, d analysis.Diagnostic, wanted func(Fix) bool) []Fix {
	if find := families[d.Code]; find != nil {
		fixes := find(p, d)
		for i := range fixes {
			fixes[i].Safe = fixes[i].Preferred && keepsMeaning[d.Code]
		}
		return fixes
	}
	write := repairs[d.Code]
	if write == nil {
		return nil
	}
	s, ok := siteOf(p, d)
	if !ok {
		return nil
	}
	s.ctx = ctx
	var fixes []Fix
	for _, f := range write(s) {
		f.Diagnostic = d
		same := func(other Fix) bool { return other.Title == f.Title }
		if wanted(f) && !slices.ContainsFunc(fixes, same) && f.repairs(ctx, p) {
			f.Preferred = f.Preferred && len(fixes) == 0
			fixes = append(fixes, f)
		}
		if len(fixes) == maxOffered || ctx.Err() != nil {
			break
		}
	}
	return fixes
}
