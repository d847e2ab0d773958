package main

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/internal/leak"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// otherFiles are files of a user that are nothing that belongs into a program.
var otherFiles = map[string]string{
	"passwd": "root:" + leak.Stored + ":0:0:root\n" + leak.Stored + ": [x\n",
	"note":   leak.Stored + " is one line\n",
	"list":   "- " + leak.Stored + "\n- b\n",
	"quoted": "\"" + leak.Stored + "\"\n",
	"key":    "-----BEGIN KEY-----\n" + leak.Stored + "AAAA\n",
	"json":   "{\"token\": \"" + leak.Stored + "\"}\n",
	"state": `{"version":3,"deployment":{"manifest":{"time":"2024-01-01T00:00:00Z","magic":"","version":""},"resources":[{"urn":"urn:pulumi:dev::p::a:b:C::` + leak.Stored +
		`","custom":true,"id":"1","type":"a:b:C"}]}}`,
	"numbers": "[1, \"" + leak.Stored + "\"]",
	"aws":     "[default]\n" + leak.Stored + "_id = " + leak.Stored + "KEY\n",
	"env":     leak.Stored + "_a = " + leak.Stored + "_b\nx = { " + leak.Stored + " = \"" + leak.Stored + "\" }\n",
	"program": "config " + leak.Stored + " string {}\noutput " + leak.Stored + "_o {\n  value = " + leak.Stored + "_n\n}\nresource " + leak.Stored + " \"a:b:" + leak.Stored + "\" {}\n",
	"netrc":   "machine a login b password " + leak.Stored + "é😀\n",
}

// TestErrorsQuoteNoOtherFile: if a file in a repository is a link to any other file of the user, no message and no report shows what is in it, whatever
// the repository calls it.
func TestErrorsQuoteNoOtherFile(t *testing.T) {
	testsize.Full(t, "it runs every command with every kind of file")
	t.Parallel()
	home := t.TempDir()
	for name, text := range otherFiles {
		putIn(t, home, name, text)
	}
	for other := range otherFiles {
		for _, name := range []string{"Pulumi.yaml", "Pulumi.dev.yaml", ".pcl-lsp.yaml", "schemas/a.json", "sdks/a/a.pp", "sdk/PulumiPlugin.yaml", "other.pp", "a.pcl", "base.json", "state.json", "r.pcl-rules.hcl", "linked/c.pp"} {
			t.Run(other+" as "+name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				putIn(t, dir, ".git/HEAD", "")
				putIn(t, dir, "main.pp", "component l \"./linked\" {}\nconfig a string {}\noutput o {\n  value = a\n}\nresource r \"a:b:C\" {\n}\n")
				putIn(t, dir, "Pulumi.yaml", "name: p\nruntime: pcl\npackages:\n  a: ./sdk\n")
				link := filepath.Join(dir, filepath.FromSlash(name))
				_ = os.Remove(link)
				if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(filepath.Join(home, other), link); err != nil {
					t.Skip("no symbolic links here:", err)
				}
				for _, form := range report.Formats() {
					runIn(t, dir, words("check --stack dev --format "+form.Name))
				}
				for _, line := range []string{"check " + name, "check --baseline base.json", "plan --stack dev --state state.json", "rules test", "check --urns-from state.json", "config verify", "hover " + name + ":1:1", "hover " + name + ":3:3", "dump " + path.Dir(name), "symbols " + leak.Stored, "check --fix=all --diff .", "check --fix=all --diff " + name, "fmt --diff " + name, "dump .", "graph .", "fmt --check .", "fmt --diff .", "check --diff --fix .", "hover main.pp:1:8", "symbols a", "schema", "config show"} {
					runIn(t, dir, words(line))
				}
			})
		}
	}
}

// A file that is no stack file or project file is not shown either, where it is none by mistake: nobody knows which of its values are secret.
func TestBrokenStackIsNotQuoted(t *testing.T) {
	t.Parallel()
	for other, text := range otherFiles {
		if other == "json" || other == "state" {
			continue // which is YAML
		}
		dir := t.TempDir()
		putIn(t, dir, "main.pp", "config a string {}\noutput o {\n  value = a\n}\n")
		putIn(t, dir, "Pulumi.yaml", "name: p\nruntime: pcl\n")
		putIn(t, dir, "Pulumi.dev.yaml", text)
		if got := runIn(t, dir, words("check --stack dev")); !strings.Contains(got.stdout, "project.invalid") {
			t.Errorf("%s: %s", other, got.stdout)
		}
	}
}
