package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
)

// This file records what the binder and runs do with the programs of testdata/conformance. A run ends with the first failure, so declarations run with what they need alone, too.

// expected is the form of expected-MODE.json.
type expected struct {
	Title string `json:"title"`
	Mode  string `json:"mode"`
	asking.Record
	Unstable []string `json:"unstable,omitempty"`
}

// recordConformance writes expected-*.json of each program, and runs.json.
func recordConformance(r reference, dir string) {
	questions, binder := programsIn(conformance, conformanceSchemas), buildPatched(dir)
	for _, mode := range []string{"strict", "lenient"} {
		binder.recordExpected(slices.Clone(questions), mode)
	}
	r.recordRuns(questions, dir)
}

// recordExpected writes what the binder says. Titles are kept.
func (r reference) recordExpected(questions []asking.Question, mode string) {
	for i := range questions {
		questions[i].Lenient, questions[i].Often = mode == "lenient", true
	}
	answers := r.ask(questions)
	for i, q := range questions {
		file := filepath.Join(q.Dir, "expected-"+mode+".json")
		var e expected
		attempt.Check(json.Unmarshal(attempt.Must(os.ReadFile(file)), &e))
		e = expected{e.Title, mode, answers[i].Record, answers[i].Unstable}
		if e.Status == asking.Fatal {
			e.Failure = "" // whether it crashes or takes too long depends on the machine
		}
		var text bytes.Buffer
		out := json.NewEncoder(&text)
		out.SetIndent("", " ")
		attempt.Check(out.Encode(e))
		write(file, text.Bytes())
	}
}

// program is a program of which the failures are looked for.
type program struct {
	asking.Question
	parts   []*declaration
	answers []asking.Answer   // of each declaration with what it needs
	finer   [][]asking.Answer // of the expressions of declarations that fail without a place
}

// recordRuns writes what runs do. Programs that may fail are run in parts too, which are in a folder.
func (r reference) recordRuns(questions []asking.Question, folder string) {
	for i := range questions {
		questions[i].Runs = manySeeds
	}
	whole := r.ask(questions)
	programs := make([]program, len(questions))
	parts, finer := batch{folder: folder}, batch{folder: folder}
	for i, q := range questions {
		p := &programs[i]
		p.Question = q
		if len(failuresIn(&whole[i])) == 0 || whole[i].Syntax {
			continue
		}
		p.parts = declarations(q.Dir)
		p.answers, p.finer = make([]asking.Answer, len(p.parts)), make([][]asking.Answer, len(p.parts))
		for j := range p.parts {
			parts.add(p, j, nil, &p.answers[j])
		}
	}
	parts.ask(r)
	for i := range programs {
		p := &programs[i]
		for j, failures := range own(p.parts, p.answers) {
			if !slices.ContainsFunc(failures, func(f failure) bool { return f.at == nil && f.stage == "evaluation" }) {
				continue
			}
			p.finer[j] = make([]asking.Answer, len(p.parts[j].inside))
			for e := range p.finer[j] {
				finer.add(p, j, &p.parts[j].inside[e], &p.finer[j][e])
			}
		}
	}
	finer.ask(r)
	var rows []string
	for i, q := range questions {
		verdict, first := verdictOfRuns(&whole[i])
		list, some := programs[i].failures()
		if some && whole[i].Status == asking.OK && verdict == "rejected" { // no values that were made up suit all of it, but others may
			verdict = "sometimes"
		}
		row := object("verdict", verdict, "stage", first.stage, "message", short(first.message))
		if len(list) > 0 {
			row = strings.TrimSuffix(row, "}") + ", \"failures\": [\n      " + strings.Join(list, ",\n      ") + "\n    ]}"
		}
		rows = append(rows, fmt.Sprintf("    %q: %s", filepath.Base(q.Dir), row))
	}
	r.writeRuns(filepath.Join(conformance, "..", "runs.json"), rows)
}

// batch are questions that are asked together.
type batch struct {
	folder    string
	questions []asking.Question
	into      []*asking.Answer
}

// add adds the question about a part of a program.
func (b *batch) add(p *program, i int, expression *asking.Range, into *asking.Answer) {
	q := p.Question
	q.Dir = slice(p.parts, i, expression, p.Dir, b.folder)
	b.questions, b.into = append(b.questions, q), append(b.into, into)
}

func (b *batch) ask(r reference) {
	for i, a := range r.ask(b.questions) {
		*b.into[i] = a
	}
}

