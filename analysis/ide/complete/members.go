package complete

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the members of values, behind a dot and in an index.

// member offers what can follow the dot in front of the cursor.
func (c *completer) member() error {
	pr, err := c.probe(partial.Placeholder)
	if err != nil {
		return err
	}
	owner := pr.owner()
	if !owner.IsValid() {
		return nil
	}
	want := c.sought(pr, pr.wantedOfMember())
	for _, a := range partial.Alternatives(owner) {
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

// owner is the type of the value whose member the placeholder is.
func (pr *probe) owner() typesys.Type {
	for _, o := range pr.Info.Occurrences {
		if o.Kind == analysis.OccurMember && o.Name == partial.Placeholder {
			return o.Owner
		}
	}
	return typesys.Type{}
}

// wantedOfMember is the type that the place of the member asks for; the zero
// Type when further steps follow.
func (pr *probe) wantedOfMember() typesys.Type {
	switch n := pr.Node().(type) {
	case *hclsyntax.ScopeTraversalExpr:
		if at := partial.StepToPlaceholder(n.Traversal); at == len(n.Traversal)-1 {
			return pr.Wanted(pr.Path)
		}
	case *hclsyntax.RelativeTraversalExpr:
		if at := partial.StepToPlaceholder(n.Traversal); at == len(n.Traversal)-1 {
			return pr.Wanted(pr.Path)
		}
	}
	return typesys.Type{}
}

// properties offers the members of an object type. The way in which each is
// written is for the caller to add.
func (c *completer) properties(object typesys.Type, want sought, write func(Item) Item) {
	declared := schema.ObjectOf(object)
	for _, p := range object.Properties() {
		item := Item{Label: p.Name, Kind: KindMember, Detail: detail(p.Type), Sort: c.memberSort(object, p.Name, p.Type, want)}
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

// memberSort sorts a member by its type, by its name, and by how often it is used.
// Nearly nothing asks for the urn of a resource.
func (c *completer) memberSort(object typesys.Type, name string, t typesys.Type, want sought) string {
	if name == "urn" && schema.ResourceOf(object) != nil && kinship(want.words, []string{"urn"}) == 0 {
		return sorted(rankOther, 99, name)
	}
	return sorted(want.rank(t), weight(kinship(want.words, wordsOf(name)), c.used().members[name], 0), name)
}

// named writes a member behind the dot. A name that is no identifier needs an
// index in place of the dot.
func (c *completer) named(item Item) Item {
	if typesys.QuoteName(item.Label) == item.Label {
		return item
	}
	return c.inPlaceOfDot(item, "["+quoteText(item.Label)+"]")
}

// inPlaceOfDot makes an item replace the dot too, with a text that begins with a
// bracket. Its filter begins with the dot, as what has been typed does. Where the
// dot stands on an earlier line the item stays as it is.
func (c *completer) inPlaceOfDot(item Item, text string) Item {
	f := c.Cursor.Top()
	dot := f.Entry[len(f.Entry)-1].At + c.Item.Base
	if strings.Contains(c.File.Slice(syntax.Span{Start: dot, End: c.Offset}), "\n") {
		return item
	}
	item.Replace = syntax.Span{Start: dot, End: c.Word().End}
	item.Insert, item.Plain = text, text
	item.Filter = "." + item.Label
	return item
}

// elements offers the ways into a list: one element, all of them, and the members
// of all of them.
func (c *completer) elements(list typesys.Type, want sought) {
	elem := list.Elem()
	c.index("[0]", elem, want)
	c.index("[*]", typesys.List(elem), want)
	for _, a := range partial.Alternatives(elem) {
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

func (c *completer) index(text string, t typesys.Type, want sought) {
	item := c.inPlaceOfDot(Item{Label: text, Kind: KindMember, Detail: detail(t), Sort: sortText(want.rank(t), text)}, text)
	if item.Insert != text {
		return
	}
	item.Filter = "." + strings.TrimPrefix(strings.TrimPrefix(text, "[*]"), ".")
	c.add(item)
}

// maxPositions bounds how many positions of a tuple are offered.
const maxPositions = 10

func (c *completer) positions(tuple typesys.Type, want sought) {
	for i, elem := range tuple.Elems() {
		if i == maxPositions {
			break
		}
		c.index("["+strconv.Itoa(i)+"]", elem, want)
	}
	c.index("[*]", tuple, want)
}

// fitRank ranks a type by how it fits what a place asks for.
func fitRank(want, got typesys.Type) rank {
	if !want.IsValid() || want.Kind() == typesys.KindDynamic {
		return rankUsual
	}
	switch fit := typesys.Convert(want, got); {
	case typesys.Assignable(want, got):
		return rankFit
	case fit == typesys.FitSafe, got.Kind() == typesys.KindDynamic, fit == typesys.FitUnsafe && typesys.Assignable(widened(want), got):
		return rankUsual
	case fit == typesys.FitUnsafe, len(partial.ObjectsIn(got)) > 0:
		return rankInside
	}
	return rankOther
}

// widened is a type with all values of the sort that it has some of.
func widened(t typesys.Type) typesys.Type {
	all := partial.Alternatives(t)
	for i, a := range all {
		if a.Kind() == typesys.KindEnum || a.Kind() == typesys.KindConst {
			all[i] = a.Elem()
		}
	}
	return typesys.InputType(typesys.Union(all...))
}
