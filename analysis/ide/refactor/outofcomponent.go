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
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file moves declarations out of a component into the program that uses it: some of them, or all, and then the
// component is gone. What moves repeats the options of the component.

// leaving is such a move.
type leaving struct {
	*border
	all             bool
	inside, outside []place
	configs         map[string]*standIn // by the names inside
	results         map[string]*standIn // by the names that users write
	locals          []string            // new declarations outside
	parent          string              // what the component's options say; empty for none
	providers       string              // likewise
	providerOf      map[string]string   // by the packages
	named           bool                // components keep their registered names
}

// inlineComponent moves everything out of the component whose block is selected.
func inlineComponent(s place, around keep.Around) ([]Action, error) {
	if s.item.Kind != syntax.KindComponent || !s.atHead() {
		return nil, nil
	}
	if _, ok := s.program.ComponentDir(s.item.Item); !ok {
		return nil, nil
	}
	action := Action{ID: "inline.component", Title: "Inline component `" + s.item.Name + "`", Kind: Inline}
	return action.tried(func(untyped bool) (change.Set, error) {
		b, err := borderAt(s.ctx, around, s)
		if err != nil {
			return change.Set{}, err
		}
		b.untyped = untyped
		return b.leave(nil)
	})
}

// moveOutOfComponent moves the selected declarations to the only program that uses theirs as a
// component.
func moveOutOfComponent(ctx context.Context, around keep.Around, p *analysis.Program, filePath string, selected syntax.Span) ([]Action, error) {
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
	at := slices.IndexFunc(blocks, func(s place) bool { dir, _ := s.program.ComponentDir(s.item.Item); return dir == p.Dir })
	if at < 0 {
		return nil, nil
	}
	b, err := borderAt(ctx, around, blocks[at])
	if err != nil {
		return nil, nil // another action says why
	}
	if shared, err := b.isShared(); shared || err != nil {
		return nil, err
	}
	action := Action{ID: "move.out", Title: "Move out of component `" + b.name + "`", Kind: Move}
	return action.tried(func(untyped bool) (change.Set, error) {
		next := *b
		next.untyped = untyped
		return next.leave(items)
	})
}

// atHead reports whether the selection is on what stands before the body of a block.
func (s place) atHead() bool {
	block := s.item.Block()
	return block != nil && s.selected.Start <= block.OpenBraceRange.End.Byte && s.selected.Start >= syntax.SpanOf(block).Start && s.selected.End <= syntax.SpanOf(block).End
}

// leave moves declarations, or all if none are named. If what is in components among them cannot
// be kept, they keep their registered names, which those in them begin with.
func (b *border) leave(items []syntax.Placed) (change.Set, error) {
	var set change.Set
	var err error
	for _, named := range []bool{false, true} {
		own := *b
		l := &leaving{border: &own, all: len(items) == 0, named: named}
		set, err = l.movedOut(items)
		if _, refused := errors.AsType[*change.Refusal](err); !refused || len(l.components) == 0 {
			break
		}
	}
	return set, err
}

// movedOut moves declarations, or all if none are named.
func (l *leaving) movedOut(items []syntax.Placed) (set change.Set, err error) {
	outside, inside, err := l.border.look()
	if err != nil {
		return set, err
	}
	if l.inside, err = placesOf(l.ctx, l.inner, everything); err != nil {
		return set, err
	}
	if l.outside, err = placesOf(l.ctx, l.outer, mentions(map[string]bool{l.name: true})); err != nil {
		return set, err
	}
	if err := l.choose(items); err != nil {
		return set, err
	}
	l.exit(outside, inside)
	if err := l.options(); err != nil {
		return set, err
	}
	for _, step := range []func() error{l.standIns, l.moveAll, l.stay, l.users, l.writeOut} {
		if err := step(); err != nil {
			return set, err
		}
	}
	return l.finished()
}

