// This file answers workspace/diagnostic.

package publish

import (
	"bytes"
	"context"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
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
// A client that accepts partial results gets them as they are found. An answer is a WorkspaceDiagnosticReport as JSON, since most findings are encoded
// already.
func (p *Publisher) Workspace(ctx context.Context, pull WorkspacePull) (jsonrpc2.RawMessage, error) {
	answers := p.pulls.beginWorkspace()
	table := &p.diagnoser.table
	if err := table.pullsBegin(pullsWorkspace); err != nil {
		return nil, err
	}
	ending := p.pulls.ending()
	var items [][]byte
	for {
		change := table.advanced.Next()
		upToDate := p.diagnoser.isUpToDate() // first, so that the report has everything found until then
		if upToDate || pull.Token != nil {
			items = append(items, pull.reports(p.pulls.news(table.all(), pull.Has))...)
		}
		answers = answers || len(items) > 0
		if pull.Token != nil && len(items) > 0 {
			if err := p.config.Partial(pull.Token, workspaceReport(items)); err != nil {
				return nil, err
			}
			items = nil
		}
		if upToDate && answers {
			return jsonrpc2.RawMessage(workspaceReport(items)), ctx.Err()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-ending:
			return jsonrpc2.RawMessage(workspaceReport(items)), nil
		case <-change:
		}
	}
}

// workspaceReport encodes a report with these items.
func workspaceReport(items [][]byte) jsontext.Value {
	b := append([]byte(`{"items":[`), bytes.Join(items, []byte(","))...)
	return append(b, `]}`...)
}

// reports encodes findings that the client does not have, and records that it has them now.
func (w *WorkspacePull) reports(news []findings) [][]byte {
	var reports [][]byte
	for _, f := range news {
		w.Has[f.path] = f.found.id()
		spelled, known := w.Spellings[f.path]
		if !known {
			spelled = f.uri
		}
		b := f.found.appendFull(append(make([]byte, 0, f.found.size+len(spelled)+128), '{'))
		b, _ = jsontext.AppendQuote(append(b, `,"uri":`...), spelled) // fails only for invalid UTF-8, which it replaces
		b = append(b, `,"version":`...)
		if version, open := f.version.Get(); open {
			b = strconv.AppendInt(b, int64(version), 10)
		} else {
			b = append(b, "null"...)
		}
		reports = append(reports, append(b, '}'))
	}
	return reports
}
