package changes

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
)

// This file reads and writes recorded results.

// Recorded is a program with its state, and what a run would do after each of several edits.
type Recorded struct {
	// Reference is the version of Pulumi with which its file was made.
	Reference string `json:"-"`
	// Seed is what the program was made from.
	Seed uint64 `json:"seed"`
	// Name is the directory of testdata/programs that the program is; empty if it was made up.
	Name string `json:"name,omitempty"`
	// Files and Config are the program before the edits, see [Source].
	Files  map[string]string `json:"files"`
	Config map[string]string `json:"config,omitempty"`
	// State is the export of the stack after a run of the program; empty if only names were recorded.
	State json.RawMessage `json:"state,omitempty"`
	// Registered is what the run registered.
	Registered []Registered `json:"registered,omitempty"`
	Edits      []Edit       `json:"edits"`
}

// Edit is the program after edits, and what the preview of it did.
type Edit struct {
	// Kinds are the kinds of the edits.
	Kinds []string `json:"kinds"`
	// Place says where a refactoring was offered, and its title; empty for other edits.
	Place string `json:"place,omitempty"`
	// Changed are the files whose texts are others than before.
	Changed map[string]Splice `json:"changed,omitempty"`
	// Config are all values of the stack's configuration afterwards; null if they are the same as before.
	Config map[string]string `json:"config"`
	// State says how the state from which the preview starts differs from that of the program; nil if it does not.
	State *Splice `json:"state,omitempty"`
	Outcome
}

// Outcome is what a preview did.
type Outcome struct {
	// Steps are in the order of the engine. If the preview failed, there may be some or none.
	Steps []Step `json:"steps,omitempty"`
	// Registered are the resources that the program registered, other than default providers.
	Registered []Registered `json:"registered,omitempty"`
	// Error says why the preview failed; empty if it did not.
	Error string `json:"error,omitempty"`
	// Messages are the warnings and errors of the preview.
	Messages []Message `json:"diags,omitempty"`
	// Notes say where the reference itself is at fault, and the results continue as if it were not.
	Notes []string `json:"notes,omitempty"`
}

// Step is a step of the engine.
type Step struct {
	Op  string `json:"op"`
	URN string `json:"urn"`
	// Old is the URN in the state; empty if it is the same or there is none.
	Old string `json:"old,omitempty"`
	// Diffs are the inputs that changed.
	Diffs []string `json:"diffs,omitempty"`
	// ReplaceKeys are the causes of a replacement.
	ReplaceKeys []string `json:"replaceKeys,omitempty"`
	// Detailed says for the path of each change whether it is an add, a delete or an update, with "-replace" at the end if it replaces.
	Detailed map[string]string `json:"detailed,omitempty"`
}

// Registered is a resource that a program registered.
type Registered struct {
	URN string `json:"urn"`
	// Aliases are the URNs of all aliases, inherited ones among them. Used is the one that was found in the state.
	Aliases []string `json:"aliases,omitempty"`
	Used    string   `json:"used,omitempty"`
}

// Message is a warning or an error.
type Message struct {
	Severity string `json:"severity"`
	URN      string `json:"urn,omitempty"`
	Message  string `json:"message"`
}

// Splice is what happened to a text: Cut bytes from At on were replaced.
type Splice struct {
	At   int    `json:"at,omitempty"`
	Cut  int    `json:"cut,omitempty"`
	Text string `json:"text,omitempty"`
	Gone bool   `json:"gone,omitempty"` // the file was removed
}

// spliceOf replaces whole characters, since JSON holds no half of one.
func spliceOf(before, after string) Splice {
	old, text := []rune(before), []rune(after)
	start, most := 0, min(len(old), len(text))
	for start < most && old[start] == text[start] {
		start++
	}
	end := 0
	for end < most-start && old[len(old)-1-end] == text[len(text)-1-end] {
		end++
	}
	cut := string(old[start : len(old)-end])
	return Splice{At: len(string(old[:start])), Cut: len(cut), Text: string(text[start : len(text)-end])}
}

func (s Splice) of(old string) string { return old[:s.At] + s.Text + old[s.At+s.Cut:] }

// Before is the program before the edits.
func (r *Recorded) Before() Source { return Source{r.Files, r.Config, r.Reference} }

// After is the program after an edit.
func (r *Recorded) After(e *Edit) Source {
	after := Source{maps.Clone(r.Files), r.Config, r.Reference}
	for name, splice := range e.Changed {
		if splice.Gone {
			delete(after.Files, name)
		} else {
			after.Files[name] = splice.of(after.Files[name])
		}
	}
	if e.Config != nil {
		after.Config = e.Config
	}
	return after
}

// StateFor is the state from which the preview of an edit starts.
func (r *Recorded) StateFor(e *Edit) json.RawMessage {
	if e.State == nil {
		return r.State
	}
	return json.RawMessage(e.State.of(string(r.State)))
}

// Set says what the program is after the edit.
func (e *Edit) Set(before, after Source) {
	e.Changed = map[string]Splice{}
	for name := range before.Files {
		e.Changed[name] = Splice{Gone: true}
	}
	for name, text := range after.Files {
		delete(e.Changed, name)
		if old := before.Files[name]; old != text {
			e.Changed[name] = spliceOf(old, text)
		}
	}
	if !maps.Equal(before.Config, after.Config) {
		e.Config = after.Config
	}
}

// head is the first line of a file.
type head struct {
	Reference string `json:"reference"`
}

// Read reads a file of recorded results, compressed JSON lines.
func Read(path string) (all []Recorded, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	lines := json.NewDecoder(unpacked)
	var made head
	if err := lines.Decode(&made); err != nil || made.Reference == "" {
		return nil, errors.Join(fmt.Errorf("%s does not say with which version of Pulumi it was made", path), err)
	}
	for {
		r := Recorded{Reference: made.Reference}
		switch err := lines.Decode(&r); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, r)
	}
}

// Write writes a file of results that were recorded with a version of Pulumi.
func Write(path, reference string, all []Recorded) error {
	var file bytes.Buffer
	packed, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(packed)
	lines.SetEscapeHTML(false)
	err = lines.Encode(head{reference})
	for _, r := range all {
		err = errors.Join(err, lines.Encode(r))
	}
	return errors.Join(err, packed.Close(), os.WriteFile(path, file.Bytes(), 0o644))
}
