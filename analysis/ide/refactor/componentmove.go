package refactor

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file is what all refactorings have in common that move declarations between a program and
// one of its components. A value that is needed on the other side becomes a config of the component, or an output.
// Afterwards, whatever is registered must be kept, and there must be nothing new to find.

// componentMove is a move of declarations between a program and a component of it, with what both sides need.
type componentMove struct {
	ctx    context.Context
	around preserve.Around

	outer, inner *analysis.Program // inner is nil while the component does not exist
	dir          string            // of the component
	block        selection         // declares the component; its path is empty while it does not exist
	name         string            // of the component in the outer program

	moving  map[string]bool   // the names of the declarations that move
	renamed map[string]string // on their way
	taken   map[string]bool   // names that nothing new may have, on any side
	loops   map[string]bool   // names that are declared inside of items
	gone    map[*syntax.Item]bool

	inputs, outputs []crossing
	moved           []string // the texts of the declarations after the move
	change          change.Set
	rules           []preserve.Rule
	components      []preserve.Path     // the components among what moves
	nested          []*analysis.Program // of these
	untyped         bool                // new configs take anything
}

// crossing is a value that the other side needs. Its text is that of the side that has it.
type crossing struct {
	text, name, label string
	nullable, secret  bool
	guarded           bool // only secret inputs take it
}

// namesOf are the names that a program has, those of loops too.
func namesOf(ctx context.Context, p *analysis.Program) (map[string]bool, error) {
	all, err := loopsOf(ctx, p)
	for _, o := range p.Objects() {
		all[o.Name] = true
	}
	return all, err
}

// loopsOf are the names that are declared inside of items.
func loopsOf(ctx context.Context, p *analysis.Program) (map[string]bool, error) {
	all := map[string]bool{}
	side, err := selectionsOf(ctx, p, func(it syntax.Placed) bool { return strings.Contains(it.Text, "for") })
	for _, s := range side {
		for _, o := range s.info.Occurrences {
			if o.Kind == analysis.OccurDeclaration && o.Object != nil {
				all[o.Name] = true
			}
		}
	}
	return all, err
}

// look notes the names on both sides.
func (m *componentMove) look() (outside, inside map[string]bool, err error) {
	m.moving, m.renamed, m.taken, m.loops = map[string]bool{}, map[string]string{}, map[string]bool{}, map[string]bool{}
	if outside, err = namesOf(m.ctx, m.outer); err != nil {
		return nil, nil, err
	}
	if m.inner != nil {
		inside, err = namesOf(m.ctx, m.inner)
	}
	for _, p := range []*analysis.Program{m.outer, m.inner} {
		if p != nil && err == nil {
			var loops map[string]bool
			loops, err = loopsOf(m.ctx, p)
			maps.Copy(m.loops, loops)
		}
	}
	return outside, inside, err
}

// freeName returns a name that nothing has on either side, and takes it.
func (m *componentMove) freeName(name string) string {
	free := name
	for n := 2; m.taken[free] || language.IsItemVariable(free) || slices.Contains([]string{"true", "false", "null", "for"}, free); n++ {
		free = fmt.Sprint(name, n)
	}
	m.taken[free] = true
	return free
}

// crosses returns how a value is called on the other side.
func (m *componentMove) crosses(all *[]crossing, r reference, n needed, text string) crossing {
	if i := slices.IndexFunc(*all, func(c crossing) bool { return c.text == text }); i >= 0 {
		c := &(*all)[i]
		c.guarded = c.guarded && r.isGuarded()
		return *c
	}
	c := crossing{text: text, label: n.label(r.to), name: m.crossingName(all, n.suggested())}
	if name := m.alreadyGiven(c); name != "" && all == &m.inputs {
		c.name = name
		return c
	}
	if m.untyped && r.to.Kind != analysis.ObjectConfig {
		c.label = "any"
	}
	if it, ok := r.to.Item(); ok && r.to.Kind == analysis.ObjectConfig && it.Block() != nil {
		_, c.nullable = it.Block().Body.Attributes[language.ConfigNullable]
	}
	c.secret, c.guarded = r.isSecret(), r.isGuarded()
	*all = append(*all, c)
	return c
}

// alreadyGiven returns the config by which the component has the value already.
func (m *componentMove) alreadyGiven(c crossing) string {
	if m.inner == nil {
		return ""
	}
	for name, a := range m.block.item.Block().Body.Attributes {
		config := m.inner.ComponentInput(name)
		if config == nil || m.block.textOf(a.Expr) != c.text {
			continue
		}
		if it := itemOf(config); len(it.Labels) > 1 && it.Labels[1].Value == strings.Trim(c.label, `"`) && !m.gone[it] && !m.loops[config.Name] {
			return config.Name
		}
	}
	return ""
}

