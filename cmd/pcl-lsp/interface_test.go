package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file keeps a record of everything that users and their scripts may rely on, with the version in which it came or went.
// CHANGELOG.md has to tell what the record says of the next version.

//go:generate go test . -run TestInterface$ -update

// interfaceRecord has a line for each name: "command check since 0.1.0", and "until 0.3.0" after it if the name is gone.
const interfaceRecord = "../../testdata/interface.txt"

// firstRelease is the version before which nobody could rely on anything.
const firstRelease = "0.1.0"

// lifetime is when a name came, and when it went.
type lifetime struct{ since, until string }

func (l lifetime) String() string {
	if l.until == "" {
		return "since " + l.since
	}
	return "since " + l.since + " until " + l.until
}

var recordLine = regexp.MustCompile(`^(.+) since (\S+?)(?: until (\S+))?$`)

func readRecord(t *testing.T, text string) map[string]lifetime {
	t.Helper()
	record := map[string]lifetime{}
	for line := range strings.Lines(text) {
		m := recordLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || record[m[1]] != (lifetime{}) {
			t.Fatalf("the record has an odd line %q", line)
		}
		record[m[1]] = lifetime{m[2], m[3]}
	}
	return record
}

// renewed is a record after names came and went in the next version.
func renewed(record map[string]lifetime, names []string, next string) map[string]lifetime {
	all := map[string]lifetime{}
	for _, name := range names {
		l := lifetime{since: next}
		if old, known := record[name]; known && old.until == "" {
			l.since = old.since
		}
		all[name] = l
	}
	for name, l := range record {
		if _, there := all[name]; there || l.since == next {
			continue // what was never released leaves no trace
		}
		if l.until == "" {
			l.until = next
		}
		all[name] = l
	}
	return all
}

// untold are the names that come or go with the next version and that its changes do not mention. The first release has no
// changes.
func untold(record map[string]lifetime, changes, next string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(record)) {
		l := record[name]
		if next == firstRelease || l.since != next && l.until != next {
			continue
		}
		words := strings.Fields(name)
		if !strings.Contains(changes, "`"+words[len(words)-1]+"`") && !strings.Contains(changes, "`"+strings.Join(words[1:], " ")+"`") {
			names = append(names, name)
		}
	}
	return names
}

// TestInterface: the record lists what there is, and the changelog tells what comes and goes with the next version.
func TestInterface(t *testing.T) {
	t.Parallel()
	before, err := os.ReadFile(interfaceRecord)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	record := readRecord(t, string(before))
	now := renewed(record, interfaceNames(t), process.NextVersion)
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(now)) {
		fmt.Fprintf(&b, "%s %s\n", name, now[name])
	}
	if b.String() != string(before) {
		if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
			if err := os.WriteFile(interfaceRecord, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		} else {
			for name, l := range now {
				if record[name] != l {
					t.Errorf("the record says %q of %s, which is %q", record[name], name, l)
				}
			}
			t.Error("go generate ./cmd/pcl-lsp writes testdata/interface.txt again; CHANGELOG.md has to tell what changed")
		}
	}
	for _, name := range untold(now, unreleased(t), process.NextVersion) {
		t.Errorf("%s changes with %s, and the section Unreleased of CHANGELOG.md does not mention it", name, process.NextVersion)
	}
}

