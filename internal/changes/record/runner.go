package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file talks to the program that gives the answers.

type request struct {
	ID     string            `json:"id"`
	Before string            `json:"before,omitempty"`
	After  string            `json:"after"`
	State  string            `json:"state,omitempty"`
	Export string            `json:"export,omitempty"`
	Config map[string]string `json:"config"`
}

type answer struct {
	ID     string          `json:"id"`
	Failed string          `json:"failed"`
	Error  string          `json:"error"`
	Plan   changes.Outcome `json:"plan"`
	Up     changes.Outcome `json:"up"`
}

// outcome is what a preview did, without what is the same in all of them.
func (a answer) outcome() changes.Outcome {
	o := a.Plan
	if a.Failed != "" {
		o.Error = a.Failed + ": " + a.Error
	}
	for i := range o.Steps {
		if s := &o.Steps[i]; s.Old == s.URN {
			s.Old = ""
		}
	}
	return o
}

// ask asks a program. There is an answer to each request, in the same order. Requests that crash the program are
// repeated once, because a busy machine may be the cause.
func ask(command string, requests []request) ([]answer, error) {
	answers, err := pipe(command, requests)
	var again []request
	for i, a := range answers {
		if a.Failed == "crash" {
			again = append(again, requests[i])
		}
	}
	if len(again) == 0 {
		return answers, err
	}
	repeated, err := pipe(command, again)
	for i := range answers {
		if answers[i].Failed == "crash" && len(repeated) > 0 {
			answers[i], repeated = repeated[0], repeated[1:]
		}
	}
	return answers, err
}

// pipe sends requests to a program, and reads an answer to each.
func pipe(command string, requests []request) ([]answer, error) {
	var in, out bytes.Buffer
	lines := json.NewEncoder(&in)
	var err error
	for _, r := range requests {
		if r.Config == nil {
			r.Config = map[string]string{} // so that the program uses no values of its own
		}
		err = errors.Join(err, lines.Encode(r))
	}
	words := strings.Fields(command)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, os.Stderr
	if err := errors.Join(err, cmd.Run()); err != nil {
		return nil, err
	}
	answers := make([]answer, len(requests))
	read := json.NewDecoder(&out)
	for i, r := range requests {
		if err := read.Decode(&answers[i]); err != nil {
			return nil, fmt.Errorf("the answer to %s: %w", r.ID, err)
		}
		if answers[i].ID != r.ID {
			return nil, fmt.Errorf("the answer to %s is about %q", r.ID, answers[i].ID)
		}
	}
	return answers, nil
}
