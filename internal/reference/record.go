package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
)

// This file makes the recorded files of testdata again.

// root is the repository, seen from the folder of this module, in which the command runs.
var root = filepath.Join("..", "..")

// A family is recorded files that belong together.
type family struct {
	name string
	// record asks the reference and writes the files.
	record func() error
}

// families are all recorded files.
var families = func() []family {
	all := []family{{"codes", recordCodes}, {"conformance", recordConformance}, {"rules", recordRules}, {"plans", recordPlans}, {"refactorings", recordRefactorings}, {"random/flows", recordFlows}}
	for _, name := range randomprogram.Families() {
		all = append(all, family{"random/" + name, func() error { return recordVerdicts(name) }})
	}
	return all
}()

// record makes families of recorded files again: all, or those of some names.
func record(names []string) error {
	var known []string
	for _, f := range families {
		known = append(known, f.name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("nothing recorded is called %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	for _, f := range families {
		if len(names) > 0 && !slices.Contains(names, f.name) {
			continue
		}
		if err := f.record(); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}
