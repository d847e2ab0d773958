package check

import "github.com/pcl-lsp/pcl-lsp/analysis/program"

// This file says what a program may know of files that are no part of it: whether
// there is something at a path that it writes out. Only hovers ask what is in it.

// FileKind is what is at a path.
type FileKind uint8

// The kinds of what is at a path. Nothing may be concluded from FileUnknown.
const (
	FileUnknown FileKind = iota
	FileAbsent
	FileRegular
	FileDirectory
)

// File is what the world says of a path.
type File struct {
	Kind FileKind
	// Outside says that the path leads out of the project, or out of the directory
	// of the program where there is no project.
	Outside bool
}

// file asks the world for what is at a path, as the program writes it.
func (r *Recorder) file(path string) File {
	return asked(r, OnFiles, "", func(p *program.Program) File { return environmentOf(p).File(path) })
}

// spelling asks the world how the disk spells the directory at a path, where that
// differs in the case of letters alone; empty otherwise.
func (r *Recorder) spelling(path string) string {
	return asked(r, OnFiles, "", func(p *program.Program) string { return environmentOf(p).Spelling(path) })
}
