package refactor_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
)

// This file makes refactorings of random programs.

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
	m := refactorings.NewMaker(t)
	c := newTally()
	t.Cleanup(func() { c.print(t) })
	for seed, source := range programs(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			keepsEverything(t, m, c, source.Files)
			keepsEverything(t, m, c, instances(uint64(seed)))
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
func keepsEverything(t *testing.T, m *refactorings.Maker, c *tally, files map[string]string) {
	f := m.Fixture(t, files)
	before, findings := refactorings.Follow(t, f), aliasFindings(t, f)
	for _, o := range refactorings.Moves(t, f) {
		set, why := o.Made(t)
		if c.add(o.Kind, why); why != "" {
			continue
		}
		next := refactorings.AppliedTo(files, set)
		g := m.Fixture(t, next)
		if why := lost(before, refactorings.Follow(t, g)); why != "" {
			t.Errorf("%s: %s\n%s", o.Title, why, next["main.pp"])
		}
		for code, n := range aliasFindings(t, g) {
			if o.Kind == "range.unroll" && code == codes.AliasesClaimed && findings[code] > 0 {
				continue // one about the range becomes one about each block
			}
			if n > findings[code] {
				t.Errorf("%s: there are %d findings %s instead of %d\n%s", o.Title, n, code, findings[code], next["main.pp"])
			}
		}
		removesUsedUp(t, m, c, g, next, before)
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

// lost says what is not kept.
func lost(before, after *eval.Ran) string {
	names := plan.MatchNames(after, refactorings.Host, refactorings.Existing(before))
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

// removesUsedUp removes the aliases when the state has the new URNs, and none while it has the old ones.
func removesUsedUp(t *testing.T, m *refactorings.Maker, c *tally, f *analysistest.Fixture, files map[string]string, before *eval.Ran) {
	if !strings.Contains(strings.Join(slices.Collect(maps.Values(files)), ""), "aliases") {
		return
	}
	for _, ran := range []*eval.Ran{before, refactorings.Follow(t, f)} {
		for _, o := range refactorings.UsedUp(t, f, refactorings.Existing(ran)) {
			c.add(o.Kind, "")
			next := refactorings.AppliedTo(files, &o.Change)
			if why := lost(ran, refactorings.Follow(t, m.Fixture(t, next))); why != "" {
				t.Errorf("without its aliases: %s\n%s", why, next["main.pp"])
			}
		}
	}
}
