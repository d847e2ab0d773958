package checking

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file puts a report together from sections about programs: those that a check finds, keeps or
// reads from other checks. The result depends only on the sections and their order.

// Assembly is a report that grows. The zero value is not usable: see [Assemble].
type Assembly struct {
	Report *report.Report

	needs      report.Format // the properties of all its formats
	print      func(found []report.Finding) error
	keeps      bool            // whether findings are needed after they were printed
	programs   map[string]bool // the names of those in the report
	schemas    map[report.Schema]bool
	outside    map[saidOutside]bool
	passed     []report.Passed
	configured bool // the selected stack configures a program
	shown      int  // findings
}

// Assemble begins with a report without sections, whose formats need something together. Print, if not nil, prints
// findings as they come in. They are kept only if the report keeps them.
func Assemble(r *report.Report, needs report.Format, keeps bool, print func(found []report.Finding) error) *Assembly {
	return &Assembly{
		Report: r, needs: needs, keeps: keeps, print: print,
		programs: map[string]bool{}, schemas: map[report.Schema]bool{}, outside: map[saidOutside]bool{},
	}
}

// Section adds what is known about the next program.
func (a *Assembly) Section(s *report.Section) error {
	r := a.Report
	r.Excluded += s.Excluded
	r.Known += s.Known
	r.Unchanged += s.Unchanged
	if a.needs.Records {
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
	return a.Findings(a.unsaid(s.Findings))
}

// unsaid are the findings of a program without those in files of several programs, such as settings and rule files, that another program had too.
func (a *Assembly) unsaid(found []report.Finding) []report.Finding {
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

// Findings adds the next findings.
func (a *Assembly) Findings(found []report.Finding) error {
	a.shown += len(found)
	a.Report.Add(found, a.keeps)
	if a.print == nil {
		return nil
	}
	return a.print(found)
}

// Hints are the hints inside components about what programs pass to them, by file and place. They
// are known when all programs are, so they are the last findings.
func (a *Assembly) Hints() []report.Finding {
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

// Tidy sorts the problems and schemas, and lists each problem once.
func (a *Assembly) Tidy() {
	r := a.Report
	slices.Sort(r.Problems)
	r.Problems = slices.Compact(r.Problems)
	slices.SortFunc(r.Languages, func(a, b report.Language) int {
		return cmp.Or(cmp.Compare(a.Version, b.Version), cmp.Compare(a.Reason, b.Reason))
	})
	slices.SortFunc(r.Schemas, func(a, b report.Schema) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Version, b.Version), cmp.Compare(a.File, b.File), cmp.Compare(a.Problem, b.Problem))
	})
}

// Notes are the messages beside the report.
func (a *Assembly) Notes() string {
	var said strings.Builder
	NoteMissing(&said, a.Report.Stack, a.configured)
	for _, l := range a.Report.Languages {
		if l.IsClose {
			fmt.Fprintf(&said, "pcl-lsp: programs are judged as %s\n", l.Reason)
		}
	}
	return said.String()
}

// NoteMissing prints a note if the selected stack has no configuration file for any of the
// programs, because the name may be misspelled. A stack without one is valid.
func NoteMissing(to io.Writer, stack string, configured bool) {
	if stack != "" && !configured {
		fmt.Fprintf(to, "pcl-lsp: there is no Pulumi.%s.yaml next to a project file; configs have their defaults\n", path.Base(stack))
	}
}

// ErrLacking says that parts of a check are missing.
var ErrLacking = errors.New("the reports lack")

// Merge adds the records of other checks, which come from some files, as one check would have reported them.
func (a *Assembly) Merge(files []string, records []*report.Record) error {
	if err := partsOfOne(files, records); err != nil {
		return err
	}
	sections, err := sectionsOf(files, records)
	if err != nil {
		return err
	}
	a.Report.Tool, a.Report.Stack = records[0].Tool, records[0].Stack
	for _, r := range records {
		a.Report.Problems = append(a.Report.Problems, r.Problems...)
		a.Report.Compared = a.Report.Compared || r.Compared
	}
	for _, s := range sections {
		if err := a.Section(s); err != nil {
			return err
		}
	}
	a.Tidy()
	return a.Findings(a.Hints())
}

// partsOfOne rejects reports that do not belong together.
func partsOfOne(files []string, records []*report.Record) error {
	first := records[0]
	names := map[int]string{} // of the parts
	for i, r := range records {
		switch {
		case r.Tool != first.Tool:
			return fmt.Errorf("pcl-lsp %s wrote %s, and pcl-lsp %s wrote %s; use one version", first.Tool, files[0], r.Tool, files[i])
		case r.Stack != first.Stack:
			return fmt.Errorf("%s and %s are about different stacks", files[0], files[i])
		case r.Shard.Of != first.Shard.Of:
			return fmt.Errorf("%s and %s are not parts of one check", files[0], files[i])
		case r.Shard.Of > 0 && names[r.Shard.Number] != "":
			return fmt.Errorf("%s and %s are both part %d/%d", names[r.Shard.Number], files[i], r.Shard.Number, r.Shard.Of)
		}
		names[r.Shard.Number] = files[i]
	}
	var lacks []string
	for n := range first.Shard.Of {
		if names[n+1] == "" {
			lacks = append(lacks, fmt.Sprintf("%d/%d", n+1, first.Shard.Of))
		}
	}
	if len(lacks) > 0 {
		return fmt.Errorf("%w %s", ErrLacking, strings.Join(lacks, ", "))
	}
	return nil
}

// sectionsOf are the sections of all reports in the order of one check. A component that several
// checks have met elsewhere is listed once.
func sectionsOf(files []string, records []*report.Record) ([]*report.Section, error) {
	type place struct {
		section *report.Section
		file    string
	}
	known := map[string]place{}
	for i, r := range records {
		for _, s := range r.Sections {
			switch before, again := known[s.Program]; {
			case again && !before.section.Elsewhere && !s.Elsewhere:
				return nil, fmt.Errorf("%s and %s both have the program %s", before.file, files[i], s.Program)
			case !again || before.section.Elsewhere:
				known[s.Program] = place{s, files[i]}
			}
		}
	}
	var all []*report.Section
	for _, p := range known {
		all = append(all, p.section)
	}
	slices.SortFunc(all, func(a, b *report.Section) int {
		if a.Elsewhere != b.Elsewhere {
			return map[bool]int{true: 1, false: -1}[a.Elsewhere]
		}
		return cmp.Compare(a.Program, b.Program)
	})
	return all, nil
}
