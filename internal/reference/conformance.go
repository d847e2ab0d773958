package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/suite"
)

// This file compares pcl-lsp with the reference on the programs of its own tests: what both say of a program, and the types of its expressions.

// comparison counts what is the same.
type comparison struct {
	out             io.Writer
	verdicts, types count
	unexplained     []string             // programs
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
	"l3-deferred-outputs":    "components that need outputs of each other run after conversion, which defers these outputs; the evaluator finds a cycle",
}

// conformance compares all programs, and says where they differ. An error is a difference that is not explained, or an explained one that is gone.
func conformance(out io.Writer) error {
	dir, err := os.MkdirTemp("", "suite")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	questions, err := writeSuite(dir)
	if err != nil {
		return err
	}
	records, err := ask(questions)
	if err != nil {
		return err
	}
	c := comparison{out: out, classes: map[[2]string]*class{}}
	for i, name := range suite.Names() {
		if err := c.program(name, questions[i], records[i]); err != nil {
			return err
		}
	}
	c.report()
	if len(c.unexplained) > 0 {
		return fmt.Errorf("not as explained: %s", strings.Join(c.unexplained, ", "))
	}
	return nil
}

// writeSuite writes the programs of the reference's own tests to a folder. There is a question for each of [suite.Names].
func writeSuite(dir string) ([]question, error) {
	var questions []question
	for _, name := range suite.Names() {
		at := filepath.Join(dir, name)
		if err := suite.Write(name, at); err != nil {
			return nil, err
		}
		questions = append(questions, question{Dir: at, Suite: name, Schemas: []string{filepath.Join(at, "schemas")}})
	}
	return questions, nil
}

// program compares one program.
func (c *comparison) program(name string, q question, theirs answer) error {
	ours, err := checked(q)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var failure string
	for _, d := range ours.Diagnostics {
		if d.Severity == codes.Error.String() {
			failure = cmp.Or(failure, d.Message)
		}
	}
	same := (failure != "") == theirs.rejects()
	c.verdicts.add(same)
	if same == (explained[name] != "") {
		c.unexplained = append(c.unexplained, name)
	}
	if !same {
		fmt.Fprintf(c.out, "%s: the reference says %s; pcl-lsp says %s: %s\n", name, theirs.why(), cmp.Or(failure, "nothing"), cmp.Or(explained[name], "why?"))
	}
	c.expressions(name, ours.Expressions, theirs.Expressions)
	return nil
}

// checked is what pcl-lsp knows of a program.
func checked(q question) (*dump.Dump, error) {
	store := schemas.New(schemas.Options{Paths: q.Schemas})
	snapshot := workspace.New(workspace.Options{Schemas: store, Mode: q.mode(), ModeChosen: true, Pulumi: running.Version()}).Snapshot()
	p := snapshot.ProgramIn(filepath.ToSlash(q.Dir))
	if p == nil {
		return nil, fmt.Errorf("there is no program in %s", q.Dir)
	}
	return dump.Program(context.Background(), p)
}

// expression is where an expression stands, and what it is.
type expression struct {
	file string
	at   binding.Range
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

// report writes the counts and the classes of types that differ, the most frequent first.
func (c *comparison) report() {
	keys := slices.SortedFunc(maps.Keys(c.classes), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(c.classes[b].count, c.classes[a].count), slices.Compare(a[:], b[:]))
	})
	for _, key := range keys {
		fmt.Fprintf(c.out, "%4d times %.200s instead of %.200s, first at %s\n", c.classes[key].count, key[0], key[1], c.classes[key].first)
	}
	fmt.Fprintf(c.out, "verdicts: %s; types of expressions: %s\n", c.verdicts, c.types)
}
