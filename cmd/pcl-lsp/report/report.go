// Package report renders findings, and explanations of their codes, as bytes: text for
// people, and the formats of tools and CI systems. [Formats] lists them.
//
// A report is plain data: [Places] has resolved the places of its findings. So it can be kept, and
// written when the files are no longer at hand. The package knows no files, flags, exit codes or
// clock, so equal reports give equal bytes.
//
// Lines and columns count from 1, columns in Unicode code points, and the end of a range is
// the position after its last character.
//
// Why the formats are written by hand: most of them take 25 to 120 lines. The largest,
// SARIF, takes 320; the libraries for it bring a builder for the whole standard and a schema
// validator, and this package writes a few of its structs. Of source excerpts (110 lines),
// the width of characters comes from golang.org/x/text/width.
//
// # The JSON document
//
//	version   1; it changes when a field changes its meaning; fields are only added
//	findings  by program, file, position and code; what programs pass to components is last:
//	  code, severity (error, warning, information, hint), message, file
//	  range     start and end: line, column, byte (an offset from 0)
//	  related   message, file, range
//	  fixes     title, safety (safe: the program means the same; unsafe; manual: a
//	            command for the user), edits (file, range, text), command
//	  tags      unnecessary, deprecated
//	  fingerprint identifies the finding in other runs; url explains the code
//	summary   errors, warnings, information, hints, files (with findings),
//	          filesChecked, programs, omitted (findings that are not in the document);
//	          if not zero, excluded (files that settings exclude), known (findings in
//	          the baseline), unchanged (findings in unchanged lines)
//	languages the versions of Pulumi whose language programs were judged by: version, and
//	          reason, a sentence
//	schemas   package, version, file, problem (why it cannot be used), and install:
//	          the command that installs its provider, if that helps
//	problems  what could not be read and was not checked
//	names     with --urns-from, for each compared program: program, from (what it is
//	          compared with), summary (the number of resources by fate), and resources,
//	          those that need attention first:
//	  fate      replaced, deleted, unknown, kept by alias, created, kept
//	  name, oldName (if it was another), type, urn, oldUrn (if it was another; that of a
//	            deleted resource), place and oldPlace (file, line), component (it is only
//	            a name), accepted (somebody asked for it, or --allow does), reason
//	statistics with --statistics, the findings by code and severity: code, severity,
//	          count, fixable (how many have a fix)
//
// In JSON lines, each line is a finding.
package report

