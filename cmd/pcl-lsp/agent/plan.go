package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the tools plan and convert.

// PlanArguments are the arguments of plan.
type PlanArguments struct {
	Path string `json:"path,omitempty" jsonschema:"a .pp file or the directory of one program; the first text or root if it is not given"`
	Unsaved
	State     string `json:"state,omitempty" jsonschema:"the file that pulumi stack export wrote, below a root"`
	StateText string `json:"stateText,omitempty" jsonschema:"the text of such a file, instead of its path"`
	All       bool   `json:"all,omitempty" jsonschema:"list the resources that stay the same, too"`
	Tokens    int    `json:"tokens,omitempty" jsonschema:"the longest answer, in tokens of 4 bytes; 1500 if it is not given"`
}

// Planned is what a run would do.
type Planned struct {
	Summary   string         `json:"summary"`
	Problems  []string       `json:"problems,omitempty" jsonschema:"why the run would fail"`
	Notes     []string       `json:"notes,omitempty" jsonschema:"resources that look renamed, with what keeps them, and interrupted operations"`
	Resources []PlannedEntry `json:"resources"`
	More      int            `json:"more,omitempty" jsonschema:"resources that are not listed"`
}

// PlannedEntry is what happens to one resource.
type PlannedEntry struct {
	Operation string   `json:"operation"`
	Name      string   `json:"name"`
	Type      string   `json:"type"`
	At        string   `json:"at,omitempty" jsonschema:"FILE:LINE"`
	Why       []string `json:"why,omitempty" jsonschema:"inputs that differ, and reasons"`
}

func planOf(ctx context.Context, c *call, in PlanArguments) (Planned, string, error) {
	out := Planned{Resources: []PlannedEntry{}}
	before, err := c.state(in)
	if err != nil {
		return out, "", err
	}
	program, err := c.program(in.Path, in.Unsaved)
	if err != nil {
		return out, "", err
	}
	dir := program.Dir
	if before.Stack != "" && c.options.Workspace.Stack == "" {
		c.snapshot = c.session.Apply(workspace.StackSelected{Stack: before.Stack})
		if program = c.snapshot.ProgramIn(dir); program == nil {
			return out, "", fmt.Errorf("%s cannot be read any more", c.name(dir))
		}
	}
	view, _, err := ask.Plan(ctx, c.snapshot, program, before)
	if err != nil {
		return out, "", err
	}
	out.Summary = view.Summary()
	shown := func(p planview.Problem) string { return strings.TrimPrefix(c.placed(p.Place)+": "+p.Message, ": ") }
	out.Problems, out.Notes = lists.Map(view.Problems, shown), lists.Map(view.Notes, shown)
	budget := newBudget(in.Tokens, 1500)
	for _, e := range view.Entries {
		if e.Operation == planview.Same && !in.All && e.OldURN == "" {
			continue
		}
		entry := PlannedEntry{Operation: string(e.Operation), Name: e.Name, Type: e.Type, At: c.placed(e.Place), Why: e.Reasons}
		entry.Why = append(entry.Why, lists.Map(e.Changes, planview.Change.String)...)
		if !budget.take(80 + len(entry.Name) + len(entry.Type) + len(entry.At) + 4*len(entry.Why) + len(strings.Join(entry.Why, ""))) {
			out.More++
			continue
		}
		out.Resources = append(out.Resources, entry)
	}
	return out, out.text(), nil
}

func (c *call) placed(p *planview.Place) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", c.name(p.Path), p.Line())
}

func (c *call) state(in PlanArguments) (*state.State, error) {
	text := []byte(in.StateText)
	switch {
	case in.State != "" && in.StateText != "":
		return nil, errors.New("give state or stateText, not both")
	case in.State == "" && in.StateText == "":
		return nil, errors.New("give the state of the stack, which `pulumi stack export --file state.json` writes: state is its path, stateText its text")
	case in.State != "":
		path, err := c.path(in.State)
		if err != nil {
			return nil, err
		}
		if text, err = c.files().ReadFile(path); err != nil {
			return nil, fmt.Errorf("the state cannot be read from %s: %w", in.State, disk.WithoutPath(err))
		}
	}
	found, err := state.Read(text)
	if err != nil {
		return nil, fmt.Errorf("the state cannot be read: %w", err)
	}
	return found, nil
}

func (p Planned) text() string {
	var out strings.Builder
	for _, problem := range p.Problems {
		fmt.Fprintf(&out, "error: %s\n", problem)
	}
	for _, note := range p.Notes {
		fmt.Fprintf(&out, "note: %s\n", note)
	}
	for _, e := range p.Resources {
		fmt.Fprintf(&out, "%s %s %s %s\n", e.Operation, e.Name, e.Type, e.At)
		for _, why := range e.Why {
			fmt.Fprintf(&out, "  %s\n", why)
		}
	}
	return out.String() + andMore(p.More) + p.Summary + "\n"
}

// ConvertArguments are the arguments of convert.
type ConvertArguments struct {
	Path string `json:"path,omitempty" jsonschema:"the file to convert, below a root"`
	Text string `json:"text,omitempty" jsonschema:"the text to convert, instead of a file"`
	From string `json:"from,omitempty" jsonschema:"terraform, yaml, kubernetes, state or import; recognized if it is not given"`
	Into string `json:"into,omitempty" jsonschema:"the directory of the program that the text shall become a part of; the first root if it is not given"`
}

// ConvertedText is a text of PCL.
type ConvertedText struct {
	From string `json:"from" jsonschema:"the language of the text"`
	Text string `json:"text"`
	Left int    `json:"left" jsonschema:"parts without a counterpart, which stay as comments"`
}

func convertText(ctx context.Context, c *call, in ConvertArguments) (ConvertedText, string, error) {
	var out ConvertedText
	source := ask.Source{Name: "the text", Text: in.Text}
	if (in.Path == "") == (in.Text == "") {
		return out, "", errors.New("give path or text")
	}
	if in.Path != "" {
		path, err := c.path(in.Path)
		if err != nil {
			return out, "", err
		}
		text, err := c.files().ReadFile(path)
		if err != nil {
			return out, "", fmt.Errorf("%s cannot be read: %w", in.Path, disk.WithoutPath(err))
		}
		source = ask.Source{Name: in.Path, Text: string(text)}
	}
	if in.Into == "" {
		in.Into = c.roots[0]
	}
	if err := c.open(Unsaved{}); err != nil {
		return out, "", err
	}
	dir, err := c.path(in.Into)
	if err != nil {
		return out, "", err
	}
	name := dir + "/converted.pp"
	program := c.session.Apply(workspace.Open{Path: name}).Program(name)
	if program == nil {
		return out, "", fmt.Errorf("%s can have no program", in.Into)
	}
	all, err := ask.Convert{Program: program, From: in.From, Sources: []ask.Source{source}}.Run(ctx)
	if err != nil {
		return out, "", err
	}
	found := all[0]
	out = ConvertedText{From: string(found.From), Text: found.Text, Left: found.Left}
	text := found.Text
	if found.Left > 0 {
		text += "\n" + prose.Counted(found.Left, "part") + " without a counterpart, left as comments"
	}
	return out, text, nil
}
