package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
)

// This file compares two versions of the reference, and builds this command with others.

// module is the module whose version counts; the module sdk has the same versions.
const module = running.Module

// buildVersion builds this command with a version of the reference, and returns its path.
func buildVersion(dir, version string) (string, error) {
	return build(dir, version, "-require="+module+"@"+version, "-require="+strings.Replace(module, "pkg", "sdk", 1)+"@"+version)
}

// buildPatched builds this command with a binder that tells what it knows of programs with errors, too.
func buildPatched(dir string) (string, error) {
	const ends, tells = "return nil, diagnostics, diagnostics\n", "return &Program{Nodes: b.nodes}, diagnostics, diagnostics\n"
	original, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(filepath.Join(dir, "pkg"), os.DirFS(strings.TrimSpace(string(original)))); err != nil {
		return "", err
	}
	binder := filepath.Join(dir, "pkg", "codegen", "pcl", "binder.go")
	text, err := os.ReadFile(binder)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), ends); n != 1 {
		return "", fmt.Errorf("%s ends %d times with errors, not once", binder, n)
	}
	if err := errors.Join(os.Chmod(binder, 0o644), os.WriteFile(binder, []byte(strings.Replace(string(text), ends, tells, 1)), 0o644)); err != nil {
		return "", err
	}
	return build(dir, "patched", "-replace="+module+"="+filepath.Join(dir, "pkg"))
}

// build builds this command with other modules, and returns its path. It is called in the folder of this module.
func build(dir, name string, edits ...string) (string, error) {
	mod, program := filepath.Join(dir, name+".mod"), filepath.Join(dir, "reference-"+name)
	for _, part := range []string{"mod", "sum"} {
		text, err := os.ReadFile("go." + part)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name+"."+part), text, 0o644); err != nil {
			return "", err
		}
	}
	for _, args := range [][]string{
		slices.Concat([]string{"mod", "edit"}, edits, []string{mod}),
		{"mod", "tidy", "-modfile=" + mod},
		{"build", "-modfile=" + mod, "-o", program, "."},
	} {
		c := exec.Command("go", args...)
		c.Stderr = os.Stderr
		if err := c.Run(); err != nil {
			return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
		}
	}
	return program, nil
}

// difference prints which programs two versions of the reference judge in different ways: by class, each with its smallest program.
func difference(out io.Writer, from, to string) error {
	dir, err := os.MkdirTemp("", "reference")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var programs []string
	for _, version := range []string{from, to} {
		program, err := buildVersion(dir, version)
		if err != nil {
			return err
		}
		programs = append(programs, program)
	}
	suites := filepath.Join(dir, "suite")
	if err := exec.Command(programs[1], "suite", suites).Run(); err != nil {
		return err
	}
	questions, err := corpus(suites)
	if err != nil {
		return err
	}
	var records [2][]answer
	for i, program := range programs {
		if records[i], err = askProgram(program, questions); err != nil {
			return err
		}
	}
	writeChanges(out, questions, records)
	return nil
}

// corpus is what both versions are asked: the programs of their own tests, and those of this repository.
func corpus(suites string) ([]question, error) {
	var all []question
	own := filepath.Join("..", "..", "testdata", "conformance")
	for _, c := range []struct {
		programs string
		schemas  func(dir string) string
	}{
		{suites, func(dir string) string { return filepath.Join(dir, "schemas") }},
		{filepath.Join(own, "programs"), func(string) string { return filepath.Join(own, "schemas") }},
	} {
		dirs, err := programsIn(c.programs)
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			all = append(all, question{Dir: dir, Schemas: []string{c.schemas(dir)}})
		}
	}
	return all, nil
}

// programsIn are the directories below a folder that have programs, without those of components.
func programsIn(folder string) (dirs []string, err error) {
	for _, pattern := range []string{"*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern, "*.pp"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			dir := filepath.Dir(file)
			if !slices.Contains(dirs, dir) && !slices.Contains(dirs, filepath.Dir(dir)) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs, nil
}

// change is what programs have in common that one version accepts and the other doesn't, or rejects for another reason.
type change struct {
	count    int
	smallest string
	size     int
}

// quoted is what differs between messages of the same class: names, types, numbers.
var quoted = regexp.MustCompile("'[^']*'|\"[^\"]*\"|`[^`]*`|\\([^()]*\\)|[0-9]+")

// said is what a version says of a program, without the names and types of that program.
func said(r answer) string {
	if r.Status == binding.OK {
		return r.Status
	}
	why, _, _ := strings.Cut(r.Why(), "\n")
	return r.Status + ": " + quoted.ReplaceAllString(why, "_")
}

func writeChanges(out io.Writer, questions []question, records [2][]answer) {
	changes := map[[2]string]*change{}
	for i, q := range questions {
		key := [2]string{said(records[0][i]), said(records[1][i])}
		if key[0] == key[1] {
			continue
		}
		text := source(q.Dir)
		c := changes[key]
		if c == nil {
			c = &change{size: len(text) + 1}
			changes[key] = c
		}
		if c.count++; len(text) < c.size {
			c.size, c.smallest = len(text), text
		}
	}
	keys := slices.SortedFunc(maps.Keys(changes), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(changes[b].count, changes[a].count), slices.Compare(a[:], b[:]))
	})
	for _, key := range keys {
		fmt.Fprintf(out, "%d programs: %s\n  then %s\n%s\n", changes[key].count, key[0], key[1], changes[key].smallest)
	}
	fmt.Fprintf(out, "%d programs, %d classes of changes\n", len(questions), len(changes))
}

// source is the text of a program, without its components.
func source(dir string) string {
	files, _ := filepath.Glob(filepath.Join(dir, "*.pp"))
	var b strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil {
			fmt.Fprintf(&b, "-- %s --\n%s", filepath.Base(file), text)
		}
	}
	return b.String()
}
