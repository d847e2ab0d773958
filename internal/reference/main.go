// Command reference answers questions about programs, each a line of JSON: see package asking.
//
//	reference worker     answers about programs
//	reference planner    answers about runs and previews of programs
//	reference suite DIR  writes the programs of the reference's own tests to a folder, with schemas
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/suite"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	running.Offline()
	switch {
	case len(args) == 1 && args[0] == "worker":
		return asking.Serve(os.Stdin, os.Stdout, answerSafely)
	case len(args) == 1 && args[0] == "planner":
		return asking.Serve(os.Stdin, os.Stdout, answerPlan)
	case len(args) == 2 && args[0] == "suite":
		return writeSuite(args[1])
	}
	return errors.New("which command? worker, planner or suite DIR")
}

// writeSuite writes the programs of the reference's own tests to a folder, and their names to standard output.
func writeSuite(dir string) error {
	for _, name := range suite.Names() {
		fmt.Println(name)
		if err := suite.Write(name, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}
