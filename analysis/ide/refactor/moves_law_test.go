package refactor_test

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes refactorings of random programs.

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
	isPartial  atomic.Bool // some programs were left out
	sync.Mutex             // guards what follows
	made       map[string]int
	refused    map[string]map[string]int
	programs   map[string]int // with recorded runs, by kind
	with       map[string]int // those with a form, by kind and form
	components map[string]int // steps of local components, by kind and operation
	same       int            // resources that are the same
}

func newTally() *tally {
	return &tally{made: map[string]int{}, refused: map[string]map[string]int{}, programs: map[string]int{}, with: map[string]int{}, components: map[string]int{}}
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
	c := newTally()
	t.Cleanup(func() { c.print(t) })
	for seed := range uint64(testsize.MovedPrograms) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			m.keepsEverything(t, c, changes.All.Before(m.packages, seed).Files)
			m.keepsEverything(t, c, instances(seed))
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

// keepsEverything makes every refactoring of a program that is offered.
func (m *maker) keepsEverything(t *testing.T, c *tally, files map[string]string) {
	f := m.fixture(t, files)
	before, findings := follow(t, f), aliasFindings(t, f)
	for _, o := range moves(t, f) {
		set, why := o.made(t)
		if c.add(o.kind, why); why != "" {
			continue
		}
		next := appliedTo(files, set)
		g := m.fixture(t, next)
		if why := lost(before, follow(t, g)); why != "" {
			t.Errorf("%s: %s\n%s", o.Title, why, next["main.pp"])
		}
		for code, n := range aliasFindings(t, g) {
			if o.kind == "range.unroll" && code == codes.AliasesClaimed && findings[code] > 0 {
				continue // one about the range becomes one about each block
			}
			if n > findings[code] {
				t.Errorf("%s: there are %d findings %s instead of %d\n%s", o.Title, n, code, findings[code], next["main.pp"])
			}
		}
		m.usedUp(t, c, g, next, before)
	}
}

// aliasFindings is how many findings about aliases there are, by their codes.
func aliasFindings(t *testing.T, f *analysistest.Fixture) map[codes.Code]int {
	t.Helper()
	all := map[codes.Code]int{}
	for _, filePath := range f.Paths() {
		found, err := f.ProgramOf(filePath).Diagnostics(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			if d.Path == filePath && strings.HasPrefix(string(d.Code), "aliases.") {
				all[d.Code]++
			}
		}
	}
	return all
}

// appliedTo are the files of a program after a change.
func appliedTo(files map[string]string, set *change.Set) map[string]string {
	next := maps.Clone(files)
	for name, text := range files {
		filePath := path.Join(analysistest.Root, name)
		next[name] = change.Applied(syntax.Parse(filePath, text, nil), set.Edits).Text()
		if slices.Contains(set.Deleted, filePath) {
			delete(next, name)
		}
	}
	for _, n := range set.NewFiles {
		next[strings.TrimPrefix(n.Path, analysistest.Root+"/")] = n.Text
	}
	return next
}

var host = eval.Host{Stack: "dev", Project: "p"}

func follow(t *testing.T, f *analysistest.Fixture) *eval.Ran {
	t.Helper()
	ran, err := eval.Run(t.Context(), f.Program, host)
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

func existing(ran *eval.Ran) (all []plan.Old) {
	for _, r := range ran.Registrations {
		all = append(all, plan.Old{URN: r.URN, From: r})
	}
	return all
}

// lost says what is not kept.
func lost(before, after *eval.Ran) string {
	names := plan.MatchNames(after, host, existing(before))
	for _, n := range names.All {
		if n.Match != plan.Kept && n.Match != plan.Aliased {
			return fmt.Sprint(n.Match, n.Now, n.Before)
		}
	}
	if len(names.Faults) > 0 {
		return fmt.Sprint(names.Faults)
	}
	return ""
}

// usedUp removes the aliases when the state has the new URNs, and none while it has the old ones.
func (m *maker) usedUp(t *testing.T, c *tally, f *analysistest.Fixture, files map[string]string, before *eval.Ran) {
	if !strings.Contains(strings.Join(slices.Collect(maps.Values(files)), ""), "aliases") {
		return
	}
	for _, ran := range []*eval.Ran{before, follow(t, f)} {
		for _, o := range usedUp(t, f, existing(ran)) {
			c.add(o.kind, "")
			next := appliedTo(files, &o.Change)
			if why := lost(ran, follow(t, m.fixture(t, next))); why != "" {
				t.Errorf("without its aliases: %s\n%s", why, next["main.pp"])
			}
		}
	}
}
