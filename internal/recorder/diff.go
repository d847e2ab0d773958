package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
)

// This file finds programs, and compares what two versions of the reference say of them.

// difference prints which programs two versions of the reference judge in different ways: by class, each with its smallest program.
func difference(out io.Writer, dir, from, to string) {
	old, now := buildVersion(dir, from), buildVersion(dir, to)
	questions := slices.Concat(now.suite(filepath.Join(dir, "suite")), programsIn(conformance, conformanceSchemas))
	writeChanges(out, questions, [2][]asking.Answer{old.ask(questions), now.ask(questions)})
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
func said(r asking.Answer) string {
	if r.Status == asking.OK {
		return r.Status
	}
	why, _, _ := strings.Cut(r.Why(), "\n")
	return r.Status + ": " + quoted.ReplaceAllString(why, "_")
}

func writeChanges(out io.Writer, questions []asking.Question, records [2][]asking.Answer) {
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

// The programs of testdata/conformance, and their schemas.
var (
	conformance        = filepath.Join("testdata", "conformance", "programs")
	conformanceSchemas = filepath.Join("testdata", "conformance", "schemas")
)

// suite writes the programs of the reference's own tests to a folder. Each has its schemas in a folder of its own.
func (r reference) suite(dir string) (all []asking.Question) {
	for name := range strings.FieldsSeq(output(r.program, "suite", dir)) {
		of := filepath.Join(dir, name)
		all = append(all, asking.Question{Suite: name, Dir: programIn(of), Schemas: []string{filepath.Join(of, "schemas")}})
	}
	return all
}

// programIn is a folder, or the one below that has the program.
func programIn(folder string) string {
	if own, _ := filepath.Glob(filepath.Join(folder, "*.pp")); len(own) == 0 {
		if below, _ := filepath.Glob(filepath.Join(folder, "*", "*.pp")); len(below) > 0 {
			return filepath.Dir(below[0])
		}
	}
	return folder
}

// programsIn are the directories below a folder that have programs, without those of components, with the same schemas.
func programsIn(folder string, schemas ...string) (all []asking.Question) {
	folder = attempt.Must(filepath.Abs(folder))
	for _, pattern := range []string{"*", "*/*"} {
		for _, file := range attempt.Must(filepath.Glob(filepath.Join(folder, pattern, "*.pp"))) {
			is := func(dir string) bool {
				return slices.ContainsFunc(all, func(q asking.Question) bool { return q.Dir == dir })
			}
			if dir := filepath.Dir(file); !is(dir) && !is(filepath.Dir(dir)) {
				all = append(all, asking.Question{Dir: dir, Schemas: schemas})
			}
		}
	}
	return all
}
