package deployed

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file has the words about instances.

const (
	mostTitle = 80 // characters of a title
	mostPaths = 3  // inputs that a title names
	mostID    = 24 // characters of an id in a label
)

// Title says in a few words what a run would do with the instances of a block: the operation with
// the inputs that cause it, or how many instances have which operation.
func Title(all []Instance) string {
	counts := map[planview.Operation]int{}
	var entries []*planview.Entry
	for _, one := range all {
		if one.Entry != nil {
			counts[one.Entry.Operation]++
			entries = append(entries, one.Entry)
		}
	}
	switch {
	case len(entries) == 0:
		return ""
	case len(entries) == 1:
		return prose.Shortened(operation(entries[0]), mostTitle)
	}
	var parts []string
	for _, op := range planview.Operations() {
		if n := counts[op]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+string(op))
		}
	}
	return "plan: " + strings.Join(parts, ", ")
}

func operation(e *planview.Entry) string {
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
	case len(e.Reasons) > 0 && e.Operation != planview.Same:
		return title + ": " + strings.ReplaceAll(e.Reasons[0], "`", "")
	}
	return title
}

// causes reports whether a change leads to an operation.
func causes(op planview.Operation, c planview.Change) bool {
	doubtful := c.Kind == "unknown"
	switch op {
	case planview.Update:
		return !doubtful
	case planview.Replace:
		return !doubtful && c.Replaces
	}
	return op == planview.CannotTell && doubtful
}

// Label is the id of what exists of a block, for the end of a line; empty for nothing.
func Label(all []Instance) string {
	real := Existing(all)
	switch len(real) {
	case 0:
		return ""
	case 1:
		return middleCut(real[0].Resource.ID)
	}
	return middleCut(real[0].Resource.ID) + " +" + strconv.Itoa(len(real)-1)
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
func properties(r *state.Resource) []property {
	from := r.Outputs
	if from == cty.NilVal || from.IsMarked() || !from.IsKnown() || !from.Type().IsObjectType() || from.LengthInt() == 0 {
		from = r.Inputs
	}
	if from == cty.NilVal || from.IsMarked() || !from.IsKnown() || !from.Type().IsObjectType() {
		return nil
	}
	var all []property
	for name, v := range from.AsValueMap() {
		if name != "id" && !strings.HasPrefix(name, "__") {
			all = append(all, property{name, worded(v)})
		}
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
			if !yield(at.path + " " + at.name + " " + Title(d.blocks[at]) + " " + Label(d.blocks[at])) {
				return
			}
		}
	}
}
