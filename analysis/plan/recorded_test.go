package plan_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file compares plans with recorded previews of the reference.

// host is what the recorded programs were run as.
var host = eval.Host{Stack: "test", Project: "proj"}

// programOf is a recorded program with its configuration.
func programOf(t testing.TB, s changes.Source) *analysis.Program {
	t.Helper()
	archive := &txtar.Archive{}
	if s.Pulumi != "" {
		archive.Comment = []byte("pulumi: " + s.Pulumi + "\n")
	}
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(s.Files[name])})
	}
	invented, err := filepath.Glob(filepath.Join(analysistest.Repository(t), "testdata", "plans", "schemas", "*.json"))
	if err != nil || len(invented) == 0 {
		t.Fatal("no schemas", err)
	}
	for _, file := range invented {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive.Files = append(archive.Files, txtar.File{Name: "schemas/" + filepath.Base(file), Data: text})
	}
	stack := &analysis.Stack{Name: host.Stack, Project: host.Project, Values: map[string]analysis.StackValue{}}
	for key, text := range s.Config {
		stack.Values[strings.TrimPrefix(key, "secret:")] = analysis.StackValue{Text: text}
	}
	return analysistest.Make(t, archive).Program.WithChanges(nil, nil, stack)
}

// ops are what a recorded preview did with each resource, by its URN after the run or, for one that goes,
// before.
func ops(steps []changes.Step) map[string]string {
	all := map[string]string{}
	for _, s := range steps {
		if strings.Contains(s.URN, "pulumi:pulumi:Stack::") || strings.Contains(s.URN, "::pulumi:providers:") && strings.Contains(s.URN, "::default") {
			continue
		}
		op := s.Op
		switch op {
		case "create-replacement", "import-replacement":
			op = "replace"
		case "delete-replaced", "discard-replaced", "read-discard", "read":
			continue
		}
		if all[s.URN] == "" || op == "replace" || op == "import" {
			all[s.URN] = op
		}
	}
	return all
}

var opNames = map[plan.Op]string{
	plan.CannotTell: "cannot tell", plan.Same: "same", plan.Update: "update", plan.Replace: "replace", plan.Create: "create",
	plan.Import: "import", plan.Delete: "delete",
}

// ciphertext is a secret in a recorded state: its JSON in Base64.
var ciphertext = regexp.MustCompile(`"ciphertext":"([^"]*)"`)

// shown is a state with its secrets, as an export has them that is asked for it.
func shown(t testing.TB, text []byte) []byte {
	return ciphertext.ReplaceAllFunc(text, func(m []byte) []byte {
		plain, err := base64.StdEncoding.DecodeString(string(ciphertext.FindSubmatch(m)[1]))
		if err != nil {
			t.Fatal(err)
		}
		quoted, err := json.Marshal(string(plain))
		if err != nil {
			t.Fatal(err)
		}
		return append([]byte(`"plaintext":`), quoted...)
	})
}

