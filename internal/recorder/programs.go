package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// This file finds and writes programs, with a question about each.

// The programs of testdata/conformance, and their schemas.
var (
	conformance        = filepath.Join("testdata", "conformance", "programs")
	conformanceSchemas = filepath.Join("testdata", "conformance", "schemas")
)

// suite writes the programs of the reference's own tests to a folder. Each has its schemas in a folder of its own.
func (r reference) suite(dir string) ([]asking.Question, error) {
	names, err := output(r.program, "suite", dir)
	var all []asking.Question
	for _, name := range strings.Fields(names) {
		of := filepath.Join(dir, name)
		all = append(all, asking.Question{Suite: name, Dir: programIn(of), Schemas: []string{filepath.Join(of, "schemas")}})
	}
	return all, err
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
func programsIn(folder string, schemas ...string) (all []asking.Question, err error) {
	if folder, err = filepath.Abs(folder); err != nil {
		return nil, err
	}
	for _, pattern := range []string{"*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern, "*.pp"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			is := func(dir string) bool {
				return slices.ContainsFunc(all, func(q asking.Question) bool { return q.Dir == dir })
			}
			if dir := filepath.Dir(file); !is(dir) && !is(filepath.Dir(dir)) {
				all = append(all, asking.Question{Dir: dir, Schemas: schemas})
			}
		}
	}
	return all, nil
}

// write writes a file and the folders above it.
func write(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
