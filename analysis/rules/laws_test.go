package rules_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// packages are those that random programs use.
var packages = []string{"cloudy", "dns", "kit", "command", "gadget", "media-kit", "nestedobject", "primitive", "simple", "subpackage", "union", "zoo"}

// randomProgram is the program of a seed, and a stack with a value for each config.
func randomProgram(t testing.TB, seed int) (*analysis.Program, *analysis.Stack, bool) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(seed), 26))
	available := analysistest.RepositorySchemas(t)
	var some []*schema.Package
	for _, i := range random.Perm(len(packages))[:3] {
		some = append(some, available[packages[i]][0])
	}
	written := randomprogram.Generate(some, uint64(seed))
	if len(written.Mistakes) > 0 {
		return nil, nil, false
	}
	archive := &txtar.Archive{}
	for _, name := range slices.Sorted(maps.Keys(written.Files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(written.Files[name])})
	}
	p := analysistest.Make(t, archive).Program
	stack := &analysis.Stack{Name: "dev", Project: "shop", Values: map[string]analysis.StackValue{}}
	configs, _ := p.Configs()
	for _, c := range configs {
		if random.IntN(3) > 0 {
			plainMaker(random).configure(stack, c)
		}
	}
	return p, stack, true
}

// TestNoRunRefutesAVerdict compares verdicts before a run with those on the values of a run whose configuration
// and outputs are made up: a pass never becomes a fail, and of what fails, an instance fails in the run. Knowing
// the configuration changes no verdict either.
func TestNoRunRefutesAVerdict(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	programs := 0
	for seed := 1; programs < testsize.JudgedPrograms; seed++ {
		p, stack, ok := randomProgram(t, seed)
		if !ok {
			continue
		}
		programs++
		random := rand.New(rand.NewPCG(uint64(seed), 27))
		text := newAuthor(p, random).rules(8)
		file, found := rules.Parse("r.pcl-rules.hcl", text)
		if len(file.Rules) < 6 {
			t.Fatalf("program %d: too few rules: %v\n%s", seed, found, text)
		}
		set, _ := rules.NewSet(file)
		law := &law{t: t, seed: seed, counts: counts, text: text, p: p}
		before := law.byItem(judged(t, set, p))
		with := p.WithChanges(nil, nil, stack)
		configured := law.byItem(judged(t, set, with))
		for key, a := range before {
			b, ok := configured[key]
			if ok && (a.Result == rules.Pass && b.Result == rules.Fail || a.Result == rules.Fail && b.Result == rules.Pass) {
				law.fail("configuration turns %s into %s: %s", a.Result, b.Result, key)
			}
		}
		for _, verdicts := range []map[string]rules.Verdict{before, configured} {
			for _, v := range verdicts {
				counts["before "+v.Result.String()]++
			}
		}
		for range 2 {
			ran := plainMaker(random).run(t, with)
			law.compare(set, ran, before, configured)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d programs: %v", programs, counts)
	for _, what := range []string{"before pass", "before fail", "before unknown", "decided pass", "decided fail", "kept pass", "kept fail"} {
		if counts[what] < programs/10 {
			t.Errorf("%s: only %d", what, counts[what])
		}
	}
}

// law compares the verdicts of one program.
type law struct {
	t      *testing.T
	seed   int
	counts map[string]int
	text   string
	p      *analysis.Program
}

func (l *law) fail(format string, args ...any) {
	l.t.Helper()
	var files strings.Builder
	for _, f := range l.p.Files {
		files.WriteString("-- " + f.Path + " --\n" + f.Text())
	}
	l.t.Errorf("program %d: %s\n%s\n%s", l.seed, fmt.Sprintf(format, args...), l.text, files.String())
}

func keyOf(path string, it syntax.Placed, r *rules.Rule) string {
	return fmt.Sprintf("%s %s %s", path, it.Name, r.Name)
}

// byItem are the verdicts by item and rule. A pass has no place, so that they are asked for again.
func (l *law) byItem(all []rules.Verdict) map[string]rules.Verdict {
	found := map[string]rules.Verdict{}
	for _, v := range all {
		it, ok := l.p.ItemAt(v.Path, v.Span.Start)
		if !ok {
			l.fail("a verdict outside of the program: %v", v)
		}
		found[keyOf(v.Path, it, v.Rule)] = v
	}
	return found
}

// compare compares what a run says.
func (l *law) compare(set *rules.Set, ran *eval.Ran, before ...map[string]rules.Verdict) {
	failed := map[string]bool{}
	for _, f := range ran.Failures {
		failed[f.Path+" "+f.Item.Name] = true
	}
	results := map[string][]rules.Result{}
	open := map[string]bool{}
	for _, o := range ran.Open {
		open[o.Path+" "+o.Item.Name] = true
	}
	for _, r := range ran.Registrations {
		if r.Within != nil || r.Item.Kind != syntax.KindResource {
			continue
		}
		verdicts, err := set.CheckRan(context.Background(), r)
		if err != nil {
			l.t.Fatal(err)
		}
		for _, v := range verdicts {
			key := keyOf(r.Path, r.Item, v.Rule)
			results[key] = append(results[key], v.Result)
		}
	}
	for _, static := range before {
		for key, v := range static {
			got, item := results[key], strings.Join(strings.Fields(key)[:2], " ")
			switch {
			case v.Result == rules.Pass && slices.Contains(got, rules.Fail):
				l.fail("a run refutes a pass: %s", key)
			case v.Result == rules.Fail && !failed[item] && !open[item] && !slices.ContainsFunc(got, func(r rules.Result) bool { return r != rules.Pass }):
				l.fail("a run refutes a fail: %s: %v (%s)", key, got, v.Message)
			case v.Result == rules.Unknown && slices.Contains(got, rules.Fail):
				l.counts["decided fail"]++
			case v.Result == rules.Unknown && slices.Contains(got, rules.Pass):
				l.counts["decided pass"]++
			case v.Result == rules.Pass && slices.Contains(got, rules.Pass), v.Result == rules.Fail && slices.Contains(got, rules.Fail):
				l.counts["kept "+v.Result.String()]++
			}
		}
	}
}
