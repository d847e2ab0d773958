package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

//go:generate go test . -run TestRulesDocument -update

const rulesDocument = "../../docs/rules.md"

// rulesHead introduces the document. A tilde in it stands for a backtick.
const rulesHead = `<!-- Generated from package analysis/codes by go generate ./cmd/pcl-lsp. -->

# Rules

A rule reports code that runs but could be written better. There are %d rules; ~pcl-lsp rules~ lists them in a terminal. [findings.md](findings.md)
explains each rule with examples, and describes all other findings.

To turn on a rule that is off, give it a severity in ~.pcl-lsp.yaml~ or with ~--rule~:

~~~yaml
rules:
  name.style: warning
  unused.*: error
  token.style: off
~~~

A team can write rules of its own: [rules-language.md](rules-language.md). Editors and ~check --fix~ can fix the findings of rules marked "yes".

| rule | category | severity | fix | finding |
|---|---|---|---|---|
`

// TestRulesDocument holds the document to the declarations. Under -update it writes
// the document.
func TestRulesDocument(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	rules := listedRules()
	fmt.Fprintf(&out, strings.ReplaceAll(rulesHead, "~", "`"), len(rules))
	for _, r := range rules {
		link := "findings.md#" + r.Code.Anchor()
		fmt.Fprintf(&out, "| [`%s`](%s) | %s | %s | %s | %s |\n", r.Code, link, r.Code.Category(), r.Severity, map[bool]string{true: "yes"}[r.Fixable], strings.ReplaceAll(r.Code.Text().Title, "|", `\|`))
	}
	if fixture.Update() {
		if err := os.WriteFile(rulesDocument, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(rulesDocument)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("%s is stale; run go generate ./cmd/pcl-lsp\n--- document\n+++ declarations\n%s", rulesDocument, diff)
	}
}

// Both forms list every rule.
func TestRules(t *testing.T) {
	t.Parallel()
	var doc struct {
		Version int
		Rules   []struct {
			Code, Category, Severity, Title, Link string
			Fixable                               bool
		}
	}
	got := runIn(t, t.TempDir(), words("rules --format json"))
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil || doc.Version != 1 {
		t.Fatalf("%v in %s%s", err, got.stdout, got.stderr)
	}
	if len(doc.Rules) != len(codes.Rules()) {
		t.Errorf("got %d rules, want %d", len(doc.Rules), len(codes.Rules()))
	}
	lines := strings.Split(runIn(t, t.TempDir(), words("rules")).stdout, "\n")
	for i, r := range doc.Rules {
		d, ok := codes.Lookup(codes.Code(r.Code))
		if !ok || !d.Rule || r.Category != string(d.Code.Category()) || r.Severity != d.Severity.String() || r.Title != d.Code.Text().Title || r.Link != d.Code.Link() || r.Fixable != fix.Has(d.Code) {
			t.Errorf("got %+v, want %+v", r, d)
		}
		if !strings.HasPrefix(lines[i], r.Code+" ") || !strings.HasSuffix(lines[i], " "+r.Title) || strings.Contains(lines[i], " fix ") != r.Fixable {
			t.Errorf("%s is listed as %q", r.Code, lines[i])
		}
	}
	if got := runIn(t, t.TempDir(), words("rules --format jsn")); got.code != exitUsage || !strings.Contains(got.stderr, "did you mean json?") {
		t.Errorf("an unknown format: got %d %s", got.code, got.stderr)
	}
}

// What is off stops no run: only rules are, and none is an error.
func TestRulesAreNoErrors(t *testing.T) {
	t.Parallel()
	for _, d := range codes.All() {
		if d.Severity == codes.Off && !d.Rule || d.Severity == codes.Error && d.Rule {
			t.Errorf("%s: severity %s, rule %v", d.Code, d.Severity, d.Rule)
		}
	}
}