// choose decides what moves and what it is called outside.
func (l *leaving) choose(items []syntax.Placed) error {
	for _, s := range l.inside {
		picked := slices.ContainsFunc(items, func(own syntax.Placed) bool { return own.Item == s.item.Item })
		if len(s.item.Errors) > 0 && (l.all || picked) {
			return change.Refuse("the component has syntax errors")
		}
		if l.all && s.item.Kind == syntax.KindPulumi {
			return change.Refuse("the component requires a version of Pulumi")
		}
		if l.all && (movable(s.item) || s.item.Kind == syntax.KindHook) || picked {
			l.moving[s.item.Name] = true
		}
	}
	return nil
}

// exit finds out which names have to change outside. That of a component that goes is free.
func (l *leaving) exit(outside, inside map[string]bool) {
	if l.all && l.outer.LookupOutput(l.name) == nil {
		delete(outside, l.name)
	}
	maps.Copy(l.taken, outside)
	maps.Copy(l.taken, inside)
	for _, s := range l.inside {
		if name := s.item.Name; l.moving[name] && outside[name] {
			l.renamed[name] = l.freeName(joined(l.name, name))
		}
	}
}

// outward returns the edits of an item inside for the program outside.
func (l *leaving) outward(s place) (edits []change.Edit, err error) {
	for _, r := range s.references() {
		config := l.configs[r.to.Name]
		switch {
		case l.moving[r.to.Name] && r.to.Kind != analysis.ObjectOutput:
			edits = append(edits, l.renaming(r)...)
		case config != nil && r.to.Kind == analysis.ObjectConfig:
			edits = append(edits, config.at(r))
		case r.to.Kind == analysis.ObjectOutput || l.all:
			return nil, change.Refuse("`%s` needs `%s`, which is not outside", s.item.Name, r.to.Name)
		case r.captured(map[string]bool{l.name: true}) != "":
			return nil, change.Refuse("`%s` is something else in `%s`", l.name, s.item.Name)
		default:
			n := r.needed()
			c := l.crosses(&l.outputs, r, n, s.text(n.span))
			edits = append(edits, s.replace(n.span, l.name+"."+c.name))
		}
	}
	return edits, nil
}

// moveAll takes the texts of what moves.
func (l *leaving) moveAll() error {
	for _, s := range l.inside {
		if !l.moving[s.item.Name] || s.item.Kind == syntax.KindOutput || s.item.Kind == syntax.KindConfig {
			continue
		}
		edits, err := l.outward(s)
		if err != nil {
			return err
		}
		edits = append(edits, s.moves(l.outer.Dir)...)
		if next := l.renamed[s.item.Name]; next != "" {
			edits = append(edits, s.replace(s.item.NameSpan, next))
		}
		if l.named && s.item.Kind == syntax.KindComponent {
			edits = append(edits, s.withLogicalName(analysis.LogicalName(l.block.item.Item)+"-"+analysis.LogicalName(s.item.Item))...)
		}
		text := s.whole(edits)
		if text, err = l.withOptions(s, text); err != nil {
			return err
		}
		l.moved = append(l.moved, text)
		l.became(s, keep.Way{{Dir: l.outer.Dir, Name: l.name}, {Dir: l.dir, Name: s.item.Name}}, keep.Way{{Dir: l.outer.Dir, Name: l.newName(s.item.Name)}})
	}
	if l.all {
		l.rules = append(l.rules, keep.Rule{From: keep.Way{{Dir: l.outer.Dir, Name: l.name}}})
	}
	return nil
}

