package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestPlan: plans have the expected bytes in all formats, and show no secret.
func TestPlan(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/plan", func(t *testing.T, f *fixture.Fixture) {
		dir := unpacked(t, f)
		for _, format := range []string{"text", "json", "markdown"} {
			got := runIn(t, dir, words("plan --state state.json --all --format "+format))
			if got.code > exitFindings || got.stderr != "" {
				t.Errorf("%s: got %d %s", format, got.code, got.stderr)
			}
			f.Golden(t, format, strings.ReplaceAll(got.stdout, dir, "DIR"))
			if strings.Contains(got.stdout, "s3cret") || strings.Contains(got.stdout, "ciphertext") {
				t.Errorf("%s shows a secret", format)
			}
		}
	})
}

// TestPlanRefuses: what cannot be planned is said in words.
func TestPlanRefuses(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.Load(t, root+"/testdata/plan/harbors.txtar"))
	for name, text := range map[string]string{
		"broken.json": "{", "other.json": `{"version":3,"deployment":{"manifest":{},"resources":[{"urn":"urn:pulumi:dev::yards::pulumi:pulumi:Stack::yards-dev","type":"pulumi:pulumi:Stack"}]}}`,
		"new.json":  `{"version":9,"deployment":{}}`,
		"ring.json": `{"version":3,"deployment":{"resources":[{"urn":"urn:pulumi:dev::harbors::a:b:C::n","type":"a:b:C","parent":"urn:pulumi:dev::harbors::a:b:C::n"}]}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"plan":                                   "name the state of the stack: pulumi stack export",
		"plan --state nowhere.json":              "cannot read the state from nowhere.json: no such file",
		"plan --state broken.json":               "cannot read the state from broken.json: ",
		"plan --state new.json":                  "version 9",
		"plan --state ring.json":                 "lead back to it, and a run refuses such a state",
		"check --urns-from ring.json":            "lead back to it, and a run refuses such a state",
		"plan --state .":                         "is a directory",
		"plan --state " + os.DevNull:             "it is not a regular file; pipe the state to plan --state -",
		"plan --state other.json":                "the state is of project yards, but the program belongs to project harbors",
		"plan --state state.json --format xml":   `unknown format "xml"`,
		"plan --state state.json a b":            "a: no such file or directory",
		"plan --state - . .":                     "--state - is the state of one program",
		"plan --state state.json --stack a/../b": "",
		"plan --state state.json --stack prod":   "the state is of the stack dev, and not of prod",
	} {
		got := runIn(t, dir, words(line))
		if got.code != exitUsage || got.stdout != "" || !strings.Contains(got.stderr, want) {
			t.Errorf("pcl-lsp %s: got %d %s\n%s", line, got.code, got.stdout, got.stderr)
		}
	}
}

// TestPlanOfRequiredConfig: a config that the stack has no value for makes a run fail, and so the plan, whether the stack has a file or none.
func TestPlanOfRequiredConfig(t *testing.T) {
	t.Parallel()
	for file, text := range map[string]string{"Pulumi.prod.yaml": "config: {}\n", "Pulumi.dev.yaml": "config: {}\n"} {
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, "Pulumi.yaml"), "name: p\nruntime: pcl\n")
		writeFile(t, filepath.Join(dir, file), text)
		writeFile(t, filepath.Join(dir, "main.pp"), "config region string {\n}\n\noutput o {\n  value = region\n}\n")
		writeFile(t, filepath.Join(dir, "state.json"), `{"version": 3, "deployment": {"resources": [{"urn": "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev", "type": "pulumi:pulumi:Stack"}]}}`)
		got := runIn(t, dir, words("plan --state state.json ."))
		if want := "error: `region` has no default and no value in Pulumi.dev.yaml"; got.code != exitFindings || !strings.Contains(got.stdout, want) {
			t.Errorf("with %s: got %d %s%s", file, got.code, got.stdout, got.stderr)
		}
	}
}

// TestPlanOfLargeValues: a value with too many parts is not taken for an encrypted one, whichever side has it.
func TestPlanOfLargeValues(t *testing.T) {
	t.Parallel()
	list := "[" + strings.Repeat("1, ", value.MaxNodes+1) + "1]"
	const schema = `{"name": "pen", "version": "1.0.0", "resources": {"pen:index:Pen": {"inputProperties": {"sizes": {"type": "array", "items": {"type": "number"}}}}}}`
	for name, sizes := range map[string][2]string{"the state": {"[1]", list}, "the program": {list, "[1]"}, "both": {list, list}} {
		dir := t.TempDir()
		for file, text := range map[string]string{
			"Pulumi.yaml": "name: p\nruntime: pcl\n", "schemas/pen-1.0.0.json": schema, "main.pp": "resource r \"pen:index:Pen\" {\n  sizes = " + sizes[0] + "\n}\n",
			"state.json": `{"version": 3, "deployment": {"resources": [{"urn": "urn:pulumi:dev::p::pen:index:Pen::r", "type": "pen:index:Pen", "custom": true, "id": "1", "inputs": {"sizes": ` + sizes[1] + `}}]}}`,
		} {
			writeFile(t, filepath.Join(dir, filepath.FromSlash(file)), text)
		}
		if got := runIn(t, dir, words("plan --state state.json .")); !strings.Contains(got.stdout, "sizes: may change; it is too large to be compared (more than 5000 parts, or 100 levels)") {
			t.Errorf("%s: got %d %s%s", name, got.code, got.stdout, got.stderr)
		}
	}
}

// TestPlanOfSettings: without --state, a settings file names the state, and the stack of the state is selected.
func TestPlanOfSettings(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.Load(t, root+"/testdata/plan/harbors.txtar"))
	want := runIn(t, dir, words("plan --state state.json"))
	for settings, stderr := range map[string]string{
		"state: state.json\n": "", "stack: dev\nstate: state.json\n": "", "state: nowhere.json\n": "the state in nowhere.json is not there", "state: '{stack}.json'\n": "name the state of the stack",
		"stack: prod\nstate: state.json\n": "the state in state.json is that of stack dev, but prod is selected",
	} {
		putIn(t, dir, ".pcl-lsp.yaml", settings)
		got := runIn(t, dir, words("plan"))
		if stderr == "" && (got.stdout != want.stdout || got.code != want.code) || !strings.Contains(got.stderr, stderr) {
			t.Errorf("%s: got %d %s%s", settings, got.code, got.stdout, got.stderr)
		}
	}
}

// TestPlanOfNothing: a stack without resources gets all of them.
func TestPlanOfNothing(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.Load(t, root+"/testdata/plan/harbors.txtar"))
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), words("plan --state - --stack dev"), strings.NewReader(`{"version":3,"deployment":{"manifest":{}}}`), &stdout, &stderr, environment{dir: dir, variable: noVariable})
	if code != exitClean || !strings.HasSuffix(stdout.String(), "stack dev of project harbors: 5 to create\n") {
		t.Errorf("got %d %s %s", code, &stdout, &stderr)
	}
}

// No option with a value of a wrong kind stops a plan, or the comparison of URNs.
func TestWrongOptionsInPlans(t *testing.T) {
	t.Parallel()
	const state = `{"version":3,"deployment":{"manifest":{"time":"2024-01-01T00:00:00Z","magic":"","version":""},"resources":[
{"urn":"urn:pulumi:dev::p::fleet:index/ship:Ship::x","custom":true,"id":"1","type":"fleet:index/ship:Ship","inputs":{},"outputs":{}}]}}`
	dir := t.TempDir()
	putIn(t, dir, "schemas/fleet-1.0.0.json", `{"name":"fleet","version":"1.0.0","resources":{"fleet:index/ship:Ship":{"inputProperties":{"title":{"type":"string"}}}}}`)
	putIn(t, dir, "inner/main.pp", "resource i \"fleet:index/ship:Ship\" {\n}\n")
	putIn(t, dir, "state.json", state)
	putIn(t, dir, "Pulumi.yaml", "name: p\nruntime: pcl\n")
	for _, option := range language.OptionNames() {
		for _, value := range []string{
			`"text"`, "1.5", "true", "null", "[]", "{}", `["text"]`, "[[y]]", "[null]", "{ a = 1 }", "{ a = [y] }", "y", "y.id", "[y]", "{ fleet = y }", `secret("text")`, "secret([y])", "missing", "y.id ? 1 : [2]",
		} {
			options := "  options {\n    " + option + " = " + value + "\n  }\n"
			putIn(t, dir, "main.pp", "resource y \"fleet:index/ship:Ship\" {\n}\n\nresource x \"fleet:index/ship:Ship\" {\n"+options+"}\n\ncomponent z \"./inner\" {\n"+options+"}\n")
			for _, line := range []string{"plan --state state.json --all", "check --no-cache --urns-from state.json"} {
				if got := runIn(t, dir, words(line)); strings.Contains(got.stderr, "internal error") {
					t.Errorf("%s = %s: %s: %s", option, value, line, got.stderr)
				}
			}
		}
	}
}

// TestPlanOfSeveral: each program that is run by itself gets a line, with the state that is selected for it, and the worst of them is the exit code.
func TestPlanOfSeveral(t *testing.T) {
	t.Parallel()
	const box = `{"name": "pen", "version": "1.0.0", "resources": {"pen:index:Pen": {"inputProperties": {"size": {"type": "number", "willReplaceOnChanges": true}, "note": {"type": "string"}}}}}`
	dir := t.TempDir()
	putIn(t, dir, "schemas/pen-1.0.0.json", box)
	state := func(project, stack string, resources ...string) {
		all := `{"urn": "urn:pulumi:` + stack + `::` + project + `::pulumi:pulumi:Stack::s", "type": "pulumi:pulumi:Stack"}`
		for _, r := range resources {
			name, inputs, _ := strings.Cut(r, " ")
			all += `, {"urn": "urn:pulumi:` + stack + `::` + project + `::pen:index:Pen::` + name + `", "type": "pen:index:Pen", "custom": true, "id": "1", "inputs": ` + inputs + `}`
		}
		putIn(t, dir, "states/"+project+"."+stack+".json", `{"version": 3, "deployment": {"resources": [`+all+`]}}`)
	}
	program := func(name, text string) {
		putIn(t, dir, "all/"+name+"/Pulumi.yaml", "name: "+name+"\nruntime: pcl\n")
		putIn(t, dir, "all/"+name+"/main.pp", text)
	}
	pen := func(name, inputs string) string {
		return "resource " + name + " \"pen:index:Pen\" {\n" + inputs + "}\n"
	}
	program("calm", pen("a", "  size = 1\n  note = \"now\"\n")+"component part \"../part\" {\n}\n")
	putIn(t, dir, "all/part/main.pp", pen("inside", ""))
	state("calm", "dev", `a {"size": 1, "note": "before"}`)
	program("lost", pen("a", "  size = 2\n"))
	state("lost", "dev", `a {"size": 1}`, "b {}", "c {}", "d {}", "e {}", "f {}", "g {}")
	program("open", "config size number {\n}\n"+pen("a", "  size = size\n")+pen("b", "  note = \"${size}\"\n"))
	putIn(t, dir, "all/open/Pulumi.dev.yaml", "config:\n  open:size:\n    secure: unreadable\n")
	state("open", "dev", `a {"size": 1}`, `b {"note": "x"}`)
	putIn(t, dir, ".pcl-lsp.yaml", "state: states/{project}.{stack}.json\nstack: dev\n")

	const calm, lost = "stack dev of project calm: nothing is replaced or deleted\n", "stack dev of project lost: 1 to replace: `a`; 6 to delete: `b`, `c`, `d` and 3 more\n"
	const open = "stack dev of project open: 1 cannot be told: `a`\n"
	expect := func(line, stdout string, code int) {
		t.Helper()
		if got := runIn(t, dir, words(line)); got.stdout != stdout || got.code != code || code < exitUsage && got.stderr != "" {
			t.Errorf("pcl-lsp %s: got %d\n%s%s\nwant %d\n%s", line, got.code, got.stdout, got.stderr, code, stdout)
		}
	}
	expect("plan all", "all/calm: "+calm+"all/lost: "+lost+"all/open: "+open, exitClean)
	expect("plan all/lost all/calm", "all/calm: "+calm+"all/lost: "+lost, exitClean)
	expect("plan --format markdown all/calm all/lost", "**Plans for 2 programs**\n\n| program | plan |\n|---|---|\n"+
		"| `all/calm` | stack dev of project calm: nothing is replaced or deleted |\n"+
		"| `all/lost` | stack dev of project lost: 1 to replace: `a`; 6 to delete: `b`, `c`, `d` and 3 more |\n", exitClean)
	one := runIn(t, dir, words("plan --format json all/calm"))
	indented := strings.ReplaceAll(strings.TrimSuffix(one.stdout, "\n"), "\n", "\n    ")
	expect("plan --format json all/calm all/calm", "{\n  \"programs\": [\n    "+strings.Replace(indented, "{", "{\n      \"path\": \"all/calm\",", 1)+"\n  ]\n}\n", exitClean)

	// One state for all is that of one program; a setting may be of another stack; a path may name nothing.
	const otherProject = "the state in calm.dev.json is that of project calm, but the program belongs to project "
	expect("plan --state states/calm.dev.json all", "all/calm: "+calm+"all/lost: error: "+otherProject+"lost\nall/open: error: "+otherProject+"open\n", exitUsage)
	expect("plan --stack prod all/lost all/calm", "all/calm: error: the state in calm.prod.json is not there; write it with pulumi stack export --file\n"+
		"all/lost: error: the state in lost.prod.json is not there; write it with pulumi stack export --file\n", exitUsage)
	expect("plan states", "", exitUsage)

	// What makes a run fail, and what cannot be read, is in the line of its program.
	program("failing", "config size number {\n}\n"+pen("a", "  size = size\n  kind = 1\n"))
	state("failing", "dev", "b {}")
	const failing = "all/failing: stack dev of project failing: 1 to delete: `b`; error: the program has 1 error, so a run stops before it does anything; see pcl-lsp check, and 1 more problem\n"
	expect("plan all/failing all/calm", "all/calm: "+calm+failing, exitFindings)
	putIn(t, dir, "all/odd/Pulumi.yaml", "name: odd\nruntime: pcl\n")
	putIn(t, dir, "all/odd/main.pp", pen("a", ""))
	putIn(t, dir, "states/odd.dev.json", "{")
	got := runIn(t, dir, words("plan all/failing all/odd"))
	if !strings.HasPrefix(got.stdout, failing+"all/odd: error: the state in odd.dev.json cannot be read: ") || got.code != exitUsage || strings.Count(got.stdout, "\n") != 2 {
		t.Errorf("got %d\n%s", got.code, got.stdout)
	}
}
