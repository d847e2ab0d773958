package refactor_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes refactorings of random programs.

var export = flag.String("export", "", "a directory to write the programs to, before and after each refactoring")

// maker makes the random programs.
type maker struct {
	packages []*schema.Package
	fleet    txtar.File
}

func newMaker(t *testing.T) *maker {
	t.Helper()
	const name = "fleet-1.0.0.json"
	data, err := os.ReadFile(filepath.Join(analysistest.Repository(t), "testdata", "plans", "schemas", name))
	if err != nil {
		t.Fatal(err)
	}
	m := &maker{fleet: txtar.File{Name: "schemas/" + name, Data: data}}
	for _, ref := range changes.Packages() {
		if ref.Name == "fleet" {
			p, err := schema.Open(strings.NewReader(string(data)), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			m.packages = append(m.packages, p)
			continue
		}
		m.packages = append(m.packages, analysistest.RepositorySchemas(t)[ref.Name][0])
	}
	return m
}

func (m *maker) fixture(t *testing.T, files map[string]string) *analysistest.Fixture {
	t.Helper()
	archive := &txtar.Archive{Files: []txtar.File{m.fleet}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(files[name])})
	}
	return analysistest.Make(t, archive)
}

// tally counts refactorings by their IDs, and why some are refused.
type tally struct {
	sync.Mutex // guards what follows
	made       map[string]int
	refused    map[string]map[string]int
	cases      []map[string]any
}

func (c *tally) add(id, why string) {
	c.Lock()
	defer c.Unlock()
	if why == "" {
		c.made[id]++
		return
	}
	if c.refused[id] == nil {
		c.refused[id] = map[string]int{}
	}
	c.refused[id][quoted.ReplaceAllString(why, "`…`")]++
}

var quoted = regexp.MustCompile("`[^`]*`|[a-z]+[0-9]+[^ ]*")

func (c *tally) print(t *testing.T) {
	ids := map[string]bool{}
	for id := range c.made {
		ids[id] = true
	}
	for id := range c.refused {
		ids[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		t.Logf("%-14s made %5d", id, c.made[id])
		for _, why := range slices.Sorted(maps.Keys(c.refused[id])) {
			t.Logf("%-14s refused %5d: %s", "", c.refused[id][why], why)
		}
	}
}

// Invariant: after every refactoring that is made, the engine finds each resource by the
// registration that it became.
func TestMovesKeepEverything(t *testing.T) {
	t.Parallel()
	m := newMaker(t)
	c := &tally{made: map[string]int{}, refused: map[string]map[string]int{}}
	t.Cleanup(func() {
		c.print(t)
		c.write(t)
	})
	for seed := range uint64(testsize.MovedPrograms) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			source := changes.All.Before(m.packages, seed)
			m.moves(t, c, source.Files, source.Config, seed)
			m.moves(t, c, instances(seed), nil, 100_000+seed)
		})
	}
}

// instances is a program whose resources have the names of instances.
func instances(seed uint64) map[string]string {
	key := []string{"0", "a"}[seed%2]
	other := []string{"1", "b_2"}[seed%2]
	text := "resource web-" + key + " \"kit:index:Name\" {\n  prefix = \"x\"\n}\n\nresource web-" + other + " \"kit:index:Name\" {\n"
	if seed%3 > 0 {
		text += "  prefix = \"y\"\n"
	} else {
		text += "  prefix = \"x\"\n"
	}
	text += "}\n\noutput x {\n  value = [web-" + key + ".result, web-" + other + "]\n}\n"
	if seed%5 == 0 {
		return map[string]string{"main.pp": "component one \"./in\" {\n}\n\ncomponent two \"./in\" {\n}\n", "in/main.pp": text}
	}
	return map[string]string{"main.pp": text}
}

// moves makes every refactoring of a program that is offered.
func (m *maker) moves(t *testing.T, c *tally, files map[string]string, config map[string]string, seed uint64) {
	f := m.fixture(t, files)
	for _, filePath := range f.Paths() {
		p := f.ProgramOf(filePath)
		file, _ := p.File(filePath)
		for _, it := range file.All() {
			at := it.Base + it.NameSpan.Start
			places := []syntax.Span{{Start: at, End: at}}
			if strings.HasPrefix(it.Name, "web-") {
				places = append(places, syntax.Span{End: strings.Index(file.Text(), "\noutput")})
			}
			for _, place := range places {
				actions, err := refactor.Moves(t.Context(), around(f), p, filePath, place)
				if err != nil {
					t.Fatal(err)
				}
				for i, a := range actions {
					m.one(t, c, f, files, config, a, fmt.Sprintf("%d-%s-%d-%d-%s", seed, path.Base(filePath), at, i, a.ID))
				}
			}
			if it.Kind == syntax.KindResource || it.Kind == syntax.KindComponent {
				a := refactor.Action{ID: "rename", Title: "Rename " + it.Name}
				var set *change.Set
				set, err := rename.Rename(t.Context(), rename.Surroundings{Users: around(f).Users}, p, filePath, at, "fresh")
				a.Make = nil
				m.made(t, c, f, files, config, a, set, err, fmt.Sprintf("%d-%s-%d-rename", seed, path.Base(filePath), at))
			}
		}
	}
}

