// This file implements findings of the workspace for a client that asks for them.

package lsp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

type workspaceDiagnosticParams struct {
	PartialResultToken jsontext.Value `json:"partialResultToken"`
	PreviousResultIDs  []struct {
		URI   string `json:"uri"`
		Value string `json:"value"`
	} `json:"previousResultIds"`
}

// workspaceDiagnostic answers with the findings that the client does not have, of all
// files that are shown. The first question is answered when all programs have been
// looked at, a later one when there is something to tell as well: clients ask again as
// soon as they have an answer.
//
// A client that takes partial results gets them as they are found.
func (v *view) workspaceDiagnostic(ctx context.Context, p *workspaceDiagnosticParams) (*protocol.WorkspaceDiagnosticReport, error) {
	s := v.server
	answers := s.pulls.asksWorkspace()
	if err := s.diagnoser.shown.asks(s.base, forWorkspace); err != nil {
		return nil, err
	}
	q := newWorkspaceQuestion(p)
	ending := s.pulls.ending()
	report := &protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{}}
	for {
		change := s.diagnoser.shown.next()
		settled := s.diagnoser.settled() // asked first, so that what was found until then is told
		if settled || q.token != nil {
			report.Items = append(report.Items, q.reports(s.pulls.news(s.diagnoser.shown.all(), q.has))...)
		}
		answers = answers || len(report.Items) > 0
		if q.token != nil && len(report.Items) > 0 {
			if err := s.partial(q.token, report); err != nil {
				return nil, err
			}
			report.Items = report.Items[:0]
		}
		if settled && answers {
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

// partial sends a part of an answer.
func (s *server) partial(token jsontext.Value, report any) error {
	value, err := protocol.Marshal(report)
	if err != nil {
		return err
	}
	return s.conn.Notify(s.base, protocol.MethodProgress, &partialResult{token, value})
}

// partialResult are the parameters of a progress that is part of an answer. The token is
// the client's and goes back as it came.
type partialResult struct {
	Token jsontext.Value `json:"token"`
	Value jsontext.Value `json:"value"`
}

// workspaceQuestion is a question with what the client has been told of the answer.
type workspaceQuestion struct {
	token jsontext.Value    // nil if the answer must come in one
	has   map[string]string // ids of the findings that the client has, by path
	uris  map[string]uri.URI
}

func newWorkspaceQuestion(p *workspaceDiagnosticParams) *workspaceQuestion {
	q := &workspaceQuestion{has: map[string]string{}, uris: map[string]uri.URI{}}
	if kind := p.PartialResultToken.Kind(); kind == jsontext.KindString || kind == jsontext.KindNumber {
		q.token = p.PartialResultToken
	}
	for _, previous := range p.PreviousResultIDs {
		if path, err := pathOf(previous.URI); err == nil {
			q.has[path], q.uris[path] = previous.Value, uri.URI(previous.URI)
		}
	}
	return q
}

// reports are findings that the client does not have, of which it then is taken to have
// them.
func (q *workspaceQuestion) reports(news []findings) []protocol.WorkspaceDocumentDiagnosticReport {
	var reports []protocol.WorkspaceDocumentDiagnosticReport
	for _, f := range news {
		q.has[f.path] = f.found.id()
		report := &protocol.WorkspaceFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: f.found.full(), URI: f.uri}
		if spelled, known := q.uris[f.path]; known {
			report.URI = spelled
		}
		if version, open := f.version.Get(); open {
			report.Version = &version
		}
		reports = append(reports, report)
	}
	return reports
}
