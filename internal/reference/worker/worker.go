// Package worker asks questions of a process that may crash, or not come to an end, and starts it again.
package worker

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
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

// most is how many questions a process answers. The engine never closes some of its connections.
const most = 200

// Ask asks a command all questions and returns the answers in the same order. There is a process for each processor. Where one ends, or takes
// longer than a limit, the answer is what lost makes of the first line that it wrote to standard error.
func Ask[Q, A any](command []string, limit time.Duration, questions []Q, lost func(why string) A) ([]A, error) {
	all := make([]A, len(questions))
	var next atomic.Int64
	var group errgroup.Group
	for range runtime.NumCPU() {
		group.Go(func() error {
			var p *process
			defer func() { p.stop(nil) }()
			for i := next.Add(1) - 1; int(i) < len(questions); i = next.Add(1) - 1 {
				if p != nil && p.asked == most {
					p.stop(nil)
					p = nil
				}
				if p == nil {
					var err error
					if p, err = start(command); err != nil {
						return err
					}
				}
				if err := p.ask(questions[i], &all[i], limit); err != nil {
					all[i], p = lost(p.stop(err)), nil
				}
			}
			return nil
		})
	}
	return all, group.Wait()
}

// process is a running command.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errors  strings.Builder
	asked   int
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
	p.asked++
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

// stop ends the process, if there is one, and says why it ended.
func (p *process) stop(failure error) (why string) {
	if p == nil {
		return ""
	}
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
