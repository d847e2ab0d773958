package main

import (
	"cmp"
	"fmt"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"slices"
	"strings"
)

// This file puts a report together from sections about programs: those that a check finds, keeps or
// reads from other checks. The result depends only on the sections and their order.

// assembly is a report that grows.
type assembly struct {
	report     *report.Report
	outputs    []*output
	printed    *printer        // nil if nothing is printed before the end
	programs   map[string]bool // the names of those in the report
	schemas    map[report.Schema]bool
	outside    map[saidOutside]bool
	passed     []report.Passed
	configured bool // the selected stack configures a program
	shown      int  // findings
	keeps      bool // whether findings are needed after they were printed
}

// newAssembly returns an empty report.
func newAssembly(outputs []*output, flags *outputFlags, verdict *verdictFlags, printed *printer) assembly {
	return assembly{
		report:  &report.Report{Limit: flags.maxFindings, Counts: flags.statistics, FailOn: verdict.given(), Tool: buildVersion().Version},
		outputs: outputs, printed: printed, programs: map[string]bool{}, schemas: map[report.Schema]bool{}, outside: map[saidOutside]bool{}, keeps: len(unprinted(outputs, printed)) > 0,
	}
}

// section adds what is known about the next program.
func (a *assembly) section(s *report.Section) error {
	r := a.report
	r.Excluded += s.Excluded
	r.Known += s.Known
	r.Unchanged += s.Unchanged
	if a.wants(func(f report.Format) bool { return f.Records }) {
		r.Sections = append(r.Sections, s)
	}
	if len(s.Checked) == 0 {
		return nil
	}
	r.Programs++
	r.Checked = append(r.Checked, s.Checked...)
	if !slices.Contains(r.Languages, s.Language) {
		r.Languages = append(r.Languages, s.Language)
	}
	for _, schema := range s.Schemas {
		if !a.schemas[schema] {
			a.schemas[schema] = true
			r.Schemas = append(r.Schemas, schema)
		}
	}
	r.Missing = cmp.Or(r.Missing, s.Missing)
	a.configured = a.configured || s.Configured
	a.programs[s.Program] = true
	a.passed = append(a.passed, s.Passed...)
	if s.Names != nil {
		r.Names = append(r.Names, s.Names)
	}
	return a.findings(a.unsaid(s.Findings))
}

// unsaid are the findings of a program without those in files of several programs, such as settings and rule files, that another program had too.
func (a *assembly) unsaid(found []report.Finding) []report.Finding {
	isOutside := func(f report.Finding) bool { return !workspace.IsProgramFile(f.File) }
	if !slices.ContainsFunc(found, isOutside) {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(f report.Finding) bool {
		said := saidOutside{f.File, string(f.Code), f.Message, f.Range}
		known := a.outside[said]
		a.outside[said] = isOutside(f)
		return known
	})
}

// saidOutside is a finding outside of programs.
type saidOutside struct {
	file, code, message string
	at                  report.Range
}

// findings adds the next findings.
func (a *assembly) findings(found []report.Finding) error {
	a.shown += len(found)
	a.report.Add(found, a.keeps)
	return a.printed.print(a.report, found)
}

// wants reports whether an output has a property.
func (a *assembly) wants(property func(report.Format) bool) bool {
	return slices.ContainsFunc(a.outputs, func(o *output) bool { return property(o.format) })
}

// hints are the hints inside components about what programs pass to them, by file and place. They
// are known when all programs are, so they are the last findings.
func (a *assembly) hints() []report.Finding {
	type happening struct {
		file, what string
		at         report.Range
	}
	known, inComponent := map[happening]int{}, map[string]int{}
	var all []report.Passed
	var who [][]string
	for _, p := range a.passed {
		h := happening{p.Hint.File, p.Hint.Message, p.Hint.Range}
		i, ok := known[h]
		switch {
		case !a.programs[p.Component] || !ok && inComponent[p.Component] == workspace.MostHints:
			continue
		case !ok:
			i = len(all)
			known[h], inComponent[p.Component] = i, inComponent[p.Component]+1
			all, who = append(all, p), append(who, nil)
			all[i].Hint.Related = nil
		}
		who[i] = append(who[i], p.By)
		if related := &all[i].Hint.Related; len(*related) < workspace.MostCalls {
			*related = append(*related, p.Call)
		}
	}
	for i := range all {
		all[i].Hint.Message = workspace.WhoPasses(who[i]) + all[i].Hint.Message
	}
	slices.SortStableFunc(all, func(a, b report.Passed) int {
		x, y := a.Hint, b.Hint
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Range.Start.Byte, y.Range.Start.Byte), cmp.Compare(x.Range.End.Byte, y.Range.End.Byte), cmp.Compare(x.Message, y.Message))
	})
	before := map[report.Subject]int{}
	var found []report.Finding
	for _, p := range all {
		p.Hint.Fingerprint = p.Subject.Fingerprint(before[p.Subject])
		before[p.Subject]++
		found = append(found, p.Hint)
	}
	return found
}

// tidy sorts the problems and schemas, and lists each problem once.
func (a *assembly) tidy() {
	r := a.report
	slices.Sort(r.Problems)
	r.Problems = slices.Compact(r.Problems)
	slices.SortFunc(r.Languages, func(a, b report.Language) int {
		return cmp.Or(cmp.Compare(a.Version, b.Version), cmp.Compare(a.Reason, b.Reason))
	})
	slices.SortFunc(r.Schemas, func(a, b report.Schema) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Version, b.Version), cmp.Compare(a.File, b.File), cmp.Compare(a.Problem, b.Problem))
	})
}

// notes are the messages beside the report.
func (a *assembly) notes() string {
	var said strings.Builder
	noteMissing(&said, a.report.Stack, a.configured)
	for _, l := range a.report.Languages {
		if l.IsClose {
			fmt.Fprintf(&said, "pcl-lsp: programs are judged as %s\n", l.Reason)
		}
	}
	return said.String()
}
