// This file answers workspace/diagnostic.

package publish

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// WorkspacePull is a pull of the whole workspace.
type WorkspacePull struct {
	// Token is where partial results go; nil if the client wants one answer.
	Token jsontext.Value
	// Has are the ids of the results that the client has, and Spellings its URIs of these files, both by path.
	Has       map[string]string
	Spellings map[string]uri.URI
}

// Workspace returns the findings that the client does not have, of all files that are shown. It answers the first pull when all programs are checked. It
// answers later pulls only when there is something new, since clients pull again as soon as they have an answer. It changes the maps of the pull.
//
// A client that accepts partial results gets them as they are found.
func (p *Publisher) Workspace(ctx context.Context, pull WorkspacePull) (*protocol.WorkspaceDiagnosticReport, error) {
	answers := p.pulls.beginWorkspace()
	table := &p.diagnoser.table
	if err := table.pullsBegin(pullsWorkspace); err != nil {
		return nil, err
	}
	ending := p.pulls.ending()
	report := &protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{}}
	for {
		change := table.next()
		upToDate := p.diagnoser.isUpToDate() // first, so that the report has everything found until then
		if upToDate || pull.Token != nil {
			report.Items = append(report.Items, pull.reports(p.pulls.news(table.all(), pull.Has))...)
		}
		answers = answers || len(report.Items) > 0
		if pull.Token != nil && len(report.Items) > 0 {
			if err := p.config.Partial(pull.Token, report); err != nil {
				return nil, err
			}
			report.Items = report.Items[:0]
		}
		if upToDate && answers {
			return report, ctx.Err()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-ending:
			return report, nil
		case <-change:
		}
	}
}

// reports converts findings that the client does not have, and records that it has them now.
func (w *WorkspacePull) reports(news []findings) []protocol.WorkspaceDocumentDiagnosticReport {
	var reports []protocol.WorkspaceDocumentDiagnosticReport
	for _, f := range news {
		w.Has[f.path] = f.found.id()
		report := &protocol.WorkspaceFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: f.found.full(), URI: f.uri}
		if spelled, known := w.Spellings[f.path]; known {
			report.URI = spelled
		}
		if version, open := f.version.Get(); open {
			report.Version = &version
		}
		reports = append(reports, report)
	}
	return reports
}
