package report

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file defines the content of a report, independent of the format.

// Report is the outcome of a check.
type Report struct {
	// Findings may be in any order.
	Findings []Finding
	// Checked are the checked files, and Programs is the number of their programs.
	Checked  []string
	Programs int
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
	// Tool is the version of the checker.
	Tool string
	// Text returns the text of a file with findings, and Name returns its name for display.
	Text func(path string) string
	Name func(path string) string
	// InRepository returns the name of a file relative to the repository.
	InRepository func(path string) string
}

// Finding is one finding.
type Finding struct {
	analysis.Diagnostic
	// Fingerprint identifies the finding in other runs.
	Fingerprint string
	// FailOn is the lowest severity that fails the finding's program; Off if none does.
	FailOn codes.Severity
	// Fixes are the possible fixes, the best first.
	Fixes []Fix
}

// Fix fixes a finding, by Edits or by a Command.
type Fix struct {
	// Title says what the fix does, in the imperative.
	Title string
	// Safe means that the program does the same after the fix.
	Safe  bool
	Edits []change.Edit
	// Command is a shell command for the user.
	Command string
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

// Fails reports whether a finding fails the check.
func (r *Report) Fails(f Finding) bool {
	if r.FailOn != nil {
		return f.Severity <= *r.FailOn
	}
	return f.Severity <= f.FailOn
}

// Shown sorts the findings by file name, position and code, and returns those to show. The
// result shares memory with the report.
func (r *Report) Shown() []Finding {
	names := map[string]string{}
	for _, d := range r.Findings {
		if _, known := names[d.Path]; !known {
			names[d.Path] = r.Name(d.Path)
		}
	}
	compare := func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(names[a.Path], names[b.Path]), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Message, b.Message))
	}
	if !slices.IsSortedFunc(r.Findings, compare) {
		slices.SortStableFunc(r.Findings, compare)
	}
	if r.Limit > 0 && len(r.Findings) > r.Limit {
		return r.Findings[:r.Limit]
	}
	return r.Findings
}

// byFile returns the findings to show, in one list for each file.
func (r *Report) byFile() [][]Finding {
	var files [][]Finding
	for _, f := range r.Shown() {
		if last := len(files) - 1; last >= 0 && files[last][0].Path == f.Path {
			files[last] = append(files[last], f)
		} else {
			files = append(files, []Finding{f})
		}
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

// Summary counts the findings of the report, including those over the limit.
func (r *Report) Summary() Summary {
	s := Summary{FilesChecked: len(r.Checked), Programs: r.Programs, Excluded: r.Excluded, Known: r.Known, Unchanged: r.Unchanged}
	if r.Limit > 0 {
		s.Omitted = max(0, len(r.Findings)-r.Limit)
	}
	files := map[string]bool{}
	for _, d := range r.Findings {
		files[d.Path] = true
		switch d.Severity {
		case codes.Error:
			s.Errors++
		case codes.Warning:
			s.Warnings++
		case codes.Information:
			s.Information++
		case codes.Hint:
			s.Hints++
		}
	}
	s.Files = len(files)
	return s
}

// LeaveOut removes findings, by number, and returns how many.
func (r *Report) LeaveOut(out func(i int) bool) int {
	var kept []Finding
	for i, f := range r.Findings {
		if !out(i) {
			kept = append(kept, f)
		}
	}
	n := len(r.Findings) - len(kept)
	r.Findings = kept
	return n
}
