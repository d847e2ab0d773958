package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file makes testdata/plans again.

// planSchemas are the folders with the schemas that programs use which are made up.
func planSchemas() []string {
	return []string{filepath.Join(root, "testdata", "plans", "schemas"), filepath.Join(root, "testdata", "schemas")}
}

// recordPlans makes the files of testdata/plans.
func recordPlans() error {
	store := schemas.New(schemas.Options{Paths: planSchemas()})
	var packages []*schema.Package
	for _, ref := range changes.Packages() {
		p, _ := store.Package(ref)
		if p == nil {
			return fmt.Errorf("%s: there is no schema in %v", ref.Name, planSchemas())
		}
		packages = append(packages, p)
	}
	valid := func(s changes.Source) (bool, error) { return hasNoErrors(store, s) }
	for _, file := range changes.Plans {
		all, err := changes.Cases(file, packages, valid)
		if err != nil {
			return err
		}
		if all, err = plans(planSchemas(), all); err != nil {
			return err
		}
		if file == "names" {
			changes.DropAllButNames(all)
		}
		if err := changes.Write(filepath.Join(root, "testdata", "plans", file+".jsonl.gz"), version(), all); err != nil {
			return err
		}
	}
	return nil
}

// hasNoErrors reports whether pcl-lsp finds no error in a program and its components.
func hasNoErrors(store *schemas.Store, s changes.Source) (bool, error) {
	dir, err := os.MkdirTemp("", "valid")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if err := put(dir, "", s); err != nil {
		return false, err
	}
	snapshot := workspace.New(workspace.Options{Schemas: store, Pulumi: version()}).Snapshot()
	dirs := map[string]bool{}
	for name := range s.Files {
		dirs[filepath.ToSlash(filepath.Dir(filepath.Join(dir, name)))] = true
	}
	for at := range dirs {
		byFile, err := snapshot.Diagnose(context.Background(), snapshot.ProgramIn(at))
		if err != nil {
			return false, err
		}
		for _, found := range byFile {
			for _, d := range found {
				if d.Severity == codes.Error {
					return false, nil
				}
			}
		}
	}
	return true, nil
}
