// Package ask answers the questions that a command and a tool for agents have in common: which
// codes a pattern names, which package or token an argument names, what a run would do with a
// stack, what an upgrade of programs changes, and where a position is. It also finds the files that
// the arguments of a command name, and those that the command may write.
//
// It takes a snapshot of a workspace and returns data. It writes nothing, and knows no flags,
// no exit codes and no protocol.
package ask

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Explanations are those of all codes, by area, and what each area is about.
func Explanations() (all []report.Explanation, about map[string]string) {
	about = map[string]string{report.OfTeam: "what the rule files say that settings name"}
	for _, a := range codes.Areas() {
		about[a.Title] = a.About
		for _, d := range a.Declarations {
			all = append(all, report.Explained(a.Title, d))
		}
	}
	return all, about
}

// OfTeam reports whether arguments name rules of a team.
func OfTeam(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, codes.TeamPrefix) })
}

// TeamRules explains the rules that the settings for a directory name. Their links are the places of the rules, in files as name spells them.
func TeamRules(s *workspace.Snapshot, dir string, name func(path string) string) (all []report.Explanation) {
	for _, r := range s.TeamRules(dir) {
		place := name(r.Path)
		if file, _, _, ok := s.File(r.Path); ok {
			place = fmt.Sprintf("%s:%d", place, file.Line(r.Span.Start)+1)
		}
		all = append(all, report.ExplainedRule(r.Code(), r.Severity, report.TeamRule{Title: r.Title, Docs: r.Docs, Category: r.Category}, place))
	}
	return all
}

// Codes returns what the arguments name, each once and in the order of the codes; without arguments, all. It is single if every
// argument is a single code; then it is in their order.
func Codes(known []report.Explanation, args []string) (chosen []report.Explanation, single bool, err error) {
	if len(args) == 0 {
		return known, false, nil
	}
	var errs []error
	single = true
	named := map[codes.Code]bool{}
	for _, arg := range args {
		found := which(known, func(e report.Explanation) bool { return string(e.Code) == arg })
		if len(found) == 0 {
			single = false
			found = family(known, arg)
		}
		if len(found) == 0 {
			errs = append(errs, unknownCode(known, arg))
		}
		for _, e := range found {
			if !named[e.Code] {
				named[e.Code] = true
				chosen = append(chosen, e)
			}
		}
	}
	if !single {
		chosen = which(known, func(e report.Explanation) bool { return named[e.Code] })
	}
	return chosen, single, errors.Join(errs...)
}

func which(known []report.Explanation, is func(report.Explanation) bool) []report.Explanation {
	return slices.DeleteFunc(slices.Clone(known), func(e report.Explanation) bool { return !is(e) })
}

// family returns the codes that a pattern stands for: unused.* and unused stand for all
// codes with that prefix, Calls for the codes of that area.
func family(known []report.Explanation, pattern string) []report.Explanation {
	prefix, starred := strings.CutSuffix(pattern, "*")
	if !starred && !strings.HasSuffix(prefix, ".") {
		prefix += "."
	}
	return which(known, func(e report.Explanation) bool {
		return strings.EqualFold(e.Area, pattern) || strings.HasPrefix(string(e.Code), prefix)
	})
}

func unknownCode(known []report.Explanation, written string) error {
	var all []string
	ofTeam := false
	for _, e := range known {
		all = append(all, string(e.Code))
		ofTeam = ofTeam || e.Area == report.OfTeam
	}
	if strings.HasPrefix(written, codes.TeamPrefix) && !ofTeam {
		return fmt.Errorf("unknown code %q: the settings for this directory name no rule files; run this beside a program", written)
	}
	near := typesys.NearAll(written, all, 3)
	if len(near) == 0 {
		return fmt.Errorf("unknown code %q; `pcl-lsp explain` lists all codes", written)
	}
	return fmt.Errorf("unknown code %q; did you mean %s?", written, strings.Join(near, ", "))
}

// Convert converts texts that belong together.
type Convert struct {
	// Program is what the texts shall become a part of. It may be empty.
	Program *analysis.Program
	// From is the language of the texts; empty to recognize it.
	From string
	// Sources are the texts.
	Sources []Source
	// File reads a file beside them; it may be nil.
	File func(name string) (content string, ok bool)
}

// Source is a text with the name of its file.
type Source struct{ Name, Text string }

// Converted is a converted text.
type Converted struct {
	convert.Result
	// Source is the name of the file that was converted.
	Source string
	// Name is that of the file for the text: main.pp, or the name of a file of Terraform with another ending.
	Name string
}

