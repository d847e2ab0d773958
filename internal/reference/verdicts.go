package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
)

// This file says in short what the reference thinks of many programs, as testdata/random has it.

// runs is how often each program is run, with other outputs and values of configs each time.
const runs = 3

// verdicts writes a line for each program below a folder, whose directories have numbers: the number, the verdict and the reason.
func verdicts(out io.Writer, folder string, schemas []string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var numbers []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			numbers = append(numbers, n)
		}
	}
	slices.SortFunc(numbers, cmp.Compare)
	var questions []question
	for _, n := range numbers {
		questions = append(questions, question{Dir: filepath.Join(folder, strconv.Itoa(n)), Schemas: schemas, Runs: runs})
	}
	answers, err := ask(questions)
	if err != nil {
		return err
	}
	for i, a := range answers {
		kind, reason := a.verdict()
		fmt.Fprintf(out, "%d %s\n", numbers[i], strings.TrimSpace(kind+" "+reason))
	}
	return nil
}

// verdict is one word for what the reference says of a program, and the reason.
func (a *answer) verdict() (kind, reason string) {
	switch {
	case a.Status == binding.Panic || a.Status == binding.Fatal:
		return "crash", line(a.Failure)
	case a.Status != binding.OK:
		return "reject", "bind: " + line(a.Why())
	}
	fails := func(o running.Outcome) bool { return o.Stage != "" }
	first := slices.IndexFunc(a.Runs, fails)
	switch {
	case first < 0 && len(a.Runs[0].Refused) > 0:
		return "provider", a.Runs[0].Refused[0]
	case first < 0:
		return "ok", ""
	case !slices.ContainsFunc(a.Runs, func(o running.Outcome) bool { return !fails(o) }):
		return "reject", "run: " + line(a.Runs[0].Message)
	}
	return "sometimes", "run: " + line(a.Runs[first].Message)
}

// line is the first line of a message.
func line(message string) string {
	first, _, _ := strings.Cut(message, "\n")
	return first
}