// stay edits what stays inside: it gets what has moved through configs.
func (l *leaving) stay() error {
	if l.all {
		return nil
	}
	l.gone = map[*syntax.Item]bool{}
	for _, s := range l.inside {
		l.gone[s.item.Item] = l.moving[s.item.Name] && movable(s.item) || s.item.Kind == syntax.KindOutput && l.results[analysis.LogicalName(s.item.Item)] != nil
	}
	needed := map[string]bool{} // configs
	for _, s := range l.inside {
		if l.gone[s.item.Item] {
			l.change.Edits = append(l.change.Edits, change.Edit{Path: s.path, Span: s.item.Span()})
			continue
		}
		for _, r := range s.references() {
			needed[r.to.Name] = needed[r.to.Name] || r.to.Kind == analysis.ObjectConfig
			if !l.moving[r.to.Name] || r.to.Kind == analysis.ObjectOutput {
				continue
			}
			n := r.needed()
			c := l.crosses(&l.inputs, r, n, s.rewritten(n.span, l.renaming(r)))
			l.change.Edits = append(l.change.Edits, s.replace(n.span, c.name))
		}
	}
	l.dropConfigs(needed)
	return nil
}

// dropConfigs removes the configs that only those needed that have moved, and what the component
// is given for them.
func (l *leaving) dropConfigs(needed map[string]bool) {
	for _, s := range l.inside {
		if s.item.Kind != syntax.KindConfig || needed[s.item.Name] || l.configs[s.item.Name] == nil {
			continue
		}
		l.gone[s.item.Item] = true
		l.change.Edits = append(l.change.Edits, change.Edit{Path: s.path, Span: s.item.Span()})
		if a := l.block.item.Block().Body.Attributes[analysis.LogicalName(s.item.Item)]; a != nil {
			l.change.Edits = append(l.change.Edits, l.block.withoutAttribute(a))
		}
	}
}

// users edits what reads the component.
func (l *leaving) users() error {
	for _, s := range l.outside {
		for _, r := range s.references() {
			if r.to.Kind != analysis.ObjectComponent || r.to.Name != l.name {
				continue
			}
			edit, err := l.used(r)
			if err != nil {
				return err
			}
			l.change.Edits = append(l.change.Edits, edit...)
		}
	}
	return nil
}

// used edits one place that reads the component.
func (l *leaving) used(r reference) ([]change.Edit, error) {
	if len(r.expr.Traversal) > 1 {
		key, _ := stepOf(r.expr.Traversal[1])
		if result := l.results[textOf(key)]; result != nil {
			return []change.Edit{result.at(r)}, nil
		}
		if l.all {
			return nil, change.Refuse("`%s` is needed of the component, which is no output", textOf(key))
		}
		return nil, nil
	}
	if !l.all {
		return nil, nil
	}
	list, ok := r.parent().(*hclsyntax.TupleConsExpr)
	if option, is := innermostOf[*hclsyntax.Attribute](r.parents); !ok || !is || option.Name != language.NameDependsOn || len(r.parents) < 2 || r.parents[len(r.parents)-2] != hclsyntax.Node(option) {
		return nil, change.Refuse("`%s` is needed as a whole", l.name)
	}
	var names []string
	for _, s := range l.inside {
		if s.item.Kind != syntax.KindResource && s.item.Kind != syntax.KindComponent {
			continue
		}
		if analysis.RangeAttribute(s.item.Item) != nil {
			return nil, change.Refuse("`%s` is needed as a whole, and `%s` has a range", l.name, s.item.Name)
		}
		names = append(names, l.newName(s.item.Name))
	}
	if len(names) == 0 && len(list.Exprs) > 1 {
		return nil, change.Refuse("`%s` is needed as a whole", l.name)
	}
	return []change.Edit{r.replace(r.name(), strings.Join(names, ", "))}, nil
}

// writeOut writes both sides.
func (l *leaving) writeOut() error {
	file, _ := l.outer.File(l.block.path)
	end := printer.LineEnd(file.Text())
	parts, err := l.packages(l.inner, l.outer, l.moved)
	if err != nil {
		return err
	}
	parts = append(append(parts, l.locals...), l.moved...)
	text := strings.Join(parts, end+end)
	if l.all {
		return l.replaceBlock(text, end)
	}
	at := l.block.item.Base
	lead := ""
	if at > 0 {
		lead = end
	}
	l.change.Edits = append(l.change.Edits, change.Edit{Path: l.block.path, Span: syntax.Span{Start: at, End: at}, Text: lead + text + end})
	var given []string
	var inside []string
	for _, c := range l.inputs {
		given, inside = append(given, c.name+" = "+c.text), append(inside, c.config(end))
	}
	inside = append(inside, lists.Map(l.outputs, func(c crossing) string { return c.output(end) })...)
	l.change.Edits = append(l.change.Edits, l.block.edits(l.block.block().AddAttributes(given...))...)
	if len(inside) > 0 {
		l.change.Edits = append(l.change.Edits, appended(l.inner.Files[0], strings.Join(inside, end+end)+end))
	}
	return nil
}

