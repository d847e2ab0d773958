package upgrade_test

import (
	"bytes"
	"flag"
	"fmt"
	"github.com/google/go-cmp/cmp"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/schemachanges"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// schemas are those of one package.
type schemas struct{ pkg *schema.Package }

func (s schemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if ref.Name != s.pkg.Name() {
		return nil, schema.Availability{}
	}
	return s.pkg, schema.Availability{State: schema.Ready, Version: s.pkg.Version()}
}

func open(t *testing.T, text []byte) *schema.Package {
	t.Helper()
	p, err := schema.Open(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// harmless are the kinds of changes after which every program is still right, and those that an upgrade can follow by itself.
var harmless = []schemadiff.Kind{
	schemadiff.Renamed, schemadiff.Added, schemadiff.DefaultChanged, schemadiff.NowSecret, schemadiff.NotSecret, schemadiff.NowReplaces, schemadiff.NotReplaces,
	schemadiff.Deprecated, schemadiff.NotDeprecated, schemadiff.EnumAdded, schemadiff.NotPlain,
}

// score counts what became of programs.
type score struct {
	programs, invalid, mechanical, unclean, others, marks, unexplained, elsewhere, removed, unmarked, alike int
}

// TestRandomPrograms: programs that are right for one version of a package are right for a changed one after an upgrade if all
// changes that concern them are mechanical. In others, what is found is explained by a change that was made to what stands there,
// and everything removed that they set is found.
func TestRandomPrograms(t *testing.T) {
	t.Parallel()
	var all score
	files, err := filepath.Glob(analysistest.Repository(t) + "/testdata/schemas/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before := open(t, text)
		for seed := range uint64(testsize.SchemaChanges) {
			random := rand.New(rand.NewPCG(seed, 5))
			s := schemachanges.New(random, text)
			s.Change(1 + int(seed%40))
			after := open(t, bytes.Replace(s.Text(), []byte(`"version":"`+before.Version()+`"`), []byte(`"version":"99.0.0"`), 1))
			if after.Version() != "99.0.0" {
				t.Fatalf("%s has version %s", file, after.Version())
			}
			d, err := schemadiff.Compare(t.Context(), before, after)
			if err != nil {
				t.Fatal(err)
			}
			for _, token := range concerned(before, s.Done, random) {
				all.upgrade(t, fmt.Sprintf("%s, seed %d", filepath.Base(file), seed), before, token, random, s, d)
			}
		}
	}
	t.Logf("%+v", all)
	if all.mechanical == 0 || all.others == 0 || all.marks == 0 || all.removed == 0 || all.alike == 0 {
		t.Error("too little was tried")
	}
	if all.unclean+all.unexplained+all.elsewhere+all.unmarked > 0 {
		t.Error("see above")
	}
}

var exported = flag.String("export", "", "write the upgraded programs that have to be right, with their schemas, below this directory")

// export writes a program with the schema that it is for, so that the reference can say whether it accepts it.
func export(t *testing.T, number int, name string, changed *schemachanges.Schema, text string) {
	if *exported == "" {
		return
	}
	dir := filepath.Join(*exported, fmt.Sprint(number))
	for file, content := range map[string][]byte{"program/main.pp": []byte(text), "schemas/" + name + ".json": changed.Text()} {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// concerned are the tokens of members that were changed, and some others.
func concerned(pkg *schema.Package, done []schemachanges.Change, random *rand.Rand) []string {
	tokens := map[string]bool{}
	for _, c := range done {
		if c.Section != "type" {
			tokens[c.Token] = true
		}
	}
	all := slices.Concat(pkg.ResourceTokens(), pkg.FunctionTokens())
	for range 3 {
		tokens[all[random.IntN(len(all))]] = true
	}
	return slices.Sorted(maps.Keys(tokens))
}

func (all *score) upgrade(t *testing.T, where string, before *schema.Package, token string, random *rand.Rand, changed *schemachanges.Schema, d *schemadiff.Diff) {
	done := changed.Done
	var text string
	var ok bool
	if before.Resource(token) != nil {
		text, ok = randomprogram.ValidResource(before, token, random)
	} else {
		text, ok = randomprogram.ValidFunction(before, token, random)
	}
	if !ok {
		return
	}
	p := analysis.NewProgram("/work", []*syntax.File{syntax.Parse("/work/main.pp", text, nil)}, analysis.World{Schemas: schemas{before}}, nil)
	if errors(t, p) > 0 {
		all.invalid++
		return
	}
	all.programs++
	outcomes, err := upgrade.Run(t.Context(), upgrade.Task{Programs: []*analysis.Program{p}, Steps: []*schemadiff.Diff{d}, Whole: d, Confidence: 0.6})
	if err != nil {
		t.Fatal(err)
	}
	o := outcomes[0]
	now := o.Program.Files[0].Text()
	say := func(format string, args ...any) {
		t.Logf("%s, %s: %s\nbefore:\n%s\nafter:\n%s", where, token, fmt.Sprintf(format, args...), text, now)
	}
	found := renames(d)
	relevant, mechanical := []schemachanges.Change{}, true
	for _, c := range done {
		if !mentions(text, token, c) {
			continue
		}
		relevant = append(relevant, c)
		isRename := found[place{c.Section, c.Token, c.Property}] != ""
		switch kind := schemadiff.Kind(c.Kind); {
		case kind == schemadiff.Renamed && found[place{c.Section, c.Token, c.Property}] == c.To, kind == schemadiff.Removed && isRename:
		case kind == schemadiff.Renamed, !slices.Contains(harmless, kind):
			mechanical = false
		}
	}
	for _, c := range d.Changes { // a new input that has to be given is not mentioned
		if c.Kind == schemadiff.Added && c.Required {
			mechanical = false
		}
		if c.Kind == schemadiff.Renamed && !slices.ContainsFunc(done, func(made schemachanges.Change) bool { return made.Kind == "renamed" && made.To == c.After }) {
			mechanical = false // a wrong guess
		}
	}
	if o.Known > 0 {
		t.Errorf("%s: %d errors are said to have been there before", where, o.Known)
	}
	broken := 0
	for _, m := range o.Marks {
		if m.Level != schemadiff.Breaking {
			continue
		}
		broken++
		all.marks++
		if len(m.Changes) == 0 {
			all.unexplained++
			say("%s is not explained; relevant: %v", m.Message(), relevant)
		}
		for _, c := range m.Changes {
			if !slices.ContainsFunc(done, func(made schemachanges.Change) bool { return made.Token == c.Token && made.Property == c.Property }) {
				all.elsewhere++
				say("%s: nothing was changed there", m.Message())
			}
		}
	}
	if broken != errors(t, o.Program) {
		t.Errorf("%s: %d marks, and %d errors", where, broken, errors(t, o.Program))
	}
	if len(o.Done) == 1 { // the version
		all.alike++
		sameFindings(t, where, p, d, o)
	}
	if mechanical {
		export(t, all.mechanical, d.After.Name(), changed, now)
		if all.mechanical++; broken > 0 {
			all.unclean++
			say("%s; relevant: %v", o.Marks[0].Message(), relevant)
		}
	} else {
		all.others++
	}
	all.gone(say, now, token, relevant, found, o.Marks)
}

// sameFindings checks that those who still use the version before find what is left to do, where nothing can be rewritten.
func sameFindings(t *testing.T, where string, p *analysis.Program, d *schemadiff.Diff, o upgrade.Outcome) {
	t.Helper()
	changes := impact.New(d)
	later := p.WithPackage(analysis.PackageOverride{Package: changes.Served(), Linter: changes.Linter()}, nil)
	now, err := p.Report(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	then, err := later.Report(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	at := func(p *analysis.Program, span syntax.Span, level schemadiff.Level) string {
		line, column := syntax.NewMapper(p.Files[0].Text()).Position(span.Start, syntax.UTF8)
		return fmt.Sprintf("%d:%d %s", line, column, level)
	}
	for _, m := range o.Marks {
		if m.Level != schemadiff.Compatible { // advice that names something else since that has another name is nothing new
			want = append(want, at(o.Program, m.Span, m.Level))
		}
	}
	levels := map[codes.Code]schemadiff.Level{codes.UpgradeBreaking: schemadiff.Breaking, codes.UpgradeSilent: schemadiff.Silent}
	for i, f := range then.Files() {
		for _, finding := range changes.Findings(now.Files()[i], f) {
			if level, known := levels[finding.Code]; known {
				got = append(got, at(p, finding.Span, level))
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: what is left and what is found: %s\n%s", where, diff, p.Files[0].Text())
	}
}

// gone looks for what is removed and set at the top of a resource.
func (all *score) gone(say func(string, ...any), text, token string, relevant []schemachanges.Change, found map[place]string, marks []impact.Mark) {
	for _, c := range relevant {
		set := regexp.MustCompile(`(?m)^  ` + regexp.QuoteMeta(c.Property) + ` += `)
		if c.Kind != "removed" || c.Section != "resource" || c.Property == "" || c.Token != token || found[place{c.Section, c.Token, c.Property}] != "" {
			continue
		}
		at := set.FindStringIndex(text)
		if at == nil {
			continue
		}
		all.removed++
		if !slices.ContainsFunc(marks, func(m impact.Mark) bool { return m.Level == schemadiff.Breaking && m.Span.Start == at[0]+2 }) {
			all.unmarked++
			say("`%s` is removed and not found", c.Property)
		}
	}
}

type place struct{ section, token, property string }

// renames are the new names that the comparison found.
func renames(d *schemadiff.Diff) map[place]string {
	found := map[place]string{}
	for _, c := range d.Changes {
		if c.Kind == schemadiff.Renamed {
			found[place{string(c.Section), c.Token, c.Property}] = c.After
		}
	}
	return found
}

// mentions reports whether a change may concern a program about one member.
func mentions(text, token string, c schemachanges.Change) bool {
	switch {
	case c.Section == "function" && strings.Contains(text, "call("): // a method
		return true
	case c.Section != "type" && c.Token != token && !strings.Contains(text, c.Token):
		return false
	case c.Property == "" || c.Kind == "now-required" || c.Section == "function": // arguments need no names
		return true
	}
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(c.Property) + `\b`).MatchString(text)
}

func errors(t *testing.T, p *analysis.Program) (n int) {
	t.Helper()
	findings, err := p.Diagnostics(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range findings {
		if d.Severity == codes.Error {
			n++
		}
	}
	return n
}

// TestManyUses: everything is rewritten, however much it is.
func TestManyUses(t *testing.T) {
	t.Parallel()
	const text = `{"name":"zoo","version":"%s","resources":{"zoo:index:Pen":{"inputProperties":{"size":{"type":"%s"}},"properties":{%s"label":{"type":"string"}},"required":["label"]}}}`
	before := open(t, fmt.Appendf(nil, text, "1.0.0", "string", `"title":{"type":"string","deprecationMessage":"Use label instead."},`))
	d, err := schemadiff.Compare(t.Context(), before, open(t, fmt.Appendf(nil, text, "2.0.0", "string", "")))
	if err != nil {
		t.Fatal(err)
	}
	var program strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&program, "resource p%d \"zoo:index:Pen\" {\n}\n\noutput o%d {\n  value = p%d.title\n}\n\n", i, i, i)
	}
	p := analysis.NewProgram("/work", []*syntax.File{syntax.Parse("/work/main.pp", program.String(), nil)}, analysis.World{Schemas: schemas{before}}, nil)
	outcomes, err := upgrade.Run(t.Context(), upgrade.Task{Programs: []*analysis.Program{p}, Steps: []*schemadiff.Diff{d}, Whole: d, Confidence: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	if got := outcomes[0].Program.Files[0].Text(); strings.Contains(got, "title") || len(outcomes[0].Marks) > 0 {
		t.Errorf("%d uses are not rewritten, %d marks", strings.Count(got, "title"), len(outcomes[0].Marks))
	}
}

// TestManyOffers: a value in scope is found among few names as among many, and is searched for a limited number of times.
func TestManyOffers(t *testing.T) {
	t.Parallel()
	const text = `{"name":"zoo","version":"%s","resources":{"zoo:index:Pen":{"inputProperties":{%s"size":{"type":"string"}}%s}}}`
	before := open(t, fmt.Appendf(nil, text, "1.0.0", "", ""))
	d, err := schemadiff.Compare(t.Context(), before, open(t, fmt.Appendf(nil, text, "2.0.0", `"owner":{"type":"string"},`, `,"requiredInputs":["owner"]`)))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{3, 100, 1000} {
		program := "config owner string {\n}\n"
		for i := range n {
			program += fmt.Sprintf("resource p%d \"zoo:index:Pen\" {\n}\n", i)
		}
		p := analysis.NewProgram("/work", []*syntax.File{syntax.Parse("/work/main.pp", program, nil)}, analysis.World{Schemas: schemas{before}}, nil)
		outcomes, err := upgrade.Run(t.Context(), upgrade.Task{Programs: []*analysis.Program{p}, Steps: []*schemadiff.Diff{d}, Whole: d, Confidence: 0.9})
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range outcomes[0].Marks {
			if strings.Contains(m.Note, "`owner = owner` fits") != (i < 100) {
				t.Errorf("%d resources: number %d has the note %q", n, i, m.Note)
				break
			}
		}
		if len(outcomes[0].Marks) != n {
			t.Errorf("%d marks of %d", len(outcomes[0].Marks), n)
		}
	}
}

func TestRoute(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ known, from, to, want string }{
		{"3.6.1 4.11.2 5.1.0", "3.6.1", "5.1.0", "3.6.1 4.11.2 5.1.0"},
		{"4.1.0 4.11.2 4.2.0", "3.6.1", "5.1.0", "3.6.1 4.11.2 5.1.0"},
		{"3.9.0 5.0.0 5.1.0", "3.6.1", "5.1.0", "3.6.1 3.9.0 5.1.0"},
		{"3.7.0-beta.1 4.0.0-rc.1", "3.6.1", "5.1.0", "3.6.1 5.1.0"},
		{"", "3.6.1", "3.7.0", "3.6.1 3.7.0"},
	} {
		if got := strings.Join(upgrade.Route(strings.Fields(test.known), test.from, test.to), " "); got != test.want {
			t.Errorf("%v: got %s", test, got)
		}
	}
	if got := schema.NewestVersion([]string{"9.0.0-rc.1", "1.10.0", "1.9.0"}); got != "1.10.0" {
		t.Errorf("newest: %s", got)
	}
}
