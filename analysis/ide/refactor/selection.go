package refactor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the items that a refactoring is about, what is selected in them, and where items name declarations;
// and it edits blocks and uses.

// selection is a part of a file that is selected, or an item as a whole.
type selection struct {
	ctx      context.Context
	program  *analysis.Program
	path     string
	item     syntax.Placed
	info     *analysis.Info
	selected syntax.Span      // relative to the item, without surrounding white space
	nodes    []hclsyntax.Node // around the selection, outermost first
	expr     hclsyntax.Expression
}

// selectionOf fails if no item contains the whole selection or the item has errors.
func selectionOf(ctx context.Context, p *analysis.Program, path string, selected syntax.Span) (selection, bool, error) {
	file, known := p.File(path)
	if !known {
		return selection{}, false, nil
	}
	text := file.Slice(selected)
	selected.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	selected.End = max(selected.Start, selected.Start+len(strings.TrimSpace(text)))
	it, ok := p.ItemAt(path, selected.Start)
	if !ok || len(it.Errors) > 0 || selected.End > it.Base+len(it.Text) {
		return selection{}, false, nil
	}
	info, err := p.Check(ctx, it)
	if err != nil {
		return selection{}, false, err
	}
	s := selection{ctx: ctx, program: p, path: path, item: it, info: info, selected: selected.Shift(-it.Base)}
	for _, n := range syntax.NodeAt(it.Item, s.selected.Start) {
		if span := syntax.SpanOf(n); span.Start > s.selected.Start || span.End < s.selected.End {
			continue
		}
		s.nodes = append(s.nodes, n)
		if e, is := n.(hclsyntax.Expression); is && info.TypeOf(e).IsValid() {
			s.expr = e
		}
	}
	return s, true, nil
}

func (s selection) text(span syntax.Span) string { return s.item.Text[span.Start:span.End] }

func (s selection) textOf(n hclsyntax.Node) string { return s.text(syntax.SpanOf(n)) }

func (s selection) replace(span syntax.Span, text string) change.Edit {
	return change.Edit{Path: s.path, Span: span.Shift(s.item.Base), Text: text}
}

func (s selection) lineEnd() string { return printer.LineEnd(s.item.Text) }

// innermost returns the innermost node of a type around the selection.
func innermost[T hclsyntax.Node](s selection) (found T, ok bool) { return innermostOf[T](s.nodes) }

// innermostOf returns the last of some nodes that has a type.
func innermostOf[T hclsyntax.Node](nodes []hclsyntax.Node) (found T, ok bool) {
	for _, n := range nodes {
		if is, right := n.(T); right {
			found, ok = is, true
		}
	}
	return found, ok
}

// selectionsOf returns the items of a program that are wanted.
func selectionsOf(ctx context.Context, p *analysis.Program, wanted func(syntax.Placed) bool) ([]selection, error) {
	var all []selection
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Kind == syntax.KindBlank || !wanted(it) {
				continue
			}
			info, err := p.Check(ctx, it)
			if err != nil {
				return nil, err
			}
			all = append(all, selection{ctx: ctx, program: p, path: f.Path, item: it, info: info})
		}
	}
	return all, nil
}

// everything is wanted.
func everything(syntax.Placed) bool { return true }

// mentions wants the items that may need one of some names.
func mentions(names map[string]bool) func(syntax.Placed) bool {
	return func(it syntax.Placed) bool {
		for name := range names {
			if strings.Contains(it.Text, name) {
				return true
			}
		}
		return false
	}
}

func (s selection) block() change.Block { return change.Of(s.item.Item) }

func (s selection) option(name string) *hclsyntax.Attribute { return s.block().Option(name) }

// edits makes edits of the item edits of its file.
func (s selection) edits(all []syntax.Edit) []change.Edit { return change.In(s.path, s.item, all) }

func (s selection) withoutAttribute(a *hclsyntax.Attribute) change.Edit {
	return s.replace(s.block().Removal(a), "")
}

// withLogicalName gives a block a registered name, with an empty line below a new one.
func (s selection) withLogicalName(name string) []change.Edit {
	block, text := s.block(), printer.Text(name)
	if block.Body.Attributes[language.LogicalName] == nil && !block.IsOneLine() {
		text += block.LineEnd
	}
	return s.edits(block.SetLogicalName(text))
}

// withOption adds an option to a block, which is given as text.
func withOption(text, option string) string {
	it := syntax.ParseItem(text + "\n")
	return strings.TrimRight(change.Apply(it.Text, change.Of(it).AddOption(option)), "\n")
}

