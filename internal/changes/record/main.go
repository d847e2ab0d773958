package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

func main() {
	program := flag.String("program", "", "the program that gives the answers, with its arguments")
	schemas := flag.String("schemas", "testdata/plans/schemas,testdata/schemas", "folders of schemas, with commas between")
	out := flag.String("out", "testdata/plans", "the folder to write to")
	only := flag.String("only", "", "the one file to make: edits, names or states")
	programs := flag.Int("programs", 310, "how many programs to record edits of")
	edits := flag.Int("edits", 7, "how many edits of each program")
	cases := flag.String("cases", "", "a folder of records without results, made with TestExportRefactorings, to complete instead")
	flag.Parse()
	err := error(nil)
	if *cases != "" {
		err = complete(*program, *schemas, *cases, *out)
	} else {
		err = record(*program, *schemas, *out, *only, *programs, *edits)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

func record(program, schemas, out, only string, programs, edits int) error {
	for _, f := range []struct {
		file     string
		family   changes.Family
		programs int
	}{
		{"edits", changes.All, programs}, {"names", changes.Odd, programs / 5}, {"states", changes.Resumed, programs / 15},
	} {
		if only != "" && only != f.file {
			continue
		}
		recorded, err := recordIn(program, schemas, f.family, f.programs, edits)
		if err != nil {
			return err
		}
		if f.file == "names" {
			dropAllButNames(recorded)
		}
		if err := changes.Write(filepath.Join(out, f.file+".jsonl.gz"), recorded); err != nil {
			return err
		}
	}
	return nil
}

// dropAllButNames keeps what was registered.
func dropAllButNames(recorded []changes.Recorded) {
	for i := range recorded {
		recorded[i].State = nil
		for n := range recorded[i].Edits {
			recorded[i].Edits[n].Steps = nil
		}
	}
}

// recordIn records a family of programs, with temporary files that are gone afterwards.
func recordIn(program, schemas string, family changes.Family, programs, edits int) ([]changes.Recorded, error) {
	r, err := newRecording(program, schemas)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(r.dir)
	return r.record(family, programs, edits)
}

// newRecording has a directory for temporary files, which the caller removes.
func newRecording(program, schemas string) (*recording, error) {
	dir, err := os.MkdirTemp("", "record")
	if err != nil {
		return nil, err
	}
	r := &recording{dir: dir, program: program}
	if err := r.open(schemas); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return r, nil
}
