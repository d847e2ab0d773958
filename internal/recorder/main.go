// Command recorder compares and records what the reference says of programs. It runs in the repository.
//
//	recorder record NAME...  makes recorded files of testdata again, all of them without names
//	recorder diff FROM TO    prints what two versions, such as v3.260.0 and v3.276.0, judge in different ways
package main

import (
	"errors"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "recorder:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	dir, err := os.MkdirTemp("", "recorder")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	switch {
	case len(args) > 0 && args[0] == "record":
		return record(dir, args[1:])
	case len(args) == 3 && args[0] == "diff":
		return difference(os.Stdout, dir, args[1], args[2])
	}
	return errors.New("which command? record NAME... or diff FROM TO")
}
