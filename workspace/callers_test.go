package workspace_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	declared "github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// While the component is edited, and before its callers are checked again, hints stay with the code that they are about.
func TestHintsMoveWithTheirCode(t *testing.T) {
	t.Parallel()
	const caller, part = "/w/app/main.pp", "/w/part/main.pp"
	session := workspace.New(workspace.Options{FS: fixture.Files{}})
	texts := map[string]string{
		caller: "config pw string {\n  secret = true\n}\n\ncomponent one \"../part\" {\n  login = pw\n}\n",
		part:   "config login string {}\n\noutput shown {\n  value = unsecret(login)\n}\n" + manyOutputs(2000),
	}
	for path, text := range texts {
		session.Apply(workspace.Open{Path: path, Text: text})
	}
	dirs := []string{"/w/app", "/w/part"}
	learned(t.Context(), t, session, dirs)
	edit := func(path, old, text string) {
		file, version, _, _ := session.Snapshot().File(path)
		at := strings.Index(file.Text(), old)
		session.Apply(workspace.Edit{Path: path, File: file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + len(old)}, Text: text}), Version: version + 1})
	}
	hinted := func(found []analysis.Diagnostic) (places []string) {
		file, _, _, _ := session.Snapshot().File(part)
		for _, d := range found {
			if d.Code == declared.ComponentPassed {
				places = append(places, file.Slice(d.Span))
			}
		}
		return places
	}
	want := func(when, place string) {
		t.Helper()
		s := session.Snapshot()
		p, above := s.ProgramIn("/w/part"), syntax.Span{End: 150}
		near, _, err := s.Touching(context.Background(), p, part, above) // before there is a report
		if err != nil {
			t.Fatal(err)
		}
		whole := hinted(report(t, s, "/w/part").In(part))
		if strings.Join(whole, "|") != place || strings.Join(hinted(near), "|") != place {
			t.Errorf("%s: got hints at %q and near %q, want %q", when, whole, hinted(near), place)
		}
	}
	const place = "unsecret"
	want("at first", place)
	edit(part, "config login", "# above\nconfig login")
	want("after an edit above", place)
	session.Apply(workspace.PolicyChanged{Policy: rulesOn(t)})
	want("after a change that all programs are made again for", place)
	report(t, session.Snapshot(), "/w/app")
	if session.Snapshot().Callers(dirs) != nil {
		t.Error("a hint that only moves is new")
	}
	edit(part, "unsecret(login)", "unsecret( login )")
	want("after an edit of the item", "")
	learned(t.Context(), t, session, dirs)
	want("after the callers are checked again", place)
	edit(caller, "config pw", "# above\nconfig pw")
	if learned(t.Context(), t, session, dirs); session.Snapshot().Callers(dirs) != nil {
		t.Error("what is known is new")
	}
	for _, d := range report(t, session.Snapshot(), "/w/part").In(part) {
		file, _, _, _ := session.Snapshot().File(caller)
		if d.Code == declared.ComponentPassed && file.Slice(d.Related[0].Span) != "pw" {
			t.Errorf("the hint leads to %q", file.Slice(d.Related[0].Span))
		}
	}
}

func manyOutputs(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "output x%d {\n  value = 1\n}\n", i)
	}
	return text.String()
}

func rulesOn(t *testing.T) declared.Policy {
	t.Helper()
	policy, err := declared.Policy{}.With("name.style", "hint")
	if err != nil {
		t.Fatal(err)
	}
	return policy
}
