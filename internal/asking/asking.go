// Package asking asks the command of internal/reference, a module of its own, about programs: it has the questions and the answers, and runs the
// processes that answer. Only tests, internal/recorder and internal/reference import it.
package asking

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
)

// Question asks about a program.
type Question struct {
	Dir string `json:"dir"`
	// Suite is the name of a program of the reference's own tests, which is run with the providers of the test.
	Suite string `json:"suite,omitempty"`
	// Runs are those of another program.
	Runs []Choices `json:"runs,omitempty"`
	// Schemas are the folders with the schemas of its packages.
	Schemas []string `json:"schemas"`
	Lenient bool     `json:"lenient"`
	// Flows asks what the values of expressions carry in these runs.
	Flows bool `json:"flows,omitempty"`
	// Brief says that the answer needs no types.
	Brief bool `json:"brief,omitempty"`
	// Often asks what differs if the program is bound again.
	Often bool `json:"often,omitempty"`
}

// Choices are what may differ between runs of a program.
type Choices struct {
	// Seed chooses what is made up: values of configs, and outputs of packages of which only the schema is known.
	Seed   uint64   `json:"seed,omitempty"`
	Kind   Kind     `json:"kind,omitempty"`   // what made-up providers tell
	Set    bool     `json:"set,omitempty"`    // each config has a value, even if it need not have one
	Stages []string `json:"stages,omitempty"` // those that the stack goes through; all of them if there are none
}

// Seeds with which texts are numbers or bools, or maps have all keys that the text of the program has, and lists several elements. Sparse objects have
// no optional members.
const (
	Rich        = 6
	Numbers     = 7
	Bools       = 8
	RichNumbers = 9
	RichBools   = 10
	RichSparse  = 11
)

// Kind is what a made-up provider tells.
type Kind string

// The kinds.
const (
	Usual Kind = ""
	// Deaf is a provider that takes no secrets, as most do that are made of those for Terraform. One with components has to take them.
	Deaf Kind = "deaf"
	// Unready is a provider that tells nothing of resources, as the engine does in a preview for one whose settings are unknown. Functions answer,
	// since most programs would fail without.
	Unready Kind = "unready"
)

// Answer is what the reference says of a program.
type Answer struct {
	Record
	Syntax   bool     `json:"syntax"` // the text cannot be read
	Unstable []string `json:"unstable,omitempty"`
	Runs     []Run    `json:"runs"`            // what became of runs, for programs that bind
	Flows    []Flow   `json:"flows,omitempty"` // what expressions carried, if it was asked for
}

// The status of a program: whether it binds, what the binder ended with, or that it took the process with it.
const (
	OK     = "ok"
	Error  = "error"  // there are errors
	Failed = "failed" // an error without a diagnostic
	Panic  = "panic"
	Fatal  = "fatal"  // a crash that nothing catches, or no end
	Broken = "broken" // it breaks the command that answers: this is never recorded
)

// Record is what the binder says of a program.
type Record struct {
	Status      string       `json:"status"`
	Failure     string       `json:"failure,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Nodes and Expressions are written as pcl-lsp dumps its own.
	Nodes       []dump.Node       `json:"nodes"`
	Expressions []dump.Expression `json:"expressions"`
}

// Failure is a record that says nothing else.
func Failure(status, why string) Record {
	return Record{Status: status, Failure: why, Diagnostics: []Diagnostic{}, Nodes: []dump.Node{}, Expressions: []dump.Expression{}}
}

// Why is the reason why a program does not bind, in short; empty if it does.
func (r *Record) Why() string {
	for _, d := range r.Diagnostics {
		if d.IsError() {
			return cmp.Or(d.Summary, d.Detail)
		}
	}
	return r.Failure
}

// Diagnostic is one message.
type Diagnostic struct {
	File     string `json:"file,omitempty"`
	Severity string `json:"severity"`
	Summary  string `json:"summary"`
	Detail   string `json:"detail"`
	Range    *Range `json:"range"`
}

// IsError reports whether it is an error.
func (d Diagnostic) IsError() bool { return d.Severity == "error" }

// Range is the first byte of something, and the one behind it.
type Range = [2]int

// The stages of a deployment, in order. A program that gets through all of them has none.
const (
	Preview = "preview"
	Update  = "update"
	Again   = "again" // an update of what the first one made
)

// Stages are all of them.
func Stages() []string { return []string{Preview, Update, Again} }

// Run says where a deployment of a program fails.
type Run struct {
	Stage string `json:"stage,omitempty"`
	// Evaluation says that the program fails by itself, and not because of what the engine or a provider answers.
	Evaluation bool   `json:"evaluation,omitempty"`
	Message    string `json:"message,omitempty"`
	// Found is what the evaluator says of the program, with places, if it fails by itself.
	Found []Diagnostic `json:"found,omitempty"`
	// Refused is why providers would refuse inputs. Those that make outputs up accept them.
	Refused []string `json:"refused,omitempty"`
	// Lost says that some outputs are null that would be references to resources, which cannot be made up.
	Lost bool `json:"lost,omitempty"`
}

// Place is where an expression stands: in a file, from a byte to the one behind it.
type Place struct {
	File       string
	Start, End int
}

// Flow is what an expression carried in any step.
type Flow struct {
	Place
	Facts  []string // words of testdata/random/flows.txt
	Unseen bool     // some kind of step passed, and none of that kind evaluated the expression
}

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

// Ask asks a command all questions and returns the answers in the same order. There is a process for each processor. Where
// one ends, or takes longer than a limit, it is asked once more, and then the answer is what lost makes of the first line
// that it wrote to standard error.
func Ask[Q, A any](command []string, limit time.Duration, questions []Q, lost func(why string) A) ([]A, error) {
	all, isAnswered := make([]A, len(questions)), make([]bool, len(questions))
	for _, limit := range []time.Duration{limit, longer * limit} {
		var next atomic.Int64
		var group errgroup.Group
		for range runtime.NumCPU() {
			group.Go(func() (err error) {
				var p *process
				defer func() { p.stop(nil) }()
				for i := next.Add(1) - 1; int(i) < len(questions); i = next.Add(1) - 1 {
					if isAnswered[i] {
						continue
					}
					if p != nil && p.asked == most {
						p.stop(nil)
						p = nil
					}
					if p == nil {
						if p, err = start(command); err != nil {
							return err
						}
					}
					if err := p.ask(questions[i], &all[i], limit); err != nil {
						all[i], p = lost(p.stop(err)), nil
					} else {
						isAnswered[i] = true
					}
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return all, err
		}
	}
	return all, nil
}

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
