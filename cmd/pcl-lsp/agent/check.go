package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements the tools check and explain.

// CheckArguments are the arguments of check.
type CheckArguments struct {
	Programs
	Most int `json:"most,omitempty" jsonschema:"list at most so many findings; 50 if it is not given"`
}

// Checked is what a check found.
type Checked struct {
	Clean    bool      `json:"clean" jsonschema:"no errors and no warnings"`
	Programs int       `json:"programs"`
	Errors   []Finding `json:"errors,omitempty" jsonschema:"the program cannot run"`
	Warnings []Finding `json:"warnings,omitempty"`
	Notes    []Finding `json:"notes,omitempty"`
	More     int       `json:"more,omitempty" jsonschema:"findings that are not listed"`
	Fixable  int       `json:"fixable,omitempty" jsonschema:"findings that fix may repair"`
	Unread   []string  `json:"unread,omitempty" jsonschema:"files that could not be read"`
}

// Finding is one finding.
type Finding struct {
	At      string     `json:"at" jsonschema:"FILE:LINE:COLUMN"`
	Code    codes.Code `json:"code"`
	Message string     `json:"message"`
}

func check(ctx context.Context, c *call, in CheckArguments) (Checked, string, error) {
	out := Checked{}
	found, err := c.programs(in.Programs)
	if err != nil {
		return out, "", err
	}
	out.Unread = lists.Map(found.Problems, func(p workspace.Problem) string { return c.inText(p.String()) })
	most := atMost(in.Most, 50)
	out.Clean = true
	err = c.each(ctx, found.Targets, func(_ int, t workspace.Target, p *analysis.Program) error {
		findings, err := c.findings(ctx, t, p)
		if err != nil {
			return err
		}
		out.Programs++
		for _, d := range findings {
			if fix.Has(d.Code) {
				out.Fixable++
			}
			out.Clean = out.Clean && d.Severity != codes.Error && d.Severity != codes.Warning
			if most--; most < 0 {
				out.More++
				continue
			}
			out.add(d.Severity, c.finding(d))
		}
		return nil
	})
	return out, out.text(), err
}

// findings are the findings of a program in the files that a target names, by file and place.
func (c *call) findings(ctx context.Context, t workspace.Target, p *analysis.Program) ([]analysis.Diagnostic, error) {
	byFile, err := c.snapshot.Diagnose(ctx, p)
	var all []analysis.Diagnostic
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		if len(t.Files) == 0 || slices.Contains(t.Files, file) {
			all = append(all, byFile[file]...)
		}
	}
	return all, err
}

func (c *call) finding(d analysis.Diagnostic) Finding {
	at := c.name(d.Path)
	if file, _, _, ok := c.snapshot.File(d.Path); ok {
		at = c.position(file, d.Span.Start)
	}
	return Finding{at, d.Code, d.Message}
}

func (o *Checked) add(severity codes.Severity, f Finding) {
	switch severity {
	case codes.Error:
		o.Errors = append(o.Errors, f)
	case codes.Warning:
		o.Warnings = append(o.Warnings, f)
	default:
		o.Notes = append(o.Notes, f)
	}
}

func (o *Checked) text() string {
	var out strings.Builder
	for _, part := range []struct {
		what     string
		findings []Finding
	}{{"error", o.Errors}, {"warning", o.Warnings}, {"note", o.Notes}} {
		for _, f := range part.findings {
			fmt.Fprintf(&out, "%s: %s: %s [%s]\n", f.At, part.what, f.Message, f.Code)
		}
	}
	for _, p := range o.Unread {
		fmt.Fprintf(&out, "not read: %s\n", p)
	}
	out.WriteString(andMore(o.More))
	if out.Len() == 0 {
		return fmt.Sprintf("Clean. Programs: %d.", o.Programs)
	}
	return out.String()
}

// ExplainArguments are the arguments of explain.
type ExplainArguments struct {
	Codes []string `json:"codes" jsonschema:"codes such as attr.unknown; a family such as unused.* lists its codes"`
}

// Explained are explanations.
type Explained struct {
	Codes []Explanation `json:"codes"`
}

// Explanation explains one code. Those of a family have only a title.
type Explanation struct {
	Code        codes.Code `json:"code"`
	Severity    string     `json:"severity"`
	Title       string     `json:"title"`
	Explanation string     `json:"explanation,omitempty"`
	Bad         string     `json:"bad,omitempty" jsonschema:"an example that has the finding"`
	Good        string     `json:"good,omitempty" jsonschema:"the same without it"`
}

func explain(_ context.Context, c *call, in ExplainArguments) (Explained, string, error) {
	out := Explained{Codes: []Explanation{}}
	if len(in.Codes) == 0 || len(in.Codes) > 100 {
		return out, "", errors.New("name 1 to 100 codes, such as attr.unknown")
	}
	known, _ := ask.Explanations()
	if ask.OfTeam(in.Codes) {
		if err := c.open(Unsaved{}); err != nil {
			return out, "", err
		}
		for _, root := range c.roots {
			known = append(known, ask.TeamRules(c.snapshot, root, c.name)...)
		}
	}
	chosen, single, err := ask.Codes(known, in.Codes)
	if err != nil {
		return out, "", err
	}
	var text strings.Builder
	for _, e := range chosen {
		fmt.Fprintf(&text, "%s (%s): %s\n", e.Code, e.Severity, e.Title)
		if !single {
			out.Codes = append(out.Codes, Explanation{Code: e.Code, Severity: e.Severity, Title: e.Title})
			continue
		}
		out.Codes = append(out.Codes, Explanation{e.Code, e.Severity, e.Title, e.Explanation, e.Bad, e.Good})
		for _, part := range []string{e.Explanation, labelled("\nBad:\n", e.Bad), labelled("Good:\n", e.Good)} {
			if part != "" {
				text.WriteString(part + "\n")
			}
		}
	}
	return out, text.String(), nil
}

// labeled is a text with a label before it; empty for no text.
func labelled(label, text string) string {
	if text == "" {
		return ""
	}
	return label + text
}
