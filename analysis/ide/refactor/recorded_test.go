package refactor_test

import (
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file compares refactorings with recorded runs of the reference: see testdata/refactorings/README.md.

var export = flag.String("export", "", "a directory for programs before and after refactorings, of which a run is to be recorded")

// mostOfKind is how many refactorings of each kind are tried on a program.
const mostOfKind = 3

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
	if *export != "" {
		t.Skip("they are to be recorded anew")
	}
	m, c := newMaker(t), newTally()
	t.Cleanup(func() { c.check(t) })
	for i, r := range recordedIn(t, "moved.jsonl.gz") {
		m.again(t, c, i, &r, func(t *testing.T, f *analysistest.Fixture) []offer { return chosen(t, f, r.Seed) })
	}
	for i, r := range recordedIn(t, "used.jsonl.gz") {
		m.again(t, c, i, &r, func(t *testing.T, f *analysistest.Fixture) []offer { return usedUp(t, f, existing(follow(t, f))) })
	}
}

// chosen are some offers of each kind.
func chosen(t *testing.T, f *analysistest.Fixture, seed uint64) []offer {
	r := rand.New(rand.NewPCG(seed, 11))
	all := append(moves(t, f), crossings(t, f, r)...)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	of := map[string]int{}
	return slices.DeleteFunc(all, func(o offer) bool {
		of[o.kind]++
		return of[o.kind] > mostOfKind
	})
}

// again makes the refactorings of a recorded program again.
func (m *maker) again(t *testing.T, c *tally, i int, r *changes.Recorded, offers func(*testing.T, *analysistest.Fixture) []offer) {
	if !testsize.Long() && i%testsize.RefactoredEvery != 0 {
		return
	}
	t.Run(fmt.Sprint(r.Seed, r.Name), func(t *testing.T) {
		t.Parallel()
		f, ok := m.recorded(t, r)
		if !ok {
			c.isPartial.Store(true)
			t.Skip("its schemas are not here")
		}
		edits := map[string]*changes.Edit{}
		for n := range r.Edits {
			edits[r.Edits[n].Place] = &r.Edits[n]
		}
		again := map[string]bool{} // two selections may be the same
		for _, o := range offers(t, f) {
			set, why := o.made(t)
			if c.add(o.kind, why); why != "" {
				continue
			}
			again[o.place] = true
			e := edits[o.place]
			if e == nil {
				t.Errorf("%s is not recorded: record anew, see testdata/refactorings/README.md", o.place)
				continue
			}
			if is, was := appliedTo(r.Files, set), r.After(e).Files; !maps.Equal(is, was) {
				t.Errorf("%s gives another program than the recorded one; if that is intended, record it again as testdata/refactorings/README.md says\ngot %v\nwant %v", o.place, is, was)
			}
			c.compare(t, r, o.kind, e)
		}
		for place := range edits {
			if again[place] {
				continue
			}
			t.Errorf("%s is recorded and not made any more: record anew, see testdata/refactorings/README.md", place)
		}
	})
}

// recorded is the program before its refactorings. It is not ok if its schemas are not in the repository.
func (m *maker) recorded(t *testing.T, r *changes.Recorded) (f *analysistest.Fixture, ok bool) {
	t.Helper()
	archive := &txtar.Archive{Files: []txtar.File{m.fleet}}
	for _, name := range published[r.Name] {
		data, err := publishedSchema(t, name)
		if os.IsNotExist(err) {
			return nil, false
		}
		if err != nil {
			t.Fatal(err)
		}
		archive.Files = append(archive.Files, txtar.File{Name: "schemas/" + name, Data: data})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(r.Files[name])})
	}
	return analysistest.Make(t, archive), true
}

// published are the schemas that programs in testdata/programs use and that are not in the repository.
var published = map[string][]string{
	"real/aws": {"aws-5.14.0.json"}, "real/gcp": {"gcp-2.11.0.json"}, "real/kubernetes": {"kubernetes-3.19.4.json"},
	"real/random": {"random-4.21.1.json"}, "real/azure-native": {"azure-native-1.77.0-alpha.1663190557.json"},
}

