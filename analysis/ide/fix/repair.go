package fix

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// offered is the fix that comes with the finding.
func (s site) offered() Fix {
	f := Fix{Title: s.finding.Offer.Title(), Preferred: true}
	for _, e := range s.finding.Offer.Edits() {
		f.Edits = append(f.Edits, s.replace(e.Span, e.Text))
	}
	return f
}

// repair proposes fixes for a finding. Only those that pass a trial are offered; see package
// speculate.
type repair func(site) []Fix

func (s site) insertAt(at int, text, title string) Fix {
	return Fix{Title: title, Edits: []change.Edit{s.replace(syntax.Span{Start: at, End: at}, text)}, Preferred: true}
}

func (s site) rewrite(span syntax.Span, text, title string) Fix {
	return Fix{Title: title, Edits: []change.Edit{s.replace(span, text)}, Preferred: true}
}

// instead replaces the text of the finding by a word.
func (s site) instead(word string, preferred bool) []Fix {
	text := s.spelt(word)
	if text == s.text(s.span) {
		return nil
	}
	return []Fix{{Title: "Write `" + text + "`", Edits: []change.Edit{s.replace(s.span, text)}, Preferred: preferred}}
}

// spelt writes a word in the notation that the text of the finding uses: quoted, or as a step
// of a traversal.
func (s site) spelt(word string) string {
	is := s.text(s.span)
	quoted := strings.HasPrefix(word, `"`)
	switch {
	case strings.HasPrefix(is, `"`) && !quoted:
		return printer.Text(word)
	case strings.HasPrefix(is, ".") && !strings.HasPrefix(word, "."):
		return "." + word
	case strings.HasPrefix(is, "[") && !strings.HasPrefix(word, "["):
		return "[" + printer.Text(word) + "]"
	}
	return word
}

// plainly returns a safe and preferred rewrite.
func (s site) plainly(span syntax.Span, text string) []Fix {
	f := s.rewrite(span, text, "Write `"+text+"`")
	f.Safe, f.Preferred = true, true
	return []Fix{f}
}

// removeAttribute removes the attribute around the finding, and its options block if nothing
// else is in it.
func (s site) removeAttribute() []Fix {
	a, ok := s.attribute()
	if !ok || syntax.Same(s.item.Attr(), a) {
		return nil
	}
	return []Fix{{Title: "Remove `" + a.Name + "`", Edits: []change.Edit{s.replace(s.block().Removal(a), "")}}}
}

// wrapped puts text before and after the text of the finding.
func wrapped(before, after, title string) repair {
	return func(s site) []Fix {
		return []Fix{s.rewrite(s.span, before+s.text(s.span)+after, title)}
	}
}

// rewritten replaces the text of the finding.
func rewritten(text string) repair {
	return func(s site) []Fix { return s.instead(text, true) }
}

// inserted inserts text before the finding.
func inserted(texts ...string) repair {
	return func(s site) []Fix {
		return lists.Map(texts, func(text string) Fix {
			return s.insertAt(s.span.Start, text, "Insert `"+strings.TrimSpace(text)+"`")
		})
	}
}

// about makes a repair of what to write for the innermost node of a type around the finding whose span satisfies a condition.
func about[T hclsyntax.Node](like func(site, syntax.Span) bool, write func(site, T) []Fix) repair {
	return func(s site) []Fix {
		n, ok := innermost(s, func(n T) bool { return like(s, syntax.SpanOf(n)) })
		if !ok {
			return nil
		}
		return write(s, n)
	}
}

// anywhere is the condition of all nodes around the finding.
func anywhere(site, syntax.Span) bool { return true }

// is reports whether a span is that of the finding, and begins whether it begins there.
func (s site) is(span syntax.Span) bool { return span == s.span }

func (s site) begins(span syntax.Span) bool { return span.Start == s.span.Start }

// inBlock makes a repair of one that needs a block.
func inBlock(r repair) repair {
	return func(s site) []Fix {
		if s.item.Block() == nil {
			return nil
		}
		return r(s)
	}
}

// either offers the fixes of several repairs.
func either(all ...repair) repair {
	return func(s site) []Fix {
		return slices.Concat(lists.Map(all, func(r repair) []Fix { return r(s) })...)
	}
}

// safely marks the fixes of a repair as safe.
func safely(r repair) repair { return func(s site) []Fix { return safe(r(s)) } }

func safe(fixes []Fix) []Fix {
	for i := range fixes {
		fixes[i].Safe = true
	}
	return fixes
}