// appended adds declarations at the end of a file.
func appended(file *syntax.File, text string) change.Edit {
	old := file.Text()
	at := syntax.Span{Start: len(strings.TrimRight(old, " \t\r\n")), End: len(old)}
	if at.Start > 0 {
		end := printer.LineEnd(old)
		text = end + end + text
	}
	return change.Edit{Path: file.Path, Span: at, Text: text}
}

// reference is a place where an item names a declaration of its program.
type reference struct {
	selection
	to      *analysis.Object
	expr    *hclsyntax.ScopeTraversalExpr
	parents []hclsyntax.Node
}

// references returns all that an item needs of its program, in order.
func (s selection) references() []reference {
	root := s.item.Root()
	if root == nil {
		return nil
	}
	objects := map[int]*analysis.Object{} // by the offsets of their names
	for _, o := range s.info.Occurrences {
		if o.Kind == analysis.OccurVariable && o.Object == nil {
			if to := s.program.ObjectOf(s.item, o); to != nil {
				objects[o.Span.Start] = to
			}
		}
	}
	var all []reference
	node.Walk(root, func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		t, ok := n.(*hclsyntax.ScopeTraversalExpr)
		if ok && objects[syntax.SpanOf(t).Start] != nil {
			all = append(all, reference{s, objects[syntax.SpanOf(t).Start], t, append([]hclsyntax.Node(nil), parents...)})
		}
		return true
	})
	return all
}

// name is where the name stands.
func (r reference) name() syntax.Span { return r.upTo(1) }

// upTo is the span of the name and the steps after it.
func (r reference) upTo(steps int) syntax.Span {
	t := r.expr.Traversal
	return syntax.Span{Start: syntax.SpanOf(r.expr).Start, End: t[steps-1].SourceRange().End.Byte}
}

// parent returns the node around the reference.
func (r reference) parent() hclsyntax.Node {
	if len(r.parents) == 0 {
		return nil
	}
	return r.parents[len(r.parents)-1]
}

// needed is a part of an expression whose value is needed.
type needed struct {
	span  syntax.Span
	words []string // that it could be called by
	typ   typesys.Type
}

// needed returns the least that can be passed on: an attribute of a resource, of one instance or
// of all, and where that is not enough the whole.
func (r reference) needed() needed {
	t := r.expr.Traversal
	whole := needed{r.name(), []string{r.to.Name}, r.program.TypeOf(r.ctx, r.to)}
	if r.to.Kind == analysis.ObjectConfig || r.to.Kind == analysis.ObjectLocal {
		return whole
	}
	if splat, ok := r.parent().(*hclsyntax.SplatExpr); ok && len(t) == 1 {
		if each, ok := splat.Each.(*hclsyntax.RelativeTraversalExpr); ok {
			if name, ok := each.Traversal[0].(hcl.TraverseAttr); ok && len(each.Traversal) == 1 {
				return needed{syntax.SpanOf(splat), []string{r.to.Name, name.Name}, r.info.TypeOf(splat)}
			}
		}
	}
	n := whole
	for i, step := range t[1:] {
		key, isAttribute := stepOf(step)
		n.typ, _ = typesys.Traverse(n.typ, key)
		n.span, n.words = r.upTo(i+2), append(n.words, textOf(key))
		if isAttribute {
			break
		}
	}
	return n
}

// isSecret reports whether the value is a secret.
func (r reference) isSecret() bool {
	taints, err := analysis.TaintsIn(r.ctx, r.program, r.item)
	splat, ok := r.parent().(*hclsyntax.SplatExpr)
	return err == nil && (taints.Of(r.expr).Secret() || ok && taints.Of(splat).Secret())
}

// isGuarded reports whether the value is given to an input that is secret.
func (r reference) isGuarded() bool {
	a, ok := r.parent().(*hclsyntax.Attribute)
	return ok && slices.ContainsFunc(r.info.Occurrences, func(o analysis.Occurrence) bool {
		return o.Kind == analysis.OccurAttribute && o.Span == syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte} && o.Property != nil && o.Property.Secret
	})
}

// stepOf is the key of a step, and whether it is written as the name of an attribute.
func stepOf(step hcl.Traverser) (key cty.Value, isAttribute bool) {
	switch step := step.(type) {
	case hcl.TraverseAttr:
		return cty.StringVal(step.Name), true
	case hcl.TraverseIndex:
		return step.Key, false
	}
	return cty.DynamicVal, false
}

func textOf(key cty.Value) string {
	text, _ := typesys.Text(key)
	return text
}

