package planview

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file has the words about instances, and tells what exists of the name at a place, for hovers.

const (
	mostTitle = 80 // characters of a title
	mostPaths = 3  // inputs that a title names
	mostID    = 24 // characters of an id in a label
)

// TitleOf says in a few words what a run would do with the instances of a block: the operation with
// the inputs that cause it, or how many instances have which operation.
func TitleOf(all []Entry) string {
	switch len(all) {
	case 0:
		return ""
	case 1:
		return prose.Shortened(operation(&all[0]), mostTitle)
	}
	counts := map[Operation]int{}
	for _, e := range all {
		counts[e.Operation]++
	}
	var parts []string
	for _, op := range Operations() {
		if n := counts[op]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+string(op))
		}
	}
	return "plan: " + strings.Join(parts, ", ")
}

func operation(e *Entry) string {
	title := "plan: " + string(e.Operation)
	var paths []string
	for _, c := range e.Changes {
		if causes(e.Operation, c) {
			paths = append(paths, c.Path)
		}
	}
	switch {
	case len(paths) > mostPaths:
		return title + ": " + strings.Join(paths[:mostPaths], ", ") + ", …"
	case len(paths) > 0:
		return title + ": " + strings.Join(paths, ", ")
	case len(e.Reasons) > 0 && e.Operation != Same:
		return title + ": " + strings.ReplaceAll(e.Reasons[0], "`", "")
	}
	return title
}

// causes reports whether a change leads to an operation.
func causes(op Operation, c Change) bool {
	doubtful := c.Kind == "unknown"
	switch op {
	case Update:
		return !doubtful
	case Replace:
		return !doubtful && c.Replaces
	}
	return op == CannotTell && doubtful
}

// LabelOf is the id of what exists of a block, for the end of a line; empty for nothing.
func LabelOf(all []Entry) string {
	real := Existing(all)
	switch len(real) {
	case 0:
		return ""
	case 1:
		return middleCut(real[0].Exists.ID)
	}
	return middleCut(real[0].Exists.ID) + " +" + strconv.Itoa(len(real)-1)
}

// middleCut keeps the beginning and the end, where ids differ.
func middleCut(id string) string {
	if utf8.RuneCountInString(id) <= mostID {
		return id
	}
	all := []rune(id)
	return string(all[:mostID/3]) + "…" + string(all[len(all)-(mostID-mostID/3-1):])
}

// property is a property of a resource with its value in words.
type property struct{ name, value string }

// properties are the outputs of a resource, or its inputs if it has none, by name. A component has
// those that it exports.
func properties(r *state.Resource) (all []property) {
	for _, from := range []cty.Value{r.Outputs, r.Inputs} {
		if from == cty.NilVal || from.IsMarked() || !from.IsKnown() || !from.Type().IsObjectType() || from.LengthInt() == 0 {
			continue
		}
		for name, v := range from.AsValueMap() {
			if name != "id" && !strings.HasPrefix(name, "__") {
				all = append(all, property{name, worded(v)})
			}
		}
		break
	}
	lists.SortStable(all, func(a, b property) int { return strings.Compare(a.name, b.name) })
	return all
}

// propertyOf is the value of one property in words: of the output, or else of the input; empty if
// there is none.
func propertyOf(r *state.Resource, name string) string {
	if name == eval.OutputID {
		return quotedID(r)
	}
	for _, from := range []cty.Value{r.Outputs, r.Inputs} {
		if v := member(from, name); v != cty.NilVal && !(v.IsKnown() && v.IsNull()) {
			return worded(v)
		}
	}
	return ""
}

func quotedID(r *state.Resource) string {
	if r.ID == "" {
		return ""
	}
	return eval.Text(cty.StringVal(r.ID))
}

// notShown stands for secrets.
const notShown = "(not shown)"

// worded is a value of a state in words. All marks of a state are those of secrets.
func worded(v cty.Value) string {
	if v.IsMarked() {
		return notShown
	}
	return eval.Text(v)
}

// Titles are what editors show all the time: the titles and labels of all blocks, in a fixed order.
func (d *Stack) Titles() iter.Seq[string] {
	return func(yield func(string) bool) {
		if d == nil {
			return
		}
		all := slices.Collect(maps.Keys(d.blocks))
		lists.SortStable(all, func(a, b block) int {
			return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.name, b.name))
		})
		for _, at := range all {
			if !yield(at.path + " " + at.name + " " + TitleOf(d.blocks[at]) + " " + LabelOf(d.blocks[at])) {
				return
			}
		}
	}
}

