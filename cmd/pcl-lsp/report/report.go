package report

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file defines what is reported, independent of the form.

// Report is the outcome of a check.
type Report struct {
	// Findings may be in any order.
	Findings []Finding
	// Checked are the files that were looked at, and Programs says how many programs
	// they belong to.
	Checked  []string
	Programs int
	// Schemas are the package schemas that were looked for.
	Schemas []Schema
	// Problems say what could not be read.
	Problems []string
	// Limit is how many findings are shown at most; 0 is no limit.
	Limit int
	// FailOn goes before what the findings say of themselves; nil if nothing does.
	FailOn *codes.Severity
	// Missing says which package has no schema though settings require it; empty for none.
	Missing string
	// Excluded is how many files settings exclude: they are not among the checked ones.
	Excluded int
	// Known is how many findings a baseline has, and Unchanged how many others are in lines
	// that did not change. They are not among the findings.
	Known, Unchanged int
	// Compared says that the findings are those that a baseline does not have.
	Compared bool
	// Tool is the version of the program that checked.
	Tool string
	// Text is the text of a file that findings are about, and Name the name that
	// is shown for it.
	Text func(path string) string
	Name func(path string) string
	// InRepository is the name of a file for those who know the repository and not the
	// directory that the command runs in.
	InRepository func(path string) string
}

// Finding is one finding, with what is known about it.
type Finding struct {
	analysis.Diagnostic
	// Fingerprint recognises the finding in another run.
	Fingerprint string
	// FailOn is the mildest severity that counts as failure where the finding is; Off if
	// none does.
	FailOn codes.Severity
	// Fixes are what can be done about it, the best first.
	Fixes []Fix
}

// Fix is one thing that can be done about a finding: by Edits, or by Command.
type Fix struct {
	// Title says what it does, as an order.
	Title string
	// Safe says that the program means the same after it.
	Safe  bool
	Edits []change.Edit
	// Command is a line for a shell, where the user has to do something.
	Command string
}

// Schema is one package that programs use, and the file that describes it.
type Schema struct {
	Package string `json:"package"`
	Version string `json:"version,omitempty"`
	File    string `json:"file,omitempty"`
	Problem string `json:"problem,omitempty"`
	// Install is the command that installs the missing provider.
	Install string `json:"install,omitempty"`
}

// Fails reports whether a finding counts as failure.
func (r *Report) Fails(f Finding) bool {
	if r.FailOn != nil {
		return f.Severity <= *r.FailOn
	}
	return f.Severity <= f.FailOn
}

// Shown are the findings to be shown, by the name of the file, place and code. It brings
// the findings of the report into this order, and what is changed in those that it returns
// is changed in the report.
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

// byFile are the findings to be shown, in one list for each file.
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
	Files        int `json:"files"` // that have findings
	FilesChecked int `json:"filesChecked"`
	Programs     int `json:"programs"`
	Omitted      int `json:"omitted"`             // findings that are not shown
	Excluded     int `json:"excluded,omitempty"`  // files
	Known        int `json:"known,omitempty"`     // findings that the baseline has
	Unchanged    int `json:"unchanged,omitempty"` // findings in lines that did not change
}

// Summary counts the findings of the report, those that are not shown included.
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
