package check_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/flowtest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file holds flows to what happens when programs are run: package flowtest
// makes programs and evaluates them without a line of the analysis.

const (
	runsEach     = 12  // of a program: with this many values of configs and outputs
	seriesLength = 400 // of the numbers that a program is made of
)

// Flows never say less than a run shows: what is unknown or secret in any run is
// said to be, perhaps, and where it comes from is named. They do not say much more
// either: of what may be, most happens in one of a dozen runs.
func TestFlowsAreSound(t *testing.T) {
	t.Parallel()
	const floor, enough = 82, 200 // of a hundred claims, and of how many programs that can be said
	schemas := analysistest.RepositorySchemas(t)
	random := rand.New(rand.NewPCG(7, 1))
	var all claims
	values, failures, dismissed := 0, 0, 0
	for range testsize.FlowPrograms {
		series := make([]byte, seriesLength)
		for i := range series {
			series[i] = byte(random.UintN(256))
		}
		p := flowtest.Generate(series)
		seen := compareRuns(t, p, schemas)
		values += seen.values
		all.add(seen.claims)
		if len(seen.forgotten) > 0 {
			if reportForgotten(t, p, schemas, seen.forgotten[0]) {
				failures++
			} else {
				dismissed++
			}
			if failures == 5 {
				break
			}
		}
	}
	t.Logf("%d programs, %d values, %d differences in what has errors; shown by a run: %s", testsize.FlowPrograms, values, dismissed, all)
	if values < 50*testsize.FlowPrograms {
		t.Errorf("only %d values could be computed", values)
	}
	if got := all.percent(); failures == 0 && got < floor && testsize.FlowPrograms >= enough {
		t.Errorf("of what flows say may be, %d %% happens in %d runs; want %d %%", got, runsEach, floor)
	}
}

// FuzzFlow looks for programs of which flows say less than a run shows.
func FuzzFlow(f *testing.F) {
	schemas := analysistest.RepositorySchemas(f)
	random := rand.New(rand.NewPCG(7, 2))
	for range 64 {
		series := make([]byte, seriesLength)
		for i := range series {
			series[i] = byte(random.UintN(256))
		}
		f.Add(series)
	}
	f.Fuzz(func(t *testing.T, series []byte) {
		if len(series) > 4*seriesLength {
			t.Skip()
		}
		p := flowtest.Generate(series)
		for _, text := range p.Files() {
			if len(text) > 1<<16 {
				t.Skip() // of lists in lists: one that takes long says no more
			}
		}
		if seen := compareRuns(t, p, schemas); len(seen.forgotten) > 0 {
			reportForgotten(t, p, schemas, seen.forgotten[0])
		}
	})
}

// reportForgotten shows the smallest program that forgets the same, if that is free
// of errors: flows trust the types of what is right, and of nothing else.
func reportForgotten(t *testing.T, p *flowtest.Program, schemas check.Schemas, f forgotten) (reported bool) {
	t.Helper()
	errors := countErrors(t, p, schemas)
	small := flowtest.Shrink(p, func(smaller *flowtest.Program) bool {
		forgets := func(o forgotten) bool { return o.what == f.what }
		if !slices.ContainsFunc(compareRuns(t, smaller, schemas).forgotten, forgets) {
			return false
		}
		left := countErrors(t, smaller, schemas)
		if left > errors {
			return false
		}
		errors = left
		return true
	})
	if errors > 0 {
		return false
	}
	t.Errorf("%s\n%s", compareRuns(t, small, schemas).forgotten[0], programText(small))
	return true
}

func countErrors(t *testing.T, p *flowtest.Program, schemas check.Schemas) int {
	t.Helper()
	n := 0
	for _, program := range programsOf(t, p, schemas) {
		for _, d := range findingsOf(t, program) {
			if d.Severity == codes.Error && d.Path != "" {
				n++
			}
		}
	}
	return n
}

func programText(p *flowtest.Program) string {
	var b strings.Builder
	files := p.Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		b.WriteString("-- " + name + " --\n" + files[name])
	}
	return b.String()
}

// forgotten is a fact of a run that the flow does not have.
type forgotten struct {
	what        string // the mark, or that it is a dependency
	place, path string
	run         flowtest.Assignment
}

func (f forgotten) String() string {
	return fmt.Sprintf("%s%s is not said to be %s, but is in run %d", f.place, f.path, f.what, f.run.Seed)
}

// claims count what flows say may be, and how much of it a run shows.
type claims struct{ unknown, secret, deps, sure share }

