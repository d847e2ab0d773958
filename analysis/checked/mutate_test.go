package checked_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// This file makes one small change to a program, of the kinds that people make by
// mistake.

// mutant is a text with one change, and what the change was.
type mutant struct{ what, text string }

// part is a stretch of a text.
type part struct{ start, end int }

func (p part) of(text string) string { return text[p.start:p.end] }

func partOf(r hcl.Range) part { return part{r.Start.Byte, r.End.Byte} }

// source is a text with what mutations choose from.
type source struct {
	text                string
	tokens, identifiers []part
	literals, attrs     []part
	values, blocks      []part
	lines               []part
}

// readSource finds the parts of a text that parses.
func readSource(text string) source {
	s := source{text: text}
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	for _, t := range tokens {
		p := partOf(t.Range)
		switch t.Type {
		case hclsyntax.TokenEOF, hclsyntax.TokenComment:
			continue
		case hclsyntax.TokenIdent:
			s.identifiers = append(s.identifiers, p)
		}
		if p.end > p.start {
			s.tokens = append(s.tokens, p)
		}
	}
	start := 0
	for line := range strings.Lines(text) {
		if trimmed := strings.TrimSpace(line); trimmed != "" && trimmed[0] != '#' {
			s.lines = append(s.lines, part{start, start + len(line)})
		}
		start += len(line)
	}
	if f, diags := hclsyntax.ParseConfig([]byte(text), "", hcl.InitialPos); !diags.HasErrors() {
		s.body(f.Body.(*hclsyntax.Body))
	}
	return s
}

func (s *source) body(b *hclsyntax.Body) {
	for _, a := range b.Attributes {
		s.attrs = append(s.attrs, partOf(a.SrcRange))
		s.values = append(s.values, partOf(a.Expr.Range()))
		_ = hclsyntax.VisitAll(a.Expr, func(n hclsyntax.Node) hcl.Diagnostics {
			switch n.(type) {
			case *hclsyntax.TemplateExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
				s.literals = append(s.literals, partOf(n.Range()))
			case *hclsyntax.LiteralValueExpr:
				if p := partOf(n.Range()); p.end > p.start && p.start > 0 && !strings.ContainsAny(s.text[p.start-1:p.start], `"}`) {
					s.literals = append(s.literals, p)
				}
			}
			return nil
		})
	}
	for _, inner := range b.Blocks {
		s.blocks = append(s.blocks, partOf(inner.Range()))
		s.body(inner.Body)
	}
	for _, list := range [][]part{s.attrs, s.values, s.blocks, s.literals} { // attributes come in any order
		slices.SortFunc(list, func(a, b part) int { return 2*(a.start-b.start) + sign(a.end-b.end) })
	}
}

func sign(n int) int { return min(1, max(-1, n)) }

// mutations are the kinds of changes. Each gives the text after the change, the
// same text where it finds nothing to change.
var mutations = []struct {
	name   string
	change func(s source, random *rand.Rand) string
}{
	{"drop a token", func(s source, r *rand.Rand) string { return s.replace(pick(s.tokens, r), "") }},
	{"double a token", func(s source, r *rand.Rand) string {
		p := pick(s.tokens, r)
		return s.replace(p, p.of(s.text)+" "+p.of(s.text))
	}},
	{"swap two tokens", func(s source, r *rand.Rand) string {
		if len(s.tokens) < 2 {
			return s.text
		}
		i := r.IntN(len(s.tokens) - 1)
		return s.swap(s.tokens[i], s.tokens[i+1])
	}},
	{"misspell a name", func(s source, r *rand.Rand) string {
		p := pick(s.identifiers, r)
		return s.replace(p, misspelt(p.of(s.text), r))
	}},
	{"take another name", func(s source, r *rand.Rand) string {
		return s.replace(pick(s.identifiers, r), pick(s.identifiers, r).of(s.text))
	}},
	{"another type of value", func(s source, r *rand.Rand) string {
		return s.replace(pick(s.literals, r), otherValues[r.IntN(len(otherValues))])
	}},
	{"another value", func(s source, r *rand.Rand) string {
		return s.replace(pick(s.values, r), otherValues[r.IntN(len(otherValues))])
	}},
	{"drop a line", func(s source, r *rand.Rand) string { return s.replace(pick(s.lines, r), "") }},
	{"double a line", func(s source, r *rand.Rand) string {
		p := pick(s.lines, r)
		return s.replace(p, p.of(s.text)+p.of(s.text))
	}},
	{"drop an attribute", func(s source, r *rand.Rand) string { return s.replace(pick(s.attrs, r), "") }},
	{"double an attribute", func(s source, r *rand.Rand) string {
		p := pick(s.attrs, r)
		return s.replace(p, p.of(s.text)+"\n"+p.of(s.text))
	}},
	{"swap two values", func(s source, r *rand.Rand) string {
		a, b := pick(s.values, r), pick(s.values, r)
		if a.start > b.start {
			a, b = b, a
		}
		return s.swap(a, b)
	}},
	{"drop a block", func(s source, r *rand.Rand) string { return s.replace(pick(s.blocks, r), "") }},
	{"double a block", func(s source, r *rand.Rand) string {
		p := pick(s.blocks, r)
		return s.replace(p, p.of(s.text)+"\n"+p.of(s.text))
	}},
}

// otherValues stand where another type is wanted.
var otherValues = []string{`"text"`, "7", "1.5", "true", "null", "[]", "{}", `["a"]`, "{ a = 1 }"}

// pick chooses a part; an empty one where there are none.
func pick(parts []part, r *rand.Rand) part {
	if len(parts) == 0 {
		return part{}
	}
	return parts[r.IntN(len(parts))]
}

func (s source) replace(p part, by string) string {
	if p.end == 0 {
		return s.text
	}
	return s.text[:p.start] + by + s.text[p.end:]
}

// swap exchanges two parts that do not overlap, the first of which comes first.
func (s source) swap(a, b part) string {
	if a.end == 0 || b.end == 0 || a.end > b.start {
		return s.text
	}
	return s.text[:a.start] + b.of(s.text) + s.text[a.end:b.start] + a.of(s.text) + s.text[b.end:]
}

// misspelled is a name with one letter wrong.
func misspelt(name string, r *rand.Rand) string {
	if name == "" {
		return ""
	}
	i := r.IntN(len(name))
	switch r.IntN(4) {
	case 0:
		return name[:i] + name[i:i+1] + name[i:]
	case 1:
		if len(name) > 1 {
			return name[:i] + name[i+1:]
		}
	case 2:
		return name[:i] + "q" + name[i+1:]
	}
	return name + "x"
}

// mutated is the text with one change.
func (s source) mutated(r *rand.Rand) mutant {
	m := mutations[r.IntN(len(mutations))]
	text := m.change(s, r)
	return mutant{fmt.Sprintf("%s: %s", m.name, difference(s.text, text)), text}
}

// difference shows the part in which two texts differ.
func difference(a, b string) string {
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return fmt.Sprintf("at byte %d %.80q became %.80q", start, a[start:len(a)-end], b[start:len(b)-end])
}
