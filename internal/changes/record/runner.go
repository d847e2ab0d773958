package main

import (
	"bytes"
	"encoding/json"
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
	ID     string           `json:"id"`
	Failed string           `json:"failed"`
	Error  string           `json:"error"`
	Plan   *changes.Outcome `json:"plan"`
	Up     *changes.Outcome `json:"up"`
}

// ask asks a program. There is an answer to each request, in the same order. Requests that crash the program are repeated once, because a busy
// machine may be the cause.
func ask(command string, requests []request) ([]answer, error) {
	answers, err := pipe(command, requests)
	if err != nil {
		return nil, err
	}
	var crashed []int
	var again []request
	for i, a := range answers {
		if a.Failed == "crash" {
			crashed, again = append(crashed, i), append(again, requests[i])
		}
	}
	if len(again) == 0 {
		return answers, nil
	}
	repeated, err := pipe(command, again)
	for n, a := range repeated {
		answers[crashed[n]] = a
	}
	return answers, err
}

// pipe sends requests to a program, and reads an answer to each.
func pipe(command string, requests []request) ([]answer, error) {
	var in, out bytes.Buffer
	lines := json.NewEncoder(&in)
	for _, r := range requests {
		if err := lines.Encode(r); err != nil {
			return nil, err
		}
	}
	words := strings.Fields(command)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, os.Stderr
	if err := cmd.Run(); err != nil {
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
