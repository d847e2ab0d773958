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
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
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
func extractComponent(ctx context.Context, around preserve.Around, p *analysis.Program, filePath string, selected syntax.Span) ([]Action, error) {
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
		m := &componentMove{
			ctx: ctx, around: around, outer: p, dir: path.Join(p.Dir, name), name: name, untyped: untyped,
		}
		return m.movedIn(filePath, items)
	})
}

// moveIntoComponents moves the selected declarations into each component of the program.
func moveIntoComponents(ctx context.Context, around preserve.Around, p *analysis.Program, filePath string, selected syntax.Span) ([]Action, error) {
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
		m, err := componentMoveAt(ctx, around, block)
		if err != nil {
			continue
		}
		if shared, err := m.isShared(); shared || err != nil {
			continue
		}
		tried, err := action.triedWithLess(ctx, p, items, func(items []syntax.Placed, untyped bool) (change.Set, error) {
			next := *m
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
func componentsOf(ctx context.Context, p *analysis.Program) ([]selection, error) {
	all, err := selectionsOf(ctx, p, func(it syntax.Placed) bool { return it.Kind == syntax.KindComponent })
	return slices.DeleteFunc(all, func(s selection) bool {
		dir, ok := p.ComponentDir(s.item.Item)
		return !ok || p.ComponentProgram(dir) == nil
	}), err
}

// componentMoveAt is a move into or out of a component that exists.
func componentMoveAt(ctx context.Context, around preserve.Around, block selection) (*componentMove, error) {
	dir, _ := block.program.ComponentDir(block.item.Item)
	m := &componentMove{ctx: ctx, around: around, outer: block.program, inner: block.program.ComponentProgram(dir), dir: dir, block: block, name: block.item.Name}
	switch {
	case m.inner == nil:
		return nil, change.Refuse("the program of `%s` is not known", m.name)
	case !validName(m.name) || len(block.item.Errors) > 0 || block.item.Block() == nil:
		return nil, change.Refuse("the block of `%s` is incomplete", m.name)
	case m.inner.Unparsed() != nil:
		return nil, change.Refuse("not all names of the component are known, because %s is not parsed", path.Base(m.inner.Unparsed().Path))
	}
	m.dir = m.inner.Dir
	return m, nil
}

// isShared reports whether anything else uses the component.
func (m *componentMove) isShared() (bool, error) {
	blocks := 0
	for _, o := range m.outer.Objects() {
		it, _ := o.Item()
		if dir, ok := m.outer.ComponentDir(it.Item); ok && dir == m.dir {
			blocks++
		}
	}
	if blocks > 1 || m.around.Users == nil {
		return true, nil
	}
	if m.around.Runs != nil && m.around.Runs(m.dir) {
		return true, nil
	}
	users, err := m.around.Users(m.ctx, m.dir)
	return slices.ContainsFunc(users, func(p *analysis.Program) bool { return p.Dir != m.outer.Dir }), err
}

// movedIn moves declarations of a file.
func (m *componentMove) movedIn(filePath string, items []syntax.Placed) (change.Set, error) {
	outside, inside, err := m.look()
	if err != nil {
		return change.Set{}, err
	}
	for _, it := range items {
		if len(it.Errors) > 0 || !validName(it.Name) {
			return change.Set{}, change.Refuse("the selection has syntax errors")
		}
		m.moving[it.Name] = true
	}
	m.enter(outside, inside)
	side, err := selectionsOf(m.ctx, m.outer, mentions(m.moving))
	if err != nil {
		return change.Set{}, err
	}
	first := true
	for _, s := range side {
		if m.inner != nil && s.item.Item == m.block.item.Item {
			if err := m.ownInputs(s); err != nil {
				return change.Set{}, err
			}
			continue
		}
		moves := s.path == filePath && slices.ContainsFunc(items, func(own syntax.Placed) bool { return own.Base == s.item.Base })
		edits, err := m.inward(s, moves)
		if err != nil {
			return change.Set{}, err
		}
		if !moves {
			m.change.Edits = append(m.change.Edits, edits...)
			continue
		}
		if next := m.renamed[s.item.Name]; next != "" {
			edits = append(edits, s.replace(s.item.NameSpan, next))
		}
		m.moved = append(m.moved, s.whole(append(edits, s.moves(m.dir)...)))
		cut := change.Edit{Path: s.path, Span: s.item.Span()}
		if first && m.inner == nil {
			cut.Text = blockMark
		}
		first = false
		m.change.Edits = append(m.change.Edits, cut)
		m.became(s, preserve.Path{{Dir: m.outer.Dir, Name: s.item.Name}}, preserve.Path{{Dir: m.outer.Dir, Name: m.name}, {Dir: m.dir, Name: m.newName(s.item.Name)}})
	}
	if err := m.writeIn(filePath); err != nil {
		return change.Set{}, err
	}
	return m.finished()
}

// became notes where a declaration goes.
func (m *componentMove) became(s selection, from, to preserve.Path) {
	m.rules = append(m.rules, preserve.Rule{From: from, To: to})
	if s.item.Kind == syntax.KindComponent {
		m.components = append(m.components, from)
		m.addNested(s.program, s.item.Item)
	}
}

// enter finds out which names have to change on their way into a component that exists.
func (m *componentMove) enter(outside, inside map[string]bool) {
	maps.Copy(m.taken, outside)
	maps.Copy(m.taken, inside)
	for _, name := range slices.Sorted(maps.Keys(m.moving)) {
		if inside[name] {
			m.renamed[name] = m.freeName(name)
		}
	}
}

// newName is the name of a declaration after its move.
func (m *componentMove) newName(name string) string {
	if next := m.renamed[name]; next != "" {
		return next
	}
	return name
}

// inward returns the edits of an item outside: what needs the other side gets it through the
// component.
func (m *componentMove) inward(s selection, moves bool) (edits []change.Edit, err error) {
	for _, r := range s.references() {
		own := m.moving[r.to.Name] && r.to.Kind != analysis.ObjectOutput
		isBlock := m.inner != nil && r.to.Name == m.name && r.to.Kind == analysis.ObjectComponent
		switch {
		case moves && own:
			if next := m.renamed[r.to.Name]; next != "" {
				edits = append(edits, s.replace(r.name(), next))
			}
		case moves && isBlock:
			edit, err := m.ownOutput(r)
			if err != nil {
				return nil, err
			}
			edits = append(edits, edit)
		case moves:
			if r.to.Kind == analysis.ObjectOutput || r.to.Kind == analysis.ObjectPulumi {
				return nil, change.Refuse("`%s` cannot be passed to a component", r.to.Name)
			}
			n := r.needed()
			c := m.crosses(&m.inputs, r, n, s.text(n.span))
			edits = append(edits, s.replace(n.span, c.name))
		case own:
			if r.captured(map[string]bool{m.name: true}) != "" {
				return nil, change.Refuse("`%s` is something else in `%s`", m.name, s.item.Name)
			}
			n := r.needed()
			text := s.rewritten(n.span, m.renaming(r))
			c := m.crosses(&m.outputs, r, n, text)
			edits = append(edits, s.replace(n.span, m.name+"."+c.name))
		}
	}
	return edits, nil
}

// ownOutput puts the value of an output in the place of a reference that moves to where it is.
func (m *componentMove) ownOutput(r reference) (change.Edit, error) {
	if len(r.expr.Traversal) > 1 {
		key, _ := stepOf(r.expr.Traversal[1])
		if o := m.inner.ComponentOutput(textOf(key)); o != nil {
			it, _ := o.Item()
			if a := it.Attribute(language.OutputValue); a != nil {
				span := syntax.SpanOf(a.Expr)
				value := newSubstitution(it.Text[span.Start:span.End])
				if value.expr != nil && !value.needsLocal([]reference{r}) {
					return value.at(r), nil
				}
			}
		}
	}
	return change.Edit{}, change.Refuse("`%s` needs `%s` itself", r.item.Name, m.name)
}

// ownInputs edits the component where it is given what moves into it: that is there now.
func (m *componentMove) ownInputs(s selection) error {
	edits, err := m.inward(s, true)
	if err != nil {
		return err
	}
	for name, a := range s.item.Block().Body.Attributes {
		span := syntax.SpanOf(a.Expr)
		if !slices.ContainsFunc(s.references(), func(r reference) bool {
			return m.moving[r.to.Name] && r.name().Start >= span.Start && r.name().End <= span.End
		}) {
			continue
		}
		if err := m.ownInput(s, name, a, s.rewritten(span, edits)); err != nil {
			return err
		}
	}
	return nil
}

// ownInput puts a value in the place of a config.
func (m *componentMove) ownInput(s selection, name string, a *hclsyntax.Attribute, text string) error {
	config := m.inner.ComponentInput(name)
	if config == nil {
		return change.Refuse("`%s` is no config of the component", name)
	}
	inside, err := selectionsOf(m.ctx, m.inner, mentions(map[string]bool{config.Name: true}))
	if err != nil {
		return err
	}
	want, err := m.typeOfInput(name)
	if err != nil {
		return err
	}
	if text, err = s.asConverted(a.Expr, want, text, name); err != nil {
		return err
	}
	value := newSubstitution(text)
	for _, in := range inside {
		if in.item.Kind == syntax.KindConfig && in.item.Name == config.Name {
			if in.item.Attribute(language.ConfigSecret) != nil {
				return change.Refuse("the config `%s` makes it a secret", config.Name)
			}
			m.change.Edits = append(m.change.Edits, change.Edit{Path: in.path, Span: in.item.Span()})
			continue
		}
		for _, r := range in.references() {
			if r.to.Kind != analysis.ObjectConfig || r.to.Name != config.Name {
				continue
			}
			if value.expr == nil || value.needsLocal([]reference{r}) {
				return change.Refuse("the component `%s` needs `%s` from outside", m.name, name)
			}
			m.change.Edits = append(m.change.Edits, value.at(r))
		}
	}
	m.change.Edits = append(m.change.Edits, s.withoutAttribute(a))
	return nil
}

// typeOfInput is the type of the values that an input of the component takes.
func (m *componentMove) typeOfInput(name string) (typesys.Type, error) {
	inputs, _, err := m.inner.ComponentMembers(m.ctx)
	for _, in := range inputs {
		if in.Name == name {
			return in.Type, err
		}
	}
	return typesys.Dynamic, err
}

// renaming is the edit that gives a declaration its new name where it is referred to.
func (m *componentMove) renaming(r reference) []change.Edit {
	if next := m.renamed[r.to.Name]; next != "" {
		return []change.Edit{r.replace(r.name(), next)}
	}
	return nil
}

// blockMark stands for the block of a new component until all that crosses is known.
const blockMark = "\x00"

// writeIn writes both sides.
func (m *componentMove) writeIn(filePath string) error {
	file, _ := m.outer.File(filePath)
	end := printer.LineEnd(file.Text())
	parts, err := m.packages(m.outer, m.inner, m.moved)
	if err != nil {
		return err
	}
	var given []string
	for _, c := range m.inputs {
		parts, given = append(parts, c.config(end)), append(given, c.name+" = "+c.text)
	}
	parts = append(parts, m.moved...)
	parts = append(parts, lists.Map(m.outputs, func(c crossing) string { return c.output(end) })...)
	text := strings.Join(parts, end+end) + end
	if m.inner != nil {
		m.change.Edits = append(m.change.Edits, appended(m.inner.Files[0], text))
		m.change.Edits = append(m.change.Edits, m.block.edits(m.block.block().AddAttributes(given...))...)
		return nil
	}
	m.change.NewFiles = []change.NewFile{{Path: path.Join(m.dir, "main.pp"), Text: text}}
	for i, e := range m.change.Edits {
		if e.Text == blockMark {
			m.change.Edits[i].Text = m.newBlock(e.Span.Start > 0, end)
		}
	}
	return nil
}

// newBlock declares a new component, as the formatter would write it.
func (m *componentMove) newBlock(spaced bool, end string) string {
	width := 0
	for _, c := range m.inputs {
		width = max(width, utf8.RuneCountInString(c.name))
	}
	inputs := lists.Map(m.inputs, func(c crossing) string { return fmt.Sprintf("%-*s = %s", width, c.name, c.text) })
	block := printer.Block("component "+m.name+" "+printer.Text("./"+path.Base(m.dir)), end, inputs...) + end
	if spaced {
		return end + block
	}
	return block
}
