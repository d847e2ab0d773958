package refactor

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file moves declarations into a component, a new one or one that is there.

// movable are the kinds of declarations that can be in a component as well as outside. Values of
// configs come from the stack, outputs go to it, and hooks are registered by their names.
func movable(it syntax.Placed) bool {
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindLocal, syntax.KindComponent:
		return it.Name != ""
	}
	return false
}

// registers reports whether a run registers something for a declaration.
func registers(it syntax.Placed) bool { return movable(it) && it.Kind != syntax.KindLocal }

// selectedIn returns the declarations in a selection that can move, if a run registers any.
func selectedIn(p *analysis.Program, filePath string, selected syntax.Span) (items []syntax.Placed, ok bool) {
	file, known := p.File(filePath)
	if !known {
		return nil, false
	}
	for _, it := range file.All() {
		content := analysis.ContentSpan(it)
		if content.Start >= selected.Start && content.End <= selected.End && movable(it) {
			items, ok = append(items, it), ok || registers(it)
		}
	}
	return items, ok
}

// extractComponent moves the selected declarations into a new component.
func extractComponent(ctx context.Context, around keep.Around, p *analysis.Program, filePath string, selected syntax.Span) ([]Action, error) {
	items, ok := selectedIn(p, filePath, selected)
	if !ok {
		return nil, nil
	}
	name, err := componentName(ctx, p, items)
	if err != nil {
		return nil, err
	}
	action := Action{ID: "extract.component", Title: "Extract component `" + name + "`", Kind: Extract}
	return action.triedWithLess(ctx, p, items, func(items []syntax.Placed, untyped bool) (change.Set, error) {
		b := &border{ctx: ctx, around: around, outer: p, dir: path.Join(p.Dir, name), name: name, untyped: untyped}
		return b.movedIn(filePath, items)
	})
}

// moveIntoComponents moves the selected declarations into each component of the program.
func moveIntoComponents(ctx context.Context, around keep.Around, p *analysis.Program, filePath string, selected syntax.Span) ([]Action, error) {
	items, ok := selectedIn(p, filePath, selected)
	if !ok {
		return nil, nil
	}
	blocks, err := componentsOf(ctx, p)
	if err != nil {
		return nil, err
	}
	var all []Action
	for _, block := range blocks {
		if len(all) == mostOffered || slices.ContainsFunc(items, func(it syntax.Placed) bool { return it.Item == block.item.Item }) {
			continue
		}
		action := Action{ID: "move.into." + block.item.Name, Title: "Move into component `" + block.item.Name + "`", Kind: Move}
		b, err := borderAt(ctx, around, block)
		if err != nil {
			continue
		}
		if shared, err := b.isShared(); shared || err != nil {
			continue
		}
		tried, err := action.triedWithLess(ctx, p, items, func(items []syntax.Placed, untyped bool) (change.Set, error) {
			next := *b
			next.untyped = untyped
			return next.movedIn(filePath, items)
		})
		if err != nil {
			return nil, err
		}
		all = append(all, tried...)
	}
	return all, nil
}

// componentsOf returns the components of a program whose programs are known.
func componentsOf(ctx context.Context, p *analysis.Program) ([]place, error) {
	all, err := placesOf(ctx, p, func(it syntax.Placed) bool { return it.Kind == syntax.KindComponent })
	return slices.DeleteFunc(all, func(s place) bool {
		dir, ok := p.ComponentDir(s.item.Item)
		return !ok || p.ComponentProgram(dir) == nil
	}), err
}

// borderAt is the border of a component that exists.
func borderAt(ctx context.Context, around keep.Around, block place) (*border, error) {
	dir, _ := block.program.ComponentDir(block.item.Item)
	b := &border{ctx: ctx, around: around, outer: block.program, inner: block.program.ComponentProgram(dir), dir: dir, block: block, name: block.item.Name}
	switch {
	case b.inner == nil:
		return nil, change.Refuse("the program of `%s` is not known", b.name)
	case !validName(b.name) || len(block.item.Errors) > 0 || block.item.Block() == nil:
		return nil, change.Refuse("the block of `%s` is incomplete", b.name)
	case b.inner.Unparsed() != nil:
		return nil, change.Refuse("not all names of the component are known, because %s is not parsed", path.Base(b.inner.Unparsed().Path))
	}
	b.dir = b.inner.Dir
	return b, nil
}

// isShared reports whether anything else uses the component.
func (b *border) isShared() (bool, error) {
	blocks := 0
	for _, o := range b.outer.Objects() {
		it, _ := o.Item()
		if dir, ok := b.outer.ComponentDir(it.Item); ok && dir == b.dir {
			blocks++
		}
	}
	if blocks > 1 || b.around.Users == nil {
		return true, nil
	}
	if b.around.Runs != nil && b.around.Runs(b.dir) {
		return true, nil
	}
	users, err := b.around.Users(b.ctx, b.dir)
	return slices.ContainsFunc(users, func(p *analysis.Program) bool { return p.Dir != b.outer.Dir }), err
}

