package main

import (
	"path/filepath"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

func tmpCompare(file, out string) error {
	all, err := changes.Read(file)
	if err != nil {
		return err
	}
	for i := range all {
		all[i].State, all[i].Registered = nil, nil
		for n := range all[i].Edits {
			all[i].Edits[n].Outcome = changes.Outcome{}
		}
	}
	abs := func(p string) string { a, _ := filepath.Abs(filepath.Join(root, "testdata", p)); return a }
	all, err = plans([]string{abs("schemas"), abs("plans/schemas")}, all)
	if err != nil {
		return err
	}
	return changes.Write(out, version(), all)
}
