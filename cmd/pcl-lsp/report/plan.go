package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes plans.

// planDocument is a plan as JSON. docs/state.md documents it.
type planDocument struct {
	Project   string                     `json:"project,omitempty"`
	Stack     string                     `json:"stack,omitempty"`
	Summary   map[planview.Operation]int `json:"summary"`
	Problems  []planProblem              `json:"problems"`
	Notes     []planProblem              `json:"notes,omitempty"`
	Resources []planResource             `json:"resources"`
}

type planProblem struct {
	Message string     `json:"message"`
	URN     string     `json:"urn,omitempty"`
	Place   *planPlace `json:"place,omitempty"`
}

type planPlace struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

type planResource struct {
	planview.Resource
	Place     *planPlace        `json:"place,omitempty"`
	Component bool              `json:"component,omitempty"`
	Changes   []planview.Change `json:"changes,omitempty"`
	Reasons   []string          `json:"reasons,omitempty"`
}

// Plan is a plan for a stack.
type Plan struct {
	*planview.View
	Host eval.Host
	// Name returns the name of a file.
	Name func(path string) string
	// All lists the resources that stay the same in text, too.
	All bool
}

// Document is the plan as data for [WriteJSON].
func (v Plan) Document() any { return v.document() }

func (v Plan) document() *planDocument {
	doc := &planDocument{
		Project: v.Host.Project, Stack: v.Host.Stack, Summary: v.Counts, Problems: []planProblem{}, Resources: []planResource{},
	}
	shown := func(p planview.Problem) planProblem {
		return planProblem{p.Message, p.URN, placeOf(p.Place, v.Name)}
	}
	doc.Problems = append(doc.Problems, lists.Map(v.Problems, shown)...)
	doc.Notes = lists.Map(v.Notes, shown)
	for _, e := range v.Entries {
		doc.Resources = append(doc.Resources, planResource{e.Resource, placeOf(e.Place, v.Name), !e.Real, e.Changes, e.Reasons})
	}
	return doc
}

func placeOf(p *planview.Place, relative func(string) string) *planPlace {
	if p == nil {
		return nil
	}
	return &planPlace{relative(p.Path), p.Line()}
}

// inOrder are the entries of a plan, those first that a reader should see first.
func (v Plan) inOrder() []planview.Entry {
	all := slices.Clone(v.Entries)
	order := planview.Operations()
	slices.SortStableFunc(all, func(a, b planview.Entry) int {
		return cmp.Compare(slices.Index(order, a.Operation), slices.Index(order, b.Operation))
	})
	return all
}

// Text writes the plan for reading.
func (v Plan) Text(w io.Writer) error {
	var out strings.Builder
	for _, p := range v.Problems {
		fmt.Fprintf(&out, "error: %s\n", v.said(p))
	}
	for _, p := range v.Notes {
		fmt.Fprintf(&out, "note: %s\n", v.said(p))
	}
	for _, e := range v.inOrder() {
		if e.Operation == planview.Same && !v.All && e.OldURN == "" {
			continue
		}
		fmt.Fprintf(&out, "%-11s  %s  %s%s\n", e.Operation, e.Name, e.Type, v.placed("  (%s:%d)", e.Place))
		for _, c := range e.Changes {
			fmt.Fprintf(&out, "             %s\n", c)
		}
		for _, reason := range e.Reasons {
			fmt.Fprintf(&out, "             %s\n", reason)
		}
	}
	fmt.Fprintf(&out, "%s: %s\n", stackName(v.Host), v.Summary())
	_, err := io.WriteString(w, out.String())
	return err
}

// stackName names a stack for readers.
func stackName(host eval.Host) string {
	switch {
	case host.Stack == "":
		return "a new stack"
	case host.Project == "":
		return "stack " + host.Stack
	}
	return "stack " + host.Stack + " of project " + host.Project
}

// placed writes a place in a format; nothing for none.
func (v Plan) placed(format string, p *planview.Place) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf(format, v.Name(p.Path), p.Line())
}

