package navigate

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the uses of a name, which programs use which as components, and which declarations of a program use
// which. A component block calls the program in its directory; a declaration calls those that its text refers to.
// Names come from the syntax, so calls are found before anything is checked.

// Crossing returns the directory of the program that declares the name at an offset if
// programs that use that directory as a component may use the name, because it is an input or
// an output. For other names it returns an empty string.
func Crossing(ctx context.Context, p *analysis.Program, path string, offset int) (dir string, err error) {
	t, err := TargetAt(ctx, p, path, offset)
	if err != nil || t == nil || !t.Crosses() {
		return "", err
	}
	return t.Declaring.Dir, nil
}

// Use is one use of a target.
type Use struct {
	Location
	// Word is the name without quotes or brackets.
	Word syntax.Span
	Kind analysis.OccurrenceKind
	// Outside means that the place uses the logical name.
	Outside bool
}

// Uses returns all uses of the target in its own programs and in others, including its
// declaration.
func (t *Target) Uses(ctx context.Context, others ...*analysis.Program) ([]Use, error) {
	s := &search{ctx: ctx, target: t}
	programs := append([]*analysis.Program{t.Program}, others...)
	if t.Declaring != nil {
		programs = append(programs, t.Declaring)
	}
	for i, p := range programs {
		if slices.ContainsFunc(programs[:i], func(q *analysis.Program) bool { return q.Dir == p.Dir }) || !t.concerns(p) {
			continue
		}
		if p != t.Program && p.Dir == t.Program.Dir {
			continue
		}
		for _, f := range p.Files {
			for _, it := range f.All() {
				if err := s.item(p, f.Path, it); err != nil {
					return nil, err
				}
			}
		}
	}
	if s.isNamed() && t.Declaring == nil {
		s.add(Use{Location: t.Location, Word: t.NameSpan, Kind: analysis.OccurDeclaration})
	}
	s.sort()
	return s.found, nil
}

// search collects the names that resolve to one declaration.
type search struct {
	ctx    context.Context
	target *Target
	found  []Use
}

// item searches one item. An item that does not contain the name is not checked, so a search
// is as fast as reading the text if few items use the name.
func (s *search) item(p *analysis.Program, path string, it syntax.Placed) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if !s.target.mayBeIn(it.Text) {
		return nil
	}
	info, err := p.Check(s.ctx, it)
	if err != nil {
		return err
	}
	f := newFinder(s.ctx, p, path, it, info)
	for i := range info.Occurrences {
		o := &info.Occurrences[i]
		if !slices.Contains(s.target.Names, o.Name) || !hasUses(o.Kind) {
			continue
		}
		defined := f.definition(o)
		if len(defined) != 1 || !same(defined[0], s.target.Location) {
			continue
		}
		span := o.Span.Shift(it.Base)
		s.add(Use{
			Location: Location{Path: path, Span: span, NameSpan: span},
			Word:     Word(it.Text, o.Span).Shift(it.Base), Kind: o.Kind,
			Outside: s.target.Crosses() && (o.Kind == analysis.OccurAttribute || o.Kind == analysis.OccurMember),
		})
	}
	return nil
}

func (s *search) add(u Use) {
	if same(u.Location, s.target.Location) {
		u.Location = s.target.Location
	}
	if !slices.ContainsFunc(s.found, func(o Use) bool { return same(o.Location, u.Location) }) {
		s.found = append(s.found, u)
	}
}

// Word returns a name without the quotes, brackets or dot around it.
func Word(text string, span syntax.Span) syntax.Span {
	inner := text[span.Start:span.End]
	left := len(inner) - len(strings.TrimLeft(inner, ".[\" \t"))
	right := len(inner) - len(strings.TrimRight(inner, "]\" \t"))
	if left+right > len(inner) {
		return span
	}
	return syntax.Span{Start: span.Start + left, End: span.End - right}
}

// isNamed reports whether the declaration has the searched name. A property that nothing sets
// resolves to its resource, which has another name.
func (s *search) isNamed() bool {
	f, ok := s.target.Program.File(s.target.Path)
	if !ok {
		return true // in another directory, with its own name
	}
	written := f.Slice(s.target.NameSpan)
	return slices.Contains(s.target.Names, strings.Trim(written, `"`))
}

// sort moves the files of the given program to the front.
func (s *search) sort() {
	files := s.target.Program.Files
	position := func(path string) int {
		i := slices.IndexFunc(files, func(f *syntax.File) bool { return f.Path == path })
		if i < 0 {
			return len(files)
		}
		return i
	}
	lists.SortStable(s.found, func(a, b Use) int {
		return cmp.Or(cmp.Compare(position(a.Path), position(b.Path)), cmp.Compare(a.Path, b.Path), cmp.Compare(a.NameSpan.Start, b.NameSpan.Start))
	})
}

// UsesIn returns the uses of the target in one file of its program.
func (t *Target) UsesIn(ctx context.Context, path string) ([]Use, error) {
	s := &search{ctx: ctx, target: t}
	f, ok := t.Program.File(path)
	if !ok {
		return nil, nil
	}
	for _, it := range f.All() {
		if err := s.item(t.Program, path, it); err != nil {
			return nil, err
		}
	}
	s.sort()
	return s.found, nil
}

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
