package hierarchy

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds the calls of programs.

// Call is a component block.
type Call struct {
	Path string
	Span syntax.Span // of the component's name, in the file
	Dir  string      // of the program that is called
}

// Calls are the components of a program whose directories can be known, by place.
func Calls(p *analysis.Program) []Call {
	var all []Call
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindComponent {
				continue
			}
			if dir, ok := p.ComponentDir(it.Item); ok {
				all = append(all, Call{f.Path, it.NameSpan.Shift(it.Base), dir})
			}
		}
	}
	return all
}

// CallsOf are the calls of the program in a directory by another program.
func CallsOf(p *analysis.Program, dir string) []Call {
	var all []Call
	for _, c := range Calls(p) {
		if c.Dir == dir {
			all = append(all, c)
		}
	}
	return all
}

// At is the directory of the program that an offset of a file is about: for the head of a
// component the one that it calls, for the head of a config or output, which are what
// others see of a program, the program itself. It is empty elsewhere.
func At(p *analysis.Program, path string, offset int) string {
	it, ok := p.ItemAt(path, offset)
	if !ok || !inHead(it, offset-it.Base) {
		return ""
	}
	switch it.Kind {
	case syntax.KindComponent:
		dir, _ := p.ComponentDir(it.Item)
		return dir
	case syntax.KindConfig, syntax.KindOutput:
		return p.Dir
	}
	return ""
}

// inHead reports whether an offset is in the keyword or in the labels of a block.
func inHead(it syntax.Placed, offset int) bool {
	end := it.KeywordSpan.End
	for _, l := range it.Labels {
		end = max(end, l.Span.End)
	}
	return offset >= it.KeywordSpan.Start && offset <= end
}

// Start is the file in which a program begins; nil if it has none.
func Start(p *analysis.Program) *syntax.File {
	if p == nil || len(p.Files) == 0 {
		return nil
	}
	if main, ok := p.File(p.Dir + "/main.pp"); ok {
		return main
	}
	return p.Files[0]
}
