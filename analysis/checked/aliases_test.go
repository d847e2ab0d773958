package checked_test

import (
	"context"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file compares the findings about aliases with recorded runs of the reference. Each archive
// of testdata/aliases has a program before and after a change, and what the update to the second
// did with the state of the first.

// useless are the findings about aliases that stand for nothing.
var useless = []codes.Code{codes.AliasesType, codes.AliasesNoParent, codes.AliasesOwn, codes.ComponentAlias, codes.OptionIgnored}

// unlikely are the pairs in which a useless alias matches: what the findings say of it is no
// warning, because of them.
var unlikely = map[string]bool{"component-child": true, "component-child-own": true}

// An alias that is reported matches nothing, or makes the run fail; one that is not reported
// matches.
func TestAliasesMatchAsReported(t *testing.T) {
	t.Parallel()
	analysistest.EachArchive(t, "testdata/aliases", func(t *testing.T, file string) {
		f := analysistest.Load(t, file)
		sections := map[string]string{}
		for _, part := range f.Archive.Files {
			sections[part.Name] = string(part.Data)
		}
		got := aliasCodes(t, f)
		if want := strings.Fields(sections["findings"]); !slices.Equal(got, want) {
			t.Errorf("got findings %v, want %v", got, want)
		}
		run := sections["run"]
		failed, matched := strings.HasSuffix(run, "failed\n"), strings.Contains(run, " from ")
		claimed := slices.Contains(got, string(codes.AliasesClaimed))
		isUseless := slices.ContainsFunc(useless, func(c codes.Code) bool { return slices.Contains(got, string(c)) })
		name := strings.TrimSuffix(path.Base(file), ".txtar")
		if failed != claimed {
			t.Errorf("findings %v, but the run was:\n%s", got, run)
		}
		if !failed && matched != (!isUseless || unlikely[name]) {
			t.Errorf("findings %v, but the run was:\n%s", got, run)
		}
	})
}

// aliasCodes are the codes of the findings about aliases in the program after the change, and in
// its component.
func aliasCodes(t *testing.T, f *analysistest.Fixture) []string {
	t.Helper()
	var found []string
	for _, dir := range []string{"after", "after/pen"} {
		p := f.ProgramIn(path.Join(analysistest.Root, dir))
		if p == nil {
			continue
		}
		diagnostics, err := p.Diagnostics(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range diagnostics {
			if d.Code == codes.AliasesClaimed || slices.Contains(useless, d.Code) {
				found = append(found, string(d.Code))
			} else if d.Severity == codes.Error {
				t.Errorf("%s: %s", d.Code, d.Message)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
