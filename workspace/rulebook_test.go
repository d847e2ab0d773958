package workspace_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

func rulesFixture(t testing.TB) *fixture.Fixture {
	return fixture.Load(t, filepath.Join("..", "testdata", "check", "team-rules.txtar"))
}

// aboutDeclarations is the fixture without rules that look at the program, for which everything is judged again.
func aboutDeclarations(t testing.TB) *fixture.Fixture {
	f := rulesFixture(t)
	for name, text := range f.Files {
		text, _, _ = strings.Cut(text, "rule \"used\"")
		f.Files[name], _, _ = strings.Cut(text, "rule \"few\"")
	}
	f.Session = resumed(f)
	return f
}

// What rules say is the same after any sequence of edits, of programs, rules and settings, as in a fresh session.
func TestRulesWhileEditing(t *testing.T) {
	t.Parallel()
	for _, f := range []*fixture.Fixture{rulesFixture(t), aboutDeclarations(t)} {
		rulesWhileEditing(t, f)
	}
}

func rulesWhileEditing(t *testing.T, f *fixture.Fixture) {
	t.Helper()
	editedLikeFresh(t, f, testsize.RuleSequences, []string{"main.pp", "main.pp", "main.pp", "main.pp", "main.pp", "main.pp", "main.pp", "part/main.pp", "rules/names.pcl-rules.hcl", "rules/slips.pcl-rules.hcl", ".pcl-lsp.yaml"}, []string{
		"words = 1\n", "words = few\n", "words = n\n", "few = 12\n", "few = 3 * 4\n", "few = 1 + 0\n", "few = 2 - 1\n", "few = 6 + 6\n", "few = n\n", "few = one.id\n", "3 * 4", "1 + 0", "6 + 6", "2 - 1", "words", "9", "[one.id]", "dependents", "dependencies", "ignore", "fail", "\n", "# pcl-lsp:ignore team.* -- later\n", "}", "{", "n", "few", "slow",
		"resource more \"kit:index:Name\" {\n  words = few\n}\n",
	})
}

// An edit judges what is edited and what reads it, however many declarations there are; others keep their verdicts and their places.
func TestRulesCostAsMuchAsTheEdit(t *testing.T) {
	t.Parallel()
	f := rulesFixture(t)
	const path = fixture.Root + "/main.pp"
	f.Files[fixture.Root+"/rules/names.pcl-rules.hcl"] = strings.Replace(f.Files[fixture.Root+"/rules/names.pcl-rules.hcl"], "length(resource.dependents) > 0", "resource.name != \"\"", 1)
	f.Files[path] += manyNames(500)
	f.Session.Apply(workspace.DiskChanged{})
	f.Findings(t)
	before := f.Session.Snapshot()
	report := func(s *workspace.Snapshot) map[string]analysis.Diagnostic {
		r, err := s.Report(t.Context(), s.ProgramIn(fixture.Root), nil)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]analysis.Diagnostic{}
		for _, d := range r.In(path) {
			found[fmt.Sprint(d.Code, d.Message)] = d
		}
		return found
	}
	was := report(before)
	f.Files[path] = strings.Replace(f.Files[path], "few = 1", "few = 0 + 1", 1)
	is := report(f.Session.Apply(workspace.DiskChanged{Paths: []string{path}}))
	if len(was) < 400 || len(was) != len(is) {
		t.Errorf("%d findings before the edit, %d after it", len(was), len(is))
	}
	for what, d := range was {
		now := is[what]
		if text := f.Files[path]; now.Span.Len() != d.Span.Len() || now.Span.Start != d.Span.Start+len("0 + ") && now.Span.Start > strings.Index(text, "few") {
			t.Errorf("%s: at %v, and %v after the edit", what, d.Span, now.Span)
		}
	}
}

func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "resource name%d \"kit:index:Name\" {\n  words = 1\n}\n", i)
	}
	return b.String()
}

