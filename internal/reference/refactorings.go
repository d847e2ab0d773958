package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
)

// This file makes testdata/refactorings again.

// recordRefactorings makes the files of testdata/refactorings.
func recordRefactorings() error {
	moved, used, err := refactoringCases()
	if err != nil {
		return err
	}
	for name, all := range map[string][]changes.Recorded{"moved": moved, "used": used} {
		if all, err = plans(planSchemas(), all); err != nil {
			return err
		}
		changes.DropAllButSteps(all)
		if err := changes.Write(filepath.Join(root, "testdata", "refactorings", name+".jsonl.gz"), version(), all); err != nil {
			return err
		}
	}
	return nil
}

// refactoringCases makes the refactorings, in the root of the repository.
func refactoringCases() (moved, used []changes.Recorded, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	if err := os.Chdir(root); err != nil {
		return nil, nil, err
	}
	defer os.Chdir(dir)
	defer func() {
		switch caught := recover().(type) {
		case nil:
		case failure:
			err = errors.New(string(caught))
		default:
			panic(caught)
		}
	}()
	moved, used = refactorings.Cases(maker{})
	return moved, used, nil
}

// maker takes the place of a test.
type maker struct{ testing.TB }

type failure string

func (maker) Helper()                           {}
func (maker) Context() context.Context          { return context.Background() }
func (maker) Fatal(args ...any)                 { panic(failure(fmt.Sprint(args...))) }
func (maker) Fatalf(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }
