// This file answers textDocument/diagnostic and workspace/diagnostic.

package publish

import (
	"bytes"
	"context"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// errOvertaken tells the client that the answer to a pull would be outdated, and that it should pull again.
var errOvertaken = &jsonrpc2.Error{
	Code: jsonrpc2.Code(protocol.LSPErrorCodesServerCancelled), Message: "the document has changed", Data: jsonrpc2.RawMessage(`{"retriggerRequest":true}`),
}

// Document returns the findings of a document. If the client accepts related documents, it also returns findings of other open documents of the program
// that the client does not have. previous is the id of the result that the client has.
//
// A pull for one version of a document is given up when a pull for a newer version arrives, but not when the document merely changes: a client that waits
// for each answer before it pulls again would get none while the user types.
//
// The answer is a DocumentDiagnosticReport as JSON, since the findings of most files are encoded already.
func (p *Publisher) Document(ctx context.Context, v View, path, previous string) (jsonrpc2.RawMessage, error) {
	_, version, _, _ := v.Snapshot.File(path)
	ctx, done := p.pulls.begin(ctx, path, version)
	defer done()
	v, files, err := p.pull(ctx, v, path)
	if context.Cause(ctx) == error(errOvertaken) {
		return nil, errOvertaken
	}
	if err == nil {
		err = ctx.Err() // an answer that the client does not take must not be recorded as one
	}
	if err != nil {
		return nil, err
	}
	return p.documentReport(v, path, previous, files), nil
}

// pull returns the findings of a document and of the open documents in its program, by path. Like pushed findings, they wait for schemas. They are those
// of the moment when the schemas arrived, provided that the document is still the same.
func (p *Publisher) pull(ctx context.Context, v View, path string) (View, map[string]findings, error) {
	for {
		files, err := p.pullNow(ctx, v, path)
		if err != nil || !v.Snapshot.Loading() {
			return v, files, err
		}
		change := p.diagnoser.next.Next()
		now := p.config.View()
		if now.Snapshot == v.Snapshot {
			if !await.For(ctx, p.diagnoser.patience(), change) {
				return v, files, ctx.Err()
			}
			now = p.config.View()
		}
		if !sameDocument(v, now, path) {
			return v, nil, errOvertaken
		}
		v = now
	}
}

func sameDocument(a, b View, path string) bool {
	_, version, open, ok := a.Snapshot.File(path)
	_, otherVersion, otherOpen, otherOK := b.Snapshot.File(path)
	return version == otherVersion && open == otherOpen && ok == otherOK
}

func (p *Publisher) pullNow(ctx context.Context, v View, path string) (map[string]findings, error) {
	files := map[string]findings{}
	program := programOf(v, path)
	if program == nil {
		if f, ok, err := p.inRules(v, path); ok || err != nil {
			files[path] = f
			return files, err
		}
		return files, nil
	}
	r, err := v.Snapshot.Report(ctx, program, nil)
	if err != nil {
		return nil, err
	}
	places := v.Files()
	for _, f := range r.Files {
		file, ok := fileFindings(v, f.Found.Path, nil)
		if !ok || file.path != path && !file.open() {
			continue
		}
		if file.found, err = p.reports.of(v, places, f); err != nil {
			return nil, err
		}
		files[file.path] = file
	}
	return files, nil
}

func (p *Publisher) documentReport(v View, path, previous string, files map[string]findings) jsonrpc2.RawMessage {
	own, known := files[path]
	if !known {
		own.found = noFindings
	}
	others := p.pulls.answered(path, previous, files, p.isOpen)
	b := make([]byte, 0, own.found.size+128)
	b = append(b, '{')
	if own.found.id() == previous {
		b = own.found.appendUnchanged(b)
	} else {
		b = own.found.appendFull(b)
	}
	if v.Client.RelatedDocuments && len(others) > 0 {
		b = append(b, `,"relatedDocuments":{`...)
		for i, f := range others {
			if i > 0 {
				b = append(b, ',')
			}
			b, _ = jsontext.AppendQuote(b, f.uri) // fails only for invalid UTF-8, which it replaces
			b = append(f.found.appendFull(append(b, `:{`...)), '}')
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

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
		case <-p.pulls.ended:
			return jsonrpc2.RawMessage(workspaceReport(items)), nil
		case <-change:
		}
	}
}

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
