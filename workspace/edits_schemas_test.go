package workspace_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/edits"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file checks that it does not matter how schema files came to be what they are:
// after any sequence of them being written, replaced, upgraded and removed, told or not,
// the findings are those of a fresh session.

// schemaEdits is one sequence that is being carried out.
type schemaEdits struct {
	t       *testing.T
	random  *rand.Rand
	root    string
	session *workspace.Session
	works   []func(workspace.Caller)
	done    []string
}

// schemaEditDirs have programs: one below the other, so that they share some folders.
var schemaEditDirs = []string{"w", "w/sub", "v"}

// schemaEditPaths are where schemas, plugins and what decides on them may be.
var schemaEditPaths = []string{
	"home/schemas/sky-1.0.0.json", "home/schemas/sky-2.0.0.json", "home/schemas/sea-1.0.0.json", "w/schemas/sky.json", "w/.pcl/schemas/sea.json",
	"w/sub/schemas/sky-2.0.0.json", "v/schemas/both/sky.json", "w/sub/sdks/sky/sky.pp",
	"home/plugins/resource-sky-v1.0.0/pulumi-resource-sky", "home/plugins/resource-sky-v2.0.0/pulumi-resource-sky",
	"w/Pulumi.yaml", "w/sub/Pulumi.yaml", "w/sub/.git/HEAD", "w/.git/HEAD", "schemas/sky-3.0.0.json", "w/sub/.pcl/schemas/sky.json",
	"w/.pcl-lsp.yaml", "w/sub/.pcl-lsp.yaml", "own/sky.json", "w/sub/own/sky.json",
}

func (e *schemaEdits) at(name string) string { return filepath.Join(e.root, filepath.FromSlash(name)) }

func (e *schemaEdits) did(format string, args ...any) {
	e.done = append(e.done, fmt.Sprintf(format, args...))
}

func (e *schemaEdits) pick(from ...string) string { return from[e.random.IntN(len(from))] }

func (e *schemaEdits) put(name, text string) {
	e.did("write %s: %s", name, text)
	if os.MkdirAll(filepath.Dir(e.at(name)), 0o755) == nil {
		_ = os.WriteFile(e.at(name), []byte(text), 0o755) // which fails where a directory is in the way
		// Two texts of one length may follow each other faster than the clock of the disk
		// ticks, and then look the same. Some are older than the plugins.
		when := time.Now().Add(time.Duration(e.random.IntN(3)-1) * time.Hour).Add(time.Duration(len(e.done)) * time.Millisecond)
		_ = os.Chtimes(e.at(name), when, when)
	}
}

// contents are what may be in a file.
func (e *schemaEdits) contents(name string) string {
	if strings.HasSuffix(name, settings.FileName) {
		return e.pick("", "schemas: [own]\n", "schemas: [own/sky.json, ../own]\n", "schemas: [\n", "mode: vars\n")
	}
	switch filepath.Ext(name) {
	case ".yaml":
		return "name: p\nruntime: pcl\n" + e.pick("", "plugins:\n  providers:\n    - name: sky\n      path: ./sky\n", "packages:\n  sky: sky@1.0.0\n", "packages: [\n")
	case ".json":
		text := schemaWith(e.pick("sky", "sky", "sea"), e.pick("1.0.0", "2.0.0"), e.pick("old", "renewed"))
		return text[:len(text)-e.random.IntN(2)*e.random.IntN(60)]
	}
	return ""
}

// schemaWith is a schema with one resource that has one property.
func schemaWith(name, version, property string) string {
	return fmt.Sprintf(`{"name":%q,"version":%q,"resources":{"%s:index:R":{"inputProperties":{%q:{"type":"string"}},"properties":{%q:{"type":"string"}}}}}`,
		name, version, name, property, property)
}

// program is a text that uses schemas.
func (e *schemaEdits) program() string {
	text := e.pick("", "package {\n  baseProviderName = \"sky\"\n  baseProviderVersion = \"2.0.0\"\n}\n", "package {\n  baseProviderName = \"sky\"\n  baseProviderVersion = \"1.0.0\"\n}\n")
	return text + "resource r \"sky:index:R\" {\n  old = \"x\"\n}\nresource s \"sea:index:R\" {\n  old = r.old\n}\n"
}

