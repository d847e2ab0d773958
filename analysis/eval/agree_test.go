package eval_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// written are literals, and ways are forms of writing one, with @ for the literal, and what must be declared for that.
var (
	written = []string{`0`, `1`, `2.5`, `-3`, `"a"`, `"7"`, `true`, `false`, `"true"`, `null`, `[]`, `{}`, `[1, "b"]`, `{ a = 1, b = [2] }`}
	ways    = []struct{ expr, declared string }{
		{"@", ""}, {"(@)", ""}, {"l%d", "l%d = @"}, {"l%d.a", "l%d = { a = @ }"}, {"l%d[1]", "l%d = [0, @]"}, {"[@][0]", ""}, {"[for x in [@] : x][0]", ""},
		{"{ for k, x in { a = @ } : k => x }.a", ""}, {"(true ? @ : null)", ""}, {"(1 > 2 ? null : @)", ""}, {"([{ a = @ }][*].a)[0]", ""},
		{"element([@], 3)", ""}, {"singleOrNone([@])", ""}, {"lookup({ a = @ }, \"a\", 0)", ""}, {"try([][0], @)", ""}, {"m%d", "l%d = [@]\nm%d = l%d[0]"},
	}
)

// sentence is a program that asks for the value of a random expression.
type sentence struct {
	expr     string
	declared []string
}

func newSentence(seed uint64) *sentence {
	s := &sentence{}
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 7))}
	w.leaf = func() string {
		way, n := ways[w.IntN(len(ways))], len(s.declared)
		literal := w.one(written...)
		fill := func(text string) string {
			return strings.ReplaceAll(strings.ReplaceAll(text, "%d", fmt.Sprint(n)), "@", literal)
		}
		s.declared = append(s.declared, fill(way.declared))
		return fill(way.expr)
	}
	s.expr = w.expr(int(seed % 4))
	return s
}

// program declares the expression and a resource that has it as an input, and the probes: an index of each is out of range where the
// expression fails, where it does not, and where it has a value.
func (s *sentence) program(t *testing.T, value string) *analysis.Program {
	probes := "fails = [0][can(" + s.expr + ") ? 0 : 5]\nworks = [0][can(" + s.expr + ") ? 5 : 0]\n"
	if value != "" {
		probes += "equal = [0][" + s.expr + " == " + value + " ? 5 : 0]\n"
	}
	text := strings.Join(s.declared, "\n") + "\nasked = " + s.expr + "\n" + probes + "resource r \"zoo:index:Animal\" {\n  name = \"x\"\n  payload = " + s.expr + "\n}\n"
	return analysistest.LoadText(t, "-- main.pp --\n"+text).Program
}

// told are the probes of which the checker says that they fail.
func told(t *testing.T, p *analysis.Program) map[string]bool {
	t.Helper()
	all, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, d := range all {
		if d.Code == codes.IndexLiteral || d.Code == codes.IndexRange {
			if it, ok := p.ItemAt(d.Path, d.Span.Start); ok {
				found[it.Name] = true
			}
		}
	}
	return found
}

// The checker, hovers, rules of teams and plans know the same value of an expression, or that it fails.
func TestEvaluatorsAgree(t *testing.T) {
	t.Parallel()
	values, failures := 0, 0
	for seed := range uint64(testsize.Sentences) {
		s := newSentence(seed)
		p := s.program(t, "")
		it, e := local(t, p, "asked")
		hover, err := eval.Of(context.Background(), p, it, e)
		if err != nil {
			t.Fatal(err)
		}
		text, wanted := "", []string{"fails"}
		switch {
		case hover.Fails != "":
			failures++
		case hover.Known():
			values++
			if text, wanted = eval.Text(hover.Value), []string{"works", "equal"}; strings.Contains(text, "…") || strings.Contains(text, "infinity") {
				text, wanted = "", wanted[:1] // it cannot be written as a literal
			}
			p = s.program(t, text)
		default:
			continue // which is too large, or depends on the reader
		}
		want := rules.Pass
		if hover.Fails != "" {
			want = rules.Unknown // a failing declaration has no verdict
		}
		if got := ruled(t, p, text); text+hover.Fails != "" && got != want {
			t.Errorf("%s\nthe hover says %s%s, and a rule %s", p.Files[0].Text(), text, hover.Fails, got)
		}
		if got := planned(t, p); text+hover.Fails != "" && got != cmp.Or(text, "fails: "+hover.Fails) {
			t.Errorf("%s\nthe hover says %s%s, and a run has %s", p.Files[0].Text(), text, hover.Fails, got)
		}
		found := told(t, p)
		for _, probe := range wanted {
			if !found[probe] {
				t.Errorf("%s\n%s: the hover says %s%s, the checker tells %v", p.Files[0].Text(), probe, text, hover.Fails, found)
			}
		}
	}
	if t.Logf("%d values, %d failures", values, failures); values*5 < failures {
		t.Error("too few expressions have a value")
	}
}

// planned is the input that a run gives to the resource, from which a plan is made.
func planned(t *testing.T, p *analysis.Program) string {
	t.Helper()
	ran, err := eval.Run(context.Background(), p, eval.Host{})
	if err != nil || len(ran.Registrations) != 1 {
		t.Fatal(ran, err)
	}
	r := ran.Registrations[0]
	v, err := r.Value(r.Inputs()["payload"])
	if err != nil {
		return "fails: " + err.Error()
	}
	return eval.Text(v)
}

// ruled is the verdict of a rule that wants the resource to have a value.
func ruled(t *testing.T, p *analysis.Program, value string) rules.Result {
	t.Helper()
	file, found := rules.Parse("a"+rules.Ending, "rule \"r\" {\n  title = \"It has the value\"\n  resource = \"zoo:index:Animal\"\n  require = resource.inputs.payload == "+cmp.Or(value, "null")+"\n}\n")
	set, more := rules.NewSet(file)
	if len(found)+len(more) > 0 {
		t.Fatal(found, more)
	}
	verdicts, err := set.Verdicts(context.Background(), p)
	if err != nil || len(verdicts) != 1 {
		t.Fatal(verdicts, err)
	}
	return verdicts[0].Result
}
