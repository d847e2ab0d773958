package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
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
var families = []family{
	{"plans", recordPlans},
	{"refactorings", recordRefactorings},
}

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
