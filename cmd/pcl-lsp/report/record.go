package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// This file keeps the parts of a report, to be merged with those of other checks: a line of JSON about the check, and
// one for each program.

// Section is what a check found out about one program: plain data, so that it can be kept and
// merged with those of other checks.
type Section struct {
	// Program is the name of the program's directory.
	Program string
	// Elsewhere means that no path leads to the program. Another one uses it as a component.
	Elsewhere bool
	// Configured means that the selected stack has a file that configures the program.
	Configured bool
	// Findings are in the order of their files, places and codes.
	Findings []Finding
	// Checked are the names of the checked files. There are none if settings exclude all.
	Checked []string
	// Excluded is the number of files that settings exclude.
	Excluded int
	// Known is the number of findings in a baseline, Unchanged that of others in unchanged lines.
	// They are not in Findings.
	Known, Unchanged int
	// Language is the version of the language that the program is judged by.
	Language Language
	// Schemas are the package schemas that the program needs.
	Schemas []Schema
	// Missing describes a package without the schema that settings require; empty for none.
	Missing string
	// Passed is what the program passes to components.
	Passed []Passed
	// Names is what becomes of the names of its resources; nil if they were not compared.
	Names *Names `json:",omitempty"`
}

// Language is a version of the language, and why it counts.
type Language struct {
	// Version is that of Pulumi, such as 3.276.
	Version string `json:"version"`
	// Reason is a sentence without its period.
	Reason string `json:"reason"`
	// IsClose means that somebody asked for another one, which is not known.
	IsClose bool `json:"-"`
}

// Passed is something that a component does because of a value that a program passes to it.
type Passed struct {
	// Component is the name of the component's directory, and By the path from there to the
	// program's.
	Component, By string
	// Hint is the finding in the component. Its message lacks who passes the value.
	Hint Finding
	// Subject identifies the hint in other runs.
	Subject Subject
	// Call is where the value is passed.
	Call Related
}

// recordVersion is the version of the form. It changes whenever a part of a report does.
const recordVersion = 3

// Record is what is kept of a check.
type Record struct {
	// Version is that of the form, and Tool that of the checker.
	Version int `json:"record"`
	Tool    string
	// Stack is the selected stack; empty for none.
	Stack string
	// Shard is the part of the programs that was checked; the zero value stands for all.
	Shard    Shard
	Problems []string
	Compared bool
	// Programs is the number of sections that follow.
	Programs int
	Sections []*Section `json:"-"`
}

// Shard is one of some number of parts of the programs, counted from 1.
type Shard struct{ Number, Of int }

// writeRecord writes the parts of a report.
func (r *Report) writeRecord(w io.Writer) error {
	out := bufio.NewWriter(w)
	e := encoderOf(out, "")
	head := Record{Version: recordVersion, Tool: r.Tool, Stack: r.Stack, Shard: r.Shard, Problems: r.Problems, Compared: r.Compared, Programs: len(r.Sections)}
	if err := e.Encode(head); err != nil {
		return err
	}
	for _, s := range r.Sections {
		if err := e.Encode(s); err != nil {
			return err
		}
	}
	return out.Flush()
}

// ReadRecord reads what a check with the format record has written.
func ReadRecord(from io.Reader) (*Record, error) {
	d := json.NewDecoder(bufio.NewReader(from))
	r := &Record{}
	if err := d.Decode(r); err != nil || r.Version == 0 {
		return nil, errors.New("this is not a report in the format record")
	}
	if r.Version != recordVersion {
		return nil, fmt.Errorf("pcl-lsp %s wrote this report; merge it with the same version", r.Tool)
	}
	for range r.Programs {
		s := &Section{}
		if err := d.Decode(s); err != nil {
			return nil, fmt.Errorf("the report is cut off or damaged after %d of %d programs", len(r.Sections), r.Programs)
		}
		r.Sections = append(r.Sections, s)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the end of the report")
	}
	return r, nil
}
