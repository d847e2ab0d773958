package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	policies "github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestTouching: what is found at a place of a large program that was never checked is as
// severe as settings make it, and is what the report says there.
func TestTouching(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "output o%d {\n  value = missing\n}\n", i)
	}
	session := open(fixture.Files{"/w/a.pp": text.String()})
	at := strings.Index(text.String(), "missing")
	span := syntax.Span{Start: at, End: at}
	for _, severity := range []string{"warning", "off"} {
		policy, err := policies.Policy{}.With("name.undefined", severity)
		if err != nil {
			t.Fatal(err)
		}
		snapshot := session.Apply(workspace.PolicyChanged{Policy: policy}, workspace.Open{Path: "/w/a.pp", Text: text.String() + "# " + severity + "\n", Version: 1})
		found, whole, err := snapshot.Touching(t.Context(), snapshot.ProgramIn("/w"), "/w/a.pp", span)
		if err != nil || whole != nil {
			t.Fatalf("%s: the report is %v, %v", severity, whole, err)
		}
		want := report(t, snapshot, "/w").Touching("/w/a.pp", span)
		if got := fmt.Sprint(found); got != fmt.Sprint(want) || (len(found) == 0) != (severity == "off") {
			t.Errorf("%s: got %s, want %v", severity, got, want)
		}
		session = open(fixture.Files{"/w/a.pp": text.String()})
	}
}
