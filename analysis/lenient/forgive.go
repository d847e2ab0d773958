package lenient

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file lowers and drops findings of an item in lenient modes, see [Mode].

// Forgive applies the mode to the findings of an item. The evaluation may pass texts on whether or not they fit, which the version of the
// language tells.
func (m Mode) Forgive(it *syntax.Item, found []diagnostic.Diagnostic, passesTexts bool) []diagnostic.Diagnostic {
	if m == (Mode{}) {
		return found
	}
	body := inputSpans(it)
	found = slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool { return m.silences(it, d) })
	for i, d := range found {
		inBody := m.Resources && standsIn(d, body) && d.Code != codes.ResourceLiteral && (!isEvaluated(d.Code) || passesTexts && d.Code == codes.LiteralParse)
		if d.Severity == codes.Error && (m.lowers(it, d) || inBody) {
			found[i].Severity = codes.Warning
		}
	}
	return found
}

// isEvaluated reports whether the evaluation fails, which no mode changes.
func isEvaluated(code codes.Code) bool {
	declared, _ := codes.Lookup(code)
	return declared.Evaluated
}

// silences reports whether nothing is said about a finding.
func (m Mode) silences(it *syntax.Item, d diagnostic.Diagnostic) bool {
	switch d.Code {
	case codes.ResourceUnknown:
		return m.Resources
	case codes.PropUnknown, codes.TraverseKind, codes.IndexType:
		return m.Resources && d.OfResource
	case codes.FunctionUnknownToken:
		return m.Invokes
	case codes.PackageUnknown:
		ofResource := isResource(it) && d.Span.Start < it.Block().OpenBraceRange.Start.Byte
		return m.Invokes && !ofResource
	case codes.FnElement:
		return m.Ranges
	}
	return false
}

// lowers reports whether an error is a warning, wherever it stands.
func (m Mode) lowers(it *syntax.Item, d diagnostic.Diagnostic) bool {
	switch d.Code {
	case codes.NameUndefined, codes.RangeInOptions:
		return m.Variables
	case codes.PropUnknown:
		return d.Open
	case codes.RangeIterate, codes.ForCollection:
		return m.Ranges
	case codes.AttrMissing:
		return m.Resources && isResource(it)
	case codes.OptionVersion:
		return m.Resources
	case codes.FunctionLoad:
		return m.Invokes
	case codes.TraverseKind:
		return m.Resources && standsIn(d, spansOf(options.PathLists(it)))
	}
	return false
}
