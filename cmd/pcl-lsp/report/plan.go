package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
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
	var out strings.Builder
	fmt.Fprintf(&out, "**Plan for %s:** %s\n", escapedMarkdown(stackName(host)), v.Summary())
	for _, p := range v.Problems {
		fmt.Fprintf(&out, "\n> ❌ %s%s\n", escapedMarkdown(at(p.Place, relative)), p.Message)
	}
	var rows, details strings.Builder
	for _, e := range inOrder(v) {
		if e.Operation == planview.Same && e.OldURN == "" {
			continue
		}
		fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", e.Operation, code(e.Name), code(e.Type), cell(e))
		for _, c := range e.Changes {
			fmt.Fprintf(&details, "- %s %s\n", code(e.Name), code(c.String()))
		}
		for _, reason := range e.Reasons {
			fmt.Fprintf(&details, "- %s: %s\n", code(e.Name), reason)
		}
	}
	if rows.Len() > 0 {
		out.WriteString("\n| | name | type | inputs |\n|---|---|---|---|\n" + rows.String())
	}
	if details.Len() > 0 {
		out.WriteString("\n<details><summary>Why</summary>\n\n" + details.String() + "\n</details>\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// cell names the inputs that differ.
func cell(e planview.Entry) string {
	const most = 5
	var paths []string
	for _, c := range e.Changes {
		paths = append(paths, code(c.Path))
	}
	if len(paths) > most {
		paths = append(paths[:most], "…")
	}
	return strings.Join(paths, ", ")
}

// code is a text as code in a table of Markdown.
func code(text string) string {
	text = strings.NewReplacer("\n", " ", "|", "\\|").Replace(text)
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

// escapedMarkdown is a text without the characters that Markdown reads.
func escapedMarkdown(text string) string {
	return strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "<", "&lt;", "|", "\\|", "\n", " ").Replace(text)
}