type share struct{ shown, claimed int }

func (c *claims) add(o claims) {
	c.unknown.add(o.unknown)
	c.secret.add(o.secret)
	c.deps.add(o.deps)
	c.sure.add(o.sure)
}

func (r *share) add(o share) { r.shown, r.claimed = r.shown+o.shown, r.claimed+o.claimed }

func (r *share) count(shown bool) {
	r.claimed++
	if shown {
		r.shown++
	}
}

func (r share) String() string {
	return fmt.Sprintf("%d of %d (%d %%)", r.shown, r.claimed, 100*r.shown/max(1, r.claimed))
}

func (c claims) String() string {
	return fmt.Sprintf("unknown %s, secret %s, dependencies %s; of those said to be sure by every preview %s", c.unknown, c.secret, c.deps, c.sure)
}

// percent is how much of what is unknown or secret is shown.
func (c claims) percent() int {
	both := c.unknown
	both.add(c.secret)
	return 100 * both.shown / max(1, both.claimed)
}

// comparedRuns is what the runs of one program say of its flows.
type comparedRuns struct {
	forgotten []forgotten
	values    int
	claims    claims
}

// compareRuns runs a program several times and compares every value that it computes,
// and every member of it, with the flow.
func compareRuns(t *testing.T, p *flowtest.Program, schemas check.Schemas) comparedRuns {
	t.Helper()
	flows, fits := flowsOf(t, p, schemas)
	var c comparedRuns
	shown := map[string]*shownMarks{}
	for seed := range uint64(runsEach) {
		given := flowtest.Assignment{Seed: seed, Preview: seed%2 == 0, Fits: fits}
		run := p.Run(given)
		each(p, run, func(place string, v flowtest.Value) {
			flow, ok := flows[place]
			if !ok {
				t.Fatalf("%s has no flow:\n%s", place, programText(p))
			}
			c.values++
			if shown[place] == nil {
				shown[place] = &shownMarks{deps: map[string]bool{}}
			}
			shown[place].see(v, given.Preview)
			c.forgotten = append(c.forgotten, within(place, "", v, flow, given)...)
		})
	}
	for place, s := range shown {
		c.claims.add(s.claims(flows[place]))
	}
	return c
}

// each shows the values of a run: those of names, outputs and inputs.
func each(p *flowtest.Program, run *flowtest.Run, see func(place string, v flowtest.Value)) {
	for _, d := range p.Decls {
		if v, ok := run.Value(d); ok {
			see(d.Name, v)
		}
		if d.Kind == flowtest.Output {
			if v, ok := run.Exported(d); ok {
				see(d.Name+" value", v)
			}
		}
		for _, in := range d.Inputs {
			for _, v := range run.Input(d, in) {
				see(d.Name+" "+in.Name, v)
			}
		}
	}
}

// within are the facts about a value, and about what is in it, that the flow does
// not have.
func within(place, path string, v flowtest.Value, flow check.Flow, run flowtest.Assignment) []forgotten {
	var all []forgotten
	forget := func(what string) { all = append(all, forgotten{what, place, path, run}) }
	if v.Kind == flowtest.Unknown && !flow.Unknown() {
		forget("unknown")
	}
	if v.Secret && !flow.Secret() {
		forget("secret")
	}
	named, complete := check.FlowOwn(flow)
	for _, name := range v.Deps() {
		if complete && !slices.Contains(named, name) {
			forget("made of " + name)
		}
	}
	for name, inner := range v.Inner() {
		all = append(all, within(place, path+"."+name, inner, check.FlowMember(flow, name), run)...)
	}
	return all
}

// shownMarks are those that some run shows of a value.
type shownMarks struct {
	runs                         int
	unknown, secret              bool
	knownInPreview, publicInSome bool
	inside                       []string // ways to secret members
	deps                         map[string]bool
}

func (s *shownMarks) see(v flowtest.Value, preview bool) {
	s.runs++
	s.unknown = s.unknown || v.Kind == flowtest.Unknown
	s.secret = s.secret || v.Secret
	s.knownInPreview = s.knownInPreview || preview && v.Kind != flowtest.Unknown
	s.publicInSome = s.publicInSome || preview && !v.Secret
	s.seeInside("", v)
}

func (s *shownMarks) seeInside(prefix string, v flowtest.Value) {
	for _, name := range v.Deps() {
		s.deps[name] = true
	}
	for name, inner := range v.Inner() {
		if inner.Secret && !v.Secret {
			s.inside = append(s.inside, prefix+name)
		}
		s.seeInside(prefix+name+".", inner)
	}
}

