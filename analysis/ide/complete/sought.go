package complete

import (
	"math/bits"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file says what a place of an expression asks for: a type, and the words of
// the name that the value goes to.

// sought is what a place asks for.
type sought struct {
	want  typesys.Type // the zero Type when nothing is known
	words []string
	loop  bool // it is gone through by a for expression
	whole bool // it is a whole value, no part of a text or an operation
}

// sought is what the place of the last node of a path asks for.
func (c *completer) sought(pr *probe, want typesys.Type) sought {
	s := sought{want: want, whole: true}
	for i := len(pr.Path) - 1; i > 0; i-- {
		child := pr.Path[i]
		switch n := pr.Path[i-1].(type) {
		case *hclsyntax.Attribute:
			s.words = c.wordsOfAttribute(pr, n)
			return s
		case *hclsyntax.ObjectConsExpr:
			for _, item := range n.Items {
				if name, ok := partial.KeyText(item.KeyExpr); ok && item.ValueExpr == child {
					s.words = wordsOf(name)
					return s
				}
			}
		case *hclsyntax.ForExpr:
			if child == n.CollExpr {
				s.words, s.loop = wordsOf(n.KeyVar, n.ValVar), true
				return s
			}
		case *hclsyntax.TemplateExpr, *hclsyntax.BinaryOpExpr:
			s.whole = false
		}
	}
	return s
}

// wordsOfAttribute are the words of the name that the value of an attribute goes
// to: that of the item where the attribute is its value.
func (c *completer) wordsOfAttribute(pr *probe, a *hclsyntax.Attribute) []string {
	it := pr.Item.Item
	switch {
	case it.Attr == a, it.Kind == syntax.KindOutput && a.Name == "value", it.Kind == syntax.KindConfig && a.Name == "default":
		return wordsOf(it.Name)
	}
	return wordsOf(a.Name)
}

// rank ranks a type by how it fits.
func (s sought) rank(got typesys.Type) rank {
	if s.loop {
		if partial.ElementOf(got, 0).IsValid() || len(partial.ObjectsIn(got)) > 0 && len(partial.Alternatives(got)) == 1 {
			return rankFit
		}
		return rankOther
	}
	if r := fitRank(s.want, got); r != rankUsual {
		return r
	}
	return fitRank(s.want, idAsText(got))
}

// idAsText is a type with texts in place of the ids of resources: where a text is
// asked for, an id is as good.
func idAsText(t typesys.Type) typesys.Type {
	all := partial.Alternatives(t)
	if len(all) != 1 {
		return t
	}
	switch all[0].Kind() {
	case typesys.KindID:
		return typesys.String
	case typesys.KindList:
		return typesys.List(idAsText(all[0].Elem()))
	}
	return t
}

// weight orders what fits equally well: by how related its name is, how often it is
// used, and by a bonus from 0 to 20.
func weight(kinship, uses, bonus int) int {
	return 95 - 6*kinship/10 - 3*min(bits.Len(uint(uses)), 5) - bonus
}

// nearness is how near the n-th declaration is to the m-th, from 0 to 8; what stands
// in front counts as nearer than what follows.
func nearness(n, m int) int {
	far := m - n
	if far < 0 {
		far = 2 * -far
	}
	return max(0, 8-bits.Len(uint(far)))
}
