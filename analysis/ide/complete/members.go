package complete

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers members of values, after a dot and in an index, and paths into values, such as `bucket.id`, where
// a member fits but the value itself does not.

// member offers the members after the dot before the cursor.
func (c *completer) member() error {
	pr, err := c.probe(probe.Placeholder)
	if err != nil {
		return err
	}
	owner := pr.owner()
	if !owner.IsValid() {
		return nil
	}
	want := c.expectation(pr, pr.wantedOfMember())
	for _, a := range probe.Alternatives(owner) {
		switch a.Kind() {
		case typesys.KindObject:
			c.properties(a, want, c.named)
		case typesys.KindList:
			c.elements(a, want)
		case typesys.KindTuple:
			c.positions(a, want)
		}
	}
	return nil
}

// owner returns the type of the value before the placeholder.
func (pr *probed) owner() typesys.Type {
	for _, o := range pr.Info.Occurrences {
		if o.Kind == analysis.OccurMember && o.Name == probe.Placeholder {
			return o.Owner
		}
	}
	return typesys.Type{}
}

// wantedOfMember returns the type expected of the member. It returns the zero Type if more
// steps follow.
func (pr *probed) wantedOfMember() typesys.Type {
	switch n := pr.Node().(type) {
	case *hclsyntax.ScopeTraversalExpr:
		if at := probe.StepToPlaceholder(n.Traversal); at == len(n.Traversal)-1 {
			return pr.Wanted(pr.Path)
		}
	case *hclsyntax.RelativeTraversalExpr:
		if at := probe.StepToPlaceholder(n.Traversal); at == len(n.Traversal)-1 {
			return pr.Wanted(pr.Path)
		}
	}
	return typesys.Type{}
}

// properties offers the members of an object type. The caller decides how to write them.
func (c *completer) properties(object typesys.Type, want expectation, write func(Item) Item) {
	declared, of := schema.ObjectOf(object), relativeOf(nil, schema.ResourceOf(object))
	for _, p := range object.Properties() {
		item := Item{Label: p.Name, Kind: KindMember, Detail: detail(p.Type), Sort: c.memberSort(of, p.Name, p.Type, want)}
		if declared != nil {
			if d := declared.Property(p.Name); d != nil {
				item.Doc, item.Deprecated = c.docOf(d.Description, d.Deprecation), d.Deprecation != ""
			}
		}
		if item.Deprecated {
			item.Sort = sortText(rankLast, p.Name)
		}
		c.add(write(item))
	}
}

// memberSort sorts a member by type, name and use. The urn of a resource is rarely wanted.
func (c *completer) memberSort(of relative, name string, t typesys.Type, want expectation) string {
	if name == "urn" && of.typ != "" && similarity(want.words, []string{"urn"}) == 0 {
		return sorted(rankOther, 9999, name)
	}
	words := wordsOf(name)
	reasons := c.memberEvidence(of, fittingMember{name: name, words: words, rank: want.rank(t)}, want)
	reasons[long] = min(len(name), 30)
	return sorted(rankFit, memberWeights.weigh(&reasons), name)
}

// named writes a member after the dot. A name that is no identifier needs an index in place of
// the dot.
func (c *completer) named(item Item) Item {
	if typesys.QuoteName(item.Label) == item.Label {
		return item
	}
	return c.inPlaceOfDot(item, "["+printer.Text(item.Label)+"]")
}

// inPlaceOfDot makes an item replace the dot by an index. Its filter starts with the dot, like
// the typed text. If the dot is on an earlier line, the item is unchanged.
func (c *completer) inPlaceOfDot(item Item, text string) Item {
	f := c.Cursor.Top()
	dot := f.Entry[len(f.Entry)-1].Start + c.Item.Base
	if strings.Contains(c.File.Slice(syntax.Span{Start: dot, End: c.Offset}), "\n") {
		return item
	}
	item.Replace = syntax.Span{Start: dot, End: c.Word().End}
	item.Insert, item.Plain = text, text
	item.Filter = "." + item.Label
	return item
}

// elements offers the steps into a list: one element, all elements, and their members.
func (c *completer) elements(list typesys.Type, want expectation) {
	elem := list.Elem()
	c.index("[0]", elem, want)
	c.index("[*]", typesys.List(elem), want)
	for _, a := range probe.Alternatives(elem) {
		if a.Kind() != typesys.KindObject {
			continue
		}
		for _, p := range a.Properties() {
			if typesys.QuoteName(p.Name) == p.Name {
				c.index("[*]."+p.Name, typesys.List(typesys.Strip(p.Type)), want)
			}
		}
	}
}

func (c *completer) index(text string, t typesys.Type, want expectation) {
	item := c.inPlaceOfDot(Item{Label: text, Kind: KindMember, Detail: detail(t), Sort: sortText(want.rank(t), text)}, text)
	if item.Insert != text {
		return
	}
	item.Filter = "." + strings.TrimPrefix(strings.TrimPrefix(text, "[*]"), ".")
	c.add(item)
}

// maxPositions is how many positions of a tuple are offered.
const maxPositions = 10

func (c *completer) positions(tuple typesys.Type, want expectation) {
	for i, elem := range tuple.Elems() {
		if i == maxPositions {
			break
		}
		c.index("["+strconv.Itoa(i)+"]", elem, want)
	}
	c.index("[*]", tuple, want)
}

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
			Likely: m.rank <= rankFit && related && (similarity(m.words, s.words) >= 50 || s.shows(of.typ, m.name)),
		})
	}
	return own
}
