package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

func main() {
	program := flag.String("program", "", "the program that gives the answers, with its arguments")
	out := flag.String("out", "testdata/plans", "the folder to write to")
	cases := flag.String("cases", "", "a folder of records without results, made with TestExportRefactorings, to complete instead")
	flag.Parse()
	var err error
	if *cases != "" {
		err = complete(*program, *cases, *out)
	} else {
		err = record(*program, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

// record records edits of random programs.
func record(program, out string) error {
	for _, f := range []struct {
		file     string
		family   changes.Family
		programs int
	}{
		{"edits", changes.All, 310}, {"names", changes.Odd, 62}, {"states", changes.Resumed, 20},
	} {
		err := recorded(program, filepath.Join(out, f.file+".jsonl.gz"), func(r *recording) ([]changes.Recorded, error) {
			all, err := r.record(f.family, f.programs)
			if f.file == "names" {
				dropAllButNames(all)
			}
			return all, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// dropAllButNames keeps what was registered.
func dropAllButNames(all []changes.Recorded) {
	for i := range all {
		all[i].State = nil
		for n := range all[i].Edits {
			all[i].Edits[n].Steps = nil
		}
	}
}

// recorded writes a file with what is made with a new recording, whose temporary files are gone afterwards.
func recorded(program, file string, made func(*recording) ([]changes.Recorded, error)) error {
	dir, err := os.MkdirTemp("", "record")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &recording{dir: dir, program: program, counts: map[string]int{}}
	if err := r.open(); err != nil {
		return err
	}
	all, err := made(r)
	if err != nil {
		return err
	}
	return changes.Write(file, all)
}
