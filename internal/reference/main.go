// Command reference asks the reference about programs.
//
//	reference conformance   compares pcl-lsp with it on the programs of its own tests
//	reference diff FROM TO  prints what two versions, such as v3.260.0 and v3.276.0, judge in different ways
//	reference record NAME...
//	                        makes recorded files of testdata again, all of them without names
//	reference suite DIR     writes the programs of its own tests to a folder, with schemas
//	reference bind DIR...   prints what the binder says of programs, with the schemas in their folders "schemas"
//	reference worker        answers questions about programs, each a line of JSON
//	reference planner       answers questions about runs and previews of programs
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
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
		return errors.New("which command? conformance, diff, record, suite, bind, worker or planner")
	case args[0] == "conformance":
		return conformance(os.Stdout)
	case args[0] == "diff" && len(args) == 3:
		return difference(os.Stdout, args[1], args[2])
	case args[0] == "record":
		return record(args[1:])
	case args[0] == "suite" && len(args) == 2:
		_, err := writeSuite(args[1])
		return err
	case args[0] == "bind":
		return bind(args[1:])
	case args[0] == "worker":
		running.Offline()
		return worker.Serve(os.Stdin, os.Stdout, question.withoutPath)
	case args[0] == "planner":
		running.Offline()
		return worker.Serve(os.Stdin, os.Stdout, answerPlan)
	}
	return fmt.Errorf("there is no command %q with %d arguments", args[0], len(args)-1)
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
