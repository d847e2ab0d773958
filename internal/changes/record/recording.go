package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file records the results of cases.

// recording is the making of one file.
type recording struct {
	dir     string // of temporary files
	program string
}

// results runs all programs, drops those that fail, and previews the edits of the others.
func (r *recording) results(all []changes.Recorded) ([]changes.Recorded, error) {
	var err error
	for _, p := range all {
		err = errors.Join(err, put(r.at(p.Seed, "before"), p.Name, p.Before()))
		for n := range p.Edits {
			err = errors.Join(err, put(r.at(p.Seed, fmt.Sprint(n)), p.Name, p.After(&p.Edits[n])))
		}
	}
	if err != nil {
		return nil, err
	}
	if all, err = r.run(all); err != nil {
		return nil, err
	}
	return all, r.preview(all)
}

// at is the path of a temporary file or directory of a program.
func (r *recording) at(seed uint64, name string) string {
	return filepath.Join(r.dir, fmt.Sprint(seed), name)
}

// put writes the files of a program, and those that one of testdata/programs reads if it has such a name.
func put(dir, name string, s changes.Source) error {
	write := func(file, text string, mode fs.FileMode) error {
		file = filepath.Join(dir, filepath.FromSlash(file))
		return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), mode))
	}
	var err error
	for file, text := range s.Files {
		err = errors.Join(err, write(file, text, 0o644))
	}
	if name == "" {
		return err
	}
	root := filepath.Join("testdata", "programs", name)
	return errors.Join(err, filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(file, ".pp") {
			return err
		}
		text, err := os.ReadFile(file)
		return errors.Join(err, write(strings.TrimPrefix(file, root), string(text), 0o755)) // hooks run scripts
	}))
}

// run runs all programs, and drops those that fail.
func (r *recording) run(all []changes.Recorded) (ran []changes.Recorded, err error) {
	var requests []request
	for _, p := range all {
		dir := r.at(p.Seed, "before")
		state := r.at(p.Seed, "state.json")
		requests = append(requests, request{ID: dir, Before: dir, After: dir, Export: state, Config: p.Config})
	}
	answers, err := ask(r.program, requests)
	if err != nil {
		return nil, err
	}
	for i, p := range all {
		if answers[i].Failed != "" {
			fmt.Printf("the program of seed %d does not run: %s\n", p.Seed, answers[i].Error)
			continue
		}
		p.Registered = answers[i].Up.Registered
		if p.State, err = settle(r.at(p.Seed, "state.json")); err != nil {
			return nil, err
		}
		ran = append(ran, p)
	}
	return ran, nil
}

// preview previews the edits of all programs.
func (r *recording) preview(all []changes.Recorded) error {
	var requests []request
	var previewed []*changes.Edit
	for _, p := range all {
		for n := range p.Edits {
			e, state := &p.Edits[n], r.at(p.Seed, "state.json")
			err := p.Mend(e, uint64(len(requests)+1))
			if e.State != nil {
				state = r.at(p.Seed, fmt.Sprint("state", n, ".json"))
				err = errors.Join(err, os.WriteFile(state, p.StateFor(e), 0o600))
			}
			if err != nil {
				return err
			}
			previewed = append(previewed, e)
			requests = append(requests, request{
				ID: fmt.Sprintf("%d %s", p.Seed, e.Kinds), State: state, After: r.at(p.Seed, fmt.Sprint(n)),
				Config: p.After(e).Config,
			})
		}
	}
	answers, err := ask(r.program, requests)
	for i, a := range answers {
		previewed[i].Outcome = a.outcome()
	}
	return err
}

var (
	timeText = regexp.MustCompile(`"20\d\d-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)"`)
	uuid     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
)

// settle makes the state in a file the same in each recording: it replaces the times and random ids. It returns the
// state without white space.
func settle(file string) (json.RawMessage, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	data = timeText.ReplaceAll(data, []byte(`"2026-01-01T00:00:00Z"`))
	ids := map[string]string{}
	data = uuid.ReplaceAllFunc(data, func(id []byte) []byte {
		if ids[string(id)] == "" {
			ids[string(id)] = fmt.Sprintf("00000000-0000-4000-8000-%012d", len(ids)+1)
		}
		return []byte(ids[string(id)])
	})
	var document any
	if err := errors.Join(os.WriteFile(file, data, 0o644), json.Unmarshal(data, &document)); err != nil {
		return nil, err
	}
	return json.Marshal(document)
}
