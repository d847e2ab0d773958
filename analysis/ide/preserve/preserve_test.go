package preserve_test

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// TestFixtures makes the changes of fixtures. The text of FILE.after is the file after the change,
// and lines of the prose say what became what: "became: pen/lion > lion", with the directory of
// the program before a colon where it is not the root's, and paths through components in words.
func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "keep", func(t *testing.T, f *analysistest.Fixture) {
		r := refactoring(f)
		set, err := preserve.Resources(t.Context(), around(f), r)
		var refusal *change.Refusal
		var out strings.Builder
		switch {
		case errors.As(err, &refusal):
			out.WriteString("refused: " + refusal.Reason + "\n")
		case err != nil:
			t.Fatal(err)
		default:
			for filePath, text := range texts(f, set) {
				was := texts(f, &r.Change)[filePath]
				for _, line := range added(was, text) {
					fmt.Fprintf(&out, "%s| %s\n", strings.TrimPrefix(filePath, analysistest.Root+"/"), line)
				}
			}
		}
		lines := strings.SplitAfter(out.String(), "\n")
		slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(before(a, "|"), before(b, "|")) })
		f.Check(t, "", strings.Join(lines, ""))
	})
}

func before(s, sep string) string { s, _, _ = strings.Cut(s, sep); return s }

// added are the lines of a text that another does not have.
func added(was, is string) (all []string) {
	old := strings.Split(was, "\n")
	for _, line := range strings.Split(is, "\n") {
		if i := slices.Index(old, line); i >= 0 {
			old = old[i+1:]
			continue
		}
		all = append(all, line)
	}
	return all
}

// texts are the files that a change leads to.
func texts(f *analysistest.Fixture, set *change.Set) map[string]string {
	all := map[string]string{}
	for _, e := range set.Edits {
		all[e.Path] = change.Applied(syntax.Parse(e.Path, f.Text(e.Path), nil), set.Edits).Text()
	}
	for _, n := range set.NewFiles {
		all[n.Path] = n.Text
	}
	return all
}

func refactoring(f *analysistest.Fixture) preserve.Refactoring {
	r := preserve.Refactoring{Program: f.Program}
	for _, part := range f.Archive.Files {
		name, changed := strings.CutSuffix(part.Name, ".after")
		if !changed {
			continue
		}
		filePath := path.Join(analysistest.Root, name)
		if was := f.Text(filePath); was != "" {
			r.Change.Edits = append(r.Change.Edits, shortest(filePath, was, string(part.Data)))
			r.Others = append(r.Others, f.ProgramOf(filePath))
		} else {
			r.Change.NewFiles = append(r.Change.NewFiles, change.NewFile{Path: filePath, Text: string(part.Data)})
		}
	}
	var rules []preserve.Rule
	for line := range strings.Lines(string(f.Archive.Comment)) {
		if from, to, ok := strings.Cut(strings.TrimPrefix(line, "became: "), " >"); ok {
			rules = append(rules, preserve.Rule{From: pathOf(from), To: pathOf(strings.TrimSpace(to))})
		}
	}
	r.Mapping = preserve.Rules(rules...)
	return r
}

// shortest is the one edit that makes a text another.
func shortest(filePath, was, is string) change.Edit {
	start, end := 0, 0
	for start < min(len(was), len(is)) && was[start] == is[start] {
		start++
	}
	for end < min(len(was), len(is))-start && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	return change.Edit{Path: filePath, Span: syntax.Span{Start: start, End: len(was) - end}, Text: is[start : len(is)-end]}
}

func pathOf(text string) (w preserve.Path) {
	for word := range strings.FieldsSeq(text) {
		dir, name, ok := strings.Cut(word, ":")
		if !ok {
			dir, name = "", word
		}
		w = append(w, preserve.Step{Dir: path.Join(analysistest.Root, dir), Name: name})
	}
	return w
}

func around(f *analysistest.Fixture) preserve.Around {
	return preserve.Around{Users: func(_ context.Context, dir string) ([]*analysis.Program, error) { return f.CallersOf(dir), nil }}
}
