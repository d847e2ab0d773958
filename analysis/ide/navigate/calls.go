package navigate

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds which programs use which as components, and which declarations of a program use which. A component
// block calls the program in its directory; a declaration calls those that its text refers to. Names come from the
// syntax, so this works before anything is checked.

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

// ProgramAt returns the directory of the program at an offset. The head of a component refers to the
// program it calls. The head of a config or output, the interface of a program, refers to the
// program itself. Elsewhere the result is empty.
func ProgramAt(p *analysis.Program, path string, offset int) string {
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

// Declaration is an item of a program that has a name.
type Declaration struct {
	Path string
	Item syntax.Placed
}

// Name returns the place of the name, as offsets in the file.
func (d Declaration) Name() syntax.Span { return d.Item.NameSpan.Shift(d.Item.Base) }

// Detail returns the type of a resource, or the source of a component.
func (d Declaration) Detail() string {
	if len(d.Item.Labels) > 1 && d.Item.Kind != syntax.KindConfig {
		return d.Item.Labels[1].Value
	}
	return ""
}

// Relation is how one declaration uses another.
type Relation struct {
	Declaration
	Spans []syntax.Span // of the names, as offsets in the file of the user
}

// DeclarationAt returns the declaration whose head is at an offset, or that the name there refers to. Names that an item binds itself are none.
func DeclarationAt(p *analysis.Program, path string, offset int) (Declaration, bool) {
	it, ok := p.ItemAt(path, offset)
	switch {
	case !ok:
		return Declaration{}, false
	case inHead(it, offset-it.Base):
		d, ok := Declared(p, it.Name, it.Kind == syntax.KindOutput)
		return d, ok && d == Declaration{path, it} // not so for the second of two, and for blocks that PCL does not have
	}
	for _, r := range p.Uses(it) {
		if s := r.Span.Shift(it.Base); s.Start <= offset && offset <= s.End {
			return declared(p.Lookup(r.Name))
		}
	}
	return Declaration{}, false
}

// Declared returns the declaration with a name. An output may have the name of another declaration.
func Declared(p *analysis.Program, name string, isOutput bool) (Declaration, bool) {
	if isOutput {
		return declared(p.LookupOutput(name))
	}
	d, ok := declared(p.Lookup(name))
	return d, ok && d.Item.Kind != syntax.KindOutput
}

func declared(o *analysis.Object) (Declaration, bool) {
	if o == nil {
		return Declaration{}, false
	}
	it, ok := o.Item()
	return Declaration{o.Path, it}, ok
}

// Users returns the declarations that use one, by place. The only error is the context's.
func (d Declaration) Users(ctx context.Context, p *analysis.Program) (all []Relation, err error) {
	if d.Item.Kind == syntax.KindOutput {
		return nil, ctx.Err()
	}
	for _, f := range p.Files {
		for _, it := range f.All() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			var spans []syntax.Span
			for _, r := range p.Uses(it) {
				if r.Name == d.Item.Name {
					spans = append(spans, r.Span.Shift(it.Base))
				}
			}
			if spans != nil && it.Name != "" {
				all = append(all, Relation{Declaration{f.Path, it}, spans})
			}
		}
	}
	return all, nil
}

// Used returns the declarations that one uses, in the order of their first use.
func (d Declaration) Used(p *analysis.Program) (all []Relation) {
	known := map[string]int{}
	for _, r := range p.Uses(d.Item) {
		i, ok := known[r.Name]
		if !ok {
			used, isDeclared := declared(p.Lookup(r.Name))
			if !isDeclared {
				continue
			}
			i, known[r.Name] = len(all), len(all)
			all = append(all, Relation{Declaration: used})
		}
		all[i].Spans = append(all[i].Spans, r.Span.Shift(d.Item.Base))
	}
	return all
}
