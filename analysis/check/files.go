package check

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

// FileName is one name in a directory.
type FileName struct {
	Name  string
	IsDir bool
}

// NamesIn are the names in a directory, a path as the program writes it, for whoever
// wants to offer them.
func (p *Program) NamesIn(path string) []FileName {
	if p.world.Names == nil {
		return nil
	}
	return p.world.Names(path)
}

// FileContent describes what is in a file.
type FileContent struct {
	Size int64 // in bytes
	// SHA256 is the hash of the content, in hexadecimal digits; empty for a file that is too large
	// to read. The engine knows an asset by it.
	SHA256 string
}

// ContentAt is what is known of the content of the file at a path as the program writes it; false
// if that is nothing. Nothing depends on the answer that the program keeps.
func (p *Program) ContentAt(path string) (FileContent, bool) {
	if p.world.Content == nil {
		return FileContent{}, false
	}
	return p.world.Content(path)
}

// file asks the world for what is at a path, as the program writes it.
func (r *Recorder) file(path string) File {
	return asked(r, onFiles, "", func(p *Program) File { return p.fileAt(path) })
}

func (p *Program) fileAt(path string) File {
	if p.world.File == nil {
		return File{}
	}
	return p.world.File(path)
}

// spelling asks the world how the disk spells the directory at a path, where that
// differs in the case of letters alone; empty otherwise.
func (r *Recorder) spelling(path string) string {
	return asked(r, onFiles, "", func(p *Program) string { return p.spellingOf(path) })
}

func (p *Program) spellingOf(path string) string {
	if p.world.Spelling == nil {
		return ""
	}
	return p.world.Spelling(path)
}

// FileAt says what is at a path as the program writes it. Nothing depends on the answer
// that the program keeps.
func (p *Program) FileAt(path string) File { return p.fileAt(path) }
