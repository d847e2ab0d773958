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

// This file finds the uses of a name.

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