func (e *schemaEdits) step() {
	name := schemaEditPaths[e.random.IntN(len(schemaEditPaths))]
	switch e.random.IntN(12) {
	case 10: // something, or a folder above it, leads elsewhere
		to := schemaEditPaths[e.random.IntN(len(schemaEditPaths))]
		for range e.random.IntN(3) {
			name, to = path.Dir(name), path.Dir(to)
		}
		if path.Dir(name) == "." {
			return
		}
		e.did("link %s to %s", name, to)
		_ = os.RemoveAll(e.at(name))
		_ = os.MkdirAll(filepath.Dir(e.at(name)), 0o755)
		_ = os.Symlink(e.at(to), e.at(name))
	case 11: // a folder is away for a while
		name = path.Dir(name)
		if path.Dir(name) == "." {
			return
		}
		from, to := name, name+".away"
		if _, err := os.Lstat(e.at(to)); err == nil {
			from, to = to, from
		}
		e.did("rename %s to %s", from, to)
		_ = os.Rename(e.at(from), e.at(to))
	case 0, 1, 2, 3:
		e.put(name, e.contents(name))
	case 4:
		e.did("remove %s", name)
		_ = os.RemoveAll(e.at(name)) // which fails where a file is in the way
	case 5:
		name = filepath.ToSlash(filepath.Dir(name))
		e.did("remove %s", name)
		_ = os.RemoveAll(e.at(name))
	case 6:
		_ = os.Remove(e.at(name))
		e.put(name+"/inside.json", "{}")
	case 7:
		to := schemaEditPaths[e.random.IntN(len(schemaEditPaths))]
		e.did("rename %s to %s", name, to)
		_ = os.Rename(e.at(name), e.at(to)) // as above
	case 8:
		name = schemaEditDirs[e.random.IntN(len(schemaEditDirs))] + "/main.pp"
		text := e.program()
		e.did("open %s: %s", name, text)
		e.session.Apply(workspace.Open{Path: slashed(e.at(name)), Text: text})
	case 9:
		e.did("look")
		e.findings(e.session.Snapshot())
	}
	switch e.random.IntN(5) {
	case 0:
		e.did("it is told")
		e.session.Apply(workspace.DiskChanged{Paths: []string{slashed(e.at(name))}})
		fallthrough
	case 1:
		e.did("look again")
		e.session.RefreshSchemas()
	case 2:
		e.work(e.random.IntN(len(e.works) + 1))
	}
}

// work carries out some of what is being looked for.
func (e *schemaEdits) work(n int) {
	if n == 0 {
		return // nothing arrives
	}
	works := e.works[:n]
	e.works = e.works[n:]
	for _, w := range works {
		w(workspace.Caller{})
	}
	e.did("%d answers", n)
	e.session.Apply(workspace.SchemasArrived{})
}

// settle looks until there is nothing to be found any more.
func (e *schemaEdits) settle() {
	for again := true; again; {
		for e.session.CatchUp() {
			e.did("something has changed")
		}
		e.session.RefreshSchemas()
		e.findings(e.session.Snapshot())
		again = len(e.works) > 0
		e.work(len(e.works))
	}
}

func (e *schemaEdits) findings(s *workspace.Snapshot) string {
	var b strings.Builder
	for _, dir := range schemaEditDirs {
		p := s.ProgramIn(slashed(e.at(dir)))
		if p == nil {
			continue
		}
		found, err := s.Diagnose(e.t.Context(), p)
		if err != nil {
			e.t.Fatal(err)
		}
		for _, f := range p.Files {
			for _, d := range found[f.Path] {
				fmt.Fprintf(&b, "%s %s: %s\n", strings.TrimPrefix(d.Path, slashed(e.root)), d.Code, d.Message)
			}
		}
	}
	return b.String()
}

// TestSchemaEdits carries out random sequences, and shows the shortest that fails.
func TestSchemaEdits(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	for seed := range uint64(testsize.SchemaSequences) {
		steps := make([]uint64, 48)
		for i := range steps {
			steps[i] = rand.New(rand.NewPCG(seed, uint64(i))).Uint64()
		}
		fails := func(steps []uint64) string { return schemaEdited(t, seed, steps) }
		if fails(steps) != "" {
			t.Fatalf("seed %d: %s", seed, fails(edits.Shrunk(steps, func(fewer []uint64) bool { return fails(fewer) != "" })))
		}
	}
}

