package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/worker"
)

// This file makes testdata/plans and testdata/refactorings again.

// recordPlans makes the files of testdata/plans.
func recordPlans() error {
	store := schemas.New(schemas.Options{Paths: changes.Schemas(root)})
	for _, file := range changes.Plans {
		all, err := changes.Cases(file, running.Version(), store)
		if err != nil {
			return err
		}
		drop := func([]changes.Recorded) {}
		if file == "names" {
			drop = changes.DropAllButNames
		}
		if err := recordResults(all, drop, "plans", file); err != nil {
			return err
		}
	}
	return nil
}

// recordRefactorings makes the files of testdata/refactorings.
func recordRefactorings() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	moved, used, err := refactorings.Make()
	if err != nil {
		return err
	}
	if err := os.Chdir(dir); err != nil {
		return err
	}
	if err := recordResults(moved, changes.DropAllButSteps, "refactorings", "moved"); err != nil {
		return err
	}
	return recordResults(used, changes.DropAllButSteps, "refactorings", "used")
}

// recordResults asks for results, drops some, and writes a file below testdata.
func recordResults(all []changes.Recorded, drop func([]changes.Recorded), folder, file string) error {
	absolute, err := filepath.Abs(root) // since a run enters the folder of its program
	if err != nil {
		return err
	}
	if all, err = (changes.Recording{Ask: askPlans, Root: absolute}).Results(all); err != nil {
		return err
	}
	drop(all)
	return changes.Write(filepath.Join(root, "testdata", folder, file+".jsonl.gz"), running.Version(), all)
}

// planLimit is how long an answer may take: some schemas are large.
const planLimit = 2 * time.Minute

func askPlans(questions []changes.Question) ([]changes.Answer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return worker.Ask([]string{program, "planner"}, planLimit, questions, changes.Crash)
}

// answerPlan asks the reference in this process.
func answerPlan(q changes.Question) (a changes.Answer) {
	p := running.Program{Dir: q.Dir, Project: "proj", Plans: true}
	var err error
	if p.Packages, err = read(q.Schemas); err == nil {
		p.Config, err = running.Values(p.Project, q.Config)
	}
	if err != nil {
		return changes.Answer{Outcome: changes.Outcome{Error: err.Error()}}
	}
	p.Packages.Newest = true
	if q.State != nil {
		return changes.Answer{Outcome: running.Plan(p, q.State)}
	}
	a.Outcome, a.State = running.Up(p)
	return a
}
