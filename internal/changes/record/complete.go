package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file records what a run would do after edits that others have made up.

// complete reads records without results from a folder, and writes them with results to another.
func complete(program, cases, out string) error {
	files, err := filepath.Glob(filepath.Join(cases, "*.jsonl.gz"))
	if err != nil {
		return err
	}
	for _, file := range files {
		err := recorded(program, filepath.Join(out, filepath.Base(file)), func(r *recording) ([]changes.Recorded, error) {
			all, err := changes.Read(file)
			if err != nil {
				return nil, err
			}
			return r.complete(all)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// complete records the steps of all edits. Neither states nor what is registered is kept: there is a step for each resource.
func (r *recording) complete(all []changes.Recorded) ([]changes.Recorded, error) {
	for _, p := range all {
		if err := r.put(&p); err != nil {
			return nil, err
		}
	}
	all, err := r.run(all)
	if err != nil {
		return nil, err
	}
	if err := r.preview(all); err != nil {
		return nil, err
	}
	for i := range all {
		all[i].State, all[i].Registered = nil, nil
		for n := range all[i].Edits {
			all[i].Edits[n].Registered = nil
		}
	}
	return all, nil
}

// put writes a program before and after each of its edits.
func (r *recording) put(p *changes.Recorded) error {
	err := errors.Join(besides(r.at(p.Seed, "before"), p.Name), put(r.at(p.Seed, "before"), p.Before()))
	for n := range p.Edits {
		dir := r.at(p.Seed, fmt.Sprint(n))
		err = errors.Join(err, besides(dir, p.Name), put(dir, p.After(&p.Edits[n])))
	}
	return err
}

// besides copies the files that one of testdata/programs reads.
func besides(dir, name string) error {
	if name == "" {
		return nil
	}
	root := path.Join("testdata/programs", name)
	return filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(file, ".pp") {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		err = errors.Join(err, put(dir, changes.Source{Files: map[string]string{rel: string(text)}}))
		return errors.Join(err, os.Chmod(filepath.Join(dir, rel), 0o755)) // hooks run scripts
	})
}
