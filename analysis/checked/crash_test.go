package checked_test

import (
	"context"
	"encoding/json"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file lists the programs on which the reference crashes, or gives up without
// a finding, with what is said about them here.

// crash is such a program: the text of main.pp, or an archive.
type crash struct {
	text string
	want codes.Code // empty where the program is right, with the reason behind it
}

// crashes are programs for which a version of Pulumi crashed.
var crashes = []crash{
	{"config {}", codes.LabelsConfig},
	{"output {}", codes.LabelsOutput},
	{"resource {}", codes.LabelsResource},
	{`resource "a" {}`, codes.LabelsResource},
	{`read "a" {}`, codes.LabelsResource},
	{"component {}", codes.LabelsComponent},
	{"hook {}", codes.LabelsHook},
	{"output o \"list(\" {\n value = 1\n}", codes.TypeSyntax},
	{"config o \"list(\" {}", codes.TypeSyntax},
	{withOption("version = v"), codes.OptionLiteral},
	{withOption(`version = "${v}.0"`), codes.OptionLiteral},
	{withOption("version = 1"), codes.OptionLiteral},
	{withOption("version = null"), codes.OptionLiteral},
	{withOption("pluginDownloadURL = v"), codes.OptionLiteral},
	{withOption(`pluginDownloadURL = "https://${v}"`), codes.OptionLiteral},
	{withOption("pluginDownloadURL = null"), codes.OptionLiteral},
	{withOption(`version = "one"`), codes.OptionVersion},
	{"a = [1, 2][2]", codes.IndexRange},
	{"a = [1, 2]\nb = a[2]", codes.IndexRange},
	{"a = { (null) = 1 }", codes.ObjectKey},
	{"a = entries()", codes.CallMissing},
	{"a = entries([]...)", codes.CallMissing},
	{`a = lookup({}, "k")`, codes.FnLookup},
	{`a = lookup({}, "k", 1)`, codes.FnLookup},
	{`a = pulumiResourceName()[0]`, codes.FnArity},
	{`a = pulumiResourceType("x") == "y"`, codes.FnResourceArg},
	{"a = a\nb = a", codes.Cycle},
	{"output o {}", codes.OutputNoValue},
	// The resource is at fault, and the default waits for nothing else.
	{"resource r \"kit:Password\" {}\nconfig c string {\n default = r.result\n}", codes.AttrMissing},
	{cycleOfThree, codes.Cycle},
	{"-- main.pp --\ncomponent a \"./a\" {}\n-- a/main.pp --\ncomponent b \"../b\" {}\n-- b/main.pp --\ncomponent a \"../a\" {}\n", codes.ComponentErrors},
	// Asked for by name only: nothing can be said about the program.
	{`resource r "nobody:index:Thing" {}`, codes.PackageUnknown},
	{`a = invoke("nobody:index:thing", {})`, codes.PackageUnknown},
	// An integer constant in a schema is an integer here, and 8 is none.
	{"-- main.pp --\nresource r \"fixed:index:Port\" { port = 8 }\n" + fixedSchema, ""},
}

func withOption(option string) string {
	return "config v string {}\nresource r \"kit:Name\" {\n options {\n" + option + "\n }\n}"
}

const cycleOfThree = `-- main.pp --
component a "./inner" { x = b.y }
component b "./inner" { x = c.y }
component c "./inner" { x = a.y }
-- inner/main.pp --
config x string {}
output y {
  value = x
}
`

const fixedSchema = `-- schemas/fixed-1.0.0.json --
{"name": "fixed", "version": "1.0.0", "resources": {"fixed:index:Port": {"inputProperties": {"port": {"type": "integer", "const": 8}}}}}
`

func TestWhatCrashesTheReference(t *testing.T) {
	t.Parallel()
	for _, c := range crashes {
		t.Run(strings.ReplaceAll(c.text, "/", "-"), func(t *testing.T) {
			t.Parallel()
			text := c.text
			if !strings.HasPrefix(text, "-- ") {
				text = "-- main.pp --\n" + text + "\n"
			}
			found, err := analysistest.LoadText(t, "A crash.\n"+text).Program.Diagnostics(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			found = slices.DeleteFunc(found, isUnused)
			if c.want == "" && len(found) > 0 || c.want != "" && (len(found) == 0 || found[0].Code != c.want) {
				t.Errorf("%s\ngot\n%s\nwant the finding %q first", text, showFindings(found), c.want)
			}
		})
	}
}

// recordedCrashes are the programs of which the reference gave no result, with the
// first finding about each.
var recordedCrashes = map[string]codes.Code{
	"022": codes.TypeSyntax, "035": codes.TypeSyntax,
	"083": codes.CallMissing, "085": codes.FnArity, "086": codes.FnResourceArg, "106": codes.Cycle,
	"125": codes.PackageUnknown, "128": codes.PackageUnknown, "130": codes.LabelsResource, "143": codes.OptionLiteral,
	"145": codes.OptionLiteral, "146": codes.OptionVersion, "149": codes.OptionLiteral, "158": codes.LabelsResource,
	"169": codes.PackageUnknown, "202": codes.PackageNameLiteral, "280": codes.FnArity,
	"284": codes.FnArity, "286": codes.FnArity, "290": codes.CallMissing,
	"295": codes.OptionHooksName,
	"302": codes.AttrType, "322": codes.ComponentSourceCycle,
}

func TestRecordedCrashes(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t, conformanceDir+"/schemas")
	dirs, err := os.ReadDir(conformanceDir + "/programs")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		dir := path.Join(conformanceDir, "programs", d.Name())
		data, err := os.ReadFile(dir + "/expected-strict.json")
		var recorded recording
		if err != nil || json.Unmarshal(data, &recorded) != nil {
			t.Fatal(dir, err)
		}
		want, listed := recordedCrashes[d.Name()]
		if listed != recorded.crashed() {
			t.Errorf("%s: the reference says %s, and listed is %t", dir, recorded.Status, listed)
		}
		if !listed {
			continue
		}
		found, err := openProgram(t, dir, schemas, lenient.Mode{}).Diagnostics(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		found = slices.DeleteFunc(found, func(f diagnostic.Diagnostic) bool { return f.Severity > codes.Warning || isUnused(f) })
		switch {
		case len(found) == 0 || found[0].Code != want:
			t.Errorf("%s (%s): got\n%s\nwant %q first", dir, recorded.Title, showFindings(found), want)
		}
	}
}

// isUnused reports whether a finding only says that nothing uses a name.
func isUnused(d diagnostic.Diagnostic) bool { return strings.HasPrefix(string(d.Code), "unused.") }