func publishedSchema(t *testing.T, name string) ([]byte, error) {
	packed, err := os.Open(filepath.Join(analysistest.Repository(t), "..", "shared", "schemas", name+".gz"))
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
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

// TestExportRefactorings writes refactorings of random programs, and of those in testdata/programs, for a recording.
func TestExportRefactorings(t *testing.T) {
	t.Parallel()
	if *export == "" {
		t.Skip("it needs -export")
	}
	m, c := newMaker(t), newTally()
	var moved, used []changes.Recorded
	for _, r := range m.sources(t) {
		f, ok := m.recorded(t, &r)
		if !ok {
			t.Errorf("%s: its schemas are not here", r.Name)
			continue
		}
		if r.Name == "" && len(errorsIn(t, f)) > 0 {
			continue
		}
		for _, o := range chosen(t, f, r.Seed) {
			set, why := o.made(t)
			if c.add(o.kind, why); why != "" {
				continue
			}
			r.Edits = append(r.Edits, m.edit(&r, o, set))
			if u, ok := m.withoutAliases(t, &r, uint64(100_000+len(used))); ok {
				used = append(used, u)
			}
		}
		moved = append(moved, r)
	}
	c.print(t)
	for name, all := range map[string][]changes.Recorded{"moved": moved, "used": used} {
		if err := changes.Write(filepath.Join(*export, name+".jsonl.gz"), all); err != nil {
			t.Fatal(err)
		}
	}
}

// edit is what a refactoring does.
func (m *maker) edit(r *changes.Recorded, o offer, set *change.Set) changes.Edit {
	e := changes.Edit{Kinds: []string{o.kind}, Place: o.place}
	e.Set(r.Before(), changes.Source{Files: appliedTo(r.Files, set), Config: r.Config})
	return e
}

// withoutAliases is the program after its last refactoring, one in eight, with the removal of aliases.
func (m *maker) withoutAliases(t *testing.T, r *changes.Recorded, seed uint64) (u changes.Recorded, ok bool) {
	if r.Name != "" || len(r.Edits)%8 != 7 {
		return u, false
	}
	u = changes.Recorded{Seed: seed, Files: r.After(&r.Edits[len(r.Edits)-1]).Files, Config: r.Config}
	f := m.fixture(t, u.Files)
	for _, o := range usedUp(t, f, existing(follow(t, f))) {
		u.Edits = append(u.Edits, m.edit(&u, o, &o.Change))
	}
	return u, len(u.Edits) > 0
}

// sources are the programs of which refactorings are recorded.
func (m *maker) sources(t *testing.T) (all []changes.Recorded) {
	for seed := range uint64(115) {
		family := []changes.Family{changes.Arranged, changes.Arranged, changes.All, changes.Odd}[seed%4]
		source := family.Before(m.packages, seed)
		all = append(all, changes.Recorded{Seed: seed, Files: source.Files, Config: source.Config})
	}
	root := filepath.Join(analysistest.Repository(t), "testdata", "programs")
	for i, name := range []string{
		"expressions", "lookups", "multifile", "options", "packages", "ranges", "secrets", "webshop",
		"real/aws", "real/azure-native", "real/gcp", "real/kubernetes", "real/random",
	} {
		all = append(all, changes.Recorded{Seed: uint64(10_000 + i), Name: name, Files: programFiles(t, filepath.Join(root, name))})
	}
	return all
}

// programFiles are the texts of a program and its components. Programs that run by themselves are others.
func programFiles(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(file string, entry os.DirEntry, err error) error {
		if _, own := os.Stat(filepath.Join(file, "Pulumi.yaml")); err == nil && entry.IsDir() && file != root && own == nil {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(file, ".pp") {
			return err
		}
		text, err := os.ReadFile(file)
		rel, _ := filepath.Rel(root, file)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
