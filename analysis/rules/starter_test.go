package rules_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// starter is the starter set in examples/rules.
type starter struct {
	files   []*rules.File
	set     *rules.Set
	schemas analysis.Schemas
}

func openStarter(t testing.TB) *starter {
	t.Helper()
	dir := filepath.Join(analysistest.Repository(t), "examples", "rules")
	read := func(pattern string) (parts []txtar.File) {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, txtar.File{Name: "schemas/" + filepath.Base(name), Data: data})
		}
		return parts
	}
	s := &starter{schemas: analysistest.SchemasOf(t, &txtar.Archive{Files: read("schemas/*.json")})}
	for _, part := range read("*" + rules.Ending) {
		file, found := rules.Parse(part.Name, string(part.Data))
		if len(found) > 0 {
			t.Fatal(found)
		}
		s.files = append(s.files, file)
	}
	s.set, _ = rules.NewSet(s.files...)
	return s
}

func (s *starter) parsed(text string) *analysis.Program {
	return analysis.NewProgram("/p", []*syntax.File{syntax.Parse("/p/main.pp", text, nil)}, analysis.World{Schemas: s.schemas}, nil)
}

// TestStarterRules compares what the starter rules say with what their second statement says about the values of runs, for the programs of the
// rules' tests and for random ones. The configuration and the outputs of resources are made up, several times for each program. The verdict on
// the values of a run is the same. Before the run, nothing passes that fails in a run, and of what fails, an instance fails in each run.
func TestStarterRules(t *testing.T) {
	t.Parallel()
	s := openStarter(t)
	h := harvested(s.files)
	c := &comparison{T: t, starter: s, texts: h.texts, about: map[string]*regexp.Regexp{}, counts: map[string]map[string]int{}}
	for _, r := range s.set.Rules {
		c.counts[r.Name] = map[string]int{}
		c.about[r.Name] = regexp.MustCompile(starterSays[r.Name].about)
		if starterSays[r.Name].holds == nil {
			t.Fatalf("%s is not stated a second time", r.Name)
		}
	}
	for _, f := range s.files {
		for _, r := range f.Rules {
			for i, test := range r.Tests {
				c.program(test.Files["main.pp"], uint64(i))
			}
		}
	}
	for seed := range testsize.StarterPrograms {
		random := rand.New(rand.NewPCG(uint64(seed), 47))
		c.program((&writer{Rand: random, harvest: h, schemas: s.schemas}).program(), uint64(seed))
	}
	c.enough()
}

// comparison compares the verdicts of programs.
type comparison struct {
	*testing.T
	*starter
	texts  []string
	about  map[string]*regexp.Regexp // the types that a rule is about
	counts map[string]map[string]int // by rule and what was seen
}

// runs is how many runs of each program are made up.
const runs = 2

func (c *comparison) program(text string, seed uint64) {
	p := c.parsed(text)
	random := rand.New(rand.NewPCG(seed, 48))
	m := maker{random, c.texts, []string{"Owner", "owner", "memory", "x"}, []int64{0, 3, 7, 14, 22, 80, 3389}}
	before := judged(c.T, c.set, p)
	c.fixed(text, p, before)
	for range runs {
		stack := &analysis.Stack{Name: "dev", Project: "shop", Values: map[string]analysis.StackValue{}}
		configs, _ := p.Configs()
		for _, config := range configs {
			m.configure(stack, config)
		}
		with := p.WithChanges(nil, nil, stack)
		ran := m.run(c.T, with)
		says := c.judge(ran)
		c.before("without a stack", p, before, ran, says)
		c.before("with a stack", with, judged(c.T, c.set, with), ran, says)
		if c.Failed() {
			c.Fatalf("seed %d\n%s", seed, text)
		}
	}
}

// said is what the second statement of a rule says about the instances of a resource.
type said struct {
	holds, fails int
	open         bool // something is not known of an instance
}

// judge compares the verdicts on the values of a run, and returns what the second statements say by rule and resource.
func (c *comparison) judge(ran *eval.Ran) map[string]*said {
	all := map[string]*said{}
	for _, r := range ran.Registrations {
		if r.Item.Kind != syntax.KindResource {
			continue
		}
		verdicts, err := c.set.CheckRan(context.Background(), r)
		if err != nil {
			c.Fatal(err)
		}
		results := map[string]rules.Result{}
		for _, v := range verdicts {
			results[v.Rule.Name] = v.Result
		}
		one, known := sentBy(r)
		for name, says := range starterSays {
			key := r.Item.Name + " " + name
			if all[key] == nil {
				all[key] = &said{}
			}
			if !known {
				all[key].open = true
				continue
			}
			about := c.about[name].MatchString(one.token)
			holds := !about || says.holds(one)
			if holds {
				all[key].holds++
			} else {
				all[key].fails++
			}
			if about {
				c.counts[name][map[bool]string{true: "holds", false: "does not hold"}[holds]]++
			}
			if got := results[name]; holds && got != 0 && got != rules.Pass || !holds && got != rules.Fail {
				c.Errorf("%s: the rule says %q about %v, the second statement %v", key, resultText(got), one.inputs, holds)
			}
		}
	}
	return all
}

