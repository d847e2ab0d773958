package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
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
	words := strings.Fields(command)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	sent := make(chan error, 1)
	go func() { sent <- send(in, requests) }()
	answers, err := receive(out, requests)
	if err != nil {
		_ = cmd.Process.Kill()
	}
	if sending := <-sent; err == nil {
		err = sending
	}
	if ending := cmd.Wait(); err == nil {
		err = ending
	}
	return answers, err
}

func send(in io.WriteCloser, requests []request) error {
	buffered := bufio.NewWriter(in)
	lines := json.NewEncoder(buffered)
	for _, r := range requests {
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return in.Close()
}

func receive(out io.Reader, requests []request) ([]answer, error) {
	lines := json.NewDecoder(out)
	var answers []answer
	for _, r := range requests {
		var a answer
		if err := lines.Decode(&a); err != nil {
			return nil, fmt.Errorf("the answer to %s: %w", r.ID, err)
		}
		if a.ID != r.ID {
			return nil, fmt.Errorf("the answer to %s is about %q", r.ID, a.ID)
		}
		answers = append(answers, a)
	}
	return answers, nil
}
