package outline

import (
	"cmp"
	"container/heap"
	"strings"

	"github.com/sahilm/fuzzy"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds declarations by name in many programs at once. Names come from the syntax, so a workspace can be searched before anything is
// checked.

// Declaration is a declaration of a program.
type Declaration struct {
	Name   string // as written
	Detail string // the token of a resource, the directory of a component
	Kind   syntax.Kind
	Path   string
	// NameSpan is the name, as offsets in the file.
	NameSpan syntax.Span
	// Dir is the directory of the program.
	Dir string
}

// Search finds the declarations that match a query best: those whose name or detail contains
// the letters of the query in order, ignoring case. The empty query matches everything.
//
// **Why** it keeps only the best: one letter matches most declarations of a large program, and
// sorting all takes much longer than finding them.
type Search struct {
	query string
	most  int
	kept  []found // a heap with the worst symbol first
}

// found is a declaration and its score; higher is better.
type found struct {
	score int
	item  syntax.Placed
	path  string
	dir   string
}

// NewSearch starts a search with a limited number of results.
func NewSearch(query string, most int) *Search {
	return &Search{query: strings.ToLower(strings.Join(strings.Fields(query), "")), most: most}
}

// Add searches a program.
func (s *Search) Add(p *analysis.Program) {
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Name == "" || it.Kind == syntax.KindPackage || it.Kind == syntax.KindUnknown {
				continue
			}
			if score, ok := match(s.query, it.Name, detail(it)); ok {
				s.keep(found{score, it, f.Path, p.Dir})
			}
		}
	}
}

// keep adds a declaration unless there are enough better ones.
func (s *Search) keep(f found) {
	switch {
	case len(s.kept) < s.most:
		heap.Push((*worstFirst)(&s.kept), f)
	case s.most > 0 && f.compare(s.kept[0]) < 0:
		s.kept[0] = f
		heap.Fix((*worstFirst)(&s.kept), 0)
	}
}

// Best returns the matches, best first, equal ones by name and place.
func (s *Search) Best() []Declaration {
	lists.SortStable(s.kept, func(a, b found) int { return b.compare(a) }) // the sorted slice is still a heap
	best := make([]Declaration, len(s.kept))
	for i, f := range s.kept {
		best[len(best)-1-i] = Declaration{
			Name: f.item.Name, Detail: detail(f.item), Kind: f.item.Kind, Path: f.path, NameSpan: f.item.NameSpan.Shift(f.item.Base), Dir: f.dir,
		}
	}
	return best
}

// compare is negative if f is better than g.
func (f found) compare(g found) int {
	if f.score != g.score {
		return cmp.Compare(g.score, f.score)
	}
	if n := cmp.Compare(len(f.item.Name), len(g.item.Name)); n != 0 {
		return n
	}
	return cmp.Or(
		cmp.Compare(f.item.Name, g.item.Name), cmp.Compare(f.path, g.path),
		cmp.Compare(f.item.Base+f.item.NameSpan.Start, g.item.Base+g.item.NameSpan.Start),
	)
}

// worstFirst is a heap.
type worstFirst []found

func (w worstFirst) Len() int           { return len(w) }
func (w worstFirst) Less(i, j int) bool { return w[i].compare(w[j]) > 0 }
func (w worstFirst) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }

// Push implements [heap.Interface].
func (w *worstFirst) Push(f any) { *w = append(*w, f.(found)) }

// Pop implements [heap.Interface].
func (w *worstFirst) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// detail returns the type or source of a declaration.
func detail(it syntax.Placed) string {
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		if len(it.Labels) > 1 {
			return it.Labels[1].Value
		}
	}
	return ""
}

// The lowest scores: the name equals the query, starts with it, contains it; the detail
// contains it; the name contains its letters. Details that contain its letters come last.
const (
	same       = 5_000_000
	prefix     = 4_000_000
	inName     = 3_000_000
	inDetail   = 2_000_000
	overName   = 1_000_000
	overDetail = 0
)

func match(query, written, writtenDetail string) (score int, ok bool) {
	if query == "" {
		return 0, true
	}
	name, detail := strings.ToLower(written), strings.ToLower(writtenDetail)
	switch {
	case name == query:
		return same, true
	case strings.HasPrefix(name, query):
		return prefix, true
	case strings.Contains(name, query):
		return inName, true
	case strings.Contains(detail, query):
		return inDetail, true
	case subsequence(query, name):
		return fuzzily(query, written, overName)
	case subsequence(query, detail):
		return fuzzily(query, writtenDetail, overDetail)
	}
	return 0, false
}

// fuzzily returns the score of a text that contains the letters of a query.
func fuzzily(query, text string, least int) (score int, ok bool) {
	found := fuzzy.FindNoSort(query, []string{text})
	if len(found) == 0 {
		return 0, false
	}
	return least + found[0].Score, true
}

// subsequence reports whether a text contains the letters of a query in order.
func subsequence(query, text string) bool {
	for _, r := range query {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}
