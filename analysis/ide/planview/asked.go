package planview

import (
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file decides whether the author of a change asked for a deletion: whether the block is gone,
// or something that decides how many resources it makes was edited.

// texts compares the texts of two versions of a program.
type texts struct {
	now    map[string]*analysis.Program // by directory, relative to that of the program
	before *analysis.Program            // nil for a state
	blocks map[string]eval.Declaration  // by type and logical name
	memo   map[named]bool
	ranges map[named]bool // whether the range of a block was edited, by its name
}

// named is a name in a program as it is used by one component block, or by none.
type named struct {
	within *eval.Registration
	name   string
}

func newTexts(now, before *analysis.Program) *texts {
	t := &texts{now: map[string]*analysis.Program{}, before: before, memo: map[named]bool{}, ranges: map[named]bool{}}
	t.collect(now.Dir, now)
	if before == nil {
		t.blocks = map[string]eval.Declaration{}
		for _, p := range t.now {
			t.declared(p)
		}
	}
	return t
}

// collect finds a program and its components.
func (t *texts) collect(root string, p *analysis.Program) {
	rel := analysis.RelativePath(root, p.Dir)
	if t.now[rel] != nil {
		return
	}
	t.now[rel] = p
	for _, dir := range p.ComponentDirs() {
		if inner := p.ComponentProgram(dir); inner != nil {
			t.collect(root, inner)
		}
	}
}

// declared notes the resources that a program declares.
func (t *texts) declared(p *analysis.Program) {
	for _, o := range p.Objects() {
		it, ok := o.Item()
		if !ok || it.Kind != syntax.KindResource {
			continue
		}
		if r := p.ResourceOf(it.Item); r != nil {
			t.blocks[r.Token+" "+analysis.LogicalName(it.Item)] = eval.Declaration{Program: p, Path: o.Path, Item: it}
		}
	}
}

// asked reports whether the text asks for the deletion of a resource.
func (t *texts) asked(old *plan.Old) bool {
	if old.From == nil {
		_, remains := t.remaining(old)
		return !remains
	}
	for r := old.From; r != nil; r = r.Within {
		now, remains := t.counterpart(r.Declaration)
		if !remains || t.rangeChanged(r, now) {
			return true
		}
	}
	return false
}

// remaining is a block that a resource of a state may come from.
func (t *texts) remaining(old *plan.Old) (eval.Declaration, bool) {
	for _, base := range plan.Bases(old.Name()) {
		if d, ok := t.blocks[old.Type()+" "+base]; ok {
			return d, true
		}
	}
	return eval.Declaration{}, false
}

// programNow is the present version of a program.
func (t *texts) programNow(p *analysis.Program) *analysis.Program {
	return t.now[analysis.RelativePath(t.before.Dir, p.Dir)]
}

// counterpart is the block of the same name and type in the present version.
func (t *texts) counterpart(d eval.Declaration) (eval.Declaration, bool) {
	p := t.programNow(d.Program)
	if p == nil {
		return eval.Declaration{}, false
	}
	o := p.Lookup(d.Item.Name)
	if o == nil {
		return eval.Declaration{}, false
	}
	it, ok := o.Item()
	if !ok || it.Kind != d.Item.Kind || label(it) != label(d.Item) {
		return eval.Declaration{}, false
	}
	return eval.Declaration{Program: p, Path: o.Path, Item: it}, true
}

// label is the type of a resource, or the directory of a component.
func label(it syntax.Placed) string {
	if len(it.Labels) < 2 {
		return ""
	}
	if it.Kind == syntax.KindComponent {
		return path.Clean(it.Labels[1].Value)
	}
	return it.Labels[1].Value
}

// rangeChanged reports whether the range of a block was edited, or something that it needs.
func (t *texts) rangeChanged(r *eval.Registration, now eval.Declaration) bool {
	n := named{r.Within, r.Item.Name}
	changed, known := t.ranges[n]
	if !known {
		changed = t.rangeEdited(r, now)
		t.ranges[n] = changed
	}
	return changed
}

func (t *texts) rangeEdited(r *eval.Registration, now eval.Declaration) bool {
	was, is := eval.RangeOf(r.Item), eval.RangeOf(now.Item)
	if was == nil || is == nil {
		return (was == nil) != (is == nil)
	}
	if textOf(r.Item, was) != textOf(now.Item, is) {
		return true
	}
	return t.anyChanged(r.Program, now.Program, r.Within, syntax.FreeNamesIn(was))
}

func textOf(it syntax.Placed, e hclsyntax.Expression) string {
	span := syntax.SpanOf(e)
	return it.Text[span.Start:span.End]
}

func (t *texts) anyChanged(before, now *analysis.Program, within *eval.Registration, refs []syntax.Ref) bool {
	return slices.ContainsFunc(refs, func(ref syntax.Ref) bool {
		return t.changed(before, now, named{within, ref.Name})
	})
}

// changed reports whether a declaration or anything that it needs was edited. What a component is given
// comes from the block that uses it.
func (t *texts) changed(before, now *analysis.Program, n named) bool {
	if known, ok := t.memo[n]; ok {
		return known
	}
	t.memo[n] = false // for circles
	was, is := before.Lookup(n.name), now.Lookup(n.name)
	if was == nil || is == nil {
		t.memo[n] = (was == nil) != (is == nil)
		return t.memo[n]
	}
	old, okOld := was.Item()
	new, okNew := is.Item()
	if !okOld || !okNew {
		return false
	}
	result := content(old) != content(new) || t.anyChanged(before, now, n.within, syntax.FreeNames(old.Item))
	if !result && old.Kind == syntax.KindConfig && n.within != nil {
		result = t.givenChanged(n.within)
	}
	t.memo[n] = result
	return result
}

// givenChanged reports whether a component block was edited, or something that it needs.
func (t *texts) givenChanged(component *eval.Registration) bool {
	now, ok := t.counterpart(component.Declaration)
	return !ok || content(component.Item) != content(now.Item) ||
		t.anyChanged(component.Program, now.Program, component.Within, syntax.FreeNames(component.Item.Item))
}

// content is an item without the comments and spaces around it.
func content(it syntax.Placed) string {
	span := analysis.ContentSpan(it)
	return strings.TrimSpace(it.Text[span.Start-it.Base : span.End-it.Base])
}
