package refactor

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file makes one range of several resources.

// rangeMerge are the resources that become one.
type rangeMerge struct {
	of   []selection
	name string // of the range, in the program
	base string // what it registers, without keys
	keys []string
	// different are the attributes that are not the same in all blocks.
	different []string
}

// mergeIntoRange offers to make a range of the selected resources. Their names must be those of its
// instances, as instances have no aliases of their own.
func mergeIntoRange(ctx context.Context, p *analysis.Program, filePath string, selected syntax.Span) []moved {
	file, ok := p.File(filePath)
	if !ok {
		return nil
	}
	r := &rangeMerge{}
	for _, it := range file.All() {
		content := analysis.ContentSpan(it)
		if it.Kind == syntax.KindBlank || content.Start < selected.Start || content.End > selected.End {
			continue
		}
		info, err := p.Check(ctx, it)
		if err != nil || it.Kind != syntax.KindResource || it.Block() == nil || len(it.Errors) > 0 || len(it.Labels) != 2 {
			return nil
		}
		r.of = append(r.of, selection{ctx: ctx, program: p, path: filePath, item: it, info: info})
	}
	if len(r.of) < 2 {
		return nil
	}
	why := tooMany(len(r.of))
	if why == "" {
		why = r.refusal()
	}
	var edits []change.Edit
	if why == "" {
		edits, why = r.edits()
	}
	return []moved{rewritten("range.roll", "Make a range of the resources", edits, why, r.became)}
}

// refusal is the reason why the resources cannot become one; empty if they can.
func (r *rangeMerge) refusal() string {
	first := r.of[0]
	if !r.findKeys() {
		return "an instance of a range is called NAME-KEY, and the resources have other names, which no alias of a range keeps"
	}
	for _, s := range r.of {
		switch {
		case s.item.Labels[1].Value != first.item.Labels[1].Value:
			return "the resources have different types"
		case s.option(language.RangeVariable) != nil:
			return "`" + s.item.Name + "` has a range already"
		case r.nested(s) != r.nested(first) || !r.sameAttributes(s):
			return "`" + s.item.Name + "` has other attributes or options than `" + first.item.Name + "`"
		}
		needed := preserve.Needed(s.program, s.item)
		for _, other := range r.of {
			if other.item.Name != s.item.Name && needed[other.item.Name] {
				return "`" + s.item.Name + "` needs `" + other.item.Name + "`"
			}
		}
	}
	return ""
}

// findKeys reads the names as those of instances.
func (r *rangeMerge) findKeys() bool {
	first := analysis.LogicalName(r.of[0].item.Item)
	for at := len(first) - 1; at > 0; at-- {
		if first[at] != '-' {
			continue
		}
		r.base, r.keys = first[:at], nil
		for _, s := range r.of {
			key, fits := strings.CutPrefix(analysis.LogicalName(s.item.Item), r.base+"-")
			if fits && key != "" && !slices.Contains(r.keys, key) {
				r.keys = append(r.keys, key)
			}
		}
		if len(r.keys) == len(r.of) {
			r.name = r.of[0].freeName(r.base)
			return true
		}
	}
	return false
}

// nested is the text of the blocks in a block.
func (r *rangeMerge) nested(s selection) string {
	return strings.Join(lists.Map(s.item.Block().Body.Blocks, func(b *hclsyntax.Block) string {
		return strings.Join(strings.Fields(s.textOf(b)), " ")
	}), "\n")
}

// sameAttributes compares the names of attributes, and finds those with different values.
func (r *rangeMerge) sameAttributes(s selection) bool {
	first := r.of[0]
	theirs, own := first.item.Block().Body.Attributes, s.item.Block().Body.Attributes
	count := func(all hclsyntax.Attributes) int {
		if all[language.LogicalName] != nil {
			return len(all) - 1
		}
		return len(all)
	}
	if count(theirs) != count(own) {
		return false
	}
	for name, a := range own {
		b := theirs[name]
		switch {
		case name == language.LogicalName:
		case b == nil:
			return false
		case s.textOf(a.Expr) != first.textOf(b.Expr) && !slices.Contains(r.different, name):
			if strings.Contains(s.textOf(a.Expr)+first.textOf(b.Expr), "<<") {
				return false
			}
			r.different = append(r.different, name)
		}
	}
	slices.Sort(r.different)
	return true
}

// became is where the instances are.
func (r *rangeMerge) became(way preserve.Path) preserve.Path {
	next := slices.Clone(way)
	last := &next[len(next)-1]
	i := slices.IndexFunc(r.of, func(s selection) bool { return s.program.Dir == last.Dir && s.item.Name == last.Name })
	if i >= 0 {
		last.Name, last.Key = r.name, r.keys[i]
	}
	return next
}

// isCounted reports whether the keys are the numbers from 0 in order.
func (r *rangeMerge) isCounted() bool {
	for i, key := range r.keys {
		if key != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

func (r *rangeMerge) edits() (edits []change.Edit, why string) {
	for i, s := range r.of {
		uses, why := s.usesOf(s.item.Name)
		if why != "" {
			return nil, why
		}
		step := "[" + r.keys[i] + "]"
		if !r.isCounted() {
			step = "[" + printer.Text(r.keys[i]) + "]"
		}
		edits = append(edits, lists.Map(uses, func(u reference) change.Edit { return u.replace(u.name(), r.name+step) })...)
		if i > 0 {
			edits = append(edits, s.replace(change.Lines(s.item.Text, analysis.ContentSpan(s.item).Shift(-s.item.Base)), ""))
		}
	}
	first := r.of[0]
	edits = append(edits, first.replace(first.item.NameSpan, r.name))
	edits = append(edits, r.logicalName()...)
	for _, name := range r.different {
		value := "range.value"
		if len(r.different) > 1 {
			value += "." + name
		}
		edits = append(edits, first.replace(syntax.SpanOf(first.item.Block().Body.Attributes[name].Expr), value))
	}
	edits = append(edits, first.edits(first.block().AddOption(language.RangeVariable+" = "+r.text()))...)
	return edits, ""
}

// logicalName writes the name outside of the program, where the range has another one in it.
func (r *rangeMerge) logicalName() []change.Edit {
	first := r.of[0]
	a := first.item.Block().Body.Attributes[language.LogicalName]
	switch {
	case a != nil && r.name == r.base:
		return []change.Edit{first.withoutAttribute(a)}
	case a != nil:
		return first.withLogicalName(r.base)
	}
	return nil // it is written when the resources are kept
}

// text writes the range.
func (r *rangeMerge) text() string {
	if len(r.different) == 0 && r.isCounted() {
		return strconv.Itoa(len(r.of))
	}
	var entries []string
	for i, s := range r.of {
		value := r.value(i, s)
		if !r.isCounted() {
			value = printer.Text(r.keys[i]) + " = " + value
		}
		entries = append(entries, value)
	}
	if r.isCounted() {
		return "[" + strings.Join(entries, ", ") + "]"
	}
	return "{ " + strings.Join(entries, ", ") + " }"
}

// value is what is different in one resource.
func (r *rangeMerge) value(i int, s selection) string {
	body := s.item.Block().Body
	switch len(r.different) {
	case 0:
		return printer.Text(r.keys[i])
	case 1:
		return s.textOf(body.Attributes[r.different[0]].Expr)
	}
	members := lists.Map(r.different, func(name string) string { return name + " = " + s.textOf(body.Attributes[name].Expr) })
	return "{ " + strings.Join(members, ", ") + " }"
}