// movedIn moves declarations of a file.
func (b *border) movedIn(filePath string, items []syntax.Placed) (change.Set, error) {
	outside, inside, err := b.look()
	if err != nil {
		return change.Set{}, err
	}
	for _, it := range items {
		if len(it.Errors) > 0 || !validName(it.Name) {
			return change.Set{}, change.Refuse("the selection has syntax errors")
		}
		b.moving[it.Name] = true
	}
	b.enter(outside, inside)
	side, err := placesOf(b.ctx, b.outer, mentions(b.moving))
	if err != nil {
		return change.Set{}, err
	}
	first := true
	for _, s := range side {
		if b.inner != nil && s.item.Item == b.block.item.Item {
			if err := b.ownInputs(s); err != nil {
				return change.Set{}, err
			}
			continue
		}
		moves := s.path == filePath && slices.ContainsFunc(items, func(own syntax.Placed) bool { return own.Base == s.item.Base })
		edits, err := b.inward(s, moves)
		if err != nil {
			return change.Set{}, err
		}
		if !moves {
			b.change.Edits = append(b.change.Edits, edits...)
			continue
		}
		if next := b.renamed[s.item.Name]; next != "" {
			edits = append(edits, s.replace(s.item.NameSpan, next))
		}
		b.moved = append(b.moved, s.whole(append(edits, s.moves(b.dir)...)))
		cut := change.Edit{Path: s.path, Span: s.item.Span()}
		if first && b.inner == nil {
			cut.Text = blockMark
		}
		first = false
		b.change.Edits = append(b.change.Edits, cut)
		b.became(s, keep.Way{{Dir: b.outer.Dir, Name: s.item.Name}}, keep.Way{{Dir: b.outer.Dir, Name: b.name}, {Dir: b.dir, Name: b.newName(s.item.Name)}})
	}
	if err := b.writeIn(filePath); err != nil {
		return change.Set{}, err
	}
	return b.finished()
}

// became notes where a declaration goes.
func (b *border) became(s place, from, to keep.Way) {
	b.rules = append(b.rules, keep.Rule{From: from, To: to})
	if s.item.Kind == syntax.KindComponent {
		b.components = append(b.components, from)
		b.addNested(s.program, s.item.Item)
	}
}

// enter finds out which names have to change on their way into a component that exists.
func (b *border) enter(outside, inside map[string]bool) {
	maps.Copy(b.taken, outside)
	maps.Copy(b.taken, inside)
	for _, name := range slices.Sorted(maps.Keys(b.moving)) {
		if inside[name] {
			b.renamed[name] = b.freeName(name)
		}
	}
}

// newName is the name of a declaration after its move.
func (b *border) newName(name string) string {
	if next := b.renamed[name]; next != "" {
		return next
	}
	return name
}

// inward returns the edits of an item outside: what needs the other side gets it through the
// component.
func (b *border) inward(s place, moves bool) (edits []change.Edit, err error) {
	for _, r := range s.references() {
		own := b.moving[r.to.Name] && r.to.Kind != analysis.ObjectOutput
		isBlock := b.inner != nil && r.to.Name == b.name && r.to.Kind == analysis.ObjectComponent
		switch {
		case moves && own:
			if next := b.renamed[r.to.Name]; next != "" {
				edits = append(edits, s.replace(r.name(), next))
			}
		case moves && isBlock:
			edit, err := b.ownOutput(r)
			if err != nil {
				return nil, err
			}
			edits = append(edits, edit)
		case moves:
			if r.to.Kind == analysis.ObjectOutput || r.to.Kind == analysis.ObjectPulumi {
				return nil, change.Refuse("`%s` cannot be passed to a component", r.to.Name)
			}
			n := r.needed()
			c := b.crosses(&b.inputs, r, n, s.text(n.span))
			edits = append(edits, s.replace(n.span, c.name))
		case own:
			if r.captured(map[string]bool{b.name: true}) != "" {
				return nil, change.Refuse("`%s` is something else in `%s`", b.name, s.item.Name)
			}
			n := r.needed()
			text := s.rewritten(n.span, b.renaming(r))
			c := b.crosses(&b.outputs, r, n, text)
			edits = append(edits, s.replace(n.span, b.name+"."+c.name))
		}
	}
	return edits, nil
}

// ownOutput puts the value of an output in the place of a reference that moves to where it is.
func (b *border) ownOutput(r reference) (change.Edit, error) {
	if len(r.expr.Traversal) > 1 {
		key, _ := stepOf(r.expr.Traversal[1])
		if o := b.inner.ComponentOutput(textOf(key)); o != nil {
			it, _ := o.Item()
			if a := it.Attribute(language.OutputValue); a != nil {
				span := syntax.SpanOf(a.Expr)
				value := newStandIn(it.Text[span.Start:span.End])
				if value.expr != nil && !value.needsLocal([]reference{r}) {
					return value.at(r), nil
				}
			}
		}
	}
	return change.Edit{}, change.Refuse("`%s` needs `%s` itself", r.item.Name, b.name)
}

