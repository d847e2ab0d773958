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
)

// This file writes plans.

// planDocument is a plan as JSON. docs/state.md documents it.
type planDocument struct {
	Project   string                     `json:"project,omitempty"`
	Stack     string                     `json:"stack,omitempty"`
	Summary   map[planview.Operation]int `json:"summary"`
	Problems  []planProblem              `json:"problems"`
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
	Operation planview.Operation `json:"operation"`
	Name      string             `json:"name"`
	Type      string             `json:"type"`
	URN       string             `json:"urn,omitempty"`
	OldURN    string             `json:"oldUrn,omitempty"`
	Place     *planPlace         `json:"place,omitempty"`
	Component bool               `json:"component,omitempty"`
	Changes   []planChange       `json:"changes,omitempty"`
	Reasons   []string           `json:"reasons,omitempty"`
}

type planChange struct {
	Path     string `json:"path"`
	Change   string `json:"change"`
	Replaces bool   `json:"replaces,omitempty"`
	Old      string `json:"old,omitempty"`
	New      string `json:"new,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// Plan is a plan as data for [WriteJSON]. Names of files are made by relative.
func Plan(v *planview.View, host eval.Host, relative func(string) string) any {
	doc := planDocument{Project: host.Project, Stack: host.Stack, Summary: v.Counts, Problems: []planProblem{}, Resources: []planResource{}}
	for _, p := range v.Problems {
		doc.Problems = append(doc.Problems, planProblem{p.Message, p.URN, placeOf(p.Place, relative)})
	}
	for _, e := range v.Entries {
		r := planResource{
			Operation: e.Operation, Name: e.Name, Type: e.Type, URN: e.URN, OldURN: e.OldURN,
			Place: placeOf(e.Place, relative), Component: !e.Real, Reasons: e.Reasons,
		}
		for _, c := range e.Changes {
			r.Changes = append(r.Changes, planChange{c.Path, c.Kind, c.Replaces, c.Old, c.New, c.Why})
		}
		doc.Resources = append(doc.Resources, r)
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
func inOrder(v *planview.View) []planview.Entry {
	all := slices.Clone(v.Entries)
	order := planview.Operations()
	slices.SortStableFunc(all, func(a, b planview.Entry) int {
		return cmp.Compare(slices.Index(order, a.Operation), slices.Index(order, b.Operation))
	})
	return all
}

// WritePlan writes a plan for reading. Resources that stay the same are listed only if all are wanted.
func WritePlan(w io.Writer, v *planview.View, host eval.Host, relative func(string) string, all bool) error {
	var out strings.Builder
	for _, p := range v.Problems {
		fmt.Fprintf(&out, "error: %s%s\n", at(p.Place, relative), p.Message)
	}
	for _, e := range inOrder(v) {
		if e.Operation == planview.Same && !all && e.OldURN == "" {
			continue
		}
		fmt.Fprintf(&out, "%-11s  %s  %s%s\n", e.Operation, e.Name, e.Type, in(e.Place, relative))
		for _, c := range e.Changes {
			fmt.Fprintf(&out, "             %s\n", c)
		}
		for _, reason := range e.Reasons {
			fmt.Fprintf(&out, "             %s\n", reason)
		}
	}
	fmt.Fprintf(&out, "%s: %s\n", stackName(host), v.Summary())
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

func at(p *planview.Place, relative func(string) string) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", relative(p.Path), p.Line())
}

func in(p *planview.Place, relative func(string) string) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("  (%s:%d)", relative(p.Path), p.Line())
}

// WritePlanMarkdown writes a plan as a comment for a pull request: a summary, a table of what changes,
// and details to unfold.
func WritePlanMarkdown(w io.Writer, v *planview.View, host eval.Host, relative func(string) string) error {
	page := &markdown.Page{}
	page.Para("**Plan for " + markdown.Words(stackName(host)) + ":** " + markdown.Words(v.Summary()))
	for _, p := range v.Problems {
		page.Quote("❌ " + markdown.Message(at(p.Place, relative)+p.Message))
	}
	var rows [][]markdown.Text
	var details []markdown.Text
	for _, e := range inOrder(v) {
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

// cell names the inputs that differ.
func cell(e planview.Entry) markdown.Text {
	const most = 5
	paths := lists.Map(e.Changes, func(c planview.Change) markdown.Text { return markdown.Code(c.Path) })
	if len(paths) > most {
		paths = append(paths[:most], "…")
	}
	return markdown.Joined(paths, ", ")
}
