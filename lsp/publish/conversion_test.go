// This file tests conversions after edits: what is taken over equals what is made anew, and is shared.

package publish

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// editedPath is the file that the tests edit.
const editedPath = "/p/main.pp"

// wordsIn returns a finding for each word in a text that begins with x. Its message is the word, and that of some has a related place.
func wordsIn(file *syntax.File) *analysis.FileFindings {
	text, found := file.Text(), &analysis.FileFindings{Path: editedPath}
	for at := 0; at < len(text); at++ {
		if text[at] != 'x' {
			continue
		}
		end := at + strings.IndexAny(text[at:]+" ", " \n\r\"")
		d := analysis.Diagnostic{Path: editedPath, Span: syntax.Span{Start: at, End: end}, Code: codes.SettingsInvalid, Severity: codes.Error, Message: text[at:end]}
		if strings.HasPrefix(d.Message, "xr") {
			d.Related = []analysis.Related{{Path: editedPath, Span: syntax.Span{Start: at, End: at + 1}, Message: "here"}}
		}
		found.Diagnostics = append(found.Diagnostics, d)
		at = end
	}
	return found
}

// randomEdit replaces a random part of a file.
func randomEdit(r *rand.Rand, file *syntax.File) *syntax.File {
	texts := []string{"", "x", "xy ", "xr1", "\n", "\r\n", "\u00e9\U0001f600", "a = xz\n", "b = \"xq\"\nc = 1\n", "# xw\n", "{", "}", "\"", strings.Repeat("d = x\n", 40)}
	start := r.IntN(file.Len() + 1)
	length := 0
	switch r.IntN(10) {
	case 0:
		length = r.IntN(200)
	case 1, 2, 3:
		length = r.IntN(8)
	}
	return file.Edited(syntax.Edit{Span: syntax.Span{Start: start, End: min(start+length, file.Len())}, Text: texts[r.IntN(len(texts))]})
}

// TestConversionsOfRandomEdits: after any edit, what is pushed and pulled is what package protocol encodes of findings that are converted anew.
func TestConversionsOfRandomEdits(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 1))
			var cache reports
			session := workspace.New(workspace.Options{FS: fixture.Files{}})
			v := View{place.Converter{Encoding: syntax.Encoding(seed % 3)}, Client{RelatedInformation: true, CodeLinks: seed%2 == 0}}
			file := syntax.Parse(editedPath, strings.Repeat("a = \"\u00e9\U0001f600 xa\" # xb\r\nb = [xc,\n  xd]\n", 20), nil)
			for i := range 80 {
				file = randomEdit(r, file)
				session.Apply(workspace.Edit{Path: editedPath, File: file, Version: i})
				v.Snapshot = session.Snapshot()
				now := wordsIn(file)
				got, err := cache.of(v, v.Files(), workspace.FileReport{Found: now, Source: file})
				if err != nil {
					t.Fatal(err)
				}
				if !sameAsAnew(t, v, now, got) {
					t.Fatalf("edit %d", i)
				}
			}
		})
	}
}

// sameAsAnew compares a report, and what it is in each message, with what package protocol makes of the findings.
func sameAsAnew(t *testing.T, v View, found *analysis.FileFindings, got *report) bool {
	t.Helper()
	diagnostics := v.Diagnostics(v.Files(), found.Path, found.Diagnostics)
	id := got.id()
	full := protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: &id, Items: diagnostics}
	at, version := uri.File(found.Path), int32(7)
	shown := findings{path: found.Path, uri: at, version: protocol.NewOptional(version), found: got}
	pull := WorkspacePull{Has: map[string]string{}}
	same := true
	for _, c := range []struct {
		what string
		got  []byte
		want any
	}{
		{"findings", bytes.Join(got.pieces(nil), nil), diagnostics},
		{"pushed", bytes.Join(shown.params(), nil), &protocol.PublishDiagnosticsParams{URI: at, Version: shown.version, Diagnostics: diagnostics}},
		{"pulled", append(got.appendFull([]byte("{")), '}'), &full},
		{"pulled again", append(got.appendUnchanged([]byte("{")), '}'), &protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id}},
		{"of the workspace", workspaceReport(pull.reports([]findings{shown})), &protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{
			&protocol.WorkspaceFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: full, URI: at, Version: &version},
		}}},
	} {
		want, err := protocol.Marshal(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != string(c.got) {
			t.Errorf("%s (-want +got):\n%s", c.what, cmp.Diff(string(want), string(c.got)))
			same = false
		}
	}
	if len(got.findings) != len(diagnostics) || got.size != len(bytes.Join(got.pieces(nil), nil)) {
		t.Errorf("%d findings in %d bytes, want %d in %d", len(got.findings), got.size, len(diagnostics), len(bytes.Join(got.pieces(nil), nil)))
	}
	return same && !t.Failed()
}

// TestEncodingsAreShared: an edit inside a line makes only the encoding of its own finding anew, wherever it is.
func TestEncodingsAreShared(t *testing.T) {
	t.Parallel()
	const n = 1000
	file := syntax.Parse(editedPath, strings.Repeat("a = xa\n", n), nil)
	var cache reports
	v := View{Converter: place.Converter{Snapshot: workspace.New(workspace.Options{FS: fixture.Files{}}).Snapshot()}}
	last := map[*encoded]bool{}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 60 {
		at := r.IntN(file.Len()/7-1)*7 + 5
		file = file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + 1}, Text: []string{"x", "1"}[r.IntN(2)]})
		got, err := cache.of(v, v.Files(), workspace.FileReport{Found: wordsIn(file), Source: file})
		if err != nil {
			t.Fatal(err)
		}
		fresh, all := 0, map[*encoded]bool{}
		for _, e := range got.findings {
			if all[e] = true; !last[e] {
				fresh++
			}
		}
		if i > 0 && fresh > 1 {
			t.Errorf("edit %d: %d of %d encodings are new", i, fresh, len(got.findings))
		}
		last = all
	}
}
