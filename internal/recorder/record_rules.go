package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// This file records what runs say of the programs of testdata/random/rules.

var (
	runLine = regexp.MustCompile(`(?m)^run: .*$`)
	pinned  = regexp.MustCompile(`(?m)^pulumi: "(.*)"$`)
)

// recordRules writes the line about the run into each rule. A rule of another version keeps it.
func recordRules(r reference, dir string) error {
	files, err := filepath.Glob(filepath.Join("testdata", "random", "rules", "*.txtar"))
	if err != nil {
		return err
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return err
		}
		if version := pinned.FindSubmatch(txtar.Format(archive)); version != nil && string(version[1]) != r.version {
			continue
		}
		q, err := writeFiles(filepath.Join(dir, filepath.Base(file)), archive.Files)
		if err != nil {
			return err
		}
		answers, err := r.ask([]asking.Question{q})
		if err != nil {
			return err
		}
		verdict, first := verdictOfRuns(&answers[0])
		said := fmt.Sprintf("run: with %s, %s", r.version, cmp.Or(short(first.message), verdict))
		archive.Comment = []byte(runLine.ReplaceAllString(string(archive.Comment), strings.ReplaceAll(said, "$", "$$")))
		if err := write(file, txtar.Format(archive)); err != nil {
			return err
		}
	}
	return nil
}
