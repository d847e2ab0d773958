package running

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
)

// ran is what becomes of a program with the packages of testdata/conformance.
func ran(t *testing.T, text string, values config.Map) asking.Run {
	t.Helper()
	set, err := packages.Read("../../../testdata/conformance/schemas")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Run(Program{Dir: dir, Packages: set, Project: "proj", Config: values})
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		text, message string
	}{
		{"a = [1, 2][1 + 0]\noutput b {\n  value = a\n}\n", ""},
		{"a = 1\noutput b {\n  value = [1, 2][a + 1]\n}\n", "Invalid index"},
		{"config n int { }\noutput b {\n  value = n + 1\n}\n", ""},
		{"config missing int { }\n", `missing required configuration value "missing"`},
	} {
		got := ran(t, c.text, config.Map{config.MustMakeKey("proj", "n"): config.NewValue("41")})
		switch {
		case c.message == "" && !reflect.DeepEqual(got, asking.Run{}):
			t.Errorf("%s fails: %+v", c.text, got)
		case c.message != "" && (got.Stage != asking.Preview || !got.Evaluation || !strings.Contains(got.Message, c.message)):
			t.Errorf("%s got %+v, want %q", c.text, got, c.message)
		}
	}
}

// What is made for one seed has all keys that the program asks for.
func TestRich(t *testing.T) {
	set, err := packages.Read("../../../testdata/conformance/schemas")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text := "config m \"map(string)\" { }\nconfig a any { }\noutput b {\n  value = [m.one, m[\"two\"], a.three[3]]\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Run(Program{Dir: dir, Packages: set, Project: "proj", Choices: asking.Choices{Seed: asking.Rich}}); got.Stage != "" {
		t.Errorf("got %+v", got)
	}
	if got := Run(Program{Dir: dir, Packages: set, Project: "proj"}); !got.Evaluation || len(got.Found) == 0 || got.Found[0].File != "main.pp" {
		t.Errorf("got %+v", got)
	}
}

// The engine answers what programs require, and stores only what JSON can tell.
func TestEngine(t *testing.T) {
	for text, message := range map[string]string{
		"pulumi {\n  requiredVersionRange = \">=3.1.0\"\n}\n": "",
		"output o {\n  value = 1 / 0\n}\n":                    "json: unsupported value: +Inf",
	} {
		if got := ran(t, text, config.Map{}); got.Evaluation || !strings.Contains(got.Message, message) || (message == "") != (got.Stage == "") {
			t.Errorf("%s got %+v, want %q", text, got, message)
		}
	}
}

// Only the schema of a package is known: what its resources give is made up, and what they would not take is told.
func TestMadeUp(t *testing.T) {
	for text, refused := range map[string][]string{
		"resource a \"zoo:index:Animal\" {\n  name = \"x\"\n}\nresource b \"zoo:index:Animal\" {\n  name = a.id\n  diet = a.diet\n}\n": nil,
		"resource a \"zoo:index:Constant\" {\n  mode = \"f${\"ixe\"}d\"\n}\n":                                                          nil,
		"resource a \"zoo:index:Constant\" {\n  mode = \"f${\"ixe\"}s\"\n}\n":                                                          {"a: mode: fixes, the only value is fixed"},
	} {
		if got := ran(t, text, nil); !reflect.DeepEqual(got, asking.Run{Refused: refused}) {
			t.Errorf("%s got %+v, want %q", text, got, refused)
		}
	}
}

// A config without a value gets one of its type.
func TestMadeUpConfig(t *testing.T) {
	const text = "config a \"object({ b = list(number), c = optional(string) })\" { }\nconfig d any { }\noutput e {\n  value = a.b[0] + 1\n}\n"
	if got := ran(t, text, nil); !reflect.DeepEqual(got, asking.Run{}) {
		t.Errorf("got %+v", got)
	}
}
