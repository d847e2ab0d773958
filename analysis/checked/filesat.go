package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
)

// This file tells features about files.

// NamesIn are the names in a directory, a path as the program writes it, for whoever
// wants to offer them.
func (p *Program) NamesIn(path string) []FileName {
	if p.world.Names == nil {
		return nil
	}
	return p.world.Names(path)
}

// ContentAt is what is known of the content of the file at a path as the program writes it; false
// if that is nothing. Nothing depends on the answer that the program keeps.
func (p *Program) ContentAt(path string) (FileContent, bool) {
	if p.world.Content == nil {
		return FileContent{}, false
	}
	return p.world.Content(path)
}

// FileAt says what is at a path as the program writes it. Nothing depends on the answer
// that the program keeps.
func (p *Program) FileAt(path string) check.File {
	if p.world.File == nil {
		return check.File{}
	}
	return p.world.File(path)
}
