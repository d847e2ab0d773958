package complete

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers members of values, after a dot and in an index.

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
