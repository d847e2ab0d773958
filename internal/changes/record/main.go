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
	cases := flag.String("cases", "", "the folder of records without results")
	out := flag.String("out", "testdata/plans", "the folder to write to")
	flag.Parse()
	files, err := filepath.Glob(filepath.Join(*cases, "*.jsonl.gz"))
	if len(files) == 0 && err == nil {
		err = fmt.Errorf("there are no records in %q", *cases)
	}
	for i := 0; err == nil && i < len(files); i++ {
		err = record(*program, files[i], *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

// record writes the records of a file with results to a folder.
func record(program, file, out string) error {
	dir, err := os.MkdirTemp("", "record")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	all, err := changes.Read(file)
	if err != nil {
		return err
	}
	r := &recording{dir: dir, program: program}
	if all, err = r.results(all); err != nil {
		return err
	}
	name := filepath.Base(file)
	if drop := drops[name]; drop != nil {
		for i := range all {
			drop(&all[i])
		}
	}
	return changes.Write(filepath.Join(out, name), all)
}

// drops take away what a file does not keep.
var drops = map[string]func(*changes.Recorded){
	"names.jsonl.gz": dropAllButNames, "moved.jsonl.gz": dropAllButSteps, "used.jsonl.gz": dropAllButSteps,
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
