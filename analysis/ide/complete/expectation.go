package complete

import (
	"math/bits"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
)

// This file describes what a place expects: a type, and the words of the name that the value
// goes to.

// expectation is what a place expects.
type expectation struct {
	want  typesys.Type // the zero Type if nothing is known
	words []string
	// around are the words of the key or attribute around the place's own, if that is a single
	// word: the name in configMapRef is that of a ConfigMap.
	around []string
	// values and calls are what examples have in this place.
	values map[reference]int
	calls  map[string]int
	texts  map[string]int
	// usual and calledAs are the members and functions that other programs have in this place.
	usual, calledAs habit
	own             []string // the words of the name that the item declares
	loop            bool     // a for expression iterates over it
	inCall          bool     // it is part of an argument of a function
	whole           bool     // it is a whole value and not a part of a template or operation
}

// expectation returns what the place of the last node of a path expects.
func (c *completer) expectation(pr *probed, want typesys.Type) expectation {
	s := expectation{want: want, whole: true}
	if c.Item.Attr() == nil { // the words of a local's place are its own anyway
		s.own = c.ownWords()
	}
	place := c.used().here.lastName()
	if c.ofOutput() {
		place = c.Cursor.Keyword()
	}
	s.usual, s.calledAs = elsewhere(usedAs, place), elsewhere(usedCall, place)
	for i := len(pr.Path) - 1; i > 0; i-- {
		child := pr.Path[i]
		switch n := pr.Path[i-1].(type) {
		case *hclsyntax.Attribute:
			if s.words != nil {
				s.around = wordsOf(n.Name)
				return s
			}
			s.words = c.wordsOfAttribute(pr, n)
			c.expectAsShown(pr, n.Name, &s)
			return s
		case *hclsyntax.ObjectConsExpr:
			for _, item := range n.Items {
				name, ok := probe.KeyText(item.KeyExpr)
				if !ok || item.ValueExpr != child {
					continue
				}
				if s.words != nil {
					s.around = wordsOf(name)
					return s
				}
				s.words = wordsOf(name)
				if policy.TakesARN(name) && policy.PartOf(pr.Wanted(pr.Path[:i])) != nil {
					s.words = wordsOf("resourceArn") // `Resource` and `AWS` don't name the output that fits
				}
				c.expectAsShown(pr, name, &s)
				if len(s.words) > 1 {
					return s
				}
			}
		case *hclsyntax.FunctionCallExpr:
			s.inCall = true
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

// ownWords returns the words of the name that the item declares.
func (c *completer) ownWords() []string {
	switch labels := c.Cursor.Labels(); {
	case len(labels) == 0:
		return wordsOf(c.Item.Name)
	case labels[0] == "": // an equals sign
		return wordsOf(c.Cursor.Keyword())
	default:
		return wordsOf(labels[0])
	}
}

// ofOutput reports whether the cursor is in an output.
func (c *completer) ofOutput() bool { return language.KindOf(c.Cursor.Keyword()) == syntax.KindOutput }

// expectAsShown adds what examples have as the value of a property.
func (c *completer) expectAsShown(pr *probed, name string, s *expectation) {
	c.readExamples(pr)
	s.values, s.calls, s.texts = c.shown.values[name], c.shown.calls[name], c.shown.texts[name]
}

// wordsOfAttribute returns the words of the name that an attribute's value goes to. For
// `value` and `default` that is the name of the item.
func (c *completer) wordsOfAttribute(pr *probed, a *hclsyntax.Attribute) []string {
	it := pr.Item.Item
	switch {
	case syntax.Same(it.Attr(), a), it.Kind == syntax.KindOutput && a.Name == language.OutputValue, it.Kind == syntax.KindConfig && a.Name == language.ConfigDefault:
		return wordsOf(it.Name)
	}
	return wordsOf(a.Name)
}

// rank returns how well a type fits.
func (s expectation) rank(got typesys.Type) rank {
	if s.loop {
		if probe.ElementOf(got, 0).IsValid() || len(probe.ObjectsIn(got)) > 0 && len(probe.Alternatives(got)) == 1 {
			return rankFit
		}
		return rankOther
	}
	if r := fitRank(s.want, got); r != rankUsual {
		return r
	}
	return fitRank(s.want, idAsText(got))
}

// idAsText replaces the ids of resources in a type by strings: where a string is expected, an
// id is as good.
func idAsText(t typesys.Type) typesys.Type {
	all := probe.Alternatives(t)
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

// nearness returns how near the n-th declaration is to the m-th, from 0 to 8. Earlier
// declarations count as nearer than later ones.
func nearness(n, m int) int {
	far := m - n
	if far < 0 {
		far = 2 * -far
	}
	return max(0, 8-bits.Len(uint(far)))
}

// fitRank returns how well a type fits an expected type.
func fitRank(want, got typesys.Type) rank {
	if !want.IsValid() || want.Kind() == typesys.KindDynamic {
		return rankUsual
	}
	switch fit := typesys.Convert(want, got); {
	case typesys.Assignable(want, got):
		return rankFit
	case fit == typesys.FitSafe, got.Kind() == typesys.KindDynamic, fit == typesys.FitUnsafe && typesys.Assignable(widened(want), got):
		return rankUsual
	case fit == typesys.FitUnsafe, len(probe.ObjectsIn(got)) > 0:
		return rankInside
	}
	return rankOther
}

// widened replaces enums and constants by their underlying types.
func widened(t typesys.Type) typesys.Type {
	all := probe.Alternatives(t)
	for i, a := range all {
		if a.Kind() == typesys.KindEnum || a.Kind() == typesys.KindConst {
			all[i] = a.Elem()
		}
	}
	return typesys.InputType(typesys.Union(all...))
}
