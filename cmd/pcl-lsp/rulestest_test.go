package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const testedRules = `rule "named" {
  title    = "Things have names"
  resource = "pen:*"
  require  = resource.inputs.size != null && resource.schema.deprecated == null
  test "good" {
    program = <<-EOT
      resource p "pen:index:Pen" {
        size = "${project()}"
      }
    EOT
    expect = "pass"
  }
  test "bad" {
    program  = "resource p \"pen:index:Pen\" {}\n"
    expect   = "EXPECTED"
    findings = ["main.pp:1: Things ..."]
  }
}
`

// Tests of rules see the schemas that programs beside the rule file see.
func TestRulesTest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good/a.pcl-rules.hcl":              strings.ReplaceAll(testedRules, "EXPECTED", "fail"),
		"bad/b.pcl-rules.hcl":               strings.ReplaceAll(testedRules, "EXPECTED", "pass"),
		"typo/f.pcl-rules.hcl":              "rule \"x\" {\n  title = \"x\"\n  resource = \"pen:*\"\n  require = resource.inputs.sise == null\n}\n",
		"wrong/c.pcl-rules.hcl":             "rule \"x\" {\n  titel = \"x\"\n}\n",
		"good/node_modules/d.pcl-rules.hcl": "rule",
		"good/.hidden/e.pcl-rules.hcl":      "rule",
		"none/main.pp":                      "a = 1\n",
		"schemas/pen-1.0.0.json":            `{"name":"pen","version":"1.0.0","resources":{"pen:index:Pen":{"inputProperties":{"size":{"type":"string"}}}}}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		line           string
		code           int
		stdout, stderr string
	}{
		{"rules test good", exitClean, "1 rule file: 2 passed, 0 failed\n", ""},
		{"rules test good good/a.pcl-rules.hcl", exitClean, "1 rule file: 2 passed, 0 failed\n", ""},
		{"rules test bad", exitFindings, "bad/b.pcl-rules.hcl:13: named, test \"bad\": expected pass, got fail\n  main.pp:1: Things have names\n1 rule file: 1 passed, 1 failed\n", ""},
		{"rules test wrong", exitFindings, "wrong/c.pcl-rules.hcl:2: error: a rule has no attribute `titel`; did you mean `title`?\n" +
			"wrong/c.pcl-rules.hcl:1: error: a rule says what it looks at: write one of `resource`, `component`, `config`, `output`, `package` and `program`\n1 rule file: 0 passed, 0 failed; 2 mistakes\n", ""},
		{"rules test typo", exitClean, "typo/f.pcl-rules.hcl:4: warning: no resource that the rule looks at has an input `sise`; did you mean `size`?\n1 rule file: 0 passed, 0 failed\n", ""},
		{"rules test none", exitUsage, "", "no rule files; their names end in .pcl-rules.hcl"},
		{"rules test none/main.pp", exitUsage, "", "none/main.pp is no rule file"},
		{"rules test missing", exitUnchecked, "", "missing cannot be read"},
		{"rules test --format x", exitUsage, "", "unknown format \"x\""},
		{"rules tset", exitUsage, "", "did you mean test?"},
	} {
		got := runIn(t, dir, words(test.line))
		if got.code != test.code || got.stdout != test.stdout || !strings.Contains(got.stderr, test.stderr) {
			t.Errorf("%s: %d\n%s%s", test.line, got.code, got.stdout, got.stderr)
		}
	}
	got := runIn(t, dir, words("rules test --format json bad wrong"))
	var doc struct {
		Version         int
		Tests, Mistakes []map[string]any
	}
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil || doc.Version != 1 || len(doc.Tests) != 2 || len(doc.Mistakes) != 2 || doc.Tests[1]["passed"] != false {
		t.Errorf("%v\n%s", err, got.stdout)
	}
}
