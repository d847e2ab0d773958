package checked

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
)

// This file defines the report of a program: its findings, file by file.

// Report holds the findings in the files of a program. It never changes.
type Report struct {
	files []*FileFindings // sorted by path
}

// FileFindings are the findings in one file. They never change.
type FileFindings struct {
	// Path is the file, as the program's file is named.
	Path string
	// Diagnostics are sorted by place.
	Diagnostics []diagnostic.Diagnostic

	all     []diagnostic.Diagnostic // including suppressed ones
	general []diagnostic.Diagnostic // those in all that are about the program as a whole
	homes   *byte                   // the mark of the scope that their homes belong to
	judged  suppressing             // how suppression comments were applied
}

// Files returns the findings in all files of the program, sorted by path.
func (r *Report) Files() []*FileFindings { return slices.Clip(r.files) }

// In returns the findings in a file, or nil if the program has no such file. Successive
// programs share the pointer until a finding or a place changes.
func (r *Report) In(path string) *FileFindings {
	i, found := slices.BinarySearchFunc(r.files, path, func(f *FileFindings, path string) int { return strings.Compare(f.Path, path) })
	if !found {
		return nil
	}
	return r.files[i]
}

// of returns the findings in a file that probably has a certain number, or nil if the report, which may be nil, has no
// such file.
func (r *Report) of(path string, probably int) *FileFindings {
	switch {
	case r == nil:
		return nil
	case probably < len(r.files) && r.files[probably].Path == path:
		return r.files[probably]
	}
	return r.In(path)
}

// suppressing holds what decides on suppressions in addition to a file and its findings.
type suppressing struct {
	// sure says that all findings are known. Otherwise, a suppression without a finding
	// may not be unused.
	sure bool
	// reasons says that each suppression needs a reason.
	reasons bool
}

// dedupOwners are the items that report findings which a program reports once.
type dedupOwners struct {
	by  map[string]int32 // the id of the item, by cause
	ids map[int32]bool
}
