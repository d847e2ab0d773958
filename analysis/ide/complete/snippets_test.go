package complete_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

var place = regexp.MustCompile(`\$\{\d+(?::([^}]*)|\|([^,|]*)[^|]*\|)\}|\$\d`)

// TestSnippets: a snippet with all proposals accepted is a program without syntax errors, with
// placeholders and without.
func TestSnippets(t *testing.T) {
	t.Parallel()
	// The proposed packages and directories do not exist, and some values are missing.
	allowed := regexp.MustCompile(`^(?:component|package|token|schema|unused|missing|syntax\.expected-expression|lint)\b`)
	for _, before := range []string{"", "items = []\nx = "} {
		count := 0
		for _, item := range items(t, before+"$0") {
			if item.Kind != complete.KindSnippet {
				continue
			}
			count++
			filled := strings.ReplaceAll(place.ReplaceAllString(item.Insert, "$1$2"), "\n\n\n", "\n\n")
			for _, text := range []string{filled, item.Plain} {
				f := analysistest.LoadText(t, "A snippet.\n-- main.pp --\n"+before+text+"\n")
				found, err := f.Program.Diagnostics(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range found {
					if d.Severity == codes.Error && !allowed.MatchString(string(d.Code)) {
						t.Errorf("%s: %s: %s in\n%s", item.Label, d.Code, d.Message, text)
					}
				}
				if strings.Contains(text, "$") {
					t.Errorf("%s: a placeholder is left in\n%s", item.Label, text)
				}
			}
		}
		if count == 0 {
			t.Errorf("no snippets are offered behind %q", before)
		}
	}
}

// TestSnippetsStandWhereTheyCan: blocks are offered at the top level, values where they are
// expected.
func TestSnippetsStandWhereTheyCan(t *testing.T) {
	t.Parallel()
	const list, object, text, block = "for … in list", "for … in object", "heredoc", "config secret"
	for program, want := range map[string][]string{
		"$0":                                   {block},
		"a = 1\n$0\nb = 2\n":                   {block},
		"res$0":                                {block},
		"con$0fig a string {}":                 nil,
		"x = $0":                               {list, object, text},
		"x = for$0":                            {list, object, text},
		"config a string {\n  default = $0\n}": {text},
		"x = [1, $0]":                          {list, object},
		"x = 1 + $0":                           nil,
		"x = \"${$0}\"":                        {list, object},
		"x = [for a in $0 : a]":                nil,
		"x = $0(1)":                            nil,
		"x = split($0, \"a\")":                 nil,
		"x = join(\",\", $0)":                  {list},
		"output a {\n  $0\n}":                  nil,
		"output a {\n  value = $0\n}":          {list, object, text},
		"config a \"list(int)\" {\n  default = $0\n}": {list},
		"config a \"map(int)\" {\n  default = $0\n}":  {object},
		"config a int {\n  default = $0\n}":           nil,
		"resource a \"b:c:D\" {\n  $0\n}":             nil,
	} {
		var got []string
		for _, item := range items(t, program) {
			if slices.Contains([]string{list, object, text, block}, item.Label) {
				got = append(got, item.Label)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", program, got, want)
		}
	}
}

// items returns the completion at the cursor of a program.
func items(t *testing.T, text string) []complete.Item {
	t.Helper()
	f := analysistest.LoadText(t, "A program.\n-- main.pp --\n"+text+"\n")
	list, err := complete.At(context.Background(), f.Program, f.Cursors[0].Path, f.Cursors[0].Offset)
	if err != nil || list == nil {
		t.Fatalf("%q: %v, %v", text, list, err)
	}
	return list.Items
}
