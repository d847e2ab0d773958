package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

// The stack decides on what is secret, in check and in query --all, and neither shows a value
// of it. A name without a file is told, and what is no name refused.
func TestStack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Pulumi.yaml":     "name: shop\nruntime: pcl\n",
		"Pulumi.dev.yaml": "config:\n  shop:key:\n    secure: " + leak.Stored + "cipher\n  pw: " + leak.Stored + "plain\n",
		"main.pp":         "config key string {}\nconfig pw string { secret = true }\noutput o { value = { (key) = unsecret(pw) } }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		stack, finding, told string
	}{
		{"dev", "stored as a secret in Pulumi.dev.yaml", ""},
		{"acme/shop/dev", "stored as a secret in Pulumi.dev.yaml", ""},
		{"prod", "", "no Pulumi.prod.yaml"},
	} {
		for _, command := range [][]string{{"check", "--format", "json"}, {"check"}, {"query", "--all"}} {
			got := runIn(t, dir, append(command, "--stack", c.stack))
			all := got.stdout + got.stderr
			if got.code != exitClean || !strings.Contains(got.stderr, c.told) || c.told == "" && got.stderr != "" {
				t.Errorf("%v --stack %s: status %d, %s", command, c.stack, got.code, all)
			}
			if strings.Contains(got.stdout, "stored as a secret") != (c.finding != "") || !strings.Contains(got.stdout, c.finding) {
				t.Errorf("%v --stack %s: %s", command, c.stack, got.stdout)
			}
		}
	}
	if got := runIn(t, dir, []string{"check", "--stack", "a b"}); got.code != exitUsage || !strings.Contains(got.stderr, "is not the name of a stack") {
		t.Errorf("status %d, %s", got.code, got.stderr)
	}
}
