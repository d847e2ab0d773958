// Command recorder compares and records what the reference says of programs. It runs in the repository.
//
//	recorder record NAME...  makes recorded files of testdata again, all of them without names
//	recorder diff FROM TO    prints what two versions, such as v3.260.0 and v3.276.0, judge in different ways
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
)

// This file makes recorded files again, and builds and asks the command of internal/reference.

func main() {
	if err := attempt.Do(func() { run(os.Args[1:]) }); err != nil {
		fmt.Fprintln(os.Stderr, "recorder:", err)
		os.Exit(1)
	}
}

func run(args []string) {
	dir := attempt.Must(os.MkdirTemp("", "recorder"))
	defer os.RemoveAll(dir)
	switch {
	case len(args) > 0 && args[0] == "record":
		record(dir, args[1:])
	case len(args) == 3 && args[0] == "diff":
		difference(os.Stdout, dir, args[1], args[2])
	default:
		attempt.Check(errors.New("which command? record NAME... or diff FROM TO"))
	}
}

// A family is recorded files that belong together.
type family struct {
	name string
	// record asks the reference and writes the files, with a folder for temporary ones.
	record func(r reference, dir string)
}

var families = func() []family {
	all := []family{
		{"codes", recordCodes}, {"conformance", recordConformance}, {"rules", recordRules}, {"plans", recordPlans},
		{"refactorings", recordRefactorings}, {"random/flows", recordFlows}, {"manual", recordManual},
	}
	for _, name := range randomprogram.Families() {
		all = append(all, family{"random/" + name, func(r reference, dir string) { recordVerdicts(r, dir, name) }})
	}
	return all
}()

// record makes families of recorded files again: all, or those of some names.
func record(dir string, names []string) {
	var known []string
	for _, f := range families {
		known = append(known, f.name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			attempt.Check(fmt.Errorf("nothing recorded is called %q; there are %s", name, strings.Join(known, ", ")))
		}
	}
	r := build(dir)
	for _, f := range families {
		if len(names) > 0 && !slices.Contains(names, f.name) {
			continue
		}
		below := filepath.Join(dir, filepath.FromSlash(f.name))
		attempt.Check(os.MkdirAll(below, 0o755))
		if err := attempt.Do(func() { f.record(r, below) }); err != nil {
			attempt.Check(fmt.Errorf("%s: %w", f.name, err))
		}
		attempt.Check(os.RemoveAll(below))
	}
}

// The folder of that module in the repository, in which this command runs, and the module whose version counts: the
// module sdk has the same versions.
const (
	folder = "internal/reference"
	module = "github.com/pulumi/pulumi/pkg/v3"
)

// A reference is the command, built with the version that go.mod says or with another one.
type reference struct{ program, version string }

// build builds the command in a folder.
func build(dir string) reference {
	return buildWith(dir, output("go", "list", "-C", folder, "-m", "-f", "{{.Version}}", module))
}

// buildVersion builds it with a version.
func buildVersion(dir, version string) reference {
	return buildWith(dir, version,
		"-require="+module+"@"+version, "-require="+strings.Replace(module, "pkg", "sdk", 1)+"@"+version)
}

// buildPatched builds it with a binder that tells what it knows of programs with errors, too.
func buildPatched(dir string) reference {
	const ends = "return nil, diagnostics, diagnostics\n"
	const tells = "return &Program{Nodes: b.nodes}, diagnostics, diagnostics\n"
	original := output("go", "list", "-C", folder, "-m", "-f", "{{.Dir}}", module)
	attempt.Check(os.CopyFS(filepath.Join(dir, "pkg"), os.DirFS(original)))
	binder := filepath.Join(dir, "pkg", "codegen", "pcl", "binder.go")
	text := string(attempt.Must(os.ReadFile(binder)))
	if n := strings.Count(text, ends); n != 1 {
		attempt.Check(fmt.Errorf("%s ends %d times with errors, not once", binder, n))
	}
	attempt.Check(os.Chmod(binder, 0o644))
	write(binder, []byte(strings.Replace(text, ends, tells, 1)))
	return buildWith(dir, "patched", "-replace="+module+"="+filepath.Join(dir, "pkg"))
}

// buildWith builds it with an edited go.mod. A version names the files.
func buildWith(dir, version string, edits ...string) reference {
	mod, program := filepath.Join(dir, version+".mod"), filepath.Join(dir, "reference-"+version)
	for _, part := range []string{"mod", "sum"} {
		write(filepath.Join(dir, version+"."+part), attempt.Must(os.ReadFile(filepath.Join(folder, "go."+part))))
	}
	if len(edits) > 0 {
		output("go", slices.Concat([]string{"mod", "edit"}, edits, []string{mod})...)
		output("go", "mod", "tidy", "-C", folder, "-modfile="+mod)
	}
	output("go", "build", "-C", folder, "-modfile="+mod, "-o", program, ".")
	return reference{program, strings.TrimPrefix(version, "v")}
}

// output is what a command writes. It may write errors for the person who waits.
func output(name string, args ...string) string {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	text, err := c.Output()
	if err != nil {
		attempt.Check(fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err))
	}
	return strings.TrimSpace(string(text))
}

// ask asks about programs.
func (r reference) ask(questions []asking.Question) []asking.Answer {
	const limit = 30 * time.Second
	lost := func(why string) asking.Answer { return asking.Answer{Record: asking.Failure(asking.Fatal, why)} }
	answers, err := asking.Ask([]string{r.program, "worker"}, limit, questions, lost)
	for i, a := range answers {
		if a.Status == asking.Broken {
			attempt.Check(fmt.Errorf("asking about %s: %s", questions[i].Dir, a.Failure))
		}
	}
	attempt.Check(err)
	return answers
}

// write writes a file and the folders above it.
func write(file string, text []byte) {
	attempt.Check(os.MkdirAll(filepath.Dir(file), 0o755))
	attempt.Check(os.WriteFile(file, text, 0o644))
}
