package workspace_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	policies "github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements sequences of edits: what bytes stand for, and the comparison
// with a fresh session.

// editedKit is what all sequences share.
type editedKit struct {
	worlds  []map[string]string
	schemas analysistest.Schemas
	zoo     []*schema.Package // the package zoo replaced in the same version, and upgraded
	policy  policies.Policy
}

func newEditedKit(t testing.TB) *editedKit {
	t.Helper()
	kit := &editedKit{worlds: editedWorlds(t), schemas: analysistest.RepositorySchemas(t)}
	text, err := os.ReadFile(filepath.Join(analysistest.Repository(t), "testdata", "conformance", "schemas", "zoo-1.0.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	const old = "\"string\",\n     \"description\": \"What keepers shout\""
	changed := bytes.ReplaceAll(text, []byte(old), []byte("\"integer\""))
	if bytes.Equal(changed, text) {
		t.Fatal("the schema of zoo has no such property any more")
	}
	changed = bytes.Replace(changed, []byte("zoo:index:Empty"), []byte("zoo:index:Void"), 1)
	upgraded := bytes.Replace(text, []byte(`"version": "1.0.0"`), []byte(`"version": "2.0.0"`), 1)
	upgraded = bytes.ReplaceAll(upgraded, []byte(old), []byte("\"boolean\""))
	for _, text := range [][]byte{changed, upgraded} {
		opened, err := schema.Open(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		kit.zoo = append(kit.zoo, opened)
	}
	if kit.policy, err = kit.policy.With("unused.*", "warning"); err != nil {
		t.Fatal(err)
	}
	return kit
}

func workspacePath(t testing.TB, dir string) string {
	t.Helper()
	p, err := workspace.PathOf(dir, dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// changingSchemas serve another version of the package zoo from time to time.
type changingSchemas struct {
	kit   *editedKit
	state int // 0: as in the repository, 1: replaced, 2: upgraded, 3: no such package
}

func (s *changingSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if ref.Name == "zoo" && s.state > 0 {
		if s.state <= len(s.kit.zoo) {
			return s.kit.zoo[s.state-1], schema.Availability{State: schema.Ready, Version: []string{"1.0.0", "2.0.0"}[s.state-1]}
		}
		return nil, schema.Availability{State: schema.Missing, Reason: "gone"}
	}
	return s.kit.schemas.Package(ref)
}

// editing is one sequence that is being carried out.
type editing struct {
	t     testing.TB
	kit   *editedKit
	steps []byte
	root  string
	disk  editedDisk

	session  *workspace.Session
	schemas  *changingSchemas
	loading  sync.Mutex               // guards loads
	loads    []func(workspace.Caller) // what is to be loaded in the background
	policy   policies.Policy
	versions int
	old      []*workspace.Snapshot
	events   []string // changes of the disk that the session was not told of yet
	lost     bool     // and never will be, one by one
	links    []string // where symbolic links were made
	cut      string   // what was cut or copied last
	runs     []keptRun
	done     []string // the steps so far, in words
	fault    string   // what is wrong, when it is
}

func newEditing(t testing.TB, kit *editedKit, disk editedDisk, root string, steps []byte) *editing {
	e := &editing{t: t, kit: kit, steps: steps, root: root, disk: disk, schemas: &changingSchemas{kit: kit}}
	world := kit.worlds[e.below(len(kit.worlds))]
	for _, p := range sortedPaths(world) {
		disk.Write(path.Join(root, p), world[p])
	}
	e.session = workspace.New(workspace.Options{FS: disk, Schemas: e.schemas, Stack: pick(e, []string{"", "dev"})})
	if e.below(3) == 0 {
		e.did("schemas are loaded in the background")
		e.session.LoadInBackground(func(_ string, work func(workspace.Caller)) {
			e.loading.Lock() // several workers may need a schema at once
			defer e.loading.Unlock()
			e.loads = append(e.loads, work)
		})
	}
	for _, p := range e.files(".pp") {
		if e.below(2) == 0 {
			e.open(p)
		}
	}
	return e
}

// below is a number that is less than n, from the steps.
func (e *editing) below(n int) int {
	if len(e.steps) == 0 || n <= 1 {
		return 0
	}
	b := int(e.steps[0])
	e.steps = e.steps[1:]
	if n > 256 && len(e.steps) > 0 {
		b |= int(e.steps[0]) << 8
		e.steps = e.steps[1:]
	}
	return b % n
}

func pick[T any](e *editing, from []T) T { return from[e.below(len(from))] }

func (e *editing) did(format string, args ...any) {
	e.done = append(e.done, strings.ReplaceAll(fmt.Sprintf(format, args...), e.root, ""))
}

// run carries out all steps and says what is wrong then; empty for nothing.
func (e *editing) run() (fault string) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprintf("panic: %v\n%s\nafter:\n%s", r, debug.Stack(), strings.Join(e.done, "\n"))
		}
	}()
	for len(e.steps) > 0 && e.fault == "" {
		e.step()
	}
	if e.fault == "" {
		e.compare()
	}
	return e.fault
}

func (e *editing) step() {
	switch e.below(24) {
	case 0, 1, 2, 3, 4, 5, 6, 7, 8:
		e.edit()
	case 9:
		if p := e.somePath(".pp"); !slices.Contains(e.session.Snapshot().Open(), p) {
			e.open(p)
		}
	case 10:
		e.close()
	case 11:
		e.save()
	case 12, 13:
		e.changeDisk()
	case 14:
		e.tell()
	case 15:
		e.changeSchemas()
	case 16:
		e.arrive()
	case 17:
		e.changePolicy()
	case 18, 19, 20:
		e.ask()
	case 21, 22:
		e.compare()
	case 23:
		e.remember()
	}
}

// remember keeps the current snapshot, to be asked later.
func (e *editing) remember() {
	e.did("remember")
	e.old = append(e.old, e.session.Snapshot())
	if len(e.old) > 4 {
		e.old = e.old[1:]
	}
}

// limits are small ones, beside the usual.
var limits = []syntax.Limit{workspace.DefaultLimit, {Bytes: 300, Lines: 20}, {Bytes: 1200, Lines: 60}}

// changePolicy changes severities or the limit of files, selects a stack, or forgets what is
// not used.
func (e *editing) changePolicy() {
	switch e.below(5) {
	case 4:
		e.did("settled")
		e.session.Apply(workspace.Idle{})
		return
	case 3:
		kept := e.someDir()
		e.did("shed, but %s", kept)
		e.session.Apply(workspace.EvictUnused{Keep: func(dir string) bool { return dir == kept }})
		return
	case 0:
		limit := pick(e, limits)
		e.did("the limit is %v", limit)
		e.session.Apply(workspace.LimitChanged{Limit: limit})
		return
	case 1:
		stack := pick(e, []string{"dev", "prod", ""})
		e.did("stack %q is selected", stack)
		e.session.Apply(workspace.StackSelected{Stack: stack})
		return
	}
	e.policy = policies.Policy{}
	if e.below(2) == 0 {
		e.policy = e.kit.policy
	}
	e.did("the policy changes")
	e.session.Apply(workspace.PolicyChanged{Policy: e.policy})
}

func (e *editing) changeSchemas() {
	e.schemas.state = e.below(4)
	e.did("schemas change to %d", e.schemas.state)
	e.session.Apply(workspace.SchemasChanged{})
}

// arrive loads some of what is being loaded.
func (e *editing) arrive() {
	n := e.below(len(e.loads) + 1)
	for _, load := range e.loads[:n] {
		load(workspace.Caller{})
	}
	e.loads = e.loads[n:]
	e.did("%d packages arrive", n)
	e.session.Apply(workspace.SchemasArrived{})
}

// settle tells the session everything that it was not told yet.
func (e *editing) settle() {
	e.tellAll()
	for {
		for _, dir := range e.dirs() {
			if p := e.session.Snapshot().ProgramIn(dir); p != nil {
				_, _ = analysis.DumpProgram(context.Background(), p) // which asks for everything
			}
		}
		if len(e.loads) == 0 {
			return
		}
		for _, load := range e.loads {
			load(workspace.Caller{})
		}
		e.loads = nil
		e.did("all packages arrive")
		e.session.Apply(workspace.SchemasArrived{})
	}
}

// compare compares the session with a fresh one.
func (e *editing) compare() {
	if e.below(2) == 0 { // who asks first sees what was not asked for before
		e.settle()
	} else {
		e.settleUnasked()
	}
	now := e.session.Snapshot()
	fresh := workspace.New(workspace.Options{FS: e.disk, Schemas: e.schemas, Stack: now.Stack(), Limit: now.Limit()})
	fresh.Apply(workspace.PolicyChanged{Policy: e.policy})
	for _, p := range now.Open() {
		file, version, _, _ := now.File(p)
		fresh.Apply(workspace.Open{Path: p, Text: file.Text(), Version: version})
	}
	e.did("compare")
	e.compareRuns(now.Stack())
	clean := learned(context.Background(), e.t, fresh, e.dirs())
	now = learned(context.Background(), e.t, e.session, e.dirs())
	for _, dir := range e.dirs() {
		if e.described(clean, dir, json.Marshal) != e.described(now, dir, json.Marshal) {
			want, got := e.described(clean, dir, indented), e.described(now, dir, indented)
			e.fault = fmt.Sprintf("%s differs (-fresh +edited):\n%s\nafter:\n%s\n%s", dir, cmp.Diff(want, got), strings.Join(e.done, "\n"), e.texts(dir))
			return
		}
	}
}

// settleUnasked is as settle, but asks nothing if nothing can be loading.
func (e *editing) settleUnasked() {
	if len(e.loads) > 0 || e.session.Snapshot().Loading() || slices.Contains(e.done, "schemas are loaded in the background") {
		e.settle()
		return
	}
	e.tellAll()
}

// tellAll tells of all changes of the disk, or has the session find them itself.
func (e *editing) tellAll() {
	switch {
	case e.lost && e.below(2) == 0 || e.below(8) == 0:
		for looks := 0; e.session.CatchUp(); looks++ {
			e.did("the session finds something")
			if looks > 20 {
				e.fault = "the session finds the same again and again, after:\n" + strings.Join(e.done, "\n")
				return
			}
		}
	case e.lost:
		e.did("the session is told that the disk may have changed")
		e.session.Apply(workspace.DiskChanged{})
	case len(e.events) > 0:
		e.did("the session is told of %v", e.events)
		e.session.Apply(workspace.DiskChanged{Paths: e.events})
	}
	e.events, e.lost = nil, false
}

func (e *editing) texts(dir string) string {
	var b strings.Builder
	if p := e.session.Snapshot().ProgramIn(dir); p != nil {
		for _, f := range p.Files {
			fmt.Fprintf(&b, "-- %s --\n%s\n", f.Path, f.Text())
		}
	}
	return b.String()
}

// described is everything that can be seen of the program in a directory.
func (e *editing) described(s *workspace.Snapshot, dir string, marshal func(any) ([]byte, error)) string {
	p := s.ProgramIn(dir)
	if p == nil {
		return "no program"
	}
	var b strings.Builder
	for _, problem := range s.Problems(dir) {
		fmt.Fprintf(&b, "problem: %v\n", problem)
	}
	report, err := s.Report(context.Background(), p, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	for _, f := range report.Files {
		fmt.Fprintf(&b, "%s\n", f.Found.Path)
		for _, d := range f.Found.Diagnostics {
			fmt.Fprintf(&b, "  %s %v %s %s: %s (%v)\n", d.Path, d.Span, d.Severity, d.Code, d.Message, d.Subject)
			for _, r := range d.Related {
				fmt.Fprintf(&b, "    %s %v %s\n", r.Path, r.Span, r.Message)
			}
		}
	}
	dump, err := analysis.DumpProgram(context.Background(), p)
	if err != nil {
		e.t.Fatal(err)
	}
	text, err := marshal(dump)
	if err != nil {
		e.t.Fatal(err)
	}
	return b.String() + string(text) + e.explained(p)
}

// explained is why values are secret or unknown, as editors show it. What was asked first
// must not change it.
func (e *editing) explained(p *analysis.Program) string {
	var b strings.Builder
	for _, f := range p.Files {
		hints, err := lens.Hints(context.Background(), p, f.Path, syntax.Span{End: f.Len()}, lens.ShownHints{lens.Secrets: true, lens.Unknowns: true})
		if err != nil {
			e.t.Fatal(err)
		}
		for _, h := range hints {
			why, err := lens.Explain(context.Background(), p, f.Path, h.Offset, h.Kind)
			if err != nil {
				e.t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s %d %s: %s\n", f.Path, h.Offset, h.Label, why)
		}
	}
	return b.String()
}

func indented(v any) ([]byte, error) { return json.MarshalIndent(v, "", " ") }

// dirs are the directories that may have a program.
func (e *editing) dirs() []string {
	dirs := []string{path.Join(e.root, "app"), path.Join(e.root, "lib"), "untitled:1"}
	for _, p := range slices.Concat(e.files(".pp"), e.session.Snapshot().Open()) {
		if path.IsAbs(p) {
			dirs = append(dirs, path.Dir(p))
		}
	}
	dirs = append(dirs, e.links...)
	slices.Sort(dirs)
	return slices.Compact(dirs)
}