// Modules are the directories of the modules that a text declares, relative to that of the text.
func (s Source) Modules() (dirs []string) {
	for _, it := range syntax.Parse(s.Name, s.Text, nil).All() {
		if b := it.Block(); it.Keyword == "module" && b != nil && b.Body.Attributes["source"] != nil {
			if source, _ := analysis.PlainText(b.Body.Attributes["source"].Expr); strings.HasPrefix(source, ".") {
				dirs = append(dirs, path.Clean(source))
			}
		}
	}
	return dirs
}

// isBlank reports whether nothing is declared in a text.
func isBlank(text string) bool {
	for _, it := range syntax.Parse("", text, nil).All() {
		if it.Kind != syntax.KindBlank {
			return false
		}
	}
	return true
}

// Run converts the texts. The error says why nothing of a text can be converted.
func (c Convert) Run(ctx context.Context) ([]Converted, error) {
	texts := lists.Map(c.Sources, func(s Source) string { return s.Text })
	var all []Converted
	for i, found := range convert.All(ctx, c.Program, texts, c.File) {
		name := c.Sources[i].Name
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case len(texts[i]) > convert.Longest:
			return nil, fmt.Errorf("%s is larger than the %d MiB that are converted at once", name, convert.Longest>>20)
		case found.Problem != "":
			return nil, fmt.Errorf("%s is no YAML or JSON: %s", name, found.Problem)
		case found.From == "" && len(texts) > 1 && isBlank(texts[i]): // a file of a module
			continue
		case found.From == "":
			return nil, fmt.Errorf("%s is not in a language that can be converted: %s", name, strings.Join(convert.Languages(), ", "))
		case c.From != "" && string(found.From) != c.From:
			return nil, fmt.Errorf("%s is not %s, it is %s", name, c.From, found.From)
		case found.Text == "" && len(found.Missing) > 0:
			return nil, fmt.Errorf("nothing of %s can be converted, because the schema of %s is not known; name it with --schema", name, strings.Join(found.Missing, ", "))
		case found.Text == "":
			return nil, fmt.Errorf("nothing of %s can be converted", name)
		}
		file := "main.pp"
		if base := path.Base(name); found.From == convert.Terraform && strings.HasSuffix(base, ".tf") {
			file = strings.TrimSuffix(base, ".tf") + ".pp"
		}
		all = append(all, Converted{found, name, file})
	}
	return all, nil
}

// OtherProject is the error that a state belongs to another project than the program.
type OtherProject struct{ Of, Program string }

// Error names both projects.
func (e *OtherProject) Error() string {
	return fmt.Sprintf("the state is of project %s, but the program belongs to project %s; export the state of a stack of this project", e.Of, e.Program)
}

// Plan says what a run of a program would do with the resources of a stack. The error is an
// [*OtherProject] or the context's.
func Plan(ctx context.Context, snapshot *workspace.Snapshot, program *analysis.Program, before *state.State) (*planview.View, eval.Host, error) {
	host := planview.HostOf(program, before)
	if s := program.Stack(); s != nil && s.Project != "" && s.Project != host.Project {
		return nil, host, &OtherProject{host.Project, s.Project}
	}
	made, err := plan.Make(ctx, program, host, before)
	if err != nil {
		return nil, host, err
	}
	view := planview.Of(program, made)
	found, err := snapshot.Diagnose(ctx, program)
	view.Problems = planview.WithFindings(view.Problems, found)
	return view, host, err
}

// CutPosition cuts FILE:LINE:COLUMN, or FILE:LINE:WORD. Lines count from 1.
func CutPosition(written string) (name string, line int, last string, ok bool) {
	rest, last, ok := prose.CutLast(written, ":")
	name, lineText, ok2 := prose.CutLast(rest, ":")
	line, err := strconv.Atoi(lineText)
	return name, line, last, ok && ok2 && name != "" && last != "" && err == nil && line > 0
}

// FileWith returns a file that has a line, and its program. The name is that of the file in errors.
func FileWith(s *workspace.Snapshot, path, name string, line int) (*analysis.Program, *syntax.File, error) {
	program := s.Program(path)
	if program == nil {
		return nil, nil, fmt.Errorf("%s is not a readable PCL file; name a .pp or .pcl file that exists", name)
	}
	file, _ := program.File(path)
	switch {
	case file.IsLarge():
		return nil, nil, fmt.Errorf("%s: %w", name, workspace.WhyUnparsed(file))
	case line > file.LineCount():
		return nil, nil, fmt.Errorf("%s has only %d lines, not %d", name, file.LineCount(), line)
	}
	return program, file, nil
}
