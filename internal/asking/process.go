package asking

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// This file asks a process that may crash, or not come to an end, and starts it again.

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

// longer is how much more time there is for what was lost once: other work may have slowed it down.
const longer = 5

// Ask asks a command all questions and returns the answers in the same order. There is a process for each processor. Where one ends, or takes
// longer than a limit, it is asked once more, and then the answer is what lost makes of the first line that it wrote to standard error.
func Ask[Q, A any](command []string, limit time.Duration, questions []Q, lost func(why string) A) ([]A, error) {
	all, each := make([]A, len(questions)), make([]int, len(questions))
	for i := range each {
		each[i] = i
	}
	again, err := askSome(command, limit, questions, each, all, lost)
	if err == nil {
		_, err = askSome(command, longer*limit, questions, again, all, lost)
	}
	return all, err
}

// askSome asks some of the questions, and returns which were lost, in order.
func askSome[Q, A any](command []string, limit time.Duration, questions []Q, some []int, all []A, lost func(why string) A) ([]int, error) {
	isLost := make([]bool, len(questions))
	var next atomic.Int64
	var group errgroup.Group
	for range runtime.NumCPU() {
		group.Go(func() error {
			var p *process
			defer func() { p.stop(nil) }()
			for n := next.Add(1) - 1; int(n) < len(some); n = next.Add(1) - 1 {
				i := some[n]
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
					isLost[i] = true
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool { return !isLost[i] }), err
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
