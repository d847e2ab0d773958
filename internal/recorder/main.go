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
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
)

// This file makes recorded files again, and builds and asks the command of internal/reference.

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "recorder:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	dir, err := os.MkdirTemp("", "recorder")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	switch {
	case len(args) > 0 && args[0] == "record":
		return record(dir, args[1:])
	case len(args) == 3 && args[0] == "diff":
		return difference(os.Stdout, dir, args[1], args[2])
	}
	return errors.New("which command? record NAME... or diff FROM TO")
}

// A family is recorded files that belong together.
type family struct {
	name string
	// record asks the reference and writes the files, with a folder for temporary ones.
	record func(r reference, dir string) error
}

// families are all recorded files.
var families = func() []family {
	all := []family{{"codes", recordCodes}, {"conformance", recordConformance}, {"rules", recordRules}, {"plans", recordPlans}, {"refactorings", recordRefactorings}, {"random/flows", recordFlows}}
	for _, name := range randomprogram.Families() {
		all = append(all, family{"random/" + name, func(r reference, dir string) error { return recordVerdicts(r, dir, name) }})
	}
	return all
}()

// record makes families of recorded files again: all, or those of some names.
func record(dir string, names []string) error {
	var known []string
	for _, f := range families {
		known = append(known, f.name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("nothing recorded is called %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	r, err := build(dir)
	if err != nil {
		return err
	}
	for _, f := range families {
		if len(names) > 0 && !slices.Contains(names, f.name) {
			continue
		}
		below := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := errors.Join(os.MkdirAll(below, 0o755), f.record(r, below), os.RemoveAll(below)); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// The folder of that module in the repository, in which this command runs, and the module whose version counts: the module sdk has the same versions.
const (
	folder = "internal/reference"
	module = "github.com/pulumi/pulumi/pkg/v3"
)

// A reference is the command, built with the version that go.mod says or with another one.
type reference struct{ program, version string }

// build builds the command in a folder.
func build(dir string) (reference, error) {
	version, err := output("go", "list", "-C", folder, "-m", "-f", "{{.Version}}", module)
	if err != nil {
		return reference{}, err
	}
	return buildWith(dir, version)
}

// buildVersion builds it with a version.
func buildVersion(dir, version string) (reference, error) {
	return buildWith(dir, version, "-require="+module+"@"+version, "-require="+strings.Replace(module, "pkg", "sdk", 1)+"@"+version)
}

// buildPatched builds it with a binder that tells what it knows of programs with errors, too.
func buildPatched(dir string) (reference, error) {
	const ends, tells = "return nil, diagnostics, diagnostics\n", "return &Program{Nodes: b.nodes}, diagnostics, diagnostics\n"
	original, err := output("go", "list", "-C", folder, "-m", "-f", "{{.Dir}}", module)
	if err != nil {
		return reference{}, err
	}
	if err := os.CopyFS(filepath.Join(dir, "pkg"), os.DirFS(original)); err != nil {
		return reference{}, err
	}
	binder := filepath.Join(dir, "pkg", "codegen", "pcl", "binder.go")
	text, err := os.ReadFile(binder)
	if err != nil {
		return reference{}, err
	}
	if n := strings.Count(string(text), ends); n != 1 {
		return reference{}, fmt.Errorf("%s ends %d times with errors, not once", binder, n)
	}
	if err := errors.Join(os.Chmod(binder, 0o644), os.WriteFile(binder, []byte(strings.Replace(string(text), ends, tells, 1)), 0o644)); err != nil {
		return reference{}, err
	}
	return buildWith(dir, "patched", "-replace="+module+"="+filepath.Join(dir, "pkg"))
}

// buildWith builds it with an edited go.mod. A version names the files.
func buildWith(dir, version string, edits ...string) (reference, error) {
	mod, program := filepath.Join(dir, version+".mod"), filepath.Join(dir, "reference-"+version)
	for _, part := range []string{"mod", "sum"} {
		text, err := os.ReadFile(filepath.Join(folder, "go."+part))
		if err != nil {
			return reference{}, err
		}
		if err := os.WriteFile(filepath.Join(dir, version+"."+part), text, 0o644); err != nil {
			return reference{}, err
		}
	}
	commands := [][]string{{"build", "-C", folder, "-modfile=" + mod, "-o", program, "."}}
	if len(edits) > 0 {
		commands = append([][]string{slices.Concat([]string{"mod", "edit"}, edits, []string{mod}), {"mod", "tidy", "-C", folder, "-modfile=" + mod}}, commands...)
	}
	for _, args := range commands {
		if _, err := output("go", args...); err != nil {
			return reference{}, err
		}
	}
	return reference{program, strings.TrimPrefix(version, "v")}, nil
}

// output is what a command writes. It may write errors for the person who waits.
func output(name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	text, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}

// ask asks about programs.
func (r reference) ask(questions []asking.Question) ([]asking.Answer, error) {
	const limit = 30 * time.Second
	lost := func(why string) asking.Answer { return asking.Answer{Record: asking.Failure(asking.Fatal, why)} }
	answers, err := asking.Ask([]string{r.program, "worker"}, limit, questions, lost)
	if i := slices.IndexFunc(answers, func(a asking.Answer) bool { return a.Status == asking.Broken }); i >= 0 {
		return nil, fmt.Errorf("asking about %s: %s", questions[i].Dir, answers[i].Failure)
	}
	return answers, err
}
