package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file carries out the jobs that docs/ci.md shows for many programs, step by step, as the
// systems do: each job in a fresh checkout, with what caches and artifacts bring there.

// documentedJobs is the YAML that docs/ci.md shows after a sentence.
func documentedJobs(t *testing.T, sentence string, into any) {
	t.Helper()
	_, rest, found := strings.Cut(packaged(t, "docs/ci.md"), sentence+"\n\n```yaml\n")
	text, _, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatalf("docs/ci.md shows nothing after %q", sentence)
	}
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

// ciSystem is a system that runs jobs. It keeps caches and artifacts between them.
type ciSystem struct {
	*testing.T
	files     fixture.Files
	caches    map[string]string // folders, by key
	artifacts string            // a folder
	bin       string            // with a go that installs the tested program
}

func newCISystem(t *testing.T, files fixture.Files) *ciSystem {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the jobs run on Linux")
	}
	s := &ciSystem{T: t, files: files, caches: map[string]string{}, artifacts: t.TempDir(), bin: t.TempDir()}
	program, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	install := fmt.Sprintf("#!/bin/sh\n[ \"$1 $2\" = 'install github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp@v0.1.0' ] || exit 9\nmkdir -p \"$GOBIN\"\nprintf '#!/bin/sh\\nexport %s=1\\nexec %s \"$@\"\\n' >\"$GOBIN/pcl-lsp\"\nchmod +x \"$GOBIN/pcl-lsp\"\n", runAsProgram, program)
	if err := os.WriteFile(filepath.Join(s.bin, "go"), []byte(install), 0o755); err != nil {
		t.Fatal(err)
	}
	return s
}

// checkout is a new folder with the files of the repository.
func (s *ciSystem) checkout() string {
	dir := s.TempDir()
	(&fixture.Fixture{Files: s.files}).WriteTo(s.T, dir)
	return dir
}

// run runs the lines of a step.
func (s *ciSystem) run(dir, script string, variables ...string) (string, error) {
	s.Helper()
	cmd := exec.Command("bash", "-eo", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + s.bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + s.bin}, variables...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && !isExit(err, exitFindings) {
		s.Fatalf("%s: %v\n%s%s", script, err, out, stderr.String())
	}
	return string(out), err
}

func isExit(err error, code int) bool {
	exit, ok := err.(*exec.ExitError)
	return ok && exit.ExitCode() == code
}

// copied copies a file or folder, if it exists.
func (s *ciSystem) copied(from, to string) {
	s.Helper()
	if _, err := os.Stat(from); err != nil {
		return
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		s.Fatal(err)
	}
	if out, err := exec.Command("cp", "-R", from, to).CombinedOutput(); err != nil {
		s.Fatalf("%v %s", err, out)
	}
}

// restored brings a cache to a job: that of the key, or one whose key begins so.
func (s *ciSystem) restored(dir, folder string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		for _, key := range slices.Sorted(maps.Keys(s.caches)) {
			if strings.HasPrefix(key, prefix) {
				s.copied(s.caches[key], filepath.Join(dir, folder))
				return true
			}
		}
	}
	return false
}

// saved keeps a cache after a job.
func (s *ciSystem) saved(dir, folder, key string) {
	to := filepath.Join(s.TempDir(), "cache")
	s.copied(filepath.Join(dir, folder), to)
	s.caches[key] = to
}

// inOneCheck is the report of one check of the whole repository.
func (s *ciSystem) inOneCheck(form string) (text, file string) {
	dir := s.checkout()
	text, _ = s.run(dir, "GOBIN=$PWD/.bin go install github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp@v0.1.0; .bin/pcl-lsp check --no-cache --format text --format "+form+"=report")
	return text, readAll(s.T, dir)["report"]
}

// manyFiles are the programs of the jobs.
func manyFiles() fixture.Files {
	files := fixture.Files{}
	for name, text := range manyPrograms() {
		files[strings.Replace(name, "infra/", "", 1)] = text
	}
	return files
}

// gitHubStep is a step of a job of GitHub Actions.
type gitHubStep struct {
	Uses, Run string
	With      map[string]string
}