func resultText(r rules.Result) string {
	if r == 0 {
		return "nothing"
	}
	return r.String()
}

// before compares the verdicts before the run.
func (c *comparison) before(when string, p *analysis.Program, verdicts []rules.Verdict, ran *eval.Ran, says map[string]*said) {
	unsure := map[string]bool{}
	for _, f := range ran.Failures {
		unsure[f.Item.Name] = true
	}
	for _, o := range ran.Open {
		unsure[o.Item.Name] = true
	}
	judged := map[string]bool{}
	for _, v := range verdicts {
		it, _ := p.ItemAt(v.Path, v.Span.Start)
		key := it.Name + " " + v.Rule.Name
		is := says[key]
		judged[key] = true
		c.counts[v.Rule.Name][v.Result.String()]++
		switch {
		case v.Result != rules.Pass && v.Result != rules.Fail && v.Result != rules.Unknown:
			c.Errorf("%s, %s: %s: %s", it.Name, v.Rule.Name, v.Result, v.Message)
		case is == nil || unsure[it.Name]:
		case v.Result == rules.Pass && is.fails > 0:
			c.Errorf("%s passes %s %s, and fails in a run", it.Name, v.Rule.Name, when)
		case v.Result == rules.Fail && is.fails == 0 && !is.open:
			c.Errorf("%s fails %s %s, and passes in a run", it.Name, v.Rule.Name, when)
		}
	}
	for key, is := range says {
		if is.fails > 0 && !judged[key] {
			c.Errorf("%s: no verdict %s, and a fail in a run", key, when)
		}
	}
}

// fixed tries the fixes: what fails is all right after its fix, as far as that is known before the run.
func (c *comparison) fixed(text string, p *analysis.Program, verdicts []rules.Verdict) {
	for _, v := range verdicts {
		if v.Fix == nil {
			continue
		}
		after := c.parsed(v.Fix.Apply(text))
		before, _ := p.ItemAt(v.Path, v.Span.Start)
		it := after.Files[0].Item(p.Files[0].IndexAt(before.Base))
		verdicts := judged(c.T, c.set, after)
		again := slices.IndexFunc(verdicts, func(w rules.Verdict) bool {
			return w.Rule == v.Rule && it.Base <= w.Span.Start && w.Span.Start < it.Base+len(it.Text)
		})
		if again < 0 || verdicts[again].Result != rules.Pass {
			c.Errorf("%s does not pass %s after its fix:\n%s", it.Name, v.Rule.Name, v.Fix.Apply(text))
		}
		c.counts[v.Rule.Name]["fixed"]++
	}
}

// enough reports rules of which too little was seen.
func (c *comparison) enough() {
	for _, r := range c.set.Rules {
		if r.HasFix() && c.counts[r.Name]["fixed"] == 0 {
			c.Errorf("%s: never fixed", r.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.counts)) {
		for _, what := range []string{"holds", "does not hold", "pass", "fail", "unknown"} {
			if c.counts[name][what] == 0 && name+" "+what != "kubernetes-api-version unknown" { // the type is never unknown
				c.Errorf("%s: never %s", name, what)
			}
		}
		c.Logf("%s: %v", name, c.counts[name])
	}
}

// sentBy is what a run sends for a resource; false if something of it is not known.
func sentBy(r *eval.Registration) (sent, bool) {
	s := sent{token: r.Type, inputs: map[string]any{}, secret: map[string]bool{}}
	if r.Schema == nil {
		return s, false
	}
	s.tagged = slices.ContainsFunc(r.Schema.Inputs, func(p *schema.Property) bool { return p.Name == "tags" })
	for name, a := range r.Inputs() {
		v, err := r.Value(a)
		if err != nil || !v.IsWhollyKnown() {
			return s, false
		}
		s.secret[name] = secretIn(v)
		if s.inputs[name] = plain(v); s.inputs[name] == nil {
			delete(s.inputs, name)
		}
	}
	return s, true
}

// plain is a known value as plain data.
func plain(v cty.Value) any {
	v, _ = value.Bare(v)
	switch {
	case v.IsNull():
		return nil
	case v.Type() == cty.Bool:
		return v.True()
	case v.Type() == cty.Number:
		return value.Float(v)
	case v.Type() == cty.String:
		return v.AsString()
	case value.IsList(v):
		all := []any{}
		for _, e := range value.Elements(v) {
			all = append(all, plain(e))
		}
		return all
	}
	all := map[string]any{}
	keys, values := value.Members(v)
	for i, key := range keys {
		all[key] = plain(values[i])
	}
	return all
}