// TestUntoldChanges: what comes and goes with a version has to be told, and nothing else.
func TestUntoldChanges(t *testing.T) {
	t.Parallel()
	record := map[string]lifetime{"command old": {"0.1.0", ""}, "command kept": {"0.1.0", ""}, "flag check --brief": {"0.2.0", ""}, "setting gone": {"0.1.0", "0.1.5"}}
	now := renewed(record, []string{"command kept", "code a.new"}, "0.2.0")
	want := map[string]lifetime{"command old": {"0.1.0", "0.2.0"}, "command kept": {"0.1.0", ""}, "code a.new": {"0.2.0", ""}, "setting gone": {"0.1.0", "0.1.5"}}
	if !maps.Equal(now, want) {
		t.Errorf("got %v, want %v", now, want)
	}
	if again := renewed(now, []string{"command kept", "code a.new"}, "0.2.0"); !maps.Equal(again, now) {
		t.Errorf("a second time it is %v", again)
	}
	for changes, want := range map[string][]string{
		"":                         {"code a.new", "command old"},
		"- `a.new` is new":         {"command old"},
		"- `a.new`, without `old`": nil,
	} {
		if got := untold(now, changes, "0.2.0"); !slices.Equal(got, want) {
			t.Errorf("%q leaves out %v, want %v", changes, got, want)
		}
	}
	if got := untold(now, "", "0.3.0"); got != nil {
		t.Errorf("a later version has to tell %v", got)
	}
}

// unreleased is the first section of the changelog.
func unreleased(t *testing.T) string {
	t.Helper()
	_, rest, found := strings.Cut(packaged(t, "CHANGELOG.md"), "\n## [Unreleased]\n")
	if !found {
		t.Fatal("CHANGELOG.md has no section Unreleased")
	}
	section, _, _ := strings.Cut(rest, "\n## ")
	return section
}

// TestChangelog: the changelog has the form that keepachangelog.com describes.
func TestChangelog(t *testing.T) {
	t.Parallel()
	release := regexp.MustCompile(`^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$`)
	kinds := []string{"### Added", "### Changed", "### Deprecated", "### Removed", "### Fixed", "### Security"}
	text := packaged(t, "CHANGELOG.md")
	last, sections := "v"+process.NextVersion, 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "### "):
			if !slices.Contains(kinds, line) {
				t.Errorf("%q is no kind of change: %v", line, kinds)
			}
		case strings.HasPrefix(line, "## "):
			sections++
			version := release.FindStringSubmatch(line)
			if sections == 1 {
				if line != "## [Unreleased]" {
					t.Errorf("the first section is %q", line)
				}
				continue
			}
			if version == nil {
				t.Errorf("%q is not a version with its date", line)
				continue
			}
			if semver.Compare("v"+version[1], last) >= 0 {
				t.Errorf("%s comes after %s", version[1], last)
			}
			last = "v" + version[1]
		}
	}
	if !strings.HasPrefix(text, "# Changelog\n") || !strings.Contains(unreleased(t), "\n### ") {
		t.Error("it does not begin with its title, or nothing is unreleased")
	}
}

// interfaceNames are the names that users may rely on.
func interfaceNames(t *testing.T) []string {
	t.Helper()
	names := map[string]bool{}
	add := func(format string, args ...any) { names[fmt.Sprintf(format, args...)] = true }
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		command := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "pcl-lsp"), " ")
		if command == "" {
			return // it is serve
		}
		add("command %s", command)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				add("flag %s --%s", command, f.Name)
			}
		})
	})
	for _, d := range codes.All() {
		add("code %s", d.Code)
	}
	for _, s := range settings.All() {
		if s.In(settings.Editor | settings.Client) {
			add("setting pcl.%s", s.Key)
		}
		if s.In(settings.Project) {
			add("setting %s", s.Key)
		}
	}
	for _, f := range report.Formats() {
		add("format check %s", f.Name)
	}
	_, table, _ := strings.Cut(packaged(t, "docs/mcp.md"), "<!-- tools -->\n") // written from the declarations
	table, _, _ = strings.Cut(table, "<!-- end of tools -->")
	tools := regexp.MustCompile("(?m)^\\| `([a-z_]+)`").FindAllStringSubmatch(table, -1)
	if len(tools) == 0 {
		t.Error("docs/mcp.md has no table of tools")
	}
	for _, tool := range tools {
		add("tool %s", tool[1])
	}
	for command, fields := range jsonFields(t) {
		for field := range fields {
			add("json %s %s", command, field)
		}
	}
	return slices.Collect(maps.Keys(names))
}

