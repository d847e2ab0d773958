package rules_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// large is a program with values and references that multiply.
func large(t testing.TB) *analysistest.Fixture {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "-- main.pp --\nlist = [%s]\nt0 = \"0123456789\"\nn0 = 1\n", strings.Repeat("1, ", 2000))
	for i := range 12 {
		fmt.Fprintf(&text, "t%d = \"${t%d}${t%d}\"\n", i+1, i, i)
	}
	for i := range 300 {
		fmt.Fprintf(&text, "n%d = [n%d, n%d]\n", i+1, i, max(i-1, 0))
	}
	text.WriteString("resource net \"cloudy:net:Network\" {\n  cidrBlock = t12\n  peers = list\n  tags = { a = n300 }\n  policy = toJSON([list, list])\n}\n")
	text.WriteString("resource many \"cloudy:net:Network\" {\n  cidrBlock = \"${range.value}\"\n  options { range = 4000 }\n}\n")
	return analysistest.LoadText(t, text.String())
}

// The work of a rule is bounded whatever it does. A rule that exceeds its budget says so; a program with more instances
// than can be looked at is not the rule's fault.
func TestHostileRulesAreBounded(t *testing.T) {
	t.Parallel()
	double := "resource.inputs.cidrBlock"
	for range 12 {
		double = `"${` + double + `}${` + double + `}"`
	}
	p := large(t).Program
	for what, test := range map[string]struct{ condition, want string }{
		"loops":            {`length([for a in resource.inputs.peers : [for b in resource.inputs.peers : [for c in resource.inputs.peers : a + b + c]]]) > 0`, "too expensive"},
		"texts":            {double + ` == "x"`, "too expensive"},
		"expressions":      {`all([for a in resource.inputs.peers : matches(resource.inputs.cidrBlock, "(a*)*(a|b)*(0|1|2)*$")])`, "too expensive"},
		"encoding":         {`toJSON([for a in resource.inputs.peers : resource.inputs.peers]) != null`, "too expensive"},
		"comparisons":      {`all([for a in resource.inputs.peers : resource.inputs.peers == resource.inputs.peers])`, "too expensive"},
		"dependencies":     {`all([for a in resource.inputs.peers : length(resource.dependencies) == 0])`, "pass"},
		"schemas":          {`all([for a in resource.inputs.peers : resource.schema.inputs != null])`, "too expensive"},
		"nested templates": {`"%{ for a in resource.inputs.peers }%{ for b in resource.inputs.peers }x%{ endfor }%{ endfor }" != ""`, "too expensive"},
		"JSON texts":       {`all([for a in resource.inputs.peers : from_json(resource.inputs.cidrBlock) != a])`, "too expensive"},
		"JSON calls":       {`all([for a in resource.inputs.peers : from_json(resource.inputs.policy)[1] != null])`, "too expensive"},
		"splats":           {`resource.inputs.peers[*] == 3`, "fail"},
	} {
		text := "rule \"hostile\" {\n  title = \"t\"\n  resource = \"*\"\n  when = resource.name == \"net\"\n  require = " + test.condition + "\n  message = " + double + "\n}\n"
		file, found := rules.Parse("x.pcl-rules.hcl", text)
		if len(found) > 0 {
			t.Fatalf("%s: %v", what, found)
		}
		set, _ := rules.NewSet(file)
		got := ""
		for _, v := range judged(t, set, p) {
			got += v.Result.String()
			if d, ok := v.Finding(); v.Result == rules.TooExpensive && (!ok || d.Path != "x.pcl-rules.hcl" || !strings.Contains(d.Message, "`hostile` takes too much work")) {
				t.Errorf("%s: %v", what, d)
			}
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", what, got, test.want)
		}
	}
	file, _ := rules.Parse("x.pcl-rules.hcl", "rule \"many\" {\n  title = \"t\"\n  resource = \"*\"\n  require = resource.inputs.cidrBlock != \"x\"\n}\n")
	set, _ := rules.NewSet(file)
	if all := judged(t, set, p); len(all) != 2 || all[1].Result != rules.Unknown {
		t.Errorf("too many instances: %v", all)
	}
}