// schemaEdited carries out some steps, and returns what differs from a fresh session then
// or at a comparison on the way.
func schemaEdited(t *testing.T, seed uint64, steps []uint64) string {
	e := &schemaEdits{t: t, random: rand.New(rand.NewPCG(seed, 9)), root: t.TempDir()}
	for _, dir := range schemaEditDirs {
		write(t, e.root, dir+"/main.pp", e.program())
	}
	write(t, e.root, "w/.git/HEAD", "")
	write(t, e.root, "v/.git/HEAD", "")
	options := func() workspace.Options {
		return workspace.Options{Places: workspace.SchemasAt(workspace.SchemaOptions{Home: e.at("home")}), Workers: 1}
	}
	e.session = workspace.New(options())
	e.session.LoadInBackground(func(_ string, work func(workspace.Caller)) { e.works = append(e.works, work) })
	for i, step := range append(steps, 0) {
		e.random = rand.New(rand.NewPCG(step, 9))
		if last := i == len(steps); !last && step%12 > 0 {
			e.step()
			continue
		}
		e.settle()
		fresh := workspace.New(options())
		for _, p := range e.session.Snapshot().Open() {
			f, version, _, _ := e.session.Snapshot().File(p)
			fresh.Apply(workspace.Open{Path: p, Text: f.Text(), Version: version})
		}
		if diff := cmp.Diff(e.findings(fresh.Snapshot()), e.findings(e.session.Snapshot())); diff != "" {
			return fmt.Sprintf("(-fresh +edited):\n%s\nafter:\n%s", diff, strings.Join(e.done, "\n"))
		}
	}
	return ""
}

// A run that is kept seems to hold only while a fresh one comes to the same, whatever
// becomes of the schemas.
func TestKeptRunsOfSchemas(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	type run struct {
		ledger *disk.Ledger
		reads  []int32
		result string
	}
	held, kept := 0, 0
	for seed := range uint64(12) {
		// The state of a folder that was just made is not known well enough to keep a run.
		names := slices.Clone(schemaEditPaths)
		if seed%4 > 0 {
			names = slices.DeleteFunc(names, func(name string) bool { return strings.Contains(name, "plugins") })
		}
		e := &schemaEdits{t: t, random: rand.New(rand.NewPCG(seed, 10)), root: t.TempDir()}
		for _, dir := range schemaEditDirs {
			write(t, e.root, dir+"/main.pp", e.program())
		}
		write(t, e.root, "w/.git/HEAD", "")
		write(t, e.root, "v/.git/HEAD", "")
		e.session = workspace.New(workspace.Options{})
		var runs []run
		for range 40 {
			once := disk.LookOnce(disk.Machine{})
			places := workspace.SchemasAt(workspace.SchemaOptions{Home: e.at("home"), FS: once})
			session := workspace.New(workspace.Options{Places: places, FS: once, Record: true})
			fresh := workspace.New(workspace.Options{Places: workspace.SchemasAt(workspace.SchemaOptions{Home: e.at("home")})})
			want, got := e.findings(fresh.Snapshot()), e.findings(session.Snapshot())
			if want != got {
				t.Fatalf("seed %d: looking once (-again +once):\n%s\nafter:\n%s", seed, cmp.Diff(want, got), strings.Join(e.done, "\n"))
			}
			for _, r := range runs {
				if !compared(r.ledger, disk.Machine{}).Holds(r.reads) {
					continue
				}
				held++
				if r.result != want {
					t.Fatalf("seed %d: a kept run seems to hold (-now +kept):\n%s\nafter:\n%s", seed, cmp.Diff(want, r.result), strings.Join(e.done, "\n"))
				}
			}
			if ledger, reads, ok := readsOf(session.Snapshot(), e); ok {
				kept++
				runs = append(runs[max(0, len(runs)-3):], run{ledger, reads, want})
			}
			name := names[e.random.IntN(len(names))]
			switch e.random.IntN(6) {
			case 0:
				e.did("remove %s", name)
				_ = os.RemoveAll(e.at(name))
			case 1:
				text := e.program()
				e.put(schemaEditDirs[e.random.IntN(len(schemaEditDirs))]+"/main.pp", text)
			case 2:
				e.put(name+".other", "") // which nobody looks at
			default:
				e.put(name, e.contents(name))
			}
		}
	}
	if kept < 200 || held < 100 {
		t.Errorf("%d runs were kept, %d times one held", kept, held)
	}
}

// readsOf is what was read for all programs. It is false if that cannot be kept.
func readsOf(s *workspace.Snapshot, e *schemaEdits) (*disk.Ledger, []int32, bool) {
	ledger := disk.NewLedger([16]byte{})
	var all []int32
	for _, dir := range schemaEditDirs {
		seen, ok := s.Reads(e.at(dir))
		if !ok {
			return nil, nil, false
		}
		numbers, ok := ledger.Add(seen...)
		if !ok {
			return nil, nil, false
		}
		all = append(all, numbers...)
	}
	return ledger, all, true
}
