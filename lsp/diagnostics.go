// This file implements the conversion of findings.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// diagnosticTags are the tags as the protocol names them.
var diagnosticTags = map[codes.Tag]protocol.DiagnosticTag{
	codes.Unnecessary: protocol.DiagnosticTagUnnecessary,
	codes.Deprecated:  protocol.DiagnosticTagDeprecated,
}

// diagnostics converts the findings of a file.
func (v *view) diagnostics(places *mappers, path string, found []analysis.Diagnostic) []protocol.Diagnostic {
	mapper := places.of(path)
	out := make([]protocol.Diagnostic, 0, len(found))
	for _, d := range found {
		out = append(out, protocol.Diagnostic{
			Range:              v.rangeOf(mapper, d.Span),
			Severity:           protocol.DiagnosticSeverity(d.Severity), // the same numbers
			Code:               protocol.String(d.Code),
			CodeDescription:    v.codeDescription(d.Code),
			Source:             protocol.NewOptional(serverName),
			Message:            protocol.String(d.Message),
			Tags:               v.tags(d.Code),
			RelatedInformation: v.related(places, d.Related),
		})
	}
	return out
}

// codeDescription says where the code of a finding is explained.
func (v *view) codeDescription(code codes.Code) protocol.CodeDescription {
	if !v.client.codeLinks {
		return protocol.CodeDescription{}
	}
	return protocol.CodeDescription{Href: uri.URI(code.Link())}
}

func (v *view) tags(code codes.Code) protocol.DiagnosticTags {
	tag, tagged := diagnosticTags[code.Tag()]
	if !tagged || !slices.Contains(v.client.diagnosticTags, tag) {
		return protocol.DiagnosticTags{}
	}
	return protocol.NewDiagnosticTags(tag)
}

func (v *view) related(places *mappers, related []analysis.Related) []protocol.DiagnosticRelatedInformation {
	if !v.client.relatedInformation {
		return nil
	}
	var out []protocol.DiagnosticRelatedInformation
	for _, r := range related {
		if location, ok := places.location(r.Path, r.Span); ok {
			out = append(out, protocol.DiagnosticRelatedInformation{Location: location, Message: r.Message})
		}
	}
	return out
}