// BenchmarkRuleKeystroke edits one of 5,000 resources, without rules and with 50.
func BenchmarkRuleKeystroke(b *testing.B) {
	const path = fixture.Root + "/main.pp"
	for _, count := range []int{0, 50} {
		b.Run(fmt.Sprintf("%d rules", count), func(b *testing.B) {
			f := rulesFixture(b)
			text := strings.ReplaceAll(manyNames(5000), "words = 1", "words = 2")
			var rules strings.Builder
			for i := range count {
				fmt.Fprintf(&rules, "rule \"r%d\" {\n  title    = \"x\"\n  resource = \"kit:index:Name\"\n  require  = resource.inputs.words >= 2 && resource.inputs.separator == null\n}\n", i)
			}
			delete(f.Files, fixture.Root+"/rules/slips.pcl-rules.hcl")
			f.Files[fixture.Root+"/rules/names.pcl-rules.hcl"] = rules.String()
			s := f.Session.Apply(workspace.DiskChanged{}, workspace.Open{Path: path, Text: text})
			if _, err := s.Report(b.Context(), s.Program(path), nil); err != nil { // what is judged once does not count
				b.Fatal(err)
			}
			at := strings.Index(text, "name2500")
			at += strings.Index(text[at:], "= ") + 2
			b.ReportAllocs()
			for i := 1; b.Loop(); i++ {
				file, _, _, _ := s.File(path)
				s = f.Session.Apply(workspace.Edit{Path: path, File: file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + 1}, Text: "23"[i%2 : i%2+1]}), Version: i})
				if _, err := s.Report(b.Context(), s.Program(path), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// An edit elsewhere changes what rules say: of those who read the edited value, and of those who are not used any more.
func TestRulesFollowWhatTheyRead(t *testing.T) {
	t.Parallel()
	followed(t, rulesFixture(t), " 15:team.used")
	followed(t, aboutDeclarations(t), "")
}

func followed(t *testing.T, f *fixture.Fixture, used string) {
	t.Helper()
	const path = fixture.Root + "/main.pp"
	f.Session.Apply(workspace.Open{Path: path, Text: f.Files[path]})
	for _, step := range []struct{ old, text, want string }{
		{"", "", "7:team.long 10:team.short 11:team.long 14:team.short"},
		{"few = 1", "few = 1 + 1 + 1", "10:team.short 11:team.long 14:team.short"}, // no type changes
		{"few = 1 + 1 + 1", "few = 2 + 1 + 9", "6:team.short 10:team.short 11:team.long 14:team.short"},
		{"few = 2 + 1 + 9", "letters = \"a\"\nfew = length(split(\"\", letters))", "8:team.long 11:team.short 12:team.long 15:team.short"},
		{"\"a\"", "\"abc\"", "11:team.short 12:team.long 15:team.short"},
		{"\"abc\"", "\"ab1234567890\"", "7:team.short 11:team.short 12:team.long 15:team.short"},
		{", many.id", "", "7:team.short 11:team.short 12:team.long 15:team.short" + used},
		{"some.id", "some.id, many.id", "7:team.short 11:team.short 12:team.long 15:team.short"},
		{"letters = \"ab1234567890\"", "more = 1\nletters = \"a\"", "9:team.long 12:team.short 13:team.long 16:team.short"}, // names may denote others
	} {
		file, version, _, _ := f.Session.Snapshot().File(path)
		at := strings.Index(file.Text(), step.old)
		s := f.Session.Apply(workspace.Edit{Path: path, File: file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + len(step.old)}, Text: step.text}), Version: version + 1})
		r, err := s.Report(t.Context(), s.Program(path), nil)
		if err != nil {
			t.Fatal(err)
		}
		now, _, _, _ := s.File(path)
		var got []string
		for _, d := range r.In(path) {
			if d.Code.Matches("team.*") {
				got = append(got, fmt.Sprintf("%d:%s", now.Line(d.Span.Start)+1, d.Code))
			}
		}
		if all := strings.Join(got, " "); all != step.want {
			t.Errorf("after %q: got %s, want %s", step.text, all, step.want)
		}
	}
}

// One change may edit declarations far apart. Those in between keep what rules say about them.
func TestRulesBetweenTwoEdits(t *testing.T) {
	t.Parallel()
	f := aboutDeclarations(t)
	const path = fixture.Root + "/main.pp"
	f.Files[path] = manyNames(9)
	f.Session.Apply(workspace.Open{Path: path, Text: f.Files[path]})
	f.Findings(t)
	for _, above := range []string{"", "few = 1\n"} { // with it, names may denote others
		file, version, _, _ := f.Session.Snapshot().File(path)
		text := file.Text()
		first, last := strings.Index(text, "words = "), strings.LastIndex(text, "words = ")
		edited := file.Edited(
			syntax.Edit{Span: syntax.Span{Start: last, End: last + len("words = 1")}, Text: "words = 4"},
			syntax.Edit{Span: syntax.Span{Start: first, End: first + len("words = 1")}, Text: "words = 3"},
			syntax.Edit{Span: syntax.Span{}, Text: above},
		)
		f.Session.Apply(workspace.Edit{Path: path, File: edited, Version: version + 1})
		f.Files[path] = edited.Text()
		got := f.Describe(f.Findings(t))
		fresh := *f
		fresh.Session = resumed(f)
		if want := f.Describe(fresh.Findings(t)); got != want {
			t.Errorf("--- fresh +++ edited\n%s", cmp.Diff(want, got))
		}
	}
}

// A program that is forgotten leaves nothing behind, not even what rules said about it.
func TestForgottenPrograms(t *testing.T) {
	t.Parallel()
	f := rulesFixture(t)
	s := f.Session.Snapshot()
	r, err := s.Report(t.Context(), s.ProgramIn(fixture.Root), nil)
	if err != nil {
		t.Fatal(err)
	}
	var left []weak.Pointer[syntax.File]
	for _, in := range r.Files {
		if workspace.IsProgramFile(in.Found.Path) {
			left = append(left, weak.Make(in.Source))
		}
	}
	if len(left) == 0 || left[0].Value() == nil {
		t.Fatal("there is no program")
	}
	s.Forget(fixture.Root)
	r = nil
	runtime.GC()
	for _, file := range left {
		if file.Value() != nil {
			t.Errorf("%s is still in memory", file.Value().Path)
		}
	}
	runtime.KeepAlive(s)
}

