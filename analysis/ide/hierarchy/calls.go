package hierarchy

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds calls of programs.

// Call is a component block.
type Call struct {
	Path string
	Span syntax.Span // the component's name, as offsets in the file
	Dir  string      // the directory of the called program
}

// Calls returns the components of a program with known directories, by place.
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

// CallsOf returns another program's calls of the program in a directory.
func CallsOf(p *analysis.Program, dir string) []Call {
	return lists.Where(Calls(p), func(c Call) bool { return c.Dir == dir })
}

// At returns the directory of the program at an offset. The head of a component refers to the
// program it calls. The head of a config or output, the interface of a program, refers to the
// program itself. Elsewhere the result is empty.
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

// inHead reports whether an offset is in the keyword or the labels of a block, or in the name of a local.
func inHead(it syntax.Placed, offset int) bool {
	if it.Kind == syntax.KindLocal {
		return offset >= it.NameSpan.Start && offset <= it.NameSpan.End
	}
	end := it.KeywordSpan.End
	for _, l := range it.Labels {
		end = max(end, l.Span.End)
	}
	return offset >= it.KeywordSpan.Start && offset <= end
}