// replaceBlock puts what was inside in the place of the component, whose files go if nothing else
// uses them.
func (l *leaving) replaceBlock(text, end string) error {
	span := analysis.ContentSpan(l.block.item)
	l.change.Edits = append(l.change.Edits, change.Edit{Path: l.block.path, Span: span, Text: text})
	shared, err := l.isShared()
	if shared || err != nil {
		return err
	}
	for _, f := range l.inner.Files {
		l.change.Deleted = append(l.change.Deleted, f.Path)
	}
	return nil
}

// options reads the options of the component. Its parent counts when it goes; what leaves a
// component that stays has no parent.
func (l *leaving) options() error {
	l.providerOf = map[string]string{}
	options, ok := l.block.block().Options()
	if !ok {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(options.Body.Attributes)) {
		a := options.Body.Attributes[name]
		switch {
		case name == language.NameProviders:
			l.providers = l.block.textOf(a.Expr)
			if err := l.readProviders(a.Expr); err != nil {
				return err
			}
		case !l.all:
		case name == language.NameParent:
			l.parent = l.block.textOf(a.Expr)
		default:
			return change.Refuse("the option `%s` of the component would have to be repeated", name)
		}
	}
	return nil
}

// readProviders finds out the packages of providers.
func (l *leaving) readProviders(e hclsyntax.Expression) error {
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		for _, one := range e.Exprs {
			name, ok := one.(*hclsyntax.ScopeTraversalExpr)
			if !ok || len(name.Traversal) > 1 || l.outer.Lookup(name.Traversal.RootName()) == nil {
				return change.Refuse("the providers of the component are not written out")
			}
			it := itemOf(l.outer.Lookup(name.Traversal.RootName()))
			if len(it.Labels) < 2 {
				return change.Refuse("`%s` is no provider", it.Name)
			}
			l.providerOf[strings.TrimPrefix(it.Labels[1].Value, providerTokens)] = it.Name
		}
		return nil
	case *hclsyntax.ObjectConsExpr:
		for _, one := range e.Items {
			key, ok := analysis.LiteralKey(one.KeyExpr)
			if !ok {
				return change.Refuse("the providers of the component are not written out")
			}
			l.providerOf[key] = l.block.textOf(one.ValueExpr)
		}
		return nil
	}
	return change.Refuse("the providers of the component are not written out")
}

// providerTokens begins the tokens of providers.
const providerTokens = "pulumi:providers:"

// withOptions adds to the text of a declaration what the component gave it.
func (l *leaving) withOptions(s place, text string) (string, error) {
	kind := s.item.Kind
	if kind == syntax.KindResource || kind == syntax.KindComponent {
		if l.parent != "" && s.option(language.NameParent) == nil {
			text = withOption(text, language.NameParent+" = "+l.parent)
		}
		if l.providers != "" && kind == syntax.KindComponent && s.option(language.NameProviders) == nil {
			text = withOption(text, language.NameProviders+" = "+l.providers)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(l.providerOf)) {
		switch {
		case !usesPackage(pkg)(s.item):
		case strings.Contains(s.item.Text, `("`+pkg+":") || kind != syntax.KindResource:
			return "", change.Refuse("`%s` uses a provider of the component", s.item.Name)
		case s.option(language.NameProvider) == nil && !strings.HasPrefix(s.item.Labels[1].Value, providerTokens):
			text = withOption(text, language.NameProvider+" = "+l.providerOf[pkg])
		}
	}
	return text, nil
}
