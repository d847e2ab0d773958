package ask

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file finds finding codes by what a user writes.

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
