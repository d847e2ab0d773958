package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// This file keeps the parts of a report, to be merged with those of other checks: a line of JSON
// about the check, and one for each program.

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
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
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
