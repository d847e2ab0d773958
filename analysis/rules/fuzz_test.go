package rules_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// FuzzRules judges any program by any rules: nothing panics, the verdicts are the same each time, places are in the
// text, a fix of a program that parses gives one that parses, and no message shows the secret.
func FuzzRules(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(analysistest.Repository(f), "testdata", "rules", "*.txtar"))
	if err != nil || len(files) == 0 {
		f.Fatal("no fixtures")
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		rule, program := "", ""
		for _, part := range archive.Files {
			switch {
			case strings.HasSuffix(part.Name, rules.Ending):
				rule = string(part.Data)
			case part.Name == "main.pp":
				program = string(part.Data)
			}
		}
		f.Add(rule, program)
	}
	for seed := range 10 {
		if p, _, ok := randomProgram(f, seed); ok {
			f.Add(newAuthor(p, rand.New(rand.NewPCG(uint64(seed), 28))).rules(5), p.Files[0].Text())
		}
	}
	schemas := analysistest.RepositorySchemas(f)
	f.Fuzz(func(t *testing.T, rule, program string) {
		if len(rule) > 20_000 || len(program) > 20_000 {
			return
		}
		var before string
		for range 2 {
			text := judgement(t, rule, program, schemas)
			if before != "" && text != before {
				t.Errorf("first %s\nthen %s", before, text)
			}
			before = text
		}
	})
}

// hidden is a secret that programs of the fuzzer may have.
const hidden = "hunter2-secret"

func judgement(t *testing.T, rule, program string, schemas analysis.Schemas) string {
	var out strings.Builder
	file, found := rules.Parse("x.pcl-rules.hcl", rule)
	for _, d := range found {
		if d.Span.Start < 0 || d.Span.End > len(rule) || d.Span.Start > d.Span.End {
			t.Errorf("a finding at %v of %d", d.Span, len(rule))
		}
		fmt.Fprintln(&out, d.Span, d.Message)
	}
	text := program + "\nconfig zzz string {\n  secret = true\n}\nresource zzz \"cloudy:storage:Bucket\" {\n  name = secret(\"" + hidden + "\")\n  tags = { a = secret(\"" + hidden + "\"), b = zzz }\n}\n"
	p := analysis.NewProgram("/p", []*syntax.File{syntax.Parse("/p/main.pp", text, nil)}, analysis.World{Schemas: schemas}, nil)
	set, _ := rules.NewSet(file)
	for _, v := range judged(t, set, p) {
		d, ok := v.Finding()
		fmt.Fprintln(&out, v.Rule.Name, v.Result, v.Span, d.Message, v.Causes, ok)
		if v.Span.Start < 0 || v.Span.End > len(text) || v.Span.Start > v.Span.End {
			t.Errorf("a verdict at %v of %d", v.Span, len(text))
		}
		it, ok := p.ItemAt("/p/main.pp", v.Span.Start)
		isFixture := ok && it.Name == "zzz" && !strings.Contains(program+rule, hidden)
		if isFixture && strings.Contains(d.Message, hidden) {
			t.Errorf("the secret is shown: %s", d.Message)
		}
		if v.Fix == nil {
			continue
		}
		fixed := v.Fix.Apply(text)
		if isFixture && strings.Count(fixed, hidden) > 2 {
			t.Errorf("the secret is shown:\n%s", fixed)
		}
		after := syntax.Parse("/p/main.pp", fixed, nil)
		if i := p.Files[0].IndexAt(it.Base); after.Count() != p.Files[0].Count() || len(after.Item(i).Errors) > 0 {
			t.Errorf("a fix breaks the program:\n%s\nafter\n%s", text, fixed)
		}
	}
	return out.String()
}