// Told is what exists.
type Told struct {
	// Facts are short lines, and Lists are what has room below everything else.
	Facts []markdown.Text
	Lists []List
}

// List is a heading with rows.
type List struct {
	Heading markdown.Text
	Rows    []markdown.Text
}

// mostInstances is how many instances of a range a hover lists.
const mostInstances = 5

// mostText is how much of an id or value a hover shows, in characters.
const mostText = 120

// Tell tells what exists in some stacks of the resource whose name or property is at a place of a
// file.
func Tell(p *analysis.Program, path string, at *analysis.Location, stacks []*Stack) (told Told) {
	o := at.Occurrence
	if o == nil {
		return told
	}
	for _, s := range stacks {
		switch o.Kind {
		case analysis.OccurDeclaration, analysis.OccurVariable:
			if object := at.Object(p); object != nil && isResource(object.Kind) {
				told.existing(s, s.At(object.Path, object.Name))
			}
		case analysis.OccurAttribute:
			if at.Info.Resource != nil && at.Item.Name != "" {
				told.value(s, s.At(path, at.Item.Name), o.Name)
			}
		case analysis.OccurMember:
			if object := resourceBefore(p, at, o.Span); object != nil {
				told.value(s, s.At(object.Path, object.Name), o.Name)
			}
		}
	}
	return told
}

func isResource(k analysis.ObjectKind) bool {
	return k == analysis.ObjectResource || k == analysis.ObjectRead || k == analysis.ObjectComponent
}

// existing tells of a block: the id and outputs of one resource, or the ids of all instances.
func (t *Told) existing(s *Stack, all []Entry) {
	real := lists.Where(all, func(one Entry) bool { return one.Exists != nil })
	switch {
	case len(all) == 0:
		return
	case len(real) == 0:
		if slices.ContainsFunc(all, func(one Entry) bool { return one.Operation != Create }) {
			return // it may exist
		}
		t.Facts = append(t.Facts, "Does not exist "+s.in())
		return
	case len(all) == 1:
		t.Facts = append(t.Facts, "Exists "+s.in()+identified(real[0]))
		rows := lists.Map(properties(real[0].Exists), func(p property) markdown.Text { return markdown.Code(p.name) + ": " + markdown.Code(p.value) })
		t.Lists = append(t.Lists, List{"In the state:", rows})
		return
	}
	rows := lists.Map(real[:min(len(real), mostInstances)], func(one Entry) markdown.Text { return markdown.Code(one.Name) + identified(one) })
	if len(real) > mostInstances {
		rows = append(rows, "and "+markdown.Words(strconv.Itoa(len(real)-mostInstances))+" more")
	}
	t.Lists = append(t.Lists, List{"Exist " + s.in() + ":", rows})
}

// identified is the id of a resource, with a link to its page.
func identified(one Entry) (text markdown.Text) {
	if id := one.Exists.ID; id != "" {
		text = ": id " + markdown.Code(prose.Shortened(id, mostText))
	}
	if address := Console(one.Exists); address != "" {
		text += " (" + markdown.Link("console", address) + ")"
	}
	return text
}

func (d *Stack) in() markdown.Text {
	if d.Host.Stack == "" {
		return "in the state"
	}
	return "in stack " + markdown.Code(d.Host.Stack)
}

// value tells the values that a property of a block has.
func (t *Told) value(s *Stack, all []Entry, property string) {
	var values []markdown.Text
	for _, one := range all {
		if one.Exists == nil {
			continue
		}
		text := propertyOf(one.Exists, property)
		if text == "" {
			continue
		}
		if len(values) == mostInstances {
			values = append(values, "…")
			break
		}
		values = append(values, markdown.Code(prose.Shortened(text, mostText)))
	}
	if len(values) > 0 {
		t.Facts = append(t.Facts, "Real value "+s.in()+": "+markdown.Joined(values, ", "))
	}
}

// resourceBefore is the resource of which the step of a traversal at a span is a property; nil if
// the step is another one.
func resourceBefore(p *analysis.Program, at *analysis.Location, span syntax.Span) *analysis.Object {
	for _, n := range syntax.NodeAt(at.Item.Item, at.Offset) {
		t, ok := n.(*hclsyntax.ScopeTraversalExpr)
		if !ok {
			continue
		}
		object := p.Lookup(t.Traversal.RootName())
		if object == nil || !isResource(object.Kind) {
			return nil
		}
		for _, step := range t.Traversal[1:] {
			if _, index := step.(hcl.TraverseIndex); index {
				continue // of one instance
			}
			if step.SourceRange().End.Byte == span.End {
				return object
			}
			return nil
		}
	}
	return nil
}
