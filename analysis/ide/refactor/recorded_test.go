package refactor_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file compares refactorings with recorded runs of the reference: see testdata/refactorings/README.md.

// recordedIn is a file of testdata/refactorings.
func recordedIn(t *testing.T, name string) []changes.Recorded {
	t.Helper()
	all, err := changes.Read(filepath.Join(analysistest.Repository(t), "testdata", "refactorings", name))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestRecordedRefactorings makes the recorded refactorings again. After each, the reference leaves every resource as it is.
func TestRecordedRefactorings(t *testing.T) {
	t.Parallel()
	m, c := refactorings.NewMaker(t), newTally()
	t.Cleanup(func() { c.check(t) })
	for i, r := range recordedIn(t, "moved.jsonl.gz") {
		again(t, m, c, i, &r, func(t *testing.T, f *analysistest.Fixture) []refactorings.Offer {
			return refactorings.Chosen(t, f, r.Seed)
		})
	}
	for i, r := range recordedIn(t, "used.jsonl.gz") {
		again(t, m, c, i, &r, func(t *testing.T, f *analysistest.Fixture) []refactorings.Offer {
			return refactorings.UsedUp(t, f, refactorings.Existing(refactorings.Follow(t, f)))
		})
	}
}

// again makes the refactorings of a recorded program again.
func again(t *testing.T, m *refactorings.Maker, c *tally, i int, r *changes.Recorded, offers func(*testing.T, *analysistest.Fixture) []refactorings.Offer) {
	if !testsize.Long() && i%testsize.RefactoredEvery != 0 {
		return
	}
	t.Run(fmt.Sprint(r.Seed, r.Name), func(t *testing.T) {
		t.Parallel()
		f, ok := m.Recorded(t, r)
		if !ok {
			c.isPartial.Store(true)
			t.Skip("its schemas are not here")
		}
		edits := map[string]*changes.Edit{}
		for n := range r.Edits {
			edits[r.Edits[n].Place] = &r.Edits[n]
		}
		made := map[string]bool{} // two selections may be the same
		for _, o := range offers(t, f) {
			set, why := o.Made(t)
			if c.add(o.Kind, why); why != "" {
				continue
			}
			made[o.Place] = true
			e := edits[o.Place]
			if e == nil {
				t.Errorf("%s is not recorded: record anew, see testdata/refactorings/README.md", o.Place)
				continue
			}
			if is, was := refactorings.AppliedTo(r.Files, set), r.After(e).Files; !maps.Equal(is, was) {
				t.Errorf("%s gives another program than the recorded one; if that is intended, record it again as testdata/refactorings/README.md says\ngot %v\nwant %v", o.Place, is, was)
			}
			c.compare(t, r, o.Kind, e)
		}
		for place := range edits {
			if made[place] {
				continue
			}
			t.Errorf("%s is recorded and not made any more: record anew, see testdata/refactorings/README.md", place)
		}
	})
}

// compare asserts that the reference leaves everything as it is. A local component is only a name: it may come, go and have other inputs.
func (c *tally) compare(t *testing.T, r *changes.Recorded, kind string, e *changes.Edit) {
	if e.Error != "" || len(e.Steps) == 0 {
		t.Errorf("%s: the run fails: %s", e.Place, e.Error)
	}
	text := ""
	for _, one := range r.Files {
		text += one + "\n"
	}
	c.Lock()
	defer c.Unlock()
	c.programs[kind]++
	for what, is := range forms {
		if is.MatchString(text) {
			c.with[kind+" "+what]++
		}
	}
	for _, s := range e.Steps {
		switch {
		case localComponent.MatchString(s.URN) && slices.Contains([]string{"create", "delete", "update"}, s.Op):
			c.components[kind+" "+s.Op]++
		case defaultProvider.MatchString(s.URN) || s.Op == "read" || s.Op == "discard": // no resources that the program manages
		case s.Op != "same":
			t.Errorf("%s: %s of %s", e.Place, s.Op, s.URN)
		default:
			c.same++
		}
	}
}

var (
	forms = map[string]*regexp.Regexp{
		"range": regexp.MustCompile(`\brange +=`), "component": regexp.MustCompile(`(?m)^component `), "parent": regexp.MustCompile(`\bparent +=`),
	}
	defaultProvider = regexp.MustCompile(`::pulumi:providers:[^:]*::default[^:]*$`)
	localComponent  = regexp.MustCompile(`^urn:pulumi:[^:]*::[^:]*::(.*\$)?components:index:[^:$]*::`)
)

// check looks at the sums.
func (c *tally) check(t *testing.T) {
	c.print(t)
	all := 0
	for _, kind := range slices.Sorted(maps.Keys(c.programs)) {
		n := c.programs[kind]
		all += n
		t.Logf("%-18s %4d, with ranges %4d, components %4d, parents %4d; local components: %d created, %d deleted, %d updated", kind, n, c.with[kind+" range"],
			c.with[kind+" component"], c.with[kind+" parent"], c.components[kind+" create"], c.components[kind+" delete"], c.components[kind+" update"])
		for what := range forms {
			if testsize.Long() && c.with[kind+" "+what]*100 < 30*n {
				t.Errorf("%s: only %d of %d programs have a %s", kind, c.with[kind+" "+what], n, what)
			}
		}
	}
	t.Logf("%d refactorings, %d resources are the same", all, c.same)
	c.checkRefusals(t)
	if testsize.Long() && !c.isPartial.Load() {
		c.checkFigures(t)
	}
	if testsize.Long() && all < 2000 {
		t.Errorf("only %d refactorings are recorded", all)
	}
}
