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
	all, err := jobs(*cases)
	for i := 0; err == nil && i < len(all); i++ {
		err = all[i].record(*program, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

// job is a file of records to make.
type job struct {
	file  string
	cases func(*recording) ([]changes.Recorded, error) // without results
	drop  func(*changes.Recorded)                      // what the file does not keep
	// mendsStates says that each preview starts from a state that was changed.
	mendsStates bool
}

// jobs are the records of random programs, or those in a folder of cases.
func jobs(cases string) (all []job, err error) {
	if cases == "" {
		return []job{
			{file: "edits.jsonl.gz", cases: madeUp(changes.All, 310), drop: func(*changes.Recorded) {}},
			{file: "names.jsonl.gz", cases: madeUp(changes.Odd, 62), drop: dropAllButNames},
			{file: "states.jsonl.gz", cases: madeUp(changes.Resumed, 20), drop: func(*changes.Recorded) {}, mendsStates: true},
		}, nil
	}
	files, err := filepath.Glob(filepath.Join(cases, "*.jsonl.gz"))
	for _, file := range files {
		read := func(*recording) ([]changes.Recorded, error) { return changes.Read(file) }
		all = append(all, job{file: filepath.Base(file), cases: read, drop: dropAllButSteps})
	}
	return all, err
}

// dropAllButNames keeps what was registered.
func dropAllButNames(p *changes.Recorded) {
	p.State = nil
	for n := range p.Edits {
		p.Edits[n].Steps = nil
	}
}

// dropAllButSteps keeps the steps, of which there is one for each resource.
func dropAllButSteps(p *changes.Recorded) {
	p.State, p.Registered = nil, nil
	for n := range p.Edits {
		p.Edits[n].Registered = nil
	}
}

// record makes a file. All other files are temporary.
func (j job) record(program, out string) error {
	dir, err := os.MkdirTemp("", "record")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &recording{dir: dir, program: program, mendsStates: j.mendsStates}
	all, err := j.cases(r)
	if err != nil {
		return err
	}
	if all, err = r.results(all); err != nil {
		return err
	}
	for i := range all {
		j.drop(&all[i])
	}
	return changes.Write(filepath.Join(out, j.file), all)
}
