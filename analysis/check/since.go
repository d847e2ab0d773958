package check

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file says in findings which later version of the language accepts what they are about.

// language is the version of the language that the program is judged by.
func (c *checker) language() language.Version { return c.env.Edition().Version }

// Later adds to a finding that a later version accepts what it is about. The finding may be nil.
func Later(d *diagnostic.Diagnostic, since language.Version) {
	if d != nil {
		d.Since = since
		d.Message = diagnostic.Abbreviate(d.Message, diagnostic.MaxLength-len(acceptedSince(since))) + acceptedSince(since)
	}
}

func acceptedSince(v language.Version) string { return "; Pulumi " + v.String() + " accepts it" }

// acceptedBy returns the version from which on a call no longer fails as it does in version v; 0 if there is none.
func acceptedBy(v language.Version, b *language.Builtin, call language.Call, code codes.Code) language.Version {
	newest := language.Newest.Builtin(b.Name)
	if newest == nil || newest == b || newest.ConversionOnly {
		return 0
	}
	if newest.Run != nil && slices.ContainsFunc(newest.Run(call), func(p language.Problem) bool { return p.Code == code }) {
		return 0
	}
	for _, e := range slices.Backward(newest.Earlier) {
		if v < e.Until {
			return e.Until
		}
	}
	return 0
}