// claims are those of the flow of a value that could be computed at all.
func (s *shownMarks) claims(flow check.Flow) claims {
	var c claims
	if flow.Unknown() {
		c.unknown.count(s.unknown)
	}
	if flow.Secret() {
		c.secret.count(s.secret)
	}
	for _, way := range flow.SecretParts() {
		c.secret.count(slices.ContainsFunc(s.inside, func(path string) bool { return matches(way, path) }))
	}
	for _, name := range flow.Dependencies() {
		c.deps.count(s.deps[name])
	}
	sureUnknown, sureSecret := check.FlowSure(flow)
	if sureUnknown {
		c.sure.count(!s.knownInPreview)
	}
	if sureSecret {
		c.sure.count(!s.publicInSome)
	}
	return c
}

// matches reports whether a way with stars is this one.
func matches(way, is string) bool {
	ok, _ := path.Match(strings.ReplaceAll(way, ".", "/"), strings.ReplaceAll(is, ".", "/"))
	return ok
}

// flowsOf are the flows that a run can be compared with, by place, and whether the
// ranges of resources have their types in a run.
func flowsOf(t *testing.T, p *flowtest.Program, schemas check.Schemas) (map[string]check.Flow, func(*flowtest.Decl, flowtest.Value) bool) {
	t.Helper()
	programs := programsOf(t, p, schemas)
	root := programs["d"]
	flows := map[string]check.Flow{}
	for _, placed := range root.Files[0].All() {
		inItem, err := root.Flows(t.Context(), placed)
		if err != nil {
			t.Fatal(err)
		}
		if placed.Block == nil {
			continue
		}
		for name, a := range placed.Block.Body.Attributes {
			flows[placed.Labels[0].Value+" "+name] = inItem[a.Expr]
		}
	}
	for _, d := range p.Decls {
		flows[d.Name] = root.FlowOf(t.Context(), root.Lookup(d.Name))
	}
	ranges := map[*flowtest.Decl]typesys.Type{}
	addRanges(t, "d", p, programs, ranges)
	return flows, func(d *flowtest.Decl, over flowtest.Value) bool { return hasType(over, ranges[d]) }
}

// programsOf are the program and its components, by directory.
func programsOf(t *testing.T, p *flowtest.Program, schemas check.Schemas) map[string]*check.Program {
	t.Helper()
	programs := map[string]*check.Program{}
	world := check.World{Schemas: schemas, Component: func(dir string) *check.Program { return programs[dir] }}
	for name, text := range p.Files() {
		f := syntax.Parse("d/"+name, text, nil)
		for _, placed := range f.All() {
			if len(placed.Errors) > 0 {
				t.Fatalf("%s does not parse: %v\n%s", name, placed.Errors[0], text)
			}
		}
		dir := path.Dir(f.Path)
		programs[dir] = analysis.NewProgram(dir, []*syntax.File{f}, world, nil)
	}
	return programs
}

// addRanges are the types of all ranges.
func addRanges(t *testing.T, dir string, p *flowtest.Program, programs map[string]*check.Program, ranges map[*flowtest.Decl]typesys.Type) {
	t.Helper()
	of := map[string]*flowtest.Decl{}
	for _, d := range p.Decls {
		of[d.Name] = d
		if d.Kind == flowtest.Component {
			addRanges(t, dir+"/"+d.Name, d.Inner, programs, ranges)
		}
	}
	for _, placed := range programs[dir].Files[0].All() {
		if placed.Kind != syntax.KindResource || len(placed.Block.Body.Blocks) == 0 {
			continue
		}
		info, err := programs[dir].Check(t.Context(), placed)
		if err != nil {
			t.Fatal(err)
		}
		ranges[of[placed.Labels[0].Value]] = info.Types[placed.Block.Body.Blocks[0].Body.Attributes["range"].Expr]
	}
}

// hasType reports whether a value goes through what its type does.
func hasType(v flowtest.Value, t typesys.Type) bool {
	switch t = typesys.Strip(t); {
	case v.Kind == flowtest.Unknown || t.Kind() == typesys.KindDynamic:
		return true
	case typesys.Convert(typesys.Bool, t) == typesys.FitSafe:
		return v.Kind == flowtest.Bool
	case typesys.Convert(typesys.Number, t) == typesys.FitSafe:
		return v.Kind == flowtest.Number
	case typesys.Iterate(t).Key == typesys.String:
		return v.Kind == flowtest.Object
	}
	return v.Kind == flowtest.List
}
