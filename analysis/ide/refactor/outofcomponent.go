package refactor

import (
	"context"
	"errors"
	"maps"
	"slices"
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

// This file moves declarations out of a component into the program that uses it: some of them, or all, and then the
// component is gone. What moves repeats the options of the component.

// moveOut is such a move.
type moveOut struct {
	*componentMove
	all             bool
	inside, outside []selection
	configs         map[string]*substitution // by the names inside
	results         map[string]*substitution // by the names that users write
	locals          []string                 // new declarations outside
	parent          string                   // what the component's options say; empty for none
	providers       string                   // likewise
	providerOf      map[string]string        // by the packages
	named           bool                     // components keep their registered names
}

// inlineComponent moves everything out of the component whose block is selected.
func inlineComponent(s selection, around preserve.Around) ([]Action, error) {
	if s.item.Kind != syntax.KindComponent || !s.atHead() {
		return nil, nil
	}
	if _, ok := s.program.ComponentDir(s.item.Item); !ok {
		return nil, nil
	}
	action := Action{ID: "inline.component", Title: "Inline component `" + s.item.Name + "`", Kind: Inline}
	return action.tried(func(untyped bool) (change.Set, error) {
		m, err := componentMoveAt(s.ctx, around, s)
		if err != nil {
			return change.Set{}, err
		}
		m.untyped = untyped
		return m.leave(nil)
	})
}

// moveOutOfComponent moves the selected declarations to the only program that uses theirs as a
// component.
func moveOutOfComponent(ctx context.Context, around preserve.Around, p *analysis.Program, filePath string, selected syntax.Span) ([]Action, error) {
	items, ok := selectedIn(p, filePath, selected)
	if !ok || around.Users == nil {
		return nil, nil
	}
	users, err := around.Users(ctx, p.Dir)
	if err != nil || len(users) != 1 {
		return nil, err
	}
	blocks, err := componentsOf(ctx, users[0])
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(blocks, func(s selection) bool { dir, _ := s.program.ComponentDir(s.item.Item); return dir == p.Dir })
	if at < 0 {
		return nil, nil
	}
	m, err := componentMoveAt(ctx, around, blocks[at])
	if err != nil {
		return nil, nil // another action says why
	}
	if shared, err := m.isShared(); shared || err != nil {
		return nil, err
	}
	action := Action{ID: "move.out", Title: "Move out of component `" + m.name + "`", Kind: Move}
	return action.tried(func(untyped bool) (change.Set, error) {
		next := *m
		next.untyped = untyped
		return next.leave(items)
	})
}

// atHead reports whether the selection is on what stands before the body of a block.
func (s selection) atHead() bool {
	block := s.item.Block()
	return block != nil && s.selected.Start <= block.OpenBraceRange.End.Byte && s.selected.Start >= syntax.SpanOf(block).Start && s.selected.End <= syntax.SpanOf(block).End
}

// leave moves declarations, or all if none are named. If what is in components among them cannot
// be kept, they keep their registered names, which those in them begin with.
func (m *componentMove) leave(items []syntax.Placed) (change.Set, error) {
	var set change.Set
	var err error
	for _, named := range []bool{false, true} {
		own := *m
		out := &moveOut{componentMove: &own, all: len(items) == 0, named: named}
		set, err = out.movedOut(items)
		if _, refused := errors.AsType[*change.Refusal](err); !refused || len(out.components) == 0 {
			break
		}
	}
	return set, err
}

// movedOut moves declarations, or all if none are named.
func (m *moveOut) movedOut(items []syntax.Placed) (set change.Set, err error) {
	outside, inside, err := m.componentMove.look()
	if err != nil {
		return set, err
	}
	if m.inside, err = selectionsOf(m.ctx, m.inner, everything); err != nil {
		return set, err
	}
	if m.outside, err = selectionsOf(m.ctx, m.outer, mentions(map[string]bool{m.name: true})); err != nil {
		return set, err
	}
	if err := m.choose(items); err != nil {
		return set, err
	}
	m.exit(outside, inside)
	if err := m.options(); err != nil {
		return set, err
	}
	for _, step := range []func() error{m.findSubstitutions, m.moveAll, m.stay, m.users, m.writeOut} {
		if err := step(); err != nil {
			return set, err
		}
	}
	return m.finished()
}

// choose decides what moves and what it is called outside.
func (m *moveOut) choose(items []syntax.Placed) error {
	for _, s := range m.inside {
		picked := slices.ContainsFunc(items, func(own syntax.Placed) bool { return own.Item == s.item.Item })
		if len(s.item.Errors) > 0 && (m.all || picked) {
			return change.Refuse("the component has syntax errors")
		}
		if m.all && s.item.Kind == syntax.KindPulumi {
			return change.Refuse("the component requires a version of Pulumi")
		}
		if m.all && (movable(s.item) || s.item.Kind == syntax.KindHook) || picked {
			m.moving[s.item.Name] = true
		}
	}
	return nil
}

// exit finds out which names have to change outside. That of a component that goes is free.
func (m *moveOut) exit(outside, inside map[string]bool) {
	if m.all && m.outer.LookupOutput(m.name) == nil {
		delete(outside, m.name)
	}
	maps.Copy(m.taken, outside)
	maps.Copy(m.taken, inside)
	for _, s := range m.inside {
		if name := s.item.Name; m.moving[name] && outside[name] {
			m.renamed[name] = m.freeName(joined(m.name, name))
		}
	}
}

// outward returns the edits of an item inside for the program outside.
func (m *moveOut) outward(s selection) (edits []change.Edit, err error) {
	for _, r := range s.references() {
		config := m.configs[r.to.Name]
		switch {
		case m.moving[r.to.Name] && r.to.Kind != analysis.ObjectOutput:
			edits = append(edits, m.renaming(r)...)
		case config != nil && r.to.Kind == analysis.ObjectConfig:
			edits = append(edits, config.at(r))
		case r.to.Kind == analysis.ObjectOutput || m.all:
			return nil, change.Refuse("`%s` needs `%s`, which is not outside", s.item.Name, r.to.Name)
		case r.captured(map[string]bool{m.name: true}) != "":
			return nil, change.Refuse("`%s` is something else in `%s`", m.name, s.item.Name)
		default:
			n := r.needed()
			c := m.crosses(&m.outputs, r, n, s.text(n.span))
			edits = append(edits, s.replace(n.span, m.name+"."+c.name))
		}
	}
	return edits, nil
}

// moveAll takes the texts of what moves.
func (m *moveOut) moveAll() error {
	for _, s := range m.inside {
		if !m.moving[s.item.Name] || s.item.Kind == syntax.KindOutput || s.item.Kind == syntax.KindConfig {
			continue
		}
		edits, err := m.outward(s)
		if err != nil {
			return err
		}
		edits = append(edits, s.moves(m.outer.Dir)...)
		if next := m.renamed[s.item.Name]; next != "" {
			edits = append(edits, s.replace(s.item.NameSpan, next))
		}
		if m.named && s.item.Kind == syntax.KindComponent {
			edits = append(edits, s.withLogicalName(analysis.LogicalName(m.block.item.Item)+"-"+analysis.LogicalName(s.item.Item))...)
		}
		text := s.whole(edits)
		if text, err = m.withOptions(s, text); err != nil {
			return err
		}
		m.moved = append(m.moved, text)
		m.became(s, preserve.Path{{Dir: m.outer.Dir, Name: m.name}, {Dir: m.dir, Name: s.item.Name}}, preserve.Path{{Dir: m.outer.Dir, Name: m.newName(s.item.Name)}})
	}
	if m.all {
		m.rules = append(m.rules, preserve.Rule{From: preserve.Path{{Dir: m.outer.Dir, Name: m.name}}})
	}
	return nil
}

// stay edits what stays inside: it gets what has moved through configs.
func (m *moveOut) stay() error {
	if m.all {
		return nil
	}
	m.gone = map[*syntax.Item]bool{}
	for _, s := range m.inside {
		m.gone[s.item.Item] = m.moving[s.item.Name] && movable(s.item) || s.item.Kind == syntax.KindOutput && m.results[analysis.LogicalName(s.item.Item)] != nil
	}
	needed := map[string]bool{} // configs
	for _, s := range m.inside {
		if m.gone[s.item.Item] {
			m.change.Edits = append(m.change.Edits, change.Edit{Path: s.path, Span: s.item.Span()})
			continue
		}
		for _, r := range s.references() {
			needed[r.to.Name] = needed[r.to.Name] || r.to.Kind == analysis.ObjectConfig
			if !m.moving[r.to.Name] || r.to.Kind == analysis.ObjectOutput {
				continue
			}
			n := r.needed()
			c := m.crosses(&m.inputs, r, n, s.rewritten(n.span, m.renaming(r)))
			m.change.Edits = append(m.change.Edits, s.replace(n.span, c.name))
		}
	}
	m.dropConfigs(needed)
	return nil
}

// dropConfigs removes the configs that only those needed that have moved, and what the component
// is given for them.
func (m *moveOut) dropConfigs(needed map[string]bool) {
	for _, s := range m.inside {
		if s.item.Kind != syntax.KindConfig || needed[s.item.Name] || m.configs[s.item.Name] == nil {
			continue
		}
		m.gone[s.item.Item] = true
		m.change.Edits = append(m.change.Edits, change.Edit{Path: s.path, Span: s.item.Span()})
		if a := m.block.item.Block().Body.Attributes[analysis.LogicalName(s.item.Item)]; a != nil {
			m.change.Edits = append(m.change.Edits, m.block.withoutAttribute(a))
		}
	}
}

// users edits what reads the component.
func (m *moveOut) users() error {
	for _, s := range m.outside {
		for _, r := range s.references() {
			if r.to.Kind != analysis.ObjectComponent || r.to.Name != m.name {
				continue
			}
			edit, err := m.used(r)
			if err != nil {
				return err
			}
			m.change.Edits = append(m.change.Edits, edit...)
		}
	}
	return nil
}

// used edits one place that reads the component.
func (m *moveOut) used(r reference) ([]change.Edit, error) {
	if len(r.expr.Traversal) > 1 {
		key, _ := stepOf(r.expr.Traversal[1])
		if result := m.results[textOf(key)]; result != nil {
			return []change.Edit{result.at(r)}, nil
		}
		if m.all {
			return nil, change.Refuse("`%s` is needed of the component, which is no output", textOf(key))
		}
		return nil, nil
	}
	if !m.all {
		return nil, nil
	}
	list, ok := r.parent().(*hclsyntax.TupleConsExpr)
	if option, is := innermostOf[*hclsyntax.Attribute](r.parents); !ok || !is || option.Name != language.NameDependsOn || len(r.parents) < 2 || r.parents[len(r.parents)-2] != hclsyntax.Node(option) {
		return nil, change.Refuse("`%s` is needed as a whole", m.name)
	}
	var names []string
	for _, s := range m.inside {
		if s.item.Kind != syntax.KindResource && s.item.Kind != syntax.KindComponent {
			continue
		}
		if analysis.RangeAttribute(s.item.Item) != nil {
			return nil, change.Refuse("`%s` is needed as a whole, and `%s` has a range", m.name, s.item.Name)
		}
		names = append(names, m.newName(s.item.Name))
	}
	if len(names) == 0 && len(list.Exprs) > 1 {
		return nil, change.Refuse("`%s` is needed as a whole", m.name)
	}
	return []change.Edit{r.replace(r.name(), strings.Join(names, ", "))}, nil
}

// writeOut writes both sides.
func (m *moveOut) writeOut() error {
	file, _ := m.outer.File(m.block.path)
	end := printer.LineEnd(file.Text())
	parts, err := m.packages(m.inner, m.outer, m.moved)
	if err != nil {
		return err
	}
	parts = append(append(parts, m.locals...), m.moved...)
	text := strings.Join(parts, end+end)
	if m.all {
		return m.replaceBlock(text, end)
	}
	at := m.block.item.Base
	lead := ""
	if at > 0 {
		lead = end
	}
	m.change.Edits = append(m.change.Edits, change.Edit{Path: m.block.path, Span: syntax.Span{Start: at, End: at}, Text: lead + text + end})
	var given []string
	var inside []string
	for _, c := range m.inputs {
		given, inside = append(given, c.name+" = "+c.text), append(inside, c.config(end))
	}
	inside = append(inside, lists.Map(m.outputs, func(c crossing) string { return c.output(end) })...)
	m.change.Edits = append(m.change.Edits, m.block.edits(m.block.block().AddAttributes(given...))...)
	if len(inside) > 0 {
		m.change.Edits = append(m.change.Edits, appended(m.inner.Files[0], strings.Join(inside, end+end)+end))
	}
	return nil
}

// replaceBlock puts what was inside in the place of the component, whose files go if nothing else
// uses them.
func (m *moveOut) replaceBlock(text, end string) error {
	span := analysis.ContentSpan(m.block.item)
	m.change.Edits = append(m.change.Edits, change.Edit{Path: m.block.path, Span: span, Text: text})
	shared, err := m.isShared()
	if shared || err != nil {
		return err
	}
	for _, f := range m.inner.Files {
		m.change.Deleted = append(m.change.Deleted, f.Path)
	}
	return nil
}

// options reads the options of the component. Its parent counts when it goes; what leaves a
// component that stays has no parent.
func (m *moveOut) options() error {
	m.providerOf = map[string]string{}
	options, ok := m.block.block().Options()
	if !ok {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(options.Body.Attributes)) {
		a := options.Body.Attributes[name]
		switch {
		case name == language.NameProviders:
			m.providers = m.block.textOf(a.Expr)
			if err := m.readProviders(a.Expr); err != nil {
				return err
			}
		case !m.all:
		case name == language.NameParent:
			m.parent = m.block.textOf(a.Expr)
		default:
			return change.Refuse("the option `%s` of the component would have to be repeated", name)
		}
	}
	return nil
}

// readProviders finds out the packages of providers.
func (m *moveOut) readProviders(e hclsyntax.Expression) error {
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		for _, one := range e.Exprs {
			name, ok := one.(*hclsyntax.ScopeTraversalExpr)
			if !ok || len(name.Traversal) > 1 || m.outer.Lookup(name.Traversal.RootName()) == nil {
				return change.Refuse("the providers of the component are not written out")
			}
			it := itemOf(m.outer.Lookup(name.Traversal.RootName()))
			if len(it.Labels) < 2 {
				return change.Refuse("`%s` is no provider", it.Name)
			}
			m.providerOf[strings.TrimPrefix(it.Labels[1].Value, providerTokens)] = it.Name
		}
		return nil
	case *hclsyntax.ObjectConsExpr:
		for _, one := range e.Items {
			key, ok := analysis.LiteralKey(one.KeyExpr)
			if !ok {
				return change.Refuse("the providers of the component are not written out")
			}
			m.providerOf[key] = m.block.textOf(one.ValueExpr)
		}
		return nil
	}
	return change.Refuse("the providers of the component are not written out")
}

// providerTokens begins the tokens of providers.
const providerTokens = "pulumi:providers:"

// withOptions adds to the text of a declaration what the component gave it.
func (m *moveOut) withOptions(s selection, text string) (string, error) {
	kind := s.item.Kind
	if kind == syntax.KindResource || kind == syntax.KindComponent {
		if m.parent != "" && s.option(language.NameParent) == nil {
			text = withOption(text, language.NameParent+" = "+m.parent)
		}
		if m.providers != "" && kind == syntax.KindComponent && s.option(language.NameProviders) == nil {
			text = withOption(text, language.NameProviders+" = "+m.providers)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(m.providerOf)) {
		switch {
		case !usesPackage(pkg)(s.item):
		case strings.Contains(s.item.Text, `("`+pkg+":") || kind != syntax.KindResource:
			return "", change.Refuse("`%s` uses a provider of the component", s.item.Name)
		case s.option(language.NameProvider) == nil && !strings.HasPrefix(s.item.Labels[1].Value, providerTokens):
			text = withOption(text, language.NameProvider+" = "+m.providerOf[pkg])
		}
	}
	return text, nil
}
