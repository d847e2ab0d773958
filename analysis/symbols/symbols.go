package symbols

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file lists the declarations of programs and finds the best ones.

// Symbol is a declaration.
type Symbol struct {
	Name   string // as it is written
	Detail string // the token of a resource, the directory of a component
	Kind   syntax.Kind
	Path   string
	// Span is the whole declaration, NameSpan its name, both in the file.
	Span, NameSpan syntax.Span
	// Dir is the directory of the program.
	Dir string
}

// Find are the declarations of a program that match a query, in any order: those whose
// name, or whose detail, has the letters of the query in their order, whatever their
// case. The empty query matches everything.
func Find(p *analysis.Program, query string) []Found {
	var all []Found
	query = strings.ToLower(strings.Join(strings.Fields(query), ""))
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Name == "" || it.Kind == syntax.KindPackage || it.Kind == syntax.KindUnknown {
				continue
			}
			s := Symbol{Name: it.Name, Detail: detail(it), Kind: it.Kind, Path: f.Path, NameSpan: it.NameSpan.Shift(it.Base), Dir: p.Dir}
			score, ok := match(query, s)
			if !ok {
				continue
			}
			s.Span = analysis.ContentSpan(it)
			all = append(all, Found{s, score})
		}
	}
	return all
}

// Found is a declaration with how well it matches: more is better.
type Found struct {
	Symbol
	Score int
}

// Best are at most n declarations, the best first; equal ones by name and place.
func Best(found []Found, n int) []Found {
	slices.SortFunc(found, func(a, b Found) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.NameSpan.Start, b.NameSpan.Start))
	})
	return found[:min(n, len(found))]
}

// detail is what a declaration declares beside its name.
func detail(it syntax.Placed) string {
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		if len(it.Labels) > 1 {
			return it.Labels[1].Value
		}
	}
	return ""
}

// The least scores of names that are the query, that begin with it, that contain it; of
// details that contain it; and of names that have its letters. Details that have its
// letters come last.
const (
	same       = 5_000_000
	prefix     = 4_000_000
	inName     = 3_000_000
	inDetail   = 2_000_000
	overName   = 1_000_000
	overDetail = 0
)

func match(query string, s Symbol) (score int, ok bool) {
	name, detail := strings.ToLower(s.Name), strings.ToLower(s.Detail)
	switch {
	case query == "":
		return 0, true
	case name == query:
		return same, true
	case strings.HasPrefix(name, query):
		return prefix, true
	case strings.Contains(name, query):
		return inName, true
	case strings.Contains(detail, query):
		return inDetail, true
	case subsequence(query, name):
		return fuzzily(query, s.Name, overName)
	case subsequence(query, detail):
		return fuzzily(query, s.Detail, overDetail)
	}
	return 0, false
}

// fuzzily is how well a text matches a query whose letters it has.
func fuzzily(query, text string, least int) (score int, ok bool) {
	found := fuzzy.FindNoSort(query, []string{text})
	if len(found) == 0 {
		return 0, false
	}
	return least + found[0].Score, true
}

// subsequence reports whether a text has the letters of a query in their order.
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
