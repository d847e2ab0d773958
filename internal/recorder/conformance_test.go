package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file compares pcl-lsp with the reference on the programs of its own tests: what both say of a program, and the types of its expressions.

// comparison counts what is the same.
type comparison struct {
	verdicts, types count
	classes         map[[2]string]*class // by our type and theirs
}

type count struct{ same, all int }

func (c *count) add(same bool) {
	c.all++
	if same {
		c.same++
	}
}

func (c count) String() string { return fmt.Sprintf("%d of %d", c.same, c.all) }

// class is a difference that occurs in several places.
type class struct {
	count int
	first string
}

// explained are the programs of whose verdicts we differ, and why.
var explained = map[string]string{
	"l1-stack-reference":     "there is no other stack here, so a run has null in place of its outputs",
	"l2-resource-hook-panic": "the hook is meant to fail, and its failure is only a warning; pcl-lsp reports every `notImplemented`",
}

var (
	askIt   = flag.Bool("ask", false, "ask the reference, which is built first")
	version = flag.String("version", "", "ask this version of it instead of that of go.mod, such as v3.260.0")
)

// typesAlike is how many of a thousand types of expressions are those of the reference, at least.
const typesAlike = 995

// TestConformance compares all programs, and says where they differ. A difference that is not explained is an error, and so is an explained one that
// is gone.
func TestConformance(t *testing.T) {
	if !*askIt {
		t.Skip("make conformance asks the reference")
	}
	t.Chdir(filepath.Join("..", ".."))
	var r reference
	var questions []asking.Question
	var records []asking.Answer
	err := attempt.Do(func() {
		if r = build(t.TempDir()); *version != "" {
			r = buildVersion(t.TempDir(), *version)
		}
		questions = r.suite(t.TempDir())
		records = r.ask(questions)
	})
	if err != nil {
		t.Fatal(err)
	}
	c := comparison{classes: map[[2]string]*class{}}
	for i, q := range questions {
		c.program(t, r, q, records[i])
	}
	c.report(t)
	if len(questions) == 0 || c.types.same*1000 < typesAlike*c.types.all {
		t.Errorf("fewer than %d of 1000 types are alike", typesAlike)
	}
}

// program compares one program.
func (c *comparison) program(t *testing.T, r reference, q asking.Question, theirs asking.Answer) {
	t.Helper()
	ours := checked(t, r, q)
	var failure string
	for _, d := range ours.Diagnostics {
		if d.Severity == codes.Error.String() {
			failure = cmp.Or(failure, d.Message)
		}
	}
	same := (failure != "") == rejects(theirs)
	c.verdicts.add(same)
	switch why := explained[q.Suite]; {
	case same && why != "":
		t.Errorf("%s: this difference is gone: %s", q.Suite, why)
	case !same && why == "":
		t.Errorf("%s: the reference says %s %+v; pcl-lsp says %s", q.Suite, theirs.Why(), theirs.Runs, cmp.Or(failure, "nothing"))
	case !same:
		t.Logf("%s: %s", q.Suite, why)
	}
	c.expressions(q.Suite, ours.Expressions, theirs.Expressions)
}

// rejects reports whether the program fails in each run, whatever the providers say.
func rejects(a asking.Answer) bool {
	runs := slices.ContainsFunc(a.Runs, func(o asking.Run) bool { return !o.Evaluation })
	return a.Status != asking.OK || len(a.Runs) > 0 && !runs
}

// checked is what pcl-lsp knows of a program.
func checked(t *testing.T, r reference, q asking.Question) *dump.Dump {
	t.Helper()
	store := schemas.New(schemas.Options{Paths: q.Schemas})
	p := workspace.New(workspace.Options{Schemas: store, ModeChosen: true, Pulumi: r.version}).Snapshot().ProgramIn(filepath.ToSlash(q.Dir))
	if p == nil {
		t.Fatalf("there is no program in %s", q.Dir)
	}
	all, err := dump.Program(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// expression is where an expression stands, and what it is.
type expression struct {
	file string
	at   asking.Range
	kind string
}

// expressions compares the types of expressions.
func (c *comparison) expressions(name string, ours []dump.Expression, theirs []dump.Expression) {
	known := map[expression]string{}
	for _, x := range ours {
		known[expression{x.File, x.Range, x.Kind}] = x.Type
	}
	for _, x := range theirs {
		got, ok := known[expression{x.File, x.Range, x.Kind}]
		if !ok {
			continue
		}
		c.types.add(got == x.Type)
		if got == x.Type {
			continue
		}
		key := [2]string{got, x.Type}
		if c.classes[key] == nil {
			c.classes[key] = &class{first: fmt.Sprintf("%s/%s:%d", name, x.File, x.Range[0])}
		}
		c.classes[key].count++
	}
}

// report logs the counts and the classes of types that differ, the most frequent first.
func (c *comparison) report(t *testing.T) {
	t.Helper()
	keys := slices.SortedFunc(maps.Keys(c.classes), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(c.classes[b].count, c.classes[a].count), slices.Compare(a[:], b[:]))
	})
	for _, key := range keys {
		t.Logf("%4d times %.200s instead of %.200s, first at %s", c.classes[key].count, key[0], key[1], c.classes[key].first)
	}
	t.Logf("verdicts: %s; types of expressions: %s", c.verdicts, c.types)
}
