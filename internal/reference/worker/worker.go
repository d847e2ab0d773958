// Package worker asks questions of a process that may crash, or not come to an end, and starts it again.
package worker

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Serve answers questions, each a line of JSON, until there are no more.
func Serve[Q, A any](in io.Reader, out io.Writer, answer func(Q) A) error {
	questions, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var q Q
		if err := questions.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := answers.Encode(answer(q)); err != nil {
			return err
		}
	}
}

// Ask asks a command all questions and returns the answers in the same order. Where the command ends, or takes longer than
// a limit, the answer is what lost makes of the first line that it wrote to standard error.
func Ask[Q, A any](command []string, limit time.Duration, questions []Q, lost func(why string) A) ([]A, error) {
	var all []A
	var p *process
	for _, q := range questions {
		if p == nil {
			var err error
			if p, err = start(command); err != nil {
				return nil, err
			}
		}
		var a A
		if err := p.ask(q, &a, limit); err != nil {
			a = lost(p.stop(err))
			p = nil
		}
		all = append(all, a)
	}
	if p != nil {
		p.stop(nil)
	}
	return all, nil
}

// process is a running command.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errors  strings.Builder
}

func start(command []string) (*process, error) {
	p := &process{command: exec.Command(command[0], command[1:]...)}
	p.command.Stderr = &p.errors
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	return p, p.command.Start()
}

// ask asks one question.
func (p *process) ask(question, answer any, limit time.Duration) error {
	timer := time.AfterFunc(limit, func() { p.command.Process.Kill() })
	defer timer.Stop()
	if err := json.NewEncoder(p.in).Encode(question); err != nil {
		return err
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return err
	}
	return json.Unmarshal(line, answer)
}

// stop ends the process and says why it ended.
func (p *process) stop(failure error) (why string) {
	p.in.Close()
	if failure != nil {
		p.command.Process.Kill()
	}
	ended := p.command.Wait()
	for line := range strings.Lines(p.errors.String()) {
		return strings.TrimSpace(line)
	}
	if ended != nil {
		return ended.Error()
	}
	return ""
}
