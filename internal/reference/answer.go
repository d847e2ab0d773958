package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/suite"
)

// This file answers questions about programs.

// answer asks the reference in this process.
func answer(q asking.Question) (a asking.Answer) {
	set, err := read(q.Schemas)
	if err != nil {
		return failed(err)
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
	if q.Suite != "" && a.Status == asking.OK {
		p, err := suite.Program(q.Suite, q.Dir)
		if err != nil {
			return failed(err)
		}
		a.Runs = append(a.Runs, running.Run(p))
	}
	stack, err := running.StackConfig(q.Dir, "proj")
	if err != nil {
		return failed(err)
	}
	c := collect(q.Dir)
	for _, r := range q.Runs {
		if a.Status != asking.OK {
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

// answerSafely answers without the path of the program, which is another one each time. A panic here is not one of the reference: its own is
// caught where it is called, or takes the process with it.
func answerSafely(q asking.Question) (a asking.Answer) {
	defer func() {
		if fault := recover(); fault != nil {
			a.Record = asking.Failure(asking.Broken, fmt.Sprintf("%v\n%s", fault, debug.Stack()))
		}
	}()
	text, err := json.Marshal(answer(q))
	if err == nil {
		err = json.Unmarshal([]byte(strings.ReplaceAll(string(text), q.Dir+"/", "")), &a)
	}
	if err != nil {
		return failed(err)
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

func failed(err error) asking.Answer {
	return asking.Answer{Record: asking.Failure(asking.Failed, err.Error())}
}

// answerPlan asks the reference in this process.
func answerPlan(q changes.Question) (a changes.Answer) {
	p := running.Program{Dir: q.Dir, Project: "proj", Plans: true}
	var err error
	if p.Packages, err = read(q.Schemas); err == nil {
		p.Config, err = running.Values(p.Project, q.Config)
	}
	if err != nil {
		return changes.Answer{Outcome: changes.Outcome{Error: err.Error()}}
	}
	p.Packages.Newest = true
	if q.State != nil {
		return changes.Answer{Outcome: running.Plan(p, q.State)}
	}
	a.Outcome, a.State = running.Up(p)
	return a
}
