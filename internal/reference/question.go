package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/suite"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/worker"
)

// This file asks the reference about programs, in this process or in another one.

// question asks about a program.
type question struct {
	Dir string `json:"dir"`
	// Suite is the name of a program of the reference's own tests, which is run with the providers of the test.
	Suite string `json:"suite,omitempty"`
	// Runs are those of another program.
	Runs []running.Choices `json:"runs,omitempty"`
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

// mode is the strictness as pcl-lsp has it.
func (q question) mode() lenient.Mode {
	if q.Lenient {
		return lenient.All()
	}
	return lenient.Mode{}
}

// answer is what the reference says of a program.
type answer struct {
	binding.Record
	// Syntax says that the text cannot be read.
	Syntax   bool     `json:"syntax"`
	Unstable []string `json:"unstable,omitempty"`
	// Runs are what became of runs, for programs that bind.
	Runs []running.Outcome `json:"runs"`
	// Flows are what expressions carried, if it was asked for.
	Flows []flow `json:"flows,omitempty"`
}

// rejects reports whether the program fails in each run, whatever the providers say.
func (a *answer) rejects() bool {
	runs := slices.ContainsFunc(a.Runs, func(o running.Outcome) bool { return !o.Evaluation })
	return a.Status != binding.OK || len(a.Runs) > 0 && !runs
}

// why says in which way the program fails.
func (a *answer) why() string {
	why := a.Status + " " + a.Why()
	if len(a.Runs) > 0 {
		why += a.Runs[0].Message
	}
	return strings.TrimSpace(why)
}

// answer asks the reference in this process.
func (q question) answer() (a answer) {
	set, err := read(q.Schemas)
	if err != nil {
		return failed(binding.Failed, err.Error())
	}
	a.Syntax = binding.Syntax(q.Dir)
	if q.Often {
		a.Record, a.Unstable = binding.Stable(q.Dir, set, q.Lenient)
		return a
	}
	a.Record = binding.Bind(q.Dir, set, q.Lenient)
	if q.Brief {
		a.Nodes, a.Expressions = nil, nil
	}
	if q.Suite != "" && a.Status == binding.OK {
		p, err := suite.Program(q.Suite, q.Dir)
		if err != nil {
			return failed(binding.Failed, err.Error())
		}
		a.Runs = append(a.Runs, running.Run(p))
	}
	stack, err := running.StackConfig(q.Dir, "proj")
	if err != nil {
		return failed(binding.Failed, err.Error())
	}
	c := collect(q.Dir)
	for _, r := range q.Runs {
		if a.Status != binding.OK {
			break
		}
		p := running.Program{Dir: q.Dir, Packages: set, Project: "proj", Config: stack, Choices: r}
		if q.Flows {
			p.Seen = c.see
		}
		o := running.Run(p)
		c.end(string(r.Kind), o.Stage)
		a.Runs = append(a.Runs, o)
	}
	a.Flows = c.flows()
	return a
}

// withoutPath is the answer without the path of the program, which is another one each time. A panic here is not one of the reference: its own is
// caught where it is called, or takes the process with it.
func (q question) withoutPath() (a answer) {
	defer func() {
		if fault := recover(); fault != nil {
			a = failed(broken, fmt.Sprintf("%v\n%s", fault, debug.Stack()))
		}
	}()
	text, err := json.Marshal(q.answer())
	if err == nil {
		err = json.Unmarshal([]byte(strings.ReplaceAll(string(text), q.Dir+"/", "")), &a)
	}
	if err != nil {
		return failed(binding.Failed, err.Error())
	}
	return a
}

// sets are the packages of folders that were asked for before.
var sets = map[string]*packages.Set{}

func read(folders []string) (*packages.Set, error) {
	key := strings.Join(folders, "\n")
	if sets[key] == nil {
		set, err := packages.Read(folders...)
		if err != nil {
			return nil, err
		}
		sets[key] = set
	}
	return sets[key], nil
}

// broken is the status of a program that breaks this command. It is never recorded.
const broken = "broken"

func failed(status, why string) answer {
	return answer{Record: binding.Failure(status, why)}
}

// ask asks another process, since some programs take the process with them.
func ask(questions []question) ([]answer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return askProgram(program, questions)
}

// limit is how long an answer may take.
const limit = 30 * time.Second

// askProgram asks this command as it was built with some version of the reference. What was lost is asked again, since other work may have
// slowed it down.
func askProgram(program string, questions []question) ([]answer, error) {
	const longer = 5
	command, lost := []string{program, "worker"}, func(why string) answer { return failed(binding.Fatal, why) }
	answers, err := worker.Ask(command, limit, questions, lost)
	var again []question
	for i, a := range answers {
		if a.Status == broken {
			return nil, fmt.Errorf("asking about %s: %s", questions[i].Dir, a.Failure)
		}
		if a.Status == binding.Fatal {
			again = append(again, questions[i])
		}
	}
	if err != nil || len(again) == 0 {
		return answers, err
	}
	second, err := worker.Ask(command, longer*limit, again, lost)
	for i, a := range answers {
		if a.Status == binding.Fatal {
			answers[i], second = second[0], second[1:]
		}
	}
	return answers, err
}
