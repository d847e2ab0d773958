// This file tests that cached conversions equal fresh ones.

package publish

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestReportsOfEdits: findings that come, go, change and move are encoded as package protocol encodes them, whatever was converted before.
func TestReportsOfEdits(t *testing.T) {
	t.Parallel()
	session := workspace.New(workspace.Options{FS: fixture.Files{}})
	const path = "/p/main.pp"
	session.Apply(workspace.Open{Path: path, Text: strings.Repeat("a = \"\u00e9\U0001f600\"\n", 40)})
	var cache reports
	v := View{place.Converter{Snapshot: session.Snapshot()}, Client{RelatedInformation: true, CodeLinks: true}}
	found := func(at int, messages ...string) *analysis.FileFindings {
		f := &analysis.FileFindings{Path: path}
		for i, m := range messages {
			d := analysis.Diagnostic{Path: path, Span: syntax.Span{Start: at + 10*i, End: at + 10*i + 3}, Code: codes.SettingsInvalid, Severity: codes.Error, Message: m}
			if strings.HasPrefix(m, "see") {
				d.Related = []analysis.Related{{Path: path, Span: syntax.Span{Start: at, End: at + 1}, Message: "here"}}
			}
			f.Diagnostics = append(f.Diagnostics, d)
		}
		return f
	}
	file, _, _, _ := v.Snapshot.File(path)
	for i, now := range []*analysis.FileFindings{
		found(0, "a", "b", "c"), found(0, "a", "b", "c"), found(2, "a", "b", "c"), found(3, "a", "x", "c"), found(3, "a", "c"),
		found(4, "a", "a", "c"), found(4, "a", "a", "a", "c", "c"), found(5, "a", "c"), found(6, "see", "a", "see", "c"),
		found(7, "see", "a", "see", "c"), found(8, "\"quoted\" <&>", "c"), found(9, "c"), found(9, "d"),
	} {
		got, err := cache.of(v, v.Files(), workspace.FileReport{Found: now, Source: file})
		if err != nil {
			t.Fatal(err)
		}
		diagnostics := v.Diagnostics(v.Files(), path, now.Diagnostics)
		want, err := protocol.Marshal(diagnostics)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(bytes.Join(got.pieces(nil), nil))); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", i, diff)
		}
	}
}

// TestFindingsKeepTheirText: findings have the places of the text in which they were found, whatever the file is by now. One program may see a file on disk
// before others do.
func TestFindingsKeepTheirText(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]fixture.Files{"gone": {}, "another text": {"/p/.pcl-lsp.yaml": "\n\n\n\n"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := View{Converter: place.Converter{Snapshot: workspace.New(workspace.Options{FS: files}).Snapshot()}}
			source := syntax.Parse("/p/.pcl-lsp.yaml", "rules: [\n", nil)
			found := &analysis.FileFindings{Path: source.Path, Diagnostics: []analysis.Diagnostic{{Path: source.Path, Span: syntax.Span{Start: 7, End: 8}, Code: codes.SettingsInvalid}}}
			var cache reports
			got, err := cache.of(v, v.Files(), workspace.FileReport{Found: found, Source: source})
			if err != nil {
				t.Fatal(err)
			}
			const want = `[{"range":{"start":{"line":0,"character":7},"end":{"line":0,"character":8}},`
			if got := string(bytes.Join(got.pieces(nil), nil)); !strings.HasPrefix(got, want) {
				t.Errorf("the findings are %s, want them to begin with %s", got, want)
			}
		})
	}
}

// BenchmarkReports converts the findings of a file after an edit has changed one of them.
func BenchmarkReports(b *testing.B) {
	session := workspace.New(workspace.Options{FS: fixture.Files{}})
	const path, n = "/p/main.pp", 2000
	text := strings.Repeat("a = b\n", n)
	session.Apply(workspace.Open{Path: path, Text: text})
	var cache reports
	v := View{Converter: place.Converter{Snapshot: session.Snapshot()}}
	file, _, _, _ := v.Snapshot.File(path)
	all := make([]analysis.Diagnostic, n)
	for i := range all {
		all[i] = analysis.Diagnostic{Path: path, Span: syntax.Span{Start: 6*i + 4, End: 6*i + 5}, Code: codes.SettingsInvalid, Severity: codes.Error, Message: fmt.Sprintf("there is no %d", i)}
	}
	other := slices.Clone(all)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		all, other = other, all
		all[n/2].Message = fmt.Sprint("there is none, ", i)
		now := &analysis.FileFindings{Path: path, Diagnostics: all}
		if _, err := cache.of(v, v.Files(), workspace.FileReport{Found: now, Source: file}); err != nil {
			b.Fatal(err)
		}
	}
}
