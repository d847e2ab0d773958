package changes

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
)

// This file records what runs and previews do.

// Question asks what a preview of the program in a directory does, or what a run does if there is no state.
type Question struct {
	Dir     string            `json:"dir"`
	Config  map[string]string `json:"config"`
	State   json.RawMessage   `json:"state,omitempty"`
	Schemas []string          `json:"schemas"` // folders with the schemas of its packages
}

// Answer is what it does, and the state after a run.
type Answer struct {
	Outcome Outcome         `json:"outcome"`
	State   json.RawMessage `json:"state,omitempty"`
}

// Crash is the answer of a process that ended.
func Crash(why string) Answer { return Answer{Outcome: Outcome{Error: "crash: " + why}} }

// Recording is how results are recorded. It is an [attempt].
type Recording struct {
	// Ask asks the reference. There is an answer to each question, in the same order.
	Ask  func([]Question) []Answer
	Root string // repository
	dir  string // of temporary files
}

// Results runs programs, drops those that fail, and previews the edits of the others.
func (r Recording) Results(all []Recorded) (ran []Recorded) {
	r.dir = attempt.Must(os.MkdirTemp("", "recording"))
	defer os.RemoveAll(r.dir)
	ran = r.run(all)
	r.preview(ran)
	return ran
}

// run runs all programs, and drops those that fail.
func (r *Recording) run(all []Recorded) (ran []Recorded) {
	var questions []Question
	for _, p := range all {
		questions = append(questions, r.question(&p, "before", p.Before(), nil))
	}
	answers := r.Ask(questions)
	for i, p := range all {
		if why := answers[i].Outcome.Error; why != "" {
			fmt.Printf("the program of seed %d does not run: %s\n", p.Seed, why)
			continue
		}
		p.Registered, p.State = answers[i].Outcome.Registered, settled(answers[i].State)
		ran = append(ran, p)
	}
	return ran
}

// preview previews the edits of all programs.
func (r *Recording) preview(all []Recorded) {
	var questions []Question
	var previewed []*Edit
	for i := range all {
		p := &all[i]
		for n := range p.Edits {
			e := &p.Edits[n]
			p.Mend(e, uint64(len(questions)+1))
			questions = append(questions, r.question(p, fmt.Sprint(n), p.After(e), p.StateFor(e)))
			previewed = append(previewed, e)
		}
	}
	for i, a := range r.Ask(questions) {
		settleDeletes(&a.Outcome)
		previewed[i].Outcome = a.Outcome
	}
}

// question writes a program, with the other files that one of testdata/programs reads, and asks about it.
func (r *Recording) question(p *Recorded, edit string, s Source, state json.RawMessage) Question {
	q := Question{Dir: filepath.Join(r.dir, fmt.Sprint(p.Seed), edit), Config: s.Config, State: state, Schemas: Schemas(r.Root)}
	if strings.HasPrefix(p.Name, "real/") {
		q.Schemas = append(q.Schemas, filepath.Join(r.Root, "..", "shared", "schemas")) // the published ones
	}
	for file, text := range s.Files {
		attempt.Check(write(filepath.Join(q.Dir, filepath.FromSlash(file)), text))
	}
	if p.Name == "" {
		return q
	}
	program := filepath.Join(r.Root, "testdata", "programs", p.Name)
	attempt.Check(filepath.WalkDir(program, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(file, ".pp") {
			return err
		}
		text, err := os.ReadFile(file)
		return errors.Join(err, write(filepath.Join(q.Dir, strings.TrimPrefix(file, program)), string(text)))
	}))
	return q
}

// Schemas are the folders with the schemas that programs use which are made up, in a repository.
func Schemas(root string) []string {
	return []string{filepath.Join(root, "testdata", "plans", "schemas"), filepath.Join(root, "testdata", "schemas")}
}

// write writes a file that may be a script.
func write(file, text string) error {
	return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o755))
}

// protected is the failure of a deletion, with the resource that comes first.
var protected = regexp.MustCompile(`(resource "|unprotect ')urn:[^"']*(["'])`)

func isDelete(s Step) bool {
	return strings.HasPrefix(s.Op, "delete") || strings.HasPrefix(s.Op, "discard")
}

// settleDeletes gives deletions that follow each other an order: the engine has none. Where several fail, any may be the first.
func settleDeletes(o *Outcome) {
	if strings.Contains(o.Error, "cannot be deleted") {
		o.Error = protected.ReplaceAllString(o.Error, "$1…$2")
		for i := range o.Messages {
			if m := &o.Messages[i]; strings.Contains(m.Message, "cannot be deleted") {
				m.URN, m.Message = "", protected.ReplaceAllString(m.Message, "$1…$2")
			}
		}
		for n := len(o.Steps); n > 0 && isDelete(o.Steps[n-1]); n-- {
			o.Steps = o.Steps[:n-1]
		}
	}
	for start := 0; start < len(o.Steps); start++ {
		end := start
		for end < len(o.Steps) && isDelete(o.Steps[end]) {
			end++
		}
		slices.SortStableFunc(o.Steps[start:end], func(a, b Step) int { return strings.Compare(a.URN+a.Op, b.URN+b.Op) })
		start = max(start, end-1)
	}
}

var (
	timeText = regexp.MustCompile(`"20\d\d-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)"`)
	uuid     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
)

// settled is a state with other times and random ids: always the same. It has no white space.
func settled(state json.RawMessage) json.RawMessage {
	state = timeText.ReplaceAll(state, []byte(`"2026-01-01T00:00:00Z"`))
	ids := map[string]string{}
	state = uuid.ReplaceAllFunc(state, func(id []byte) []byte {
		if ids[string(id)] == "" {
			ids[string(id)] = fmt.Sprintf("00000000-0000-4000-8000-%012d", len(ids)+1)
		}
		return []byte(ids[string(id)])
	})
	var document any
	attempt.Check(json.Unmarshal(state, &document))
	sortDependencies(document)
	return attempt.Must(json.Marshal(document))
}

// sortDependencies sorts lists of URNs that the evaluator collects from inputs, which have no order.
func sortDependencies(v any) {
	switch v := v.(type) {
	case []any:
		for _, element := range v {
			sortDependencies(element)
		}
	case map[string]any:
		for name, member := range v {
			lists, _ := member.(map[string]any)
			switch name {
			case "dependencies":
				lists = map[string]any{name: member}
			case "propertyDependencies":
			default:
				sortDependencies(member)
				continue
			}
			for _, urns := range lists {
				list, _ := urns.([]any)
				slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			}
		}
	}
}