// costly is a rule that takes some thousand steps on each resource, and holds.
const costly = `rule "costly" {
  title    = "Nothing"
  resource = "kit:index:Name"
  require  = all([for a in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] : all([for b in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] : a != b + 100])])
}
`

// withRules is the fixture with other rules, and with some resources.
func withRules(t *testing.T, rules string, resources int) *fixture.Fixture {
	f := aboutDeclarations(t)
	f.Files[fixture.Root+"/rules/names.pcl-rules.hcl"] = rules
	f.Files[fixture.Root+"/main.pp"] = manyNames(resources)
	f.Session = resumed(f)
	return f
}

// A rule may take some work on each resource, but not on very many: it is switched off, whatever it takes on the first ones.
func TestRulesTogether(t *testing.T) {
	t.Parallel()
	for resources, off := range map[int]bool{50: false, 900: true} {
		f := withRules(t, costly, resources)
		if got := strings.Contains(f.Describe(f.Findings(t)), "rule.expensive"); got != off {
			t.Errorf("with %d resources: switched off: %t, want %t", resources, got, off)
		}
	}
}

// Where rules take much work, what the checker finds is reported before; where they take little, all is reported at once.
func TestTypingDoesNotWaitForRules(t *testing.T) {
	t.Parallel()
	const path = fixture.Root + "/main.pp"
	cheap := "rule \"long\" {\n  title    = \"Names are long\"\n  resource = \"kit:index:Name\"\n  require  = resource.inputs.words > 1\n}\n"
	for _, test := range []struct {
		rules string
		slow  bool
	}{{cheap, false}, {cheap + costly, true}} {
		f := withRules(t, test.rules, 5)
		s := f.Session.Apply(workspace.Open{Path: path, Text: f.Files[path]})
		for version := 1; version < 4; version++ {
			var early []analysis.Diagnostic
			r, err := s.Report(t.Context(), s.Program(path), func(r *workspace.Report) {
				if !r.Current {
					t.Error("the early report is not all about the text as it is")
				}
				early = r.In(path)
			})
			if err != nil {
				t.Fatal(err)
			}
			if found := len(r.In(path)); version > 1 && ((early != nil) != test.slow || test.slow && len(early) != found-1) {
				t.Errorf("version %d, slow %t: %d findings early, and %d at the end", version, test.slow, len(early), found)
			}
			file, _, _, _ := s.File(path)
			s = f.Session.Apply(workspace.Edit{Path: path, Version: version, File: file.Edited(syntax.Edit{Span: syntax.Span{Start: strings.Index(file.Text(), "words = 1"), End: strings.Index(file.Text(), "words = 1") + len("words = 1")}, Text: fmt.Sprintf("words = 1 + %d - %[1]d", version)})})
		}
	}
}

// Rules that share a budget are switched off and on as in a fresh session, after any sequence of edits of programs, and of edits that are interrupted.
func TestExpensiveRulesWhileEditing(t *testing.T) {
	t.Parallel()
	f := rulesFixture(t)
	const rule = "rule \"r%d\" {\n  title    = \"x\"\n  resource = \"*\"\n  require  = all([for x in split(\"\", %q) : all([for a in split(\"\", resource.inputs.prefix) : all([for b in split(\"\", resource.inputs.prefix) : a == x])])])\n}\n"
	var rules, program strings.Builder
	for i := range 9 {
		fmt.Fprintf(&rules, rule, i, strings.Repeat("a", 1+i%5*2))
		fmt.Fprintf(&program, "resource n%d \"kit:index:Name\" {\n  words  = 2\n  prefix = \"%s\"\n}\n", i, strings.Repeat("a", 18+2*i))
	}
	rules.WriteString("rule \"whole\" {\n  title   = \"x\"\n  program = true\n  require = all([for r in program.resources : all([for a in program.resources : all([for b in program.resources : a != 1])])])\n}\n")
	f.Files[fixture.Root+"/rules/names.pcl-rules.hcl"] = rules.String()
	delete(f.Files, fixture.Root+"/rules/slips.pcl-rules.hcl")
	f.Files[fixture.Root+"/main.pp"] = program.String()
	f.Session = resumed(f)
	a := func(n int) string { return strings.Repeat("a", n) }
	editedLikeFresh(t, f, testsize.ExpensiveRuleSequences, []string{"main.pp"}, []string{a(48), a(34), a(32), a(30), a(28), a(26), a(24), a(22), a(20), a(18), a(12) + "b", a(5), "}",
		"resource more \"kit:index:Name\" {\n  prefix = \"aaaa\"\n}\n",
	})
}