// ownInputs edits the component where it is given what moves into it: that is there now.
func (b *border) ownInputs(s place) error {
	edits, err := b.inward(s, true)
	if err != nil {
		return err
	}
	for name, a := range s.item.Block().Body.Attributes {
		span := syntax.SpanOf(a.Expr)
		if !slices.ContainsFunc(s.references(), func(r reference) bool {
			return b.moving[r.to.Name] && r.name().Start >= span.Start && r.name().End <= span.End
		}) {
			continue
		}
		if err := b.ownInput(s, name, a, s.rewritten(span, edits)); err != nil {
			return err
		}
	}
	return nil
}

// ownInput puts a value in the place of a config.
func (b *border) ownInput(s place, name string, a *hclsyntax.Attribute, text string) error {
	config := b.inner.ComponentInput(name)
	if config == nil {
		return change.Refuse("`%s` is no config of the component", name)
	}
	inside, err := placesOf(b.ctx, b.inner, mentions(map[string]bool{config.Name: true}))
	if err != nil {
		return err
	}
	want, err := b.typeOfInput(name)
	if err != nil {
		return err
	}
	if text, err = s.asConverted(a.Expr, want, text, name); err != nil {
		return err
	}
	value := newStandIn(text)
	for _, in := range inside {
		if in.item.Kind == syntax.KindConfig && in.item.Name == config.Name {
			if in.item.Attribute(language.ConfigSecret) != nil {
				return change.Refuse("the config `%s` makes it a secret", config.Name)
			}
			b.change.Edits = append(b.change.Edits, change.Edit{Path: in.path, Span: in.item.Span()})
			continue
		}
		for _, r := range in.references() {
			if r.to.Kind != analysis.ObjectConfig || r.to.Name != config.Name {
				continue
			}
			if value.expr == nil || value.needsLocal([]reference{r}) {
				return change.Refuse("the component `%s` needs `%s` from outside", b.name, name)
			}
			b.change.Edits = append(b.change.Edits, value.at(r))
		}
	}
	b.change.Edits = append(b.change.Edits, s.withoutAttribute(a))
	return nil
}

// typeOfInput is the type of the values that an input of the component takes.
func (b *border) typeOfInput(name string) (typesys.Type, error) {
	inputs, _, err := b.inner.ComponentMembers(b.ctx)
	for _, in := range inputs {
		if in.Name == name {
			return in.Type, err
		}
	}
	return typesys.Dynamic, err
}

// renaming is the edit that gives a declaration its new name where it is referred to.
func (b *border) renaming(r reference) []change.Edit {
	if next := b.renamed[r.to.Name]; next != "" {
		return []change.Edit{r.replace(r.name(), next)}
	}
	return nil
}

// blockMark stands for the block of a new component until all that crosses is known.
const blockMark = "\x00"

// writeIn writes both sides.
func (b *border) writeIn(filePath string) error {
	file, _ := b.outer.File(filePath)
	end := printer.LineEnd(file.Text())
	parts, err := b.packages(b.outer, b.inner, b.moved)
	if err != nil {
		return err
	}
	var given []string
	for _, c := range b.inputs {
		parts, given = append(parts, c.config(end)), append(given, c.name+" = "+c.text)
	}
	parts = append(parts, b.moved...)
	parts = append(parts, lists.Map(b.outputs, func(c crossing) string { return c.output(end) })...)
	text := strings.Join(parts, end+end) + end
	if b.inner != nil {
		b.change.Edits = append(b.change.Edits, appended(b.inner.Files[0], text))
		b.change.Edits = append(b.change.Edits, b.block.edits(b.block.block().AddAttributes(given...))...)
		return nil
	}
	b.change.NewFiles = []change.NewFile{{Path: path.Join(b.dir, "main.pp"), Text: text}}
	for i, e := range b.change.Edits {
		if e.Text == blockMark {
			b.change.Edits[i].Text = b.newBlock(e.Span.Start > 0, end)
		}
	}
	return nil
}

// newBlock declares a new component, as the formatter would write it.
func (b *border) newBlock(spaced bool, end string) string {
	width := 0
	for _, c := range b.inputs {
		width = max(width, utf8.RuneCountInString(c.name))
	}
	inputs := lists.Map(b.inputs, func(c crossing) string { return fmt.Sprintf("%-*s = %s", width, c.name, c.text) })
	block := printer.Block("component "+b.name+" "+printer.Text("./"+path.Base(b.dir)), end, inputs...) + end
	if spaced {
		return end + block
	}
	return block
}
