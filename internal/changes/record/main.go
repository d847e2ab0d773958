package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	program := flag.String("program", "", "the program that gives the answers, with its arguments")
	schemas := flag.String("schemas", "testdata/plans/schemas,testdata/schemas", "folders of schemas, with commas between")
	out := flag.String("out", "testdata/plans", "the folder to write to")
	programs := flag.Int("programs", 500, "how many programs to record edits of")
	edits := flag.Int("edits", 5, "how many edits of each program")
	flag.Parse()
	if err := record(*program, *schemas, *out, *programs, *edits); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

func record(program, schemas, out string, programs, edits int) error {
	dir, err := os.MkdirTemp("", "record")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &recording{dir: dir, program: program, counts: map[string]int{}}
	if err := r.open(schemas); err != nil {
		return err
	}
	if err := r.edits(programs, edits, filepath.Join(out, "edits.jsonl.gz")); err != nil {
		return err
	}
	return nil
}