// crossingName returns a name that is free inside the component. Outputs have names of their own.
func (m *componentMove) crossingName(all *[]crossing, name string) string {
	used := lists.SetOf(*all, func(c crossing) string { return c.name })
	if m.inner != nil {
		for _, o := range m.inner.Objects() {
			if isOutput := o.Kind == analysis.ObjectOutput; isOutput == (all == &m.outputs) && !m.gone[itemOf(o)] {
				used[o.Name], used[analysis.LogicalName(itemOf(o))] = true, true
			}
		}
	}
	if all == &m.inputs {
		maps.Copy(used, m.loops)
		maps.Copy(used, m.moving)
		for _, next := range m.renamed {
			used[next] = true
		}
	}
	free := name
	for n := 2; used[free] || language.IsItemVariable(free); n++ {
		free = fmt.Sprint(name, n)
	}
	return free
}

func itemOf(o *analysis.Object) *syntax.Item {
	it, _ := o.Item()
	return it.Item
}

// config is the declaration of an input.
func (c crossing) config(end string) string {
	header := "config " + c.name
	if c.label != "" {
		header += " " + c.label
	}
	var attributes []string
	if c.nullable {
		attributes = append(attributes, language.ConfigNullable+" = true")
	}
	if c.secret || c.guarded {
		attributes = append(attributes, language.ConfigSecret+" = true")
	}
	return printer.Block(header, end, attributes...)
}

// output is the declaration of an output.
func (c crossing) output(end string) string {
	return printer.Block("output "+c.name, end, language.OutputValue+" = "+c.text)
}

// rewritten is a part of an item after those of the edits that are inside of it.
func (s selection) rewritten(part syntax.Span, edits []change.Edit) string {
	var inside []syntax.Edit
	for _, e := range edits {
		span := e.Span.Shift(-s.item.Base - part.Start)
		if e.Path == s.path && span.Start >= 0 && span.End <= part.Len() {
			inside = append(inside, syntax.Edit{Span: span, Text: e.Text})
		}
	}
	return change.Apply(s.text(part), inside)
}

// whole is the text of an item after edits, with the comments above it.
func (s selection) whole(edits []change.Edit) string {
	return strings.Trim(s.rewritten(syntax.Span{End: len(s.item.Text)}, edits), "\r\n")
}

// moves is the edit of the path of a component whose program moves to another directory.
func (s selection) moves(to string) []change.Edit {
	dir, ok := s.program.ComponentDir(s.item.Item)
	if !ok {
		return nil
	}
	rel := analysis.RelativePath(to, dir)
	if !strings.HasPrefix(rel, "..") {
		rel = "./" + rel
	}
	return []change.Edit{s.replace(s.item.Labels[1].Span, printer.Text(rel))}
}

// packages returns the package blocks of a program that texts need and another program does not
// have. A component does not inherit them. A block that nothing else needs is cut.
func (m *componentMove) packages(from, to *analysis.Program, texts []string) (blocks []string, err error) {
	var moved []syntax.Placed
	for _, text := range texts {
		for _, it := range syntax.Parse("", text, nil).All() {
			moved = append(moved, it)
		}
	}
	stays := m.staying(from)
	for _, f := range from.Files {
		for _, it := range f.All() {
			ref, ok := analysis.PackageRef(it.Item)
			if it.Kind != syntax.KindPackage || !ok || !slices.ContainsFunc(moved, usesPackage(ref.Name)) {
				continue
			}
			if !slices.ContainsFunc(stays, usesPackage(ref.Name)) {
				m.change.Edits = append(m.change.Edits, change.Edit{Path: f.Path, Span: it.Span()})
			}
			if to != nil {
				if _, other, found := to.PackageBlock(ref.Name); found {
					if own, _ := analysis.PackageRef(other.Item); !analysis.EqualRefs(own, ref) {
						return nil, change.Refuse("the component uses another version of the package `%s`", ref.Name)
					}
					continue
				}
			}
			blocks = append(blocks, unlabelled(f, it))
		}
	}
	return blocks, nil
}

// usesPackage reports whether an item has a token of a package: as its type, or in a call.
func usesPackage(name string) func(it syntax.Placed) bool {
	return func(it syntax.Placed) bool {
		if len(it.Labels) > 1 && (strings.HasPrefix(it.Labels[1].Value, name+":") || it.Labels[1].Value == providerTokens+name) {
			return true
		}
		return strings.Contains(it.Text, `("`+name+":")
	}
}

// staying are the items of a program that do not move.
func (m *componentMove) staying(p *analysis.Program) (all []syntax.Placed) {
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindPackage && !(m.moving[it.Name] && movable(it)) {
				all = append(all, it)
			}
		}
	}
	return all
}