// jsonFields are the members of what commands print as JSON, by command. The commands run over programs that have something of
// everything.
func jsonFields(t *testing.T) map[string]map[string]bool {
	t.Helper()
	there, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	tree := schemaTree(t)
	reports := unpacked(t, fixture.LoadText(t, reportedTree))
	files := func(name string) string { return unpacked(t, fixture.Load(t, root+"/testdata/"+name)) }
	urns, names, stack := files("urns/state.txtar"), files("urns/changes.txtar"), files("plan/harbors.txtar")
	all := map[string]map[string]bool{}
	for _, run := range []struct{ dir, line string }{
		{there, "check --format json --statistics testdata/programs/webshop"},
		{there, "check --format jsonl testdata/programs/webshop"},
		{there, "explain --format json"},
		{there, "rules --format json"},
		{there, "graph --format json testdata/programs/webshop"},
		{filepath.Join(there, "testdata/programs/webshop"), "query --format json"},
		{there, "rules test --format json examples/rules"},
		{there, "query --format json testdata/programs/webshop/main.pp:17:4"},
		{urns, "check --urns-from state.json --format json ."},
		{names, "check --urns-from before --format json after"},
		{stack, "plan --state state.json --all --format json"},
		{files("upgrade/zoo.txtar"), "upgrade --schema before.json --schema after.json --format json zoo"},
		{reports, "schema list --format json"},
		{tree, "schema list --format json p q/main.pp"},
		{tree, "schema where pets --in p --format json"},
		{tree, "schema show pets --format json"},
		{tree, "schema show pets pets:zoo/animal:Animal --format json"},
		{tree, "schema show pets pets:zoo/count:count --format json"},
		{tree, "schema diff --format json home/schemas/pets-1.0.0.json home/schemas/pets-2.0.0.json"},
	} {
		got := runIn(t, run.dir, words(run.line), "PULUMI_HOME="+filepath.Join(run.dir, "home"))
		if got.stdout == "" || got.code == exitUsage {
			t.Fatalf("%s: %+v", run.line, got)
		}
		command, _, _ := strings.Cut(run.line, " -")
		command = strings.Join(slices.DeleteFunc(words(command), func(w string) bool { return strings.Contains(w, "pets") }), " ")
		if strings.Contains(run.line, "jsonl") {
			command += " jsonl"
		}
		if all[command] == nil {
			all[command] = map[string]bool{}
		}
		decoder := json.NewDecoder(bytes.NewReader([]byte(got.stdout)))
		for decoder.More() {
			var document any
			if err := decoder.Decode(&document); err != nil {
				t.Fatalf("%s: %v", run.line, err)
			}
			membersOf(document, "", all[command])
		}
	}
	text, err := json.Marshal(process.Version{ // a test knows no revision
		Version: "1.2.3", Revision: "abc", Time: "2001-01-01", Modified: true, Go: "go1", Platform: "os/arch",
		Pulumi: process.Known{Oldest: "3.1", Newest: "3.2", Installed: "3.3"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var build any
	if err := json.Unmarshal(text, &build); err != nil {
		t.Fatal(err)
	}
	all["version"] = map[string]bool{}
	membersOf(build, "", all["version"])
	return all
}

// membersOf adds the paths of all members of a document. Keys that are data count as one.
func membersOf(at any, path string, members map[string]bool) {
	switch at := at.(type) {
	case map[string]any:
		for key, value := range at {
			if !regexp.MustCompile(`^[a-z][A-Za-z]*$`).MatchString(key) {
				key = "*"
			}
			members[path+"."+key] = true
			if key != "graph" { // a component has a graph like that of its program
				membersOf(value, path+"."+key, members)
			}
		}
	case []any:
		for _, value := range at {
			membersOf(value, path+"[]", members)
		}
	}
}
