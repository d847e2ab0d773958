package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// This file holds what is handed out besides the program to the program and to what
// docs/ci.md says of it. `make packaging` runs these things.

func packaged(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAction: inputs reach the scripts as variables and never as text of a script, and
// are documented with their defaults.
func TestAction(t *testing.T) {
	t.Parallel()
	var action struct {
		Inputs map[string]struct {
			Description, Default string
		}
		Runs struct {
			Steps []struct {
				ID, Run, Uses, If string
				Env, With         map[string]string
			}
		}
	}
	text := packaged(t, ".ci/action/action.yml")
	if err := yaml.Unmarshal([]byte(text), &action); err != nil {
		t.Fatal(err)
	}
	docs := packaged(t, "docs/ci.md")
	for name, input := range action.Inputs {
		if !strings.Contains(text, "inputs."+name) {
			t.Errorf("the input %s is not used", name)
		}
		shown := "`" + input.Default + "`"
		if name == "releases" || input.Default == "" {
			shown = "" // it is told in words
		}
		if row := "| `" + name + "` | " + shown; !strings.Contains(docs, row) {
			t.Errorf("docs/ci.md has no row %q", row)
		}
	}
	for _, step := range action.Runs.Steps {
		if step.Run == "" {
			continue
		}
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %s: what stands for ${{ … }} would be run", step.ID)
		}
		script := packaged(t, ".ci/action/"+step.ID)
		for name := range step.Env {
			if !strings.Contains(script, name) {
				t.Errorf(".ci/action/%s does not use %s", step.ID, name)
			}
		}
		for _, name := range regexp.MustCompile(`PCL_LSP_\w+`).FindAllString(script, -1) {
			if _, given := step.Env[name]; !given {
				t.Errorf(".ci/action/%s uses %s, which is not given", step.ID, name)
			}
		}
	}
}

// TestGitLabJob: the inputs of the job are those of the action, as far as GitLab has
// what they are about.
func TestGitLabJob(t *testing.T) {
	t.Parallel()
	var header struct {
		Spec struct{ Inputs map[string]yaml.Node }
	}
	text := packaged(t, ".ci/gitlab/pcl-lsp.yml")
	if err := yaml.Unmarshal([]byte(text), &header); err != nil {
		t.Fatal(err)
	}
	_, docs, _ := strings.Cut(packaged(t, "docs/ci.md"), "## GitLab")
	docs, _, _ = strings.Cut(docs, "\n## ")
	for name := range header.Spec.Inputs {
		if !strings.Contains(text, "$[[ inputs."+name+" ]]") {
			t.Errorf("the input %s is not used", name)
		}
		if !strings.Contains(docs, "`"+name+"`") {
			t.Errorf("docs/ci.md does not tell of the input %s", name)
		}
	}
	for _, name := range []string{"paths", "fail-on", "args", "format-check", "version", "releases"} {
		if _, ok := header.Spec.Inputs[name]; !ok {
			t.Errorf("there is no input %s", name)
		}
	}
}

// TestHooksAreDocumented: the hooks of pre-commit stand in the documentation, and run
// what `go install` makes.
func TestHooksAreDocumented(t *testing.T) {
	t.Parallel()
	var hooks []struct {
		ID, Entry, Language, Files string
		Args                       []string
		PassFilenames              *bool `yaml:"pass_filenames"`
	}
	if err := yaml.Unmarshal([]byte(packaged(t, ".pre-commit-hooks.yaml")), &hooks); err != nil {
		t.Fatal(err)
	}
	docs := packaged(t, "docs/ci.md")
	for _, h := range hooks {
		if !strings.Contains(docs, "- id: "+h.ID+"\n") {
			t.Errorf("docs/ci.md does not tell of the hook %s", h.ID)
		}
		if !strings.HasPrefix(h.Entry, "pcl-lsp ") || h.Language != "golang" {
			t.Errorf("%s runs %q, made by %s", h.ID, h.Entry, h.Language)
		}
		if named := h.PassFilenames == nil || *h.PassFilenames; named && (len(h.Args) == 0 || h.Args[len(h.Args)-1] != "--") {
			t.Errorf("%s takes names of files for options: its args %q do not end with --", h.ID, h.Args)
		}
		files, err := regexp.Compile(h.Files)
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]bool{
			"main.pp": true, "infra/net/main.pp": true, "main.ppx": false, "README.md": false,
			"Pulumi.yaml": h.ID == "pcl-lsp-check", "a/Pulumi.dev.yml": h.ID == "pcl-lsp-check", "MyPulumi.yaml": false,
			"a/.pcl-lsp.yaml": h.ID == "pcl-lsp-check",
		} {
			if files.MatchString(path) != want {
				t.Errorf("%s: a change of %s starts it: %t, want %t", h.ID, path, !want, want)
			}
		}
	}
}

// TestActionsArePinned: other actions are named by their commits, which nobody can move.
func TestActionsArePinned(t *testing.T) {
	t.Parallel()
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	for _, name := range append(workflowFiles(t), ".ci/action/action.yml", "docs/ci.md") {
		found := 0
		for _, line := range strings.Split(packaged(t, name), "\n") {
			_, used, uses := strings.Cut(line, "uses: ")
			if !uses || strings.HasPrefix(used, "pcl-lsp/pcl-lsp/") {
				continue
			}
			found++
			if !pinned.MatchString(used) {
				t.Errorf("%s uses %s, which is not named by its commit", name, used)
			}
		}
		if found == 0 {
			t.Errorf("%s uses no action", name)
		}
	}
}
