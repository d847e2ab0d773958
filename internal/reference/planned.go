package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/worker"
)

// This file records what runs and previews of programs do.

// planned asks what a preview of a program does, or what a run does if there is no state.
type planned struct {
	Dir     string            `json:"dir"`
	Config  map[string]string `json:"config"`
	State   json.RawMessage   `json:"state,omitempty"`
	Schemas []string          `json:"schemas"`
}

// planAnswer is what it does, and the state after a run.
type planAnswer struct {
	Outcome changes.Outcome `json:"outcome"`
	State   json.RawMessage `json:"state,omitempty"`
}

// answer asks the reference in this process.
func (q planned) answer() (a planAnswer) {
	set, err := read(q.Schemas)
	if err != nil {
		return planAnswer{Outcome: changes.Outcome{Error: err.Error()}}
	}
	set.Newest = true
	http.DefaultTransport = offline{}
	p := running.Program{Dir: q.Dir, Packages: set, Project: "proj", Plans: true}
	if p.Config, err = running.Values(p.Project, q.Config); err != nil {
		return planAnswer{Outcome: changes.Outcome{Error: err.Error()}}
	}
	if q.State != nil {
		return planAnswer{Outcome: running.Plan(p, q.State)}
	}
	a.Outcome, a.State = running.Up(p)
	return a
}

// offline is the network: at every address there is the same text.
type offline struct{}

// RoundTrip implements [http.RoundTripper].
func (offline) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Request: r, Body: io.NopCloser(strings.NewReader("far away"))}, nil
}

// crash is how the error of something that takes the process with it begins.
const crash = "crash: "

// askPlans asks other processes. What crashes one is asked once more, because a busy machine may be the cause.
func askPlans(questions []planned) ([]planAnswer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ask := func(questions []planned) ([]planAnswer, error) {
		return worker.Ask([]string{program, "planner"}, limit, questions, func(why string) planAnswer {
			return planAnswer{Outcome: changes.Outcome{Error: crash + why}}
		})
	}
	answers, err := ask(questions)
	if err != nil {
		return nil, err
	}
	var again []planned
	for i, a := range answers {
		if strings.HasPrefix(a.Outcome.Error, crash) {
			again = append(again, questions[i])
		}
	}
	repeated, err := ask(again)
	for i, a := range answers {
		if strings.HasPrefix(a.Outcome.Error, crash) && len(repeated) > 0 {
			answers[i], repeated = repeated[0], repeated[1:]
		}
	}
	return answers, err
}

// planning is the recording of one file.
type planning struct {
	dir     string // of temporary files
	schemas []string
}

// plans runs programs, drops those that fail, and previews the edits of the others.
func plans(schemas []string, all []changes.Recorded) (ran []changes.Recorded, err error) {
	dir, err := os.MkdirTemp("", "plans")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	p := planning{dir, schemas}
	if ran, err = p.run(all); err != nil {
		return nil, err
	}
	return ran, p.preview(ran)
}

// question writes a program, and asks about it.
func (p *planning) question(r *changes.Recorded, edit string, s changes.Source, state json.RawMessage) (planned, error) {
	dir := filepath.Join(p.dir, fmt.Sprint(r.Seed), edit)
	q := planned{Dir: dir, Config: s.Config, State: state, Schemas: p.schemas}
	if strings.HasPrefix(r.Name, "real/") {
		q.Schemas = append(slices.Clone(p.schemas), filepath.Join(root, "..", "shared", "schemas"))
	}
	return q, put(dir, r.Name, s)
}

// run runs all programs, and drops those that fail.
func (p *planning) run(all []changes.Recorded) (ran []changes.Recorded, err error) {
	var questions []planned
	for _, r := range all {
		q, err := p.question(&r, "before", r.Before(), nil)
		if err != nil {
			return nil, err
		}
		questions = append(questions, q)
	}
	answers, err := askPlans(questions)
	if err != nil {
		return nil, err
	}
	for i, r := range all {
		if why := answers[i].Outcome.Error; why != "" {
			fmt.Printf("the program of seed %d does not run: %s\n", r.Seed, why)
			continue
		}
		r.Registered = answers[i].Outcome.Registered
		if r.State, err = changes.Settled(answers[i].State); err != nil {
			return nil, err
		}
		ran = append(ran, r)
	}
	return ran, nil
}

// preview previews the edits of all programs.
func (p *planning) preview(all []changes.Recorded) error {
	var questions []planned
	var previewed []*changes.Edit
	for i := range all {
		r := &all[i]
		for n := range r.Edits {
			e := &r.Edits[n]
			if err := r.Mend(e, uint64(len(questions)+1)); err != nil {
				return err
			}
			q, err := p.question(r, fmt.Sprint(n), r.After(e), r.StateFor(e))
			if err != nil {
				return err
			}
			questions, previewed = append(questions, q), append(previewed, e)
		}
	}
	answers, err := askPlans(questions)
	for i, a := range answers {
		previewed[i].Outcome = a.Outcome
	}
	return err
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
	programs := filepath.Join(root, "testdata", "programs", name)
	return errors.Join(err, filepath.WalkDir(programs, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(file, ".pp") {
			return err
		}
		text, err := os.ReadFile(file)
		return errors.Join(err, write(strings.TrimPrefix(file, programs), string(text), 0o755)) // hooks run scripts
	}))
}