// failures are the rows of the failures of a program, in the order of their places, and whether each depends on what is made up.
func (p *program) failures() (rows []string, some bool) {
	var all []failure
	for i, failures := range own(p.parts, p.answers) {
		d := p.parts[i]
		for _, f := range failures {
			places := []*asking.Range{f.at}
			if f.at == nil {
				f.file, places = d.file, nil
				for _, at := range d.places(f, p.finer[i]) {
					places = append(places, &at)
				}
				if parts := strings.SplitN(f.message, ": ", 3); f.stage == "provider" && len(parts) == 3 {
					f.message = parts[2] // after the names of the resource and the input
				}
			}
			for _, f.at = range places {
				if !slices.ContainsFunc(all, f.same) {
					all = append(all, f)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b failure) int {
		return cmp.Or(cmp.Compare(a.file, b.file), slices.Compare(a.at[:], b.at[:]))
	})
	some = len(all) > 0
	for _, f := range all {
		some = some && f.some
		rows = append(rows, object("stage", f.stage, "file", f.file, "range", f.at, "message", short(f.message), "some", f.some))
	}
	return rows, some
}

// A declaration is an attribute or a block of a file.
type declaration struct {
	file, name string
	at         asking.Range
	value      asking.Range // what is at fault if the run doesn't say
	body       *hclsyntax.Body
	inside     []asking.Range // its expressions, the smaller first
	needs      []string
	with       []int // the other declarations that run with it
}

// declarations are those of the files of a directory.
func declarations(dir string) (all []*declaration) {
	for _, file := range attempt.Must(filepath.Glob(filepath.Join(dir, "*.pp"))) {
		parsed, _ := hclsyntax.ParseConfig(attempt.Must(os.ReadFile(file)), filepath.Base(file), hcl.InitialPos)
		body := parsed.Body.(*hclsyntax.Body)
		for _, a := range body.Attributes {
			all = append(all, declared(a, a.Name, a.SrcRange, a.Expr.Range()))
		}
		for _, b := range body.Blocks {
			at, name := hcl.RangeBetween(b.TypeRange, b.CloseBraceRange), ""
			if len(b.Labels) > 0 && b.Type != "output" {
				name = b.Labels[0]
			}
			d := declared(b.Body, name, at, at)
			if d.body = b.Body; b.Type == "package" {
				d.name = "package"
			}
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *declaration) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.at[0]-b.at[0])
	})
	for i := range all {
		needed(all, i, all[i])
	}
	return all
}

func declared(n hclsyntax.Node, name string, at, value hcl.Range) *declaration {
	d := &declaration{file: at.Filename, name: name, at: asking.Range{at.Start.Byte, at.End.Byte}, value: asking.Range{value.Start.Byte, value.End.Byte}}
	d.needs = []string{"package"}
	hclsyntax.VisitAll(n, func(n hclsyntax.Node) hcl.Diagnostics {
		switch x := n.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			d.needs = append(d.needs, x.Traversal.RootName())
		case *hclsyntax.LiteralValueExpr, *hclsyntax.ObjectConsKeyExpr: // they do not fail
		case hclsyntax.Expression:
			d.inside = append(d.inside, asking.Range{x.Range().Start.Byte, x.Range().End.Byte})
		}
		return nil
	})
	slices.SortFunc(d.inside, func(a, b asking.Range) int { return cmp.Or((a[1]-a[0])-(b[1]-b[0]), a[0]-b[0]) })
	return d
}

// needed adds to a declaration what another one needs.
func needed(all []*declaration, i int, of *declaration) {
	for j, d := range all {
		first := d.name == "package" || slices.IndexFunc(all, func(e *declaration) bool { return e.name == d.name }) == j
		if first && j != i && slices.Contains(of.needs, d.name) && !slices.Contains(all[i].with, j) {
			all[i].with = append(all[i].with, j)
			needed(all, i, d)
		}
	}
}

// slice writes a program to a folder in which other declarations than one, and those with it, are blank. An expression takes the place of the one.
func slice(all []*declaration, i int, expression *asking.Range, dir, folder string) string {
	to := attempt.Must(os.MkdirTemp(folder, filepath.Base(dir)))
	attempt.Check(os.CopyFS(to, os.DirFS(dir)))
	if expression != nil {
		text := attempt.Must(os.ReadFile(filepath.Join(dir, all[i].file)))[expression[0]:expression[1]]
		write(filepath.Join(to, "expression.pp"), fmt.Appendf(nil, "expression = %s\n", text))
	}
	for j, d := range all {
		if j == i && expression == nil || slices.Contains(all[i].with, j) {
			continue
		}
		file := filepath.Join(to, d.file)
		text := attempt.Must(os.ReadFile(file))
		for at := d.at[0]; at < d.at[1]; at++ {
			if text[at] != '\n' {
				text[at] = ' '
			}
		}
		write(file, text)
	}
	return to
}

// own are the failures of each slice that those of the declarations with it do not have.
func own(all []*declaration, answers []asking.Answer) [][]failure {
	found := make([][]failure, len(all))
	for i, a := range answers {
		if a.Status == asking.OK {
			found[i] = failuresIn(&a)
		}
	}
	rest := slices.Clone(found)
	for i, d := range all {
		rest[i] = slices.DeleteFunc(slices.Clone(found[i]), func(f failure) bool {
			return slices.ContainsFunc(d.with, func(j int) bool { return slices.ContainsFunc(found[j], f.same) })
		})
	}
	return rest
}

// places are where a failure of a declaration is that does not say it: the smallest expressions that fail in the same way, or the declaration.
func (d *declaration) places(f failure, expressions []asking.Answer) (places []asking.Range) {
	if parts := strings.SplitN(f.message, ": ", 3); f.stage == "provider" && d.body != nil && len(parts) > 1 && d.body.Attributes[parts[1]] != nil {
		at := d.body.Attributes[parts[1]].Expr.Range()
		return []asking.Range{{at.Start.Byte, at.End.Byte}}
	}
	for i, a := range expressions {
		at := d.inside[i]
		around := func(p asking.Range) bool { return at[0] <= p[0] && p[1] <= at[1] }
		if a.Status == asking.OK && !slices.ContainsFunc(places, around) && slices.ContainsFunc(failuresIn(&a), func(g failure) bool { return g.full() == f.full() }) {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		places = []asking.Range{d.value}
	}
	return places
}
