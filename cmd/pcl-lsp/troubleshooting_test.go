package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// quotedCase is a situation in docs/troubleshooting.md and what is printed in it.
var quotedCase = regexp.MustCompile("(?s)<!-- case ([a-z-]+) -->\n```(console|text)\n(.*?)```\n")

// TestTroubleshooting: each message of docs/troubleshooting.md is what the program prints in a situation of testdata/troubleshooting.txtar, or
// what the extension shows.
func TestTroubleshooting(t *testing.T) {
	t.Parallel()
	document := packaged(t, "docs/troubleshooting.md")
	cases := quotedCase.FindAllStringSubmatch(document, -1)
	if sections := strings.Count(document, "\n## "); len(cases) != sections || strings.Count(document, "```") != 2*sections {
		t.Errorf("there are %d cases for %d problems", len(cases), sections)
	}
	dir := unpacked(t, fixture.Load(t, root+"/testdata/troubleshooting.txtar"))
	if err := os.WriteFile(filepath.Join(dir, "large", "main.pp"), []byte(strings.Repeat("#", 5<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	homes := t.TempDir() // outside of the programs, as for everybody
	if err := os.Rename(filepath.Join(dir, "home"), filepath.Join(homes, "home")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(homes, "home/plugin/.pulumi/plugins/resource-aws-v6.0.0/pulumi-resource-aws"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		name, kind, text := c[1], c[2], c[3]
		if kind == "text" {
			quotesExtension(t, text)
			continue
		}
		command, want, _ := strings.Cut(text, "\n")
		want = strings.ReplaceAll(want, "\n    ", " ") // a broken line
		args, is := strings.CutPrefix(command, "$ pcl-lsp ")
		if !is {
			t.Errorf("%s runs %q", name, command)
			continue
		}
		at := filepath.Join(dir, name)
		if name == "shallow" {
			git, err := exec.LookPath("git")
			if err != nil {
				t.Log("there is no git")
				continue
			}
			for _, line := range []string{"init -q .", "-c user.email=a@b -c user.name=a commit -q --allow-empty -m one"} {
				run := exec.Command(git, words(line)...)
				run.Dir = at
				if out, err := run.CombinedOutput(); err != nil {
					t.Fatalf("git %s: %v %s", line, err, out)
				}
			}
		}
		home := filepath.Join(homes, "home", name)
		out := runWith(t, words(args), environment{dir: at, home: home, variable: func(variable string) string {
			if variable == "PATH" {
				return os.Getenv("PATH") // for git
			}
			return ""
		}})
		got := strings.ReplaceAll(out.stdout+out.stderr, filepath.ToSlash(home), "~")
		if rest, ok := withParts(got, strings.Split(want, "…")); !ok || rest != "" {
			t.Errorf("%s: `pcl-lsp %s` prints something else than docs/troubleshooting.md shows:\n%s", name, args, cmp.Diff(want, got))
		}
	}
}

// withParts reports whether a text begins with the first part and has the others in order, and returns the text behind them.
func withParts(text string, parts []string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, parts[0])
	for _, part := range parts[1:] {
		if ok {
			_, rest, ok = strings.Cut(rest, part)
		}
	}
	return rest, ok
}

// quotesExtension checks that the extension has each line, perhaps in two parts.
func quotesExtension(t *testing.T, text string) {
	t.Helper()
	var sources strings.Builder
	for _, name := range filesMatching(t, "editors/vscode/src/*.ts") {
		sources.WriteString(packaged(t, name))
	}
	for line := range strings.Lines(text) {
		rest, is := strings.CutPrefix(strings.TrimSpace(line), "PCL: ")
		before, after, split := strings.Cut(rest, "keeps crashing")
		if split {
			if !strings.Contains(sources.String(), `"keeps crashing"`) || !strings.Contains(sources.String(), "`PCL: "+before+"${what}"+after+"`") {
				t.Errorf("the extension does not say %q", line)
			}
			continue
		}
		if !is || !strings.Contains(sources.String(), `"`+rest+`"`) || !strings.Contains(sources.String(), "`PCL: ${problem}`") {
			t.Errorf("the extension does not say %q", line)
		}
	}
}
