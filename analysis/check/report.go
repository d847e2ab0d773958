package check

import (
	"slices"
	"strings"
)

// This file puts the findings of a program together, file by file. What did not
// change since the program before is not put together again.

// Report is what was found in the files of a program. It never changes.
type Report struct {
	files []*FileFindings // sorted by path
}

// FileFindings are the findings in one file. They never change.
type FileFindings struct {
	// Path is the file, as the program's file is named.
	Path string
	// Diagnostics are sorted by place.
	Diagnostics []Diagnostic

	all     []Diagnostic // before comments suppressed some
	general []Diagnostic // those among all that are about the program as a whole
	homes   *byte        // the mark of the frame that their homes are of
	judged  suppressing  // how the comments were understood
}

// Paths are the files of the program, sorted.
func (r *Report) Paths() []string {
	paths := make([]string, len(r.files))
	for i, f := range r.files {
		paths[i] = f.Path
	}
	return paths
}

// In are the findings in a file; nil if the program has no such file. As long as
// nothing about them changes, places included, the programs that follow each other
// have the same pointer.
func (r *Report) In(path string) *FileFindings {
	i, found := slices.BinarySearchFunc(r.files, path, func(f *FileFindings, path string) int { return strings.Compare(f.Path, path) })
	if !found {
		return nil
	}
	return r.files[i]
}

// suppressing is what decides on suppressions besides a file and its findings.
type suppressing struct {
	// sure says that all findings are there: where some may be missing it is not known
	// what suppresses nothing.
	sure bool
	// reasons says that each needs a reason.
	reasons bool
}

// winners are those who say what several items would say, by what it is about.
type winners struct {
	by    map[string]int32 // slots
	slots map[int32]bool
}
