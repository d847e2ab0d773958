package navigate

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds the uses of a name.

// References are all places in the program that name what the name at an offset
// names, its declaration included, in file order. The declaration of a
// component's input or output comes last: it is in another directory. The error
// is that of the context.
func References(ctx context.Context, p *analysis.Program, path string, offset int) ([]Location, error) {
	n, err := nameAt(ctx, p, path, offset)
	if err != nil || len(n.declared) != 1 || !n.uses {
		return nil, err
	}
	s := &search{ctx: ctx, p: p, name: n.text, target: n.declared[0]}
	for _, f := range p.Files {
		for _, it := range f.All() {
			if err := s.item(f.Path, it); err != nil {
				return nil, err
			}
		}
	}
	if s.isNamed() {
		s.add(s.target.Path, s.target.NameSpan)
	}
	s.sort()
	return s.found, nil
}

// search collects the names that lead to one declaration.
type search struct {
	ctx    context.Context
	p      *analysis.Program
	name   string
	target Location
	found  []Location
}

func (s *search) item(path string, it syntax.Placed) error {
	info, err := s.p.Check(s.ctx, it)
	if err != nil {
		return err
	}
	f := newFinder(s.ctx, s.p, path, it, info)
	for i := range info.Occurrences {
		o := &info.Occurrences[i]
		if o.Name != s.name || !hasUses(o.Kind) {
			continue
		}
		defined := f.definition(o)
		if len(defined) == 1 && same(defined[0], s.target) {
			s.add(path, o.Span.Shift(it.Base))
		}
	}
	return nil
}

func (s *search) add(path string, span syntax.Span) {
	l := Location{Path: path, Span: span, NameSpan: span}
	if same(l, s.target) {
		l = s.target
	}
	if !slices.ContainsFunc(s.found, func(o Location) bool { return same(o, l) }) {
		s.found = append(s.found, l)
	}
}

// isNamed reports whether the declaration is one of the searched name: a property
// that nothing sets leads to its resource, which has another.
func (s *search) isNamed() bool {
	p := s.p
	f, ok := p.File(s.target.Path)
	if !ok {
		return true // in another directory, under a name of its own
	}
	written := f.Slice(s.target.NameSpan)
	return strings.Trim(written, `"`) == s.name
}

// sort puts the program's files first, in their order.
func (s *search) sort() {
	position := func(path string) int {
		i := slices.IndexFunc(s.p.Files, func(f *syntax.File) bool { return f.Path == path })
		if i < 0 {
			return len(s.p.Files)
		}
		return i
	}
	slices.SortStableFunc(s.found, func(a, b Location) int {
		return cmp.Or(cmp.Compare(position(a.Path), position(b.Path)), cmp.Compare(a.NameSpan.Start, b.NameSpan.Start))
	})
}