import (
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file defines the content of a report, independent of the format.

// Report is the outcome of a check: plain data, which needs no files to be written.
type Report struct {
	// Findings are in the order of the report: by program, file, position and code. What
	// programs pass to components comes last. A report that is written while the check runs
	// does not keep them.
	Findings []Finding
	// Checked are the names of the checked files, and Programs is the number of their programs.
	Checked  []string
	Programs int
	// Languages are the versions of the language that the programs are judged by.
	Languages []Language
	// Schemas are the package schemas that the programs need.
	Schemas []Schema
	// Problems describe what could not be read.
	Problems []string
	// Limit is the maximum number of findings to show; 0 for no limit.
	Limit int
	// FailOn takes precedence over the FailOn of findings; nil for none.
	FailOn *codes.Severity
	// Missing describes a package without the schema that settings require; empty for none.
	Missing string
	// Excluded is the number of files that settings exclude. They are not in Checked.
	Excluded int
	// Known is the number of findings in a baseline, Unchanged the number of other findings
	// in unchanged lines. They are not in Findings.
	Known, Unchanged int
	// Compared means that findings of a baseline were removed.
	Compared bool
	// Tool is the version of the checker, and Stack the selected stack; empty for none.
	Tool, Stack string
	// Shard is the part of the programs that was checked; the zero value stands for all.
	Shard Shard
	// Counts means that formats with room for it count findings by code.
	Counts bool
	// Names are what becomes of the names of resources, by program, if they were compared.
	Names []*Names
	// Sections are the findings by program, and what is needed to merge them. Only a report that
	// is recorded has them.
	Sections []*Section

	counted tally
}

// Finding is one finding, with everything that a report says about its place.
type Finding struct {
	Code     codes.Code
	Severity codes.Severity
	Message  string
	// File is the name of the file. InRepository is its name relative to the repository.
	File, InRepository string
	Range              Range
	// Source is the line on which the finding starts, and Carets mark the finding below it.
	Source, Carets string
	Related        []Related
	// Way is how many of Related, up to the last, lead back to where a value comes from, and Passed
	// how many, from the first, to what a component does with it.
	Way, Passed int
	// Fingerprint identifies the finding in other runs.
	Fingerprint string
	// FailOn is the lowest severity that fails the finding's program; Off if none does.
	FailOn codes.Severity
	// Fixes are the possible fixes, the best first.
	Fixes []Fix
	// Rule is what the rule of a team says about itself; nil for findings of other codes.
	Rule *TeamRule `json:",omitempty"`
}

// TeamRule is what the rule of a team says about itself. Docs, in Markdown, and Category may be empty.
type TeamRule struct{ Title, Docs, Category string }

// title says in a few words what the finding is about.
func (f *Finding) title() string {
	if f.Rule != nil {
		return f.Rule.Title
	}
	return f.Code.Text().Title
}

// Related is a place that explains a finding.
type Related struct {
	Message string
	File    string
	Range   Range
}

// Fix fixes a finding, by Edits or by a Command.
type Fix struct {
	// Title says what the fix does, in the imperative.
	Title string
	// Safe means that the program does the same after the fix.
	Safe  bool
	Edits []Edit
	// Command is a shell command for the user.
	Command string
}

// Edit replaces a part of a file by a text.
type Edit struct {
	File  string
	Range Range
	Text  string
}

// Schema is a package that programs use, with the file of its schema.
type Schema struct {
	Package string `json:"package"`
	Version string `json:"version,omitempty"`
	File    string `json:"file,omitempty"`
	Problem string `json:"problem,omitempty"`
	// Install is the command that installs the missing provider.
	Install string `json:"install,omitempty"`
}

// Unusable says that the schema cannot be used.
func (s Schema) Unusable() string {
	return fmt.Sprintf("package %s has no usable schema: %s", s.Package, s.Problem)
}

// Fails reports whether a finding fails the check.
func (r *Report) Fails(f *Finding) bool {
	if r.FailOn != nil {
		return f.Severity <= *r.FailOn
	}
	return f.Severity <= f.FailOn
}

// Shown returns the findings to show. The result shares memory with the report.
func (r *Report) Shown() []Finding {
	if r.Limit > 0 && len(r.Findings) > r.Limit {
		return r.Findings[:r.Limit]
	}
	return r.Findings
}

// byFile returns the findings to show, in one list for each file.
func (r *Report) byFile() [][]Finding {
	var files [][]Finding
	at := map[string]int{}
	for _, f := range r.Shown() {
		i, known := at[f.File]
		if !known {
			i = len(files)
			at[f.File] = i
			files = append(files, nil)
		}
		files[i] = append(files[i], f)
	}
	return files
}

// Summary counts findings.
type Summary struct {
	Errors       int `json:"errors"`
	Warnings     int `json:"warnings"`
	Information  int `json:"information"`
	Hints        int `json:"hints"`
	Files        int `json:"files"` // with findings
	FilesChecked int `json:"filesChecked"`
	Programs     int `json:"programs"`
	Omitted      int `json:"omitted"`             // findings over the limit
	Excluded     int `json:"excluded,omitempty"`  // files
	Known        int `json:"known,omitempty"`     // findings in the baseline
	Unchanged    int `json:"unchanged,omitempty"` // findings in unchanged lines
}

// tally counts findings.
type tally struct {
	severities [codes.Hint + 1]int
	files      map[string]bool
	kinds      map[kind]int
	fixable    map[kind]int // those with a fix
	titles     map[codes.Code]string
	fails      bool
}

// Add adds findings that follow those of the report. If keep is false, it only counts them.
func (r *Report) Add(findings []Finding, keep bool) {
	if r.counted.files == nil {
		r.counted = tally{files: map[string]bool{}, kinds: map[kind]int{}, fixable: map[kind]int{}, titles: map[codes.Code]string{}}
	}
	for i := range findings {
		f := &findings[i]
		r.counted.severities[f.Severity]++
		r.counted.fails = r.counted.fails || r.Fails(f)
		r.counted.files[f.File] = true
		k := kind{f.Code, f.Severity}
		r.counted.kinds[k]++
		r.counted.titles[f.Code] = f.title()
		if slices.ContainsFunc(f.Fixes, func(x Fix) bool { return len(x.Edits) > 0 }) {
			r.counted.fixable[k]++
		}
	}
	if keep {
		r.Findings = append(r.Findings, findings...)
	}
}

// Failed reports whether a finding fails the check.
func (r *Report) Failed() bool { return r.counted.fails }

// Summary counts the findings of the report, including those over the limit.
func (r *Report) Summary() Summary {
	n := r.counted.severities
	s := Summary{
		Errors: n[codes.Error], Warnings: n[codes.Warning], Information: n[codes.Information], Hints: n[codes.Hint], Files: len(r.counted.files),
		FilesChecked: len(r.Checked), Programs: r.Programs, Excluded: r.Excluded, Known: r.Known, Unchanged: r.Unchanged,
	}
	if r.Limit > 0 {
		s.Omitted = max(0, s.Errors+s.Warnings+s.Information+s.Hints-r.Limit)
	}
	return s
}