// Parsing is bounded: by size, by depth, and by the limits of expressions.
func TestHostileFilesAreBounded(t *testing.T) {
	t.Parallel()
	deep := 200_000 / testsize.HostileShare
	begin := "rule \"a\" {\n  title = \"t\"\n  resource = \"*\"\n  require = "
	for what, text := range map[string]string{
		"size": strings.Repeat("# a comment\n", 100_000), "depth": begin + strings.Repeat("(", deep) + strings.Repeat(")", deep) + "\n}\n",
		"operators": begin + strings.Repeat("!", deep) + "true\n}\n", "blocks": strings.Repeat("rule \"a\" {\n", deep/10),
		"expression": begin + `matches(resource.name, "` + strings.Repeat("(a{9}){9}", 30) + `")` + "\n}\n", "repeated": begin + `matches(resource.name, "((((a{30}){30}){30}){30})")` + "\n}\n",
		"patterns": strings.Replace(begin, `"*"`, `["`+strings.Repeat(`*", "`, 200)+`*"]`, 1) + "resource.name == \"a\"\n}\n",
		"steps":    begin + "resource" + strings.Repeat(".a", deep) + " == 1\n}\n",
	} {
		file, found := rules.Parse("x.pcl-rules.hcl", text)
		if len(found) == 0 || len(file.Rules) > 0 {
			t.Errorf("%s: no finding", what)
		}
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"a", "a", true}, {"a", "b", false}, {"a*", "a", true}, {"a*c", "abbc", true}, {"a*c", "abbd", false}, {"*", "", true}, {"**", "x", true},
		{"*a*b*", "xxaxxbxx", true}, {"*ab", "aab", true}, {"a*a", "a", false}, {"", "", true}, {"", "a", false},
		{strings.Repeat("*a", 90) + "b", strings.Repeat("a", 5_000), false},
	} {
		if got := rules.Matches(test.pattern, test.name); got != test.want {
			t.Errorf("%.20s matches %.20s: %v", test.pattern, test.name, got)
		}
	}
}

// What verdicts depend on is told: declarations, through locals and components, and whether the whole program counts.
func TestReads(t *testing.T) {
	t.Parallel()
	p := analysistest.LoadText(t, `Text.
-- main.pp --
config size int { default = 3 }
a = b
b = "x-${size}"
resource one "cloudy:storage:Bucket" {
  acl  = a
  name = other.name
  tags = inner.tags
}
component inner "./inner" {}
resource two "cloudy:storage:Bucket" { forceDestroy = unused }
-- inner/main.pp --
output tags { value = {} }
`).Program
	for condition, want := range map[string]string{
		`resource.name != "x"`:             "[] false",
		`resource.inputs.acl != "x"`:       "[a b size] false",
		`resource.inputs.name == "x"`:      "[other] false",
		`resource.inputs.tags == null`:     "[inner] false",
		`length(resource.dependents) == 0`: "[] true",
	} {
		file, found := rules.Parse("x.pcl-rules.hcl", "rule \"a\" {\n  title = \"t\"\n  resource = \"*\"\n  require = "+condition+"\n}\n")
		if len(found) > 0 {
			t.Fatal(found)
		}
		set, _ := rules.NewSet(file)
		it, _ := p.Lookup("one").Item()
		names, whole, err := set.Reads(context.Background(), p, it)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%v %v", names, whole)
		if got != want {
			t.Errorf("%s: got %s, want %s", condition, got, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file, _ := rules.Parse("x.pcl-rules.hcl", "rule \"a\" {\n  title = \"t\"\n  program = true\n  require = length(program.files) > 3\n}\n")
	set, _ := rules.NewSet(file)
	if _, err := set.Verdicts(ctx, p); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	if i := slices.IndexFunc(judged(t, set, p), func(v rules.Verdict) bool { return v.Result == rules.Fail }); i != 0 {
		t.Error("the program has one file")
	}
}
