// Command reference asks the reference about programs.
//
//	reference conformance   compares pcl-lsp with it on the programs of its own tests
//	reference diff FROM TO  prints what two versions, such as v3.260.0 and v3.276.0, judge in different ways
//	reference suite DIR     writes the programs of its own tests to a folder, with schemas
//	reference verdicts DIR SCHEMAS...
//	                        says what it thinks of the programs below a folder, with the schemas in other folders
//	reference bind DIR...   prints what the binder says of programs, with the schemas in their folders "schemas"
//	reference worker        answers questions about programs, each a line of JSON
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/suite"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/worker"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("which command? conformance, diff, suite, verdicts, bind or worker")
	case args[0] == "conformance":
		return conformance(os.Stdout)
	case args[0] == "diff" && len(args) == 3:
		return difference(os.Stdout, args[1], args[2])
	case args[0] == "suite" && len(args) == 2:
		_, err := writeSuite(args[1])
		return err
	case args[0] == "verdicts" && len(args) > 1:
		return verdicts(os.Stdout, args[1], args[2:])
	case args[0] == "bind":
		return bind(args[1:])
	case args[0] == "worker":
		return worker.Serve(os.Stdin, os.Stdout, question.answer)
	}
	return fmt.Errorf("there is no command %q with %d arguments", args[0], len(args)-1)
}

// question asks about a program.
type question struct {
	Dir string `json:"dir"`
	// Suite is the name of a program of the reference's own tests, which is run with the providers of the test.
	Suite string `json:"suite,omitempty"`
	// Runs is how often another program is run, each time with other outputs and values of configs.
	Runs uint64 `json:"runs,omitempty"`
	// Schemas are the folders with the schemas of its packages.
	Schemas []string `json:"schemas"`
	Lenient bool     `json:"lenient"`
}

// mode is the strictness as pcl-lsp has it.
func (q question) mode() lenient.Mode {
	if q.Lenient {
		return lenient.All()
	}
	return lenient.Mode{}
}

// answer is what the reference says of a program.
type answer struct {
	binding.Record
	// Runs are what became of runs, for programs that bind.
	Runs []running.Outcome `json:"runs"`
}

// rejects reports whether the program fails in each run, whatever the providers say.
func (a *answer) rejects() bool {
	runs := slices.ContainsFunc(a.Runs, func(o running.Outcome) bool { return !o.Evaluation })
	return a.Status != binding.OK || len(a.Runs) > 0 && !runs
}

// why says in which way the program fails.
func (a *answer) why() string {
	why := a.Status + " " + a.Why()
	if len(a.Runs) > 0 {
		why += a.Runs[0].Message
	}
	return strings.TrimSpace(why)
}

// answer asks the reference in this process.
func (q question) answer() (a answer) {
	set, err := read(q.Schemas)
	if err != nil {
		return failed(binding.Failed, err.Error())
	}
	a.Record = binding.Bind(q.Dir, set, q.Lenient)
	if q.Suite != "" && a.Status == binding.OK {
		p, err := suite.Program(q.Suite, q.Dir)
		if err != nil {
			return failed(binding.Failed, err.Error())
		}
		a.Runs = append(a.Runs, running.Run(p))
	}
	for seed := uint64(0); seed < q.Runs && a.Status == binding.OK; seed++ {
		a.Runs = append(a.Runs, running.Run(running.Program{Dir: q.Dir, Packages: set, Project: "proj", Seed: seed}))
	}
	return a
}

// sets are the packages of folders that were asked for before.
var sets = map[string]*packages.Set{}

func read(folders []string) (*packages.Set, error) {
	key := strings.Join(folders, "\n")
	if sets[key] == nil {
		set, err := packages.Read(folders...)
		if err != nil {
			return nil, err
		}
		sets[key] = set
	}
	return sets[key], nil
}

func failed(status, why string) answer {
	return answer{Record: binding.Record{Status: status, Failure: why}}
}

// ask asks another process, since some programs take the process with them.
func ask(questions []question) ([]answer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return askProgram(program, questions)
}

// limit is how long an answer may take.
const limit = 30 * time.Second

// askProgram asks this command as it was built with some version of the reference.
func askProgram(program string, questions []question) ([]answer, error) {
	return worker.Ask([]string{program, "worker"}, limit, questions, func(why string) answer { return failed(binding.Fatal, why) })
}

// bind prints what the binder says of programs.
func bind(dirs []string) error {
	var questions []question
	for _, dir := range dirs {
		questions = append(questions, question{Dir: dir, Schemas: []string{filepath.Join(dir, "schemas")}})
	}
	records, err := ask(questions)
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", " ")
	for _, r := range records {
		if err := out.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
