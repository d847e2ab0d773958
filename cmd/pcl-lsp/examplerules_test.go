package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

//go:generate go test . -run TestExampleRulesDocument -update

// exampleRules are the files of the starter set.
func exampleRules(t *testing.T) (all []*rules.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "examples", "rules", "*"+rules.Ending))
	if err != nil || len(names) < 3 {
		t.Fatalf("%v: %v", names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, found := rules.Parse(name, string(text))
		if len(found) > 0 {
			t.Fatal(found)
		}
		all = append(all, file)
	}
	return all
}

// The rules of the examples have no mistakes. Each says why it matters, and has tests of what passes, of what fails with its message and place, and of
// what a run decides. Only what the type of a resource decides is always known.
func TestExampleRules(t *testing.T) {
	t.Parallel()
	got := runIn(t, root, words("rules test --format json examples/rules"))
	var doc struct {
		Tests    []struct{ Rule, Verdict string }
		Mistakes []any
	}
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil || got.code != exitClean || len(doc.Mistakes) > 0 {
		t.Fatalf("%d: %v\n%s%s", got.code, err, got.stdout, got.stderr)
	}
	verdicts := map[string][]string{}
	for _, test := range doc.Tests {
		verdicts[test.Rule] = append(verdicts[test.Rule], test.Verdict)
	}
	for _, file := range exampleRules(t) {
		for _, r := range file.Rules {
			of := verdicts[r.Name]
			for _, want := range []string{"pass", "fail", "unknown"} {
				if !slices.Contains(of, want) && r.Name+" "+want != "kubernetes-api-version unknown" {
					t.Errorf("%s has no test with the verdict %s", r.Name, want)
				}
			}
			if len(of) < 3 || r.Docs == "" || r.Category == "" || !slices.ContainsFunc(r.Tests, func(test rules.Test) bool { return len(test.Findings) > 0 }) {
				t.Errorf("%s has the tests %v, the category %q and the documentation %q", r.Name, of, r.Category, r.Docs)
			}
		}
	}
}

// The README lists the rules. Under -update the list is written.
func TestExampleRulesDocument(t *testing.T) {
	t.Parallel()
	const begin, end = "<!-- rules, written by go generate ./cmd/pcl-lsp -->\n", "<!-- end of rules -->\n"
	name := filepath.Join(root, "examples", "rules", "README.md")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(data), begin)
	_, tail, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("%s has no place for the rules", name)
	}
	var out strings.Builder
	out.WriteString(head + begin)
	for _, file := range exampleRules(t) {
		base := filepath.Base(file.Path)
		fmt.Fprintf(&out, "\n[%s](%s)\n\n| rule | category | severity | fix | what holds |\n|---|---|---|---|---|\n", base, base)
		for _, r := range file.Rules {
			fixed := slices.ContainsFunc(r.Tests, func(test rules.Test) bool { return test.Fixed != "" })
			fmt.Fprintf(&out, "| `%s` | %s | %s | %s | %s |\n", r.Name, r.Category, r.Severity, map[bool]string{true: "yes"}[fixed], r.Title)
		}
	}
	out.WriteString("\n" + end + tail)
	if fixture.Update() {
		if err := os.WriteFile(name, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(data), out.String()); diff != "" {
		t.Errorf("%s is stale; run go generate ./cmd/pcl-lsp\n%s", name, diff)
	}
}
