package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// This file holds the files for GitHub to the program and to the repository: workflows, forms for issues, and links to documents.
// `make packaging` runs a linter over the workflows.

// workflowFiles are the workflows of the repository, by path.
func workflowFiles(t *testing.T) []string {
	t.Helper()
	return filesMatching(t, ".github/workflows/*.yml")
}

// filesMatching are the files of the repository that match a pattern, of which there has to be one.
func filesMatching(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	if err != nil || len(found) == 0 {
		t.Fatalf("no file matches %s: %v", pattern, err)
	}
	for i, name := range found {
		relative, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		found[i] = filepath.ToSlash(relative)
	}
	return found
}

// TestWorkflows: the workflows run in the image of the Go that go.mod names, cannot write, and run scripts and targets of make that exist.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(packaged(t, "go.mod"))
	makefile := packaged(t, "Makefile")
	run := map[string]bool{}
	for _, name := range []string{".github/workflows/ci.yml", ".github/workflows/nightly.yml"} {
		text := packaged(t, name)
		var workflow struct {
			Permissions map[string]string
			Jobs        map[string]struct {
				Container string
				Strategy  struct{ Matrix struct{ Command []string } }
				Steps     []struct{ Run string }
			}
		}
		if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
			t.Fatal(err)
		}
		if len(workflow.Permissions) != 1 || workflow.Permissions["contents"] != "read" {
			t.Errorf("%s has the permissions %v, want to read only", name, workflow.Permissions)
		}
		for job, j := range workflow.Jobs {
			if version == nil || j.Container != "golang:"+version[1]+"-bookworm" {
				t.Errorf("%s: the job %s runs in %s, go.mod names Go %q", name, job, j.Container, version)
			}
			commands := slices.Clone(j.Strategy.Matrix.Command)
			for _, step := range j.Steps {
				commands = append(commands, step.Run)
			}
			for _, command := range commands {
				run[command] = true
				if target, is := strings.CutPrefix(command, "make "); is && !strings.Contains(makefile, "\n"+strings.Fields(target)[0]+":") {
					t.Errorf("%s: there is no target for %q", name, command)
				}
				if script := strings.Fields(command + " -")[0]; strings.HasPrefix(script, ".ci/") {
					packaged(t, script) // it exists
				}
			}
		}
	}
	for _, command := range []string{".ci/run", "make test-long", "make e2e", "make platforms", "make packaging"} {
		if !run[command] {
			t.Errorf("no workflow runs %s", command)
		}
	}
}

// TestIssueForms: the forms have the fields that GitHub demands, each with a name of its own, and ask for reports that commands print.
func TestIssueForms(t *testing.T) {
	t.Parallel()
	types := []string{"markdown", "textarea", "input", "dropdown", "checkboxes"}
	reports := 0
	for _, name := range filesMatching(t, ".github/ISSUE_TEMPLATE/*.yml") {
		if path.Base(name) == "config.yml" {
			continue
		}
		text := packaged(t, name)
		var form struct {
			Name, Description string
			Labels            []string
			Body              []struct {
				Type, ID   string
				Attributes struct {
					Label, Value, Description, Placeholder, Render string
					Options                                        []string
				}
				Validations struct{ Required bool }
			}
		}
		decoder := yaml.NewDecoder(strings.NewReader(text))
		decoder.KnownFields(true)
		if err := decoder.Decode(&form); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if form.Name == "" || form.Description == "" || len(form.Body) == 0 {
			t.Errorf("%s has no name, no description or no body", name)
		}
		ids := map[string]bool{}
		for _, field := range form.Body {
			a := field.Attributes
			switch {
			case !slices.Contains(types, field.Type):
				t.Errorf("%s: %q is no type of a field", name, field.Type)
			case field.Type == "markdown":
				if a.Value == "" || field.ID != "" {
					t.Errorf("%s: a text needs a value and has no id", name)
				}
			case field.ID == "" || a.Label == "" || ids[field.ID]:
				t.Errorf("%s: the field %q has no label, or its id is not its own", name, field.ID)
			case (field.Type == "dropdown") != (len(a.Options) > 0):
				t.Errorf("%s: %s and its options do not fit", name, field.ID)
			}
			ids[field.ID] = true
			for _, command := range regexp.MustCompile("`pcl-lsp ([a-z-]+)").FindAllStringSubmatch(a.Label+a.Description, -1) {
				if !slices.ContainsFunc(commands(), func(m maker) bool { return m.name == command[1] }) {
					t.Errorf("%s: there is no command %s", name, command[1])
				}
				if command[1] == "bug-report" && field.Validations.Required {
					reports++
				}
			}
		}
	}
	if reports < 2 {
		t.Errorf("%d forms ask for a bug report, want those about bugs and findings", reports)
	}
}

// TestLinksToFiles: what the files for GitHub link to exists in the repository.
func TestLinksToFiles(t *testing.T) {
	t.Parallel()
	absolute := regexp.MustCompile(`github\.com/pcl-lsp/pcl-lsp/blob/main/([\w./-]+)`)
	relative := regexp.MustCompile(`\]\(([\w./-]+)[#)]`)
	links := 0
	for _, name := range append(filesMatching(t, ".github/ISSUE_TEMPLATE/*.yml"), "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "docs/compatibility.md", "docs/troubleshooting.md") {
		text := packaged(t, name)
		for _, link := range absolute.FindAllStringSubmatch(text, -1) {
			links++
			packaged(t, strings.TrimRight(link[1], "."))
		}
		for _, link := range relative.FindAllStringSubmatch(text, -1) {
			links++
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(path.Join(path.Dir(name), link[1])))); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if links < 5 {
		t.Errorf("there are %d links", links)
	}
}