func (v Plan) said(p planview.Problem) string { return v.placed("%s:%d: ", p.Place) + p.Message }

// Markdown writes the plan as a comment for a pull request: a summary, a table of what changes,
// and details to unfold.
func (v Plan) Markdown(w io.Writer) error {
	page := &markdown.Page{}
	page.Para("**Plan for " + markdown.Words(stackName(v.Host)) + ":** " + markdown.Words(v.Summary()))
	for _, p := range v.Problems {
		page.Quote("❌ " + markdown.Message(v.said(p)))
	}
	for _, p := range v.Notes {
		page.Quote("ℹ️ " + markdown.Message(v.said(p)))
	}
	var rows [][]markdown.Text
	var details []markdown.Text
	for _, e := range v.inOrder() {
		if e.Operation == planview.Same && e.OldURN == "" {
			continue
		}
		rows = append(rows, []markdown.Text{markdown.Words(string(e.Operation)), markdown.Code(e.Name), markdown.Code(e.Type), cell(e)})
		for _, c := range e.Changes {
			details = append(details, markdown.Code(e.Name)+" "+markdown.Code(c.String()))
		}
		for _, reason := range e.Reasons {
			details = append(details, markdown.Code(e.Name)+": "+markdown.Message(reason))
		}
	}
	page.Table(rows, "", "name", "type", "inputs")
	if len(details) > 0 {
		page.Folded("Why", func() { page.Items(details...) })
	}
	return writePage(w, page)
}

// Plans are the plans of several programs, of which readers see a line each.
type Plans []ProgramPlan

// ProgramPlan is the plan of the program in a directory, or a message why there is none.
type ProgramPlan struct {
	Path, Message string
	Plan          Plan
}

// programDocument is the plan of one of several programs as JSON. docs/state.md documents it.
type programDocument struct {
	Path    string `json:"path"`
	Message string `json:"message,omitempty"`
	*planDocument
}

// Document is the plans as data for [WriteJSON].
func (all Plans) Document() any {
	var doc struct {
		Programs []programDocument `json:"programs"`
	}
	for _, p := range all {
		one := programDocument{Path: p.Path, Message: p.Message}
		if p.Plan.View != nil {
			one.planDocument = p.Plan.document()
		}
		doc.Programs = append(doc.Programs, one)
	}
	return doc
}

// line says what a reader must know of the plan of a program.
func (p ProgramPlan) line() string {
	if p.Plan.View == nil {
		return "error: " + p.Message
	}
	text := stackName(p.Plan.Host) + ": " + p.Plan.Verdict()
	if n := len(p.Plan.Problems); n > 0 {
		text += "; error: " + p.Plan.said(p.Plan.Problems[0])
		if n > 1 {
			text += ", and " + prose.Counted(n-1, "more problem")
		}
	}
	return text
}

// Text writes a line for each program.
func (all Plans) Text(w io.Writer) error {
	for _, p := range all {
		if _, err := fmt.Fprintf(w, "%s: %s\n", OneLine(p.Path), OneLine(p.line())); err != nil {
			return err
		}
	}
	return nil
}

// Markdown writes the lines as a comment for a pull request.
func (all Plans) Markdown(w io.Writer) error {
	page := &markdown.Page{}
	page.Para("**Plans for " + markdown.Words(prose.Counted(len(all), "program")) + "**")
	table(page, lists.Map(all, func(p ProgramPlan) []markdown.Text {
		return []markdown.Text{markdown.Code(p.Path), markdown.Message(p.line())}
	}), 1, "program", "plan")
	return writePage(w, page)
}

// cell names the inputs that differ.
func cell(e planview.Entry) markdown.Text {
	const most = 5
	paths := lists.Map(e.Changes, func(c planview.Change) markdown.Text { return markdown.Code(c.Path) })
	if len(paths) > most {
		paths = append(paths[:most], "…")
	}
	return markdown.Joined(paths, ", ")
}
