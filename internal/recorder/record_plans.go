package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file makes testdata/plans and testdata/refactorings again.

// recordPlans makes the files of testdata/plans.
func recordPlans(r reference, _ string) error {
	store := schemas.New(schemas.Options{Paths: changes.Schemas(".")})
	for _, file := range changes.Plans {
		all, err := changes.Cases(file, r.version, store)
		if err != nil {
			return err
		}
		drop := func([]changes.Recorded) {}
		if file == "names" {
			drop = changes.DropAllButNames
		}
		if err := r.recordResults(all, drop, "plans", file); err != nil {
			return err
		}
	}
	return nil
}

// recordRefactorings makes the files of testdata/refactorings.
func recordRefactorings(r reference, _ string) error {
	moved, used, err := refactorings.Make()
	if err != nil {
		return err
	}
	if err := r.recordResults(moved, changes.DropAllButSteps, "refactorings", "moved"); err != nil {
		return err
	}
	return r.recordResults(used, changes.DropAllButSteps, "refactorings", "used")
}

// recordResults asks for results, drops some, and writes a file below testdata.
func (r reference) recordResults(all []changes.Recorded, drop func([]changes.Recorded), folder, file string) error {
	root, err := os.Getwd() // since a run enters the folder of its program
	if err != nil {
		return err
	}
	if all, err = (changes.Recording{Ask: r.askPlans, Root: root}).Results(all); err != nil {
		return err
	}
	drop(all)
	return changes.Write(filepath.Join("testdata", folder, file+".jsonl.gz"), r.version, all)
}

func (r reference) askPlans(questions []changes.Question) ([]changes.Answer, error) {
	const limit = 2 * time.Minute // some schemas are large
	return asking.Ask([]string{r.program, "planner"}, limit, questions, changes.Crash)
}