// TestRecordedPlans: a plan says of no resource anything else than the preview of the reference did, or that it
// cannot tell; and it seldom says that, if the state has its secrets.
func TestRecordedPlans(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"edits", "states"} {
		recorded, err := changes.Read(filepath.Join(analysistest.Repository(t), "testdata", "plans", name+".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		open, encrypted := tally{}, tally{}
		for i, r := range recorded {
			if i%testsize.PlanEvery != 0 {
				continue
			}
			for _, e := range r.Edits {
				program := programOf(t, r.After(&e))
				what := fmt.Sprintf("%s: seed %d %v", name, r.Seed, e.Kinds)
				text := r.StateFor(&e)
				if !slices.Contains(e.Kinds, changes.OtherKey) && !strings.Contains(e.Error, "decrypt") { // only ciphertexts matter there
					open.compare(t, what, program, shown(t, text), &e)
				}
				encrypted.compare(t, what+" encrypted", program, text, &e)
			}
		}
		t.Log(name, "with secrets", open, "encrypted", encrypted)
		if n := open["resources"]; n*testsize.PlanEvery < 1_200 || open["cannot tell"]*100 > 15*n {
			t.Errorf("%s: too often it cannot be told", name)
		}
		if encrypted["cannot tell"] <= open["cannot tell"] {
			t.Errorf("%s: the states have no secrets", name)
		}
	}
}

// tally counts what was compared.
type tally map[string]int

func (n tally) compare(t *testing.T, name string, program *analysis.Program, text []byte, e *changes.Edit) {
	t.Helper()
	before, err := state.Read(text)
	if err != nil {
		if n["refused states"]++; e.Error == "" {
			t.Errorf("%s: %v", name, err)
		}
		return
	}
	p, err := plan.Make(t.Context(), program, host, before)
	if err != nil {
		t.Fatal(err)
	}
	n["edits"]++
	n.exits(t, name, program, p, e)
	refused := len(p.Faults)+len(p.Failures) > 0
	if e.Error != "" {
		n["failing"]++
		if !refused && !slices.ContainsFunc(p.Steps, func(s plan.Step) bool { return s.Op == plan.CannotTell }) {
			t.Errorf("%s: the plan does not foresee that it fails: %s", name, e.Error)
		}
		return
	}
	if refused {
		t.Errorf("%s: refused without need: %+v %+v", name, p.Faults, p.Failures)
	}
	var panics []string
	for _, r := range p.Mixed {
		panics = append(panics, "reference panics: range of "+r.Item.Name+" mixes instances with known and unknown outputs")
	}
	slices.Sort(panics)
	unsure := slices.Contains(e.Kinds, "state, output missing") || slices.ContainsFunc(p.Steps, func(s plan.Step) bool { return s.Op == plan.CannotTell })
	if notes := slices.Sorted(slices.Values(e.Notes)); !slices.Equal(slices.Compact(panics), notes) && (len(panics) > 0 || !unsure) {
		t.Errorf("%s: the plan says %q, the preview %q", name, panics, notes)
	}
	n["panics"] += len(panics)
	want, diffs := ops(e.Steps), diffsOf(e.Steps)
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.Op == plan.Read || s.By == plan.ByState && s.Op == plan.Delete {
			continue
		}
		n["resources"]++
		at := place(s)
		switch {
		case s.Op == plan.CannotTell:
			n["cannot tell"]++
		case opNames[s.Op] != want[at]:
			t.Errorf("%s: %s: the plan says %s, the preview %s (%s %v)", name, at, opNames[s.Op], want[at], s.By, s.Changes)
		case (s.Op == plan.Update || s.Op == plan.Replace && s.By == "") && !slices.Equal(changed(s), diffs[at]) && !s.Now.Local:
			if s.DeletedFirst && len(diffs[at]) == 0 { // the engine does not compare what it has deleted
				break
			}
			if slices.ContainsFunc(s.Changes, func(c plan.Change) bool { return c.Kind == plan.Doubtful }) {
				n["inputs not all known"]++
				break
			}
			t.Errorf("%s: %s: the plan changes %v, the preview %v", name, at, changed(s), diffs[at])
		}
		delete(want, at)
	}
	for at, op := range want {
		t.Errorf("%s: %s: the plan has nothing, the preview %s", name, at, op)
	}
}

// exits compares the exit status of a check of the names with the preview: it fails if the run would, or deletes what nobody asked to be
// deleted. Where a name cannot be told, it does not fail.
func (n tally) exits(t *testing.T, name string, program *analysis.Program, p *plan.Plan, e *changes.Edit) {
	t.Helper()
	described := planview.Comparison{Program: program, Names: p.Names(), Allowed: func(string) bool { return false }}.Describe()
	fails := slices.ContainsFunc(described.Findings, func(d analysis.Diagnostic) bool { return d.Severity == codes.Error })
	accepted := map[string]bool{}
	unknown := false
	for _, entry := range described.Entries {
		accepted[entry.OldURN] = accepted[entry.OldURN] || entry.Accepted
		unknown = unknown || entry.Fate == planview.NameUnknown
	}
	goes, unasked := false, false
	for at, op := range ops(e.Steps) {
		if u, err := urn.Parse(at); err == nil && op == "delete" && !strings.HasPrefix(u.Part(urn.Type), "components:index:") {
			goes, unasked = true, unasked || !accepted[at]
		}
	}
	unknown = unknown || slices.ContainsFunc(p.Steps, func(s plan.Step) bool { return e.Error != "" && s.Op == plan.CannotTell })
	n["exits"]++
	switch {
	case fails && e.Error == "" && !goes:
		t.Errorf("%s: the check fails, but the preview deletes nothing: %v", name, described.Findings)
	case !fails && (unasked || e.Error != "") && !unknown:
		t.Errorf("%s: the check passes, but the preview fails or deletes what nobody asked for: %s", name, e.Error)
	case fails:
		n["exit 1"]++
	}
}

// place is the URN of a step after the run or, of a resource that goes, before.
func place(s *plan.Step) string {
	switch {
	case s.Now == nil:
		return s.Before.URN
	case s.Now.URN != "":
		return s.Now.URN
	}
	return "unknown " + s.Now.Name
}

// changed are the inputs that a step changes.
func changed(s *plan.Step) (names []string) {
	for _, c := range s.Changes {
		if c.Kind != plan.Doubtful && !slices.Contains(names, c.Path[0].Key) {
			names = append(names, c.Path[0].Key)
		}
	}
	slices.Sort(names)
	return names
}

// diffsOf are the inputs that recorded steps change, by URN.
func diffsOf(steps []changes.Step) map[string][]string {
	all := map[string][]string{}
	for _, s := range steps {
		if len(s.Diffs) > 0 {
			all[s.URN] = slices.Sorted(slices.Values(s.Diffs))
		}
	}
	return all
}
