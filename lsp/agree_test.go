// This file tests that findings are the same whether they are published, pulled by document, pulled by workspace, or printed by `check`.

package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// wireFindings are the findings of one file as JSON, in any message that has findings.
type wireFindings struct {
	URI                string
	Diagnostics, Items []struct {
		Range              wireRange
		Severity           int
		Code, Message      string
		RelatedInformation []struct {
			Location struct {
				URI   string
				Range wireRange
			}
			Message string
		}
	}
}

// lines returns the findings, one to a line.
func (w wireFindings) lines() []string {
	var all []string
	for _, d := range slices.Concat(w.Diagnostics, w.Items) {
		line := fmt.Sprintf("%s %v %d %s %s", w.URI, d.Range, d.Severity, d.Code, d.Message)
		for _, r := range d.RelatedInformation {
			line += fmt.Sprintf(" (%s %v %s)", r.Location.URI, r.Location.Range, r.Message)
		}
		all = append(all, line)
	}
	return all
}

// checked returns the findings of `check` in the same form.
func checked(t *testing.T, f *fixture.Fixture) []string {
	show := func(path string, start, end int) string {
		from, to := modelPosition(f.Files[path], start, "utf-16"), modelPosition(f.Files[path], end, "utf-16")
		return fmt.Sprintf("%s %v:%v-%v:%v", uriText(path), from["line"], from["character"], to["line"], to["character"])
	}
	var all []string
	for _, d := range f.Findings(t) {
		line := fmt.Sprintf("%s %d %s %s", show(d.Path, d.Span.Start, d.Span.End), d.Severity, d.Code, d.Message)
		for _, r := range d.Related {
			line += fmt.Sprintf(" (%s %s)", show(r.Path, r.Span.Start, r.Span.End), r.Message)
		}
		all = append(all, line)
	}
	slices.Sort(all)
	return all
}

// onFixture returns a client that has opened the folder of a fixture.
func onFixture(t *testing.T, f *fixture.Fixture, announced object) *fakeClient {
	c := connect(t, func(s *server) { s.session = fixture.Make(t, f.Archive).Session })
	announced["general"] = object{"positionEncodings": []string{"utf-16"}}
	c.call("initialize", object{"capabilities": announced, "rootUri": uriText(fixture.Root)})
	c.notify("initialized", object{})
	return c
}

func documentsOf(f *fixture.Fixture) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(f.Files)), func(path string) bool { return !workspace.IsProgramFile(path) })
}

func TestAllWaysAgree(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/check", func(t *testing.T, f *fixture.Fixture) {
		want := checked(t, f)
		announced := func() object {
			return object{"textDocument": object{"publishDiagnostics": object{"relatedInformation": true}}}
		}
		c := onFixture(t, f, announced())
		c.awaitPublished(want)
		for _, path := range documentsOf(f) {
			c.open(uriText(path), 1, f.Files[path])
		}
		for _, path := range documentsOf(f) {
			c.published(uriText(path), 1)
		}
		c.awaitPublished(want)
		checkNothingTwice(t, c.received())

		asks := announced()
		asks["textDocument"].(object)["diagnostic"] = object{}
		p := onFixture(t, f, asks)
		var report struct{ Items []wireFindings }
		p.result("workspace/diagnostic", object{"previousResultIds": []object{}}, &report)
		var got []string
		for _, file := range report.Items {
			got = append(got, file.lines()...)
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("asked for the workspace (-check +server):\n%s", diff)
		}
		isDocument := func(line string) bool {
			return !strings.Contains(strings.Fields(line)[0], ".pcl-lsp.yaml") && !strings.Contains(strings.Fields(line)[0], ".pcl-rules.hcl")
		}
		got = nil
		configuring := slices.DeleteFunc(slices.Sorted(maps.Keys(f.Files)), func(p string) bool { return !strings.HasPrefix(path.Base(p), "Pulumi.") })
		for _, path := range append(documentsOf(f), configuring...) {
			file := wireFindings{}
			p.result("textDocument/diagnostic", object{"textDocument": object{"uri": uriText(path)}}, &file)
			file.URI = uriText(path)
			got = append(got, file.lines()...)
		}
		slices.Sort(got)
		want = slices.DeleteFunc(want, func(line string) bool { return !isDocument(line) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("asked for each document (-check +server):\n%s", diff)
		}
	})
}

// awaitPublished waits until the client shows these findings.
func (c *fakeClient) awaitPublished(want []string) {
	c.t.Helper()
	c.await("findings\n"+strings.Join(want, "\n"), func(inbox []message) (message, bool) {
		last := map[string][]string{}
		for _, m := range inbox {
			var w wireFindings
			if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &w) == nil {
				last[w.URI] = w.lines()
			}
		}
		var got []string
		for _, lines := range last {
			got = append(got, lines...)
		}
		slices.Sort(got)
		return message{}, slices.Equal(got, want)
	})
}

// checkNothingTwice checks that no message about a file repeats the last one.
func checkNothingTwice(t *testing.T, inbox []message) {
	t.Helper()
	last := map[string]string{}
	for _, m := range inbox {
		var w wireFindings
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &w) != nil {
			continue
		}
		if last[w.URI] == string(m.Params) {
			t.Errorf("published twice: %s", m.Params)
		}
		last[w.URI] = string(m.Params)
	}
}
