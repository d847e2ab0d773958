package complete

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file offers paths into values at once, such as `bucket.id`, where the value
// itself does not fit and a member of it does.

// maxPaths is how many paths into one value are offered.
const maxPaths = 3

// fittingMember is a member of a type that fits a place.
type fittingMember struct {
	step  string // as it is written behind the name
	typ   typesys.Type
	words []string
	rank  rank
	uses  int
	named bool // its name is what the place is called
}

// fitting are the members of a type that fit what is sought: those of its elements,
// each as a list, where it is a list. Many names have the same type, so that the
// answer is kept.
func (c *completer) fitting(t typesys.Type, s sought) []fittingMember {
	if known, ok := c.fits[t]; ok {
		return known
	}
	var found []fittingMember
	for _, a := range partial.Alternatives(t) {
		switch a.Kind() {
		case typesys.KindObject:
			found = c.fittingProperties(found, a, s, ".", func(t typesys.Type) typesys.Type { return t })
		case typesys.KindList:
			for _, elem := range partial.ObjectsIn(a.Elem()) {
				found = c.fittingProperties(found, elem, s, "[*].", func(t typesys.Type) typesys.Type { return typesys.List(typesys.Strip(t)) })
			}
		}
	}
	if c.fits == nil {
		c.fits = map[typesys.Type][]fittingMember{}
	}
	c.fits[t] = found
	return found
}

func (c *completer) fittingProperties(found []fittingMember, object typesys.Type, s sought, before string, value func(typesys.Type) typesys.Type) []fittingMember {
	for _, p := range object.Properties() {
		if typesys.QuoteName(p.Name) != p.Name || p.Name == "urn" {
			continue
		}
		t := value(p.Type)
		words := wordsOf(p.Name)
		m := fittingMember{step: before + p.Name, typ: t, words: words, rank: s.rank(t), uses: c.used().members[p.Name], named: kinship(s.words, words) > 0}
		if m.rank <= rankFit || m.rank == rankUsual && m.named {
			found = append(found, m)
		}
	}
	return found
}

// paths offers the members of a name of the program that fit best.
func (c *completer) paths(o *analysis.Object, t typesys.Type, s sought, name []string, bonus int) {
	type ranked struct {
		fittingMember
		weight int
	}
	var best []ranked
	related := kinship(s.words, name)
	for _, m := range c.fitting(t, s) {
		if related == 0 && !m.named && m.uses == 0 {
			continue
		}
		kin := kinship(s.words, slices.Concat(name, m.words))
		if m.named {
			kin = min(100, kin+8)
		}
		w := weight(kin, m.uses, bonus)
		best = append(best, ranked{m, w})
	}
	slices.SortStableFunc(best, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.weight, b.weight))
	})
	for i, m := range best {
		if i == maxPaths {
			break
		}
		text := o.Name + m.step
		c.add(Item{
			Label: text, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(m.typ), Sort: sorted(m.rank, m.weight, text),
		})
	}
}