// label is the type of a config that takes the value.
func (n needed) label(to *analysis.Object) string {
	if it, ok := to.Item(); ok && to.Kind == analysis.ObjectConfig && len(it.Labels) > 1 {
		span := it.Labels[1].Span
		return it.Text[span.Start:span.End]
	}
	label, _ := printer.Label(n.typ)
	return label
}

// suggested is the name that the words make.
func (n needed) suggested() string {
	name := n.words[0]
	for _, word := range n.words[1:] {
		name = joined(name, word)
	}
	return name
}

// joined makes one name of two, without a word that both have where they meet: archiveBucket and bucketName make archiveBucketName.
func joined(name, word string) string {
	var b strings.Builder
	for _, r := range word {
		if b.Len() > 0 || r != '_' {
			b.WriteRune(r)
		}
	}
	word = b.String()
	if word == "" {
		return name
	}
	if n := strings.IndexFunc(word, unicode.IsUpper); n > 0 && endsWith(name, word[:n]) {
		word = word[n:]
	}
	next := name + strings.ToUpper(word[:1]) + word[1:]
	if !hclsyntax.ValidIdentifier(next) {
		return name
	}
	return next
}

// endsWith reports whether a word is the last one of a name.
func endsWith(name, word string) bool {
	at := len(name) - len(word)
	return name == word || at > 0 && name[at:] == strings.ToUpper(word[:1])+word[1:]
}

// captured returns a name of an expression that a loop around the reference takes for itself.
func (r reference) captured(names map[string]bool) string {
	for _, o := range r.info.Occurrences {
		if o.Kind == analysis.OccurDeclaration && o.Object != nil && names[o.Name] {
			return o.Name
		}
	}
	return ""
}

// hasSteps reports whether the value is read further after a part of the expression.
func (s selection) hasSteps(span syntax.Span) bool {
	rest := s.item.Text[span.End:]
	return strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[")
}

// usesOf finds the uses of a name of the program, unless there is a reason why not all are known.
func (s selection) usesOf(name string) (all []reference, why string) {
	side, err := selectionsOf(s.ctx, s.program, mentions(map[string]bool{name: true}))
	if err != nil || slices.ContainsFunc(side, func(in selection) bool { return len(in.item.Errors) > 0 }) {
		return nil, "a use of `" + name + "` has syntax errors"
	}
	for _, in := range side {
		all = append(all, lists.Where(in.references(), func(r reference) bool { return r.expr.Traversal.RootName() == name })...)
	}
	return all, ""
}

// instead writes other expressions for the instances of a range.
func instead(uses []reference, w written, names []string) (edits []change.Edit, why string) {
	for _, u := range uses {
		span, text, why := u.instead(w, names)
		if why != "" {
			return nil, why
		}
		edits = append(edits, u.replace(span, text))
	}
	return edits, ""
}

// instead is what to write for one use: an instance, or all of them together.
func (u reference) instead(w written, names []string) (span syntax.Span, text, why string) {
	t := u.expr.Traversal
	span = u.name()
	if len(t) > 1 {
		key, _ := stepOf(t[1])
		i := slices.Index(w.keys, textOf(key))
		if i < 0 {
			return span, "", fmt.Sprintf("`%s` in `%s` is none of the instances", u.textOf(u.expr), u.item.Name)
		}
		return syntax.Span{Start: span.Start, End: t[1].SourceRange().End.Byte}, names[i], ""
	}
	if splat, ok := u.parent().(*hclsyntax.SplatExpr); ok && w.form != formMap {
		if steps, ok := strings.CutPrefix(u.textOf(splat), t.RootName()+"[*]"); ok {
			each := lists.Map(names, func(name string) string { return name + steps })
			return syntax.SpanOf(splat), "[" + strings.Join(each, ", ") + "]", ""
		}
	}
	if w.form != formMap {
		return span, "[" + strings.Join(names, ", ") + "]", ""
	}
	entries := make([]string, len(names))
	for i, name := range names {
		entries[i] = printer.Text(w.keys[i]) + " = " + name
	}
	return span, "{ " + strings.Join(entries, ", ") + " }", ""
}

// rangeUses are the uses of `range` in the item.
func (s selection) rangeUses() (all []reference) {
	node.Walk(s.item.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if t, is := n.(*hclsyntax.ScopeTraversalExpr); is && t.Traversal.RootName() == language.RangeVariable {
			all = append(all, reference{selection: s, expr: t})
		}
		return true
	})
	return all
}
