package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
)

// This file makes the recorded files of testdata again.

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