// The matrix of GitHub Actions comes to the report of one check, and its second run checks only what
// has changed.
func TestGitHubMatrix(t *testing.T) {
	testsize.Full(t, "it runs the jobs of a workflow")
	t.Parallel()
	var workflow struct {
		Jobs struct {
			Check struct {
				Strategy struct{ Matrix struct{ Part []int } }
				Steps    []gitHubStep
			}
			Report struct {
				Needs string
				Steps []gitHubStep
			}
		}
	}
	documentedJobs(t, "A matrix of GitHub Actions:", &workflow)
	s := newCISystem(t, manyFiles())
	parts := workflow.Jobs.Check.Strategy.Matrix.Part
	if len(parts) < 2 || workflow.Jobs.Report.Needs != "check" {
		t.Fatalf("%d parts", len(parts))
	}
	checked := regexp.MustCompile(`(\d+) of (\d+) programs were not checked again`)
	for attempt, sha := range []string{"first", "second"} {
		if attempt == 1 {
			s.files["p07/main.pp"] = "output o { value = changed }\n"
		}
		kept := 0
		for _, part := range parts {
			dir := s.checkout()
			replace := strings.NewReplacer("${{ matrix.part }}", fmt.Sprint(part), "${{ github.sha }}", sha)
			var after []func()
			for _, step := range workflow.Jobs.Check.Steps {
				with := map[string]string{}
				for name, value := range step.With {
					with[name] = replace.Replace(value)
				}
				action, _, _ := strings.Cut(step.Uses, "@")
				switch action {
				case "actions/checkout":
				case "actions/cache":
					s.restored(dir, with["path"], with["key"], with["restore-keys"])
					after = append(after, func() { s.saved(dir, with["path"], with["key"]) })
				case "actions/upload-artifact":
					s.copied(filepath.Join(dir, with["path"]), filepath.Join(s.artifacts, sha, with["name"], with["path"]))
				case "":
					said, err := s.run(dir, "{ "+replace.Replace(step.Run)+"; } 2>&1")
					if err != nil {
						t.Fatalf("part %d: %v\n%s", part, err, said)
					}
					if m := checked.FindStringSubmatch(said); m != nil {
						var n int
						_, _ = fmt.Sscan(m[1], &n)
						kept += n
					}
				default:
					t.Fatalf("no step is known that uses %s", step.Uses)
				}
			}
			for _, do := range after {
				do()
			}
		}
		if attempt == 0 && kept > 0 || attempt == 1 && kept < 30 {
			t.Errorf("%s run: %d programs were not checked again", sha, kept)
		}
		dir := t.TempDir()
		var text string
		for _, step := range workflow.Jobs.Report.Steps {
			if step.Uses != "" {
				found, err := filepath.Glob(filepath.Join(s.artifacts, sha, step.With["pattern"], "*"))
				if err != nil || len(found) != len(parts) || step.With["merge-multiple"] != "true" {
					t.Fatalf("artifacts %q, %v", found, err)
				}
				for _, file := range found {
					s.copied(file, filepath.Join(dir, filepath.Base(file)))
				}
				continue
			}
			text, _ = s.run(dir, step.Run)
		}
		want, sarif := s.inOneCheck("sarif")
		if text != want || readAll(t, dir)["pcl.sarif"] != sarif || !strings.Contains(want, "and 9 others pass") {
			t.Errorf("%s run: the merged report is\n%s\nand that of one check is\n%s", sha, text, want)
		}
	}
}

// The parallel job of GitLab comes to the report of one check.
func TestGitLabParallel(t *testing.T) {
	testsize.Full(t, "it runs the jobs of a pipeline")
	t.Parallel()
	type job struct {
		Parallel int
		Script   []string
		Needs    []string
		Cache    struct {
			Key   string
			Paths []string
		}
		Artifacts struct {
			Paths   []string
			Reports map[string]string
		}
	}
	jobs := map[string]job{}
	documentedJobs(t, "A parallel job of GitLab:", &jobs)
	check, merge := jobs["pcl"], jobs["pcl-report"]
	if check.Parallel < 2 || !slices.Equal(merge.Needs, []string{"pcl"}) {
		t.Fatalf("jobs %+v", jobs)
	}
	s := newCISystem(t, manyFiles())
	for range 2 {
		last := t.TempDir()
		for i := range check.Parallel {
			dir := s.checkout()
			variables := []string{fmt.Sprintf("CI_NODE_INDEX=%d", i+1), fmt.Sprintf("CI_NODE_TOTAL=%d", check.Parallel)}
			key := os.Expand(check.Cache.Key, func(name string) string { return strings.TrimPrefix(variables[0], name+"=") })
			again := s.restored(dir, check.Cache.Paths[0], key)
			said, err := s.run(dir, "{ "+strings.Join(check.Script, "\n")+"\n} 2>&1", variables...)
			if err != nil || again != strings.Contains(said, "were not checked again") {
				t.Errorf("part %d: restored %t, %v\n%s", i+1, again, err, said)
			}
			s.saved(dir, check.Cache.Paths[0], key)
			found, err := filepath.Glob(filepath.Join(dir, check.Artifacts.Paths[0]))
			if err != nil || len(found) != 1 {
				t.Fatalf("artifacts %q, %v", found, err)
			}
			s.copied(found[0], filepath.Join(last, filepath.Base(found[0])))
		}
		text, _ := s.run(last, strings.Join(merge.Script, "\n"))
		want, quality := s.inOneCheck("gitlab")
		if text != want || readAll(t, last)[merge.Artifacts.Reports["codequality"]] != quality {
			t.Errorf("the merged report is\n%s\nand that of one check is\n%s", text, want)
		}
	}
}
