// This file implements the conversion of findings to protocol diagnostics.

package publish

import (
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Source names the server in each diagnostic.
const Source = "pcl-lsp"

// diagnosticTags maps the tags of codes to those of the protocol.
var diagnosticTags = map[codes.Tag]protocol.DiagnosticTag{
	codes.Unnecessary: protocol.DiagnosticTagUnnecessary,
	codes.Deprecated:  protocol.DiagnosticTagDeprecated,
}

// Diagnostics converts findings of a file.
func (v View) Diagnostics(places *place.Files, path string, found []analysis.Diagnostic) []protocol.Diagnostic {
	mapper := places.Of(path)
	out := make([]protocol.Diagnostic, 0, len(found))
	for i := range found {
		out = append(out, v.diagnostic(places, mapper, &found[i]))
	}
	return out
}

func (v View) diagnostic(places *place.Files, mapper place.Mapper, d *analysis.Diagnostic) protocol.Diagnostic {
	return protocol.Diagnostic{
		Range:              v.Range(mapper, d.Span),
		Severity:           protocol.DiagnosticSeverity(d.Severity), // the same numbers
		Code:               protocol.String(d.Code),
		CodeDescription:    v.codeDescription(places, d),
		Source:             protocol.NewOptional(Source),
		Message:            protocol.String(d.Message),
		Tags:               v.tags(d.Code),
		RelatedInformation: v.related(places, d.Related),
	}
}

// codeDescription links to the explanation of a code, which for a team's own rule is the rule.
func (v View) codeDescription(places *place.Files, d *analysis.Diagnostic) protocol.CodeDescription {
	if !v.Client.CodeLinks {
		return protocol.CodeDescription{}
	}
	if d.Rule != nil {
		if at, ok := places.Location(d.Rule.Path, d.Rule.Span); ok {
			return protocol.CodeDescription{Href: uri.URI(fmt.Sprintf("%s#L%d", at.URI, at.Range.Start.Line+1))}
		}
	}
	return protocol.CodeDescription{Href: uri.URI(d.Code.Link())}
}

func (v View) tags(code codes.Code) protocol.DiagnosticTags {
	tag, tagged := diagnosticTags[code.Tag()]
	if !tagged || !slices.Contains(v.Client.Tags, tag) {
		return protocol.DiagnosticTags{}
	}
	return protocol.NewDiagnosticTags(tag)
}

func (v View) related(places *place.Files, related []analysis.Related) []protocol.DiagnosticRelatedInformation {
	if !v.Client.RelatedInformation {
		return nil
	}
	var out []protocol.DiagnosticRelatedInformation
	for _, r := range related {
		if location, ok := places.Location(r.Path, r.Span); ok {
			out = append(out, protocol.DiagnosticRelatedInformation{Location: location, Message: r.Message})
		}
	}
	return out
}