// unlabelled is the text of a package block without its label, which is deprecated.
func unlabelled(f *syntax.File, it syntax.Placed) string {
	block := it.Block()
	if len(block.LabelRanges) == 0 || block.Body.Attributes[language.ProviderName] == nil {
		return f.Slice(analysis.ContentSpan(it))
	}
	return it.Keyword + " " + it.Text[block.OpenBraceRange.Start.Byte:syntax.SpanOf(block).End]
}

// validName reports whether a declaration can be referred to.
func validName(name string) bool { return hclsyntax.ValidIdentifier(name) }

// finished completes the change with what keeps the resources, and refuses one that adds an error.
// It returns a change that adds another finding together with that.
func (m *componentMove) finished() (change.Set, error) {
	r := preserve.Refactoring{Program: m.outer, Change: m.change, Mapping: m.mapping()}
	r.Others = m.nested
	if m.inner != nil && slices.ContainsFunc(m.change.Edits, func(e change.Edit) bool { return path.Dir(e.Path) == m.dir }) {
		r.Others = append(slices.Clone(r.Others), m.inner)
	}
	if err := m.findsNothingNew(r.Change); err != nil && !isMinor(err) { // before it looks through runs: this is faster, and the reason is nearer
		return change.Set{}, err
	}
	set, err := preserve.Resources(m.ctx, m.around, r)
	if err != nil {
		return change.Set{}, err
	}
	set.Deleted = m.change.Deleted
	for i, f := range set.NewFiles {
		set.NewFiles[i].Text = formatted(f)
	}
	return *set, m.findsNothingNew(*set)
}

// mapping says where registrations go. A component that moves is another one, because it is only
// a name; what is in it moves with it.
func (m *componentMove) mapping() preserve.Mapping {
	moved := preserve.Rules(m.rules...)
	return func(w preserve.Path) preserve.Path {
		for _, way := range m.components {
			if at := len(w) - len(way); at >= 0 && slices.EqualFunc(way, w[at:], func(a, b preserve.Step) bool { return a.Dir == b.Dir && a.Name == b.Name }) {
				return nil
			}
		}
		return moved(w)
	}
}

// formatted is the text of a new file as the formatter writes it.
func formatted(f change.NewFile) string {
	return format.Text(syntax.Parse(f.Path, f.Text, nil))
}

// addNested notes the programs of a component that moves: what keeps its resources is written
// there. Those that others use come first.
func (m *componentMove) addNested(p *analysis.Program, it *syntax.Item) {
	dir, ok := p.ComponentDir(it)
	inner := p.ComponentProgram(dir)
	if !ok || inner == nil || slices.Contains(m.nested, inner) || inner == m.inner || inner == m.outer {
		return
	}
	for _, o := range inner.Objects() {
		if o.Kind == analysis.ObjectComponent {
			m.addNested(inner, itemOf(o))
		}
	}
	m.nested = append(m.nested, inner)
}

// sides are the programs that a change can reach, those that others use first.
func (m *componentMove) sides() []*analysis.Program {
	all := slices.Clone(m.nested)
	if m.inner != nil {
		all = append(all, m.inner)
	}
	return append(all, m.outer)
}

// after returns the programs after a change. One that does not change is left out, except for the
// outer one.
func (m *componentMove) after(set change.Set) (all []*analysis.Program) {
	components := map[string]*analysis.Program{}
	for _, p := range m.sides() {
		var files []*syntax.File
		for _, f := range p.Files {
			if next := change.Applied(f, set.Edits); next != f {
				files = append(files, next)
			}
		}
		if p == m.outer && len(set.NewFiles) > 0 {
			f := set.NewFiles[0]
			components[m.dir] = p.NewProgramIn(m.dir, []*syntax.File{syntax.Parse(f.Path, f.Text, nil)}, components)
			all = append(all, components[m.dir])
		}
		if len(files) > 0 || p == m.outer {
			next := p.WithChanges(files, components, p.Stack())
			components[p.Dir] = next
			all = append(all, next)
		}
	}
	return all
}

// findsNothingNew returns a finding that is not there before a change: an error, if there is one.
func (m *componentMove) findsNothingNew(set change.Set) error {
	was := map[codes.Code]int{}
	for _, p := range m.sides() {
		found, err := p.Diagnostics(m.ctx)
		if err != nil {
			return err
		}
		for _, d := range found {
			was[d.Code]++
		}
	}
	var minor error
	for _, p := range m.after(set) {
		found, err := p.Diagnostics(m.ctx)
		if err != nil {
			return err
		}
		for _, d := range found {
			if was[d.Code]--; was[d.Code] >= 0 {
				continue
			}
			if minor = (finding{d}); !isMinor(minor) {
				return minor
			}
		}
	}
	return minor
}

// finding is a reason: something that would be found.
type finding struct{ analysis.Diagnostic }

func (f finding) Error() string { return f.Message }

// isMinor reports a finding that is no error. It refuses nothing: the program runs as before.
func isMinor(err error) bool {
	f, is := err.(finding)
	return is && f.Severity != codes.Error
}