func (m *maker) one(t *testing.T, c *tally, f *analysistest.Fixture, files, config map[string]string, a refactor.Action, id string) {
	if a.Disabled != "" {
		c.add(a.ID, a.Disabled)
		return
	}
	set, err := a.Make(t.Context())
	m.made(t, c, f, files, config, a, set, err, id)
}

func (m *maker) made(t *testing.T, c *tally, f *analysistest.Fixture, files, config map[string]string, a refactor.Action, set *change.Set, err error, id string) {
	var refusal *keep.Refusal
	var other *rename.Refusal
	switch {
	case errors.As(err, &refusal), errors.As(err, &other):
		c.add(a.ID, err.Error())
		return
	case err != nil || set == nil:
		t.Fatal(a.ID, err)
	}
	c.add(a.ID, "")
	next := appliedTo(files, set)
	g := m.fixture(t, next)
	before, after := follow(t, f), follow(t, g)
	if why := lost(before, after); why != "" {
		t.Errorf("%s: %s\n%s", a.Title, why, next["main.pp"])
	}
	if was, is := aliasFindings(t, f), aliasFindings(t, g); is > was {
		t.Errorf("%s: %d findings about aliases, and %d before\n%s", a.Title, is, was, next["main.pp"])
	}
	m.usedUp(t, c, g, next, before, after)
	c.keep(files, next, config, a.ID, id)
}

// aliasFindings counts what is wrong with aliases.
func aliasFindings(t *testing.T, f *analysistest.Fixture) (n int) {
	t.Helper()
	for _, filePath := range f.Paths() {
		found, err := f.ProgramOf(filePath).Diagnostics(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			if d.Path == filePath && strings.HasPrefix(string(d.Code), "aliases.") {
				n++
			}
		}
	}
	return n
}

// appliedTo are the files of a program after a change.
func appliedTo(files map[string]string, set *change.Set) map[string]string {
	next := maps.Clone(files)
	for name, text := range files {
		filePath := path.Join(analysistest.Root, name)
		next[name] = change.Applied(syntax.Parse(filePath, text, nil), set.Edits).Text()
	}
	for _, n := range set.NewFiles {
		next[strings.TrimPrefix(n.Path, analysistest.Root+"/")] = n.Text
	}
	return next
}

var host = eval.Host{Stack: "dev", Project: "p"}

func follow(t *testing.T, f *analysistest.Fixture) *eval.Ran {
	t.Helper()
	ran, err := eval.Run(t.Context(), f.Program, host, nil)
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

func olds(ran *eval.Ran) (all []plan.Old) {
	for _, r := range ran.Registrations {
		all = append(all, plan.Old{URN: r.URN, From: r})
	}
	return all
}

// lost says what is not kept.
func lost(before, after *eval.Ran) string {
	names := plan.Match(after, host, olds(before))
	for _, n := range names.All {
		if n.Fate != plan.Kept && n.Fate != plan.Aliased {
			return fmt.Sprint(n.Fate, n.Now, n.Before)
		}
	}
	if len(names.Faults) > 0 {
		return fmt.Sprint(names.Faults)
	}
	return ""
}

// usedUp removes the aliases when the state has the new URNs, and none while it has the old ones.
func (m *maker) usedUp(t *testing.T, c *tally, g *analysistest.Fixture, files map[string]string, before, after *eval.Ran) {
	if !strings.Contains(strings.Join(slices.Collect(maps.Values(files)), ""), "aliases") {
		return
	}
	for filePath := range files {
		filePath = path.Join(analysistest.Root, filePath)
		p := g.ProgramOf(filePath)
		for _, ran := range []*eval.Ran{before, after} {
			actions, err := refactor.UsedUp(t.Context(), around(g), p, filePath, 0, olds(ran))
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range actions {
				c.add(a.ID, "")
				next := appliedTo(files, &a.Change)
				if why := lost(ran, follow(t, m.fixture(t, next))); why != "" {
					t.Errorf("without its aliases: %s\n%s", why, next["main.pp"])
				}
			}
		}
	}
}

// keep remembers a case for the export.
func (c *tally) keep(before, after, config map[string]string, kind, id string) {
	if *export == "" {
		return
	}
	c.Lock()
	defer c.Unlock()
	c.cases = append(c.cases, map[string]any{"id": id, "kind": kind, "before": before, "after": after, "config": config})
}

func (c *tally) write(t *testing.T) {
	if *export == "" {
		return
	}
	var out strings.Builder
	for _, one := range c.cases {
		line, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	if err := os.WriteFile(filepath.Join(*export, "cases.jsonl"), []byte(out.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
