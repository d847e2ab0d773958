package complete

import (
	"cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers paths into values, such as `bucket.id`, where a member fits but the value
// itself does not.

// maxPaths is how many paths into one value are offered.
const maxPaths = 3

// fitting returns the members of a type that fit the place. For a list it returns the members
// of its elements, each as a list. The result is cached, because many names have the same
// type.
func (c *completer) fitting(t typesys.Type, s expectation) []fittingMember {
	if known, ok := c.fits[t]; ok {
		return known
	}
	var found []fittingMember
	for _, a := range probe.Alternatives(t) {
		switch a.Kind() {
		case typesys.KindObject:
			found = c.fittingProperties(found, a, s, ".", func(t typesys.Type) typesys.Type { return t })
		case typesys.KindList:
			for _, elem := range probe.ObjectsIn(a.Elem()) {
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

func (c *completer) fittingProperties(found []fittingMember, object typesys.Type, s expectation, before string, value func(typesys.Type) typesys.Type) []fittingMember {
	typ := relativeOf(nil, schema.ResourceOf(object)).typ
	for _, p := range object.Properties() {
		if typesys.QuoteName(p.Name) != p.Name || p.Name == "urn" {
			continue
		}
		t := value(p.Type)
		words := wordsOf(p.Name)
		m := fittingMember{step: before + p.Name, name: p.Name, typ: t, words: words, rank: s.rank(t), uses: c.used().values().members[p.Name], named: similarity(s.words, words) > 0 || s.shows(typ, p.Name) || s.usual.times(typ+"."+p.Name) > 0}
		if m.rank <= rankUsual {
			found = append(found, m)
		}
	}
	return found
}

// paths offers the best fitting members of a name. All members of inner variables may be meant; those of
// other names only if something speaks for them.
func (c *completer) paths(o *analysis.Object, t typesys.Type, s expectation, of relative, r connection, own int) int {
	type ranked struct {
		fittingMember
		weight int
	}
	var best []ranked
	related := r.inner || s.relates(of)
	for _, m := range c.fitting(t, s) {
		if m.named || r.inner || m.rank <= rankFit && (related || m.uses > 0) {
			reasons := c.variableEvidence(o, of, m, s, r)
			best = append(best, ranked{m, operandWeights.weigh(&reasons)})
		}
	}
	lists.SortStable(best, func(a, b ranked) int { return cmp.Compare(a.weight, b.weight) })
	for i, m := range best[:min(len(best), maxPaths)] {
		text := o.Name + m.step
		if i == 0 && !m.named || i == 1 {
			own = min(own, m.weight-1)
		}
		c.add(Item{
			Label: text, Kind: KindVariable, Detail: o.Kind.String() + " · " + detail(m.typ), Sort: sorted(rankFit, m.weight, text),
		})
	}
	return own
}
