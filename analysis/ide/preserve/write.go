package preserve

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file decides what to write into a block so that its registrations are kept, writes it, and finds aliases that
// are not needed any more.

// parts are what was different: those of an alias. A part that was the same is empty.
type parts struct {
	name, typ, parent string // name is an expression, and parent the name of a declaration
	noParent          bool
	above             string // the type of the former parent, if typ begins with it
}

// write writes what keeps the lost registrations, block by block.
func (d *draft) write(lost []loss) error {
	var order []block
	of := map[block][]loss{}
	for _, l := range lost {
		b := blockOf(l.now.Registration)
		if of[b] == nil {
			order = append(order, b)
		}
		of[b] = append(of[b], l)
	}
	var all []change.Edit
	for _, b := range order {
		found, err := d.block(of[b])
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	return d.insert(all)
}

// block writes what keeps the registrations of one block.
func (d *draft) block(lost []loss) ([]change.Edit, error) {
	first := lost[0]
	w, ok := writerOf(first.now.Registration)
	if !ok {
		return nil, change.Refuse("the block of `%s` is incomplete", first.now.Item.Name)
	}
	if first.provider != "" {
		return w.put(w.AddOption(language.NameProvider + " = " + first.provider)...), nil
	}
	if first.old.URN == "" && first.old.Unsure != "" || first.now.URN == "" {
		if first.old.Name == first.now.Name {
			return nil, change.Refuse("`%s` may not be kept: %s", first.old.Name, first.now.Unsure)
		}
	}
	renamed := slices.ContainsFunc(lost, func(l loss) bool { return l.old.Name != l.now.Name })
	if why := first.whyNoAlias(d); renamed && why != "" {
		name, err := commonName(lost, why)
		switch {
		case err != nil && first.now.Local:
			d.giveUp(lost)
			return nil, nil
		case err != nil:
			return d.passed(w, lost, err)
		}
		return w.put(w.SetLogicalName(printer.Text(name))...), nil
	}
	if first.now.Local {
		d.giveUp(lost)
		return nil, nil
	}
	if first.now.IsRemote() {
		return nil, change.Refuse("`%s` is a component of a package, and what it makes under another parent is not known", first.old.Name)
	}
	var seen []parts
	for _, l := range lost {
		p := l.parts()
		// The engine takes the first alias that it finds, so that one more does not help.
		if p == (parts{}) || slices.Contains(l.now.name.FormerURNs, l.old.URN) {
			return nil, change.Refuse("`%s` would be taken for another resource", l.old.Name)
		}
		if !slices.Contains(seen, p) {
			seen = append(seen, p)
		}
	}
	return w.aliases(seen, ownAlias(lost))
}

// giveUp accepts that local components go. Their aliases are not registered, and they are only names. What is inside them is kept on its own.
func (d *draft) giveUp(lost []loss) {
	for _, l := range lost {
		d.givenUp[l.now.path.key()] = true
	}
}

// ownAlias is which alias of a block leads to what all its registrations are now, so that it is useless; -1 for none.
func ownAlias(lost []loss) int {
	for i := range plan.FormerURNs(lost[0].now.Registration, eval.Host{}) {
		if !slices.ContainsFunc(lost, func(l loss) bool { return !l.isOwn(i) }) {
			return i
		}
	}
	return -1
}

func (l loss) isOwn(alias int) bool {
	former := plan.FormerURNs(l.now.Registration, eval.Host{})
	return alias < len(former) && former[alias] == l.now.URN
}

// whyNoAlias says why no alias can hold the former name; empty if one can.
func (l loss) whyNoAlias(d *draft) string {
	switch {
	case l.now.Local:
		return "aliases of components do not count"
	case l.now.IsRemote():
		return "a component of a package names what is in it by its own name"
	case l.now.bound || l.now.blockmates > 1 || d.hidden != nil:
		return "its block makes several resources, which would all claim the one name of an alias"
	case l.old.URN == "" || l.now.URN == "":
		return cmp.Or(l.old.Unsure, l.now.Unsure)
	}
	return ""
}

// IsSwitched reports whether the range of an item is a bool, so that a block makes one resource at
// most, with the name that it has without a range.
func IsSwitched(ctx context.Context, p *analysis.Program, it syntax.Placed) bool {
	over := analysis.RangeAttribute(it.Item)
	info, err := p.Check(ctx, it)
	return over != nil && err == nil && typesys.Unwrapped(info.TypeOf(over.Expr)) == typesys.Bool
}

// commonName is the `__logicalName` with which all registrations have their old names.
func commonName(lost []loss, why string) (string, error) {
	common := ""
	for _, l := range lost {
		before, after := "", ""
		if l.now.Within != nil {
			before = l.now.Within.Name + "-"
		}
		if l.now.Key != "" {
			after = "-" + l.now.Key
		}
		name, fits := strings.CutPrefix(l.old.Name, before)
		name, ends := strings.CutSuffix(name, after)
		switch {
		case !fits || !ends || name == "":
			return "", change.Refuse("`%s` would be called `%s`: %s", l.old.Name, l.now.Name, why)
		case common != "" && common != name:
			return "", change.Refuse("`%s` and `%s` come from one block, which can keep one name only", lost[0].old.Name, l.old.Name)
		}
		common = name
	}
	return common, nil
}

// parts are what an alias has to say.
func (l loss) parts() parts {
	var p parts
	if l.old.Name != l.now.Name {
		p.name = printer.Text(l.old.Name)
	}
	if l.old.Type != l.now.Type {
		p.typ = l.old.Type
	}
	was, is := aboveOf(l.old.Parent), aboveOf(l.above)
	switch {
	case was == is:
	case was == "":
		p.noParent = true
	default:
		if p.parent = l.formerParent(was); p.parent == "" {
			p.typ, p.above, p.noParent = was+"$"+l.old.Type, was, is != ""
		}
	}
	return p
}

// aboveOf is the qualified type of a parent; empty for none.
func aboveOf(parent string) string {
	u, err := urn.Parse(parent)
	if err != nil {
		return ""
	}
	return u.Part(urn.QualifiedType)
}

// formerParent is the name of what the former parent became, if the block can refer to it.
func (l loss) formerParent(above string) string {
	old := l.c.before.byURN[l.old.Parent]
	if old == nil {
		return ""
	}
	moved := l.c.Mapping(old.path)
	if len(moved) == 0 || len(moved) != len(l.now.path) ||
		!slices.Equal(moved[:len(moved)-1], l.now.path[:len(moved)-1]) {
		return ""
	}
	now := l.c.after.byPath[moved.key()]
	if now == nil || now.Key != "" || now.Program != l.now.Program || !l.c.isKeptNow(now) || analysis.RangeAttribute(now.Item.Item) != nil {
		return ""
	}
	before := now.URN
	if old := now.name.Before; old != nil {
		before = old.URN
	}
	if aboveOf(before) != above || !hclsyntax.ValidIdentifier(now.Item.Name) || Needed(now.Program, now.Item)[l.now.Item.Name] {
		return ""
	}
	return now.Item.Name
}

// Needed are the names that a declaration needs, and its own.
func Needed(p *analysis.Program, it syntax.Placed) map[string]bool {
	seen := map[string]bool{it.Name: true}
	next := []*syntax.Item{it.Item}
	for len(next) > 0 {
		for _, ref := range syntax.FreeNames(next[0]) {
			if o := p.Lookup(ref.Name); o != nil && !seen[ref.Name] {
				seen[ref.Name] = true
				if it, ok := o.Item(); ok {
					next = append(next, it.Item)
				}
			}
		}
		next = next[1:]
	}
	return seen
}

// text writes an alias.
func (p parts) text() string { return "{ " + strings.Join(p.entries(parts{}), ", ") + " }" }

// entries are the parts as they are written, without those that are there.
func (p parts) entries(has parts) (all []string) {
	if p.name != "" && has.name == "" {
		all = append(all, language.AliasName+" = "+p.name)
	}
	if p.typ != "" && has.typ == "" {
		all = append(all, language.AliasKind+" = "+printer.Text(p.typ))
	}
	above := has.parent != "" || has.noParent
	if p.parent != "" && !above {
		all = append(all, language.AliasParent+" = "+p.parent)
	}
	if p.noParent && !above {
		all = append(all, language.AliasNoParent+" = true")
	}
	return all
}

// writer writes into one block. Its edits are about the file as it is after the change.
type writer struct {
	change.Block
	path string
	it   syntax.Placed
	all  []change.Edit
}

// FormerType returns edits that give a resource, whose block must be without errors, the type that it had as
// a former name, and all former names that it has for other reasons too. There are none if its aliases are
// not written out as a list.
func FormerType(path string, it syntax.Placed, token string) []change.Edit {
	w := &writer{Block: change.Of(it.Item), path: path, it: it}
	all, _ := w.aliases([]parts{{typ: token}}, -1)
	return all
}

// writerOf is not ok where the block has no text to write into.
func writerOf(r *eval.Registration) (*writer, bool) {
	w := &writer{Block: change.Of(r.Item.Item), path: r.Path, it: r.Item}
	return w, w.Block.Block != nil && len(r.Item.Errors) == 0
}

// put adds edits of the item, and returns all so far.
func (w *writer) put(edits ...syntax.Edit) []change.Edit {
	w.all = append(w.all, change.In(w.path, w.it, edits)...)
	return w.all
}

// aliases adds former names: to those that are there, which get the parts that they left to the
// registration where these have changed. One that is useless, unless it is -1, makes room for them.
func (w *writer) aliases(added []parts, useless int) ([]change.Edit, error) {
	texts := lists.Map(added, parts.text)
	a := w.Option(language.NameAliases)
	if a == nil {
		return w.put(w.AddOption(language.NameAliases + " = [" + strings.Join(texts, ", ") + "]")...), nil
	}
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil, change.Refuse("the aliases of `%s` are not written out as a list", w.it.Name)
	}
	for i, e := range list.Exprs {
		if i == useless {
			w.put(syntax.Edit{Span: syntax.SpanOf(e), Text: strings.Join(texts, ", ")})
			continue
		}
		if object, is := e.(*hclsyntax.ObjectConsExpr); is && len(added) == 1 {
			w.complete(object, added[0])
		}
	}
	if useless < 0 {
		w.put(w.AddElements(list, texts...))
	}
	return w.all, nil
}

// complete writes into a former name what it left to the registration.
func (w *writer) complete(object *hclsyntax.ObjectConsExpr, p parts) {
	var has parts
	var typ hclsyntax.Expression
	for _, item := range object.Items {
		key, _ := analysis.LiteralKey(item.KeyExpr)
		switch key {
		case language.AliasName:
			has.name = key
		case language.AliasKind:
			has.typ = key
			typ = item.ValueExpr
		case language.AliasParent:
			has.parent = key
		case language.AliasNoParent:
			has.noParent = true
		}
	}
	if has.parent != "" || has.noParent {
		p.parent, p.noParent = "", false
		if p.above != "" { // it stands for that of a parent
			p.typ = ""
		}
	} else if text, literal := analysis.PlainText(typ); literal && p.above != "" {
		w.put(syntax.Edit{Span: syntax.SpanOf(typ), Text: printer.Text(p.above + "$" + text)})
	}
	if entries := p.entries(has); len(entries) > 0 {
		w.put(w.AddMembers(object, entries...))
	}
}

// UsedUp returns edits that remove those aliases of a program which the state of a stack shows as
// used up: the state has what each registration of the block is now, and nothing that the alias
// stands for. Where other programs run this one, another state may need them: there is no edit.
func UsedUp(ctx context.Context, around Around, p *analysis.Program, exists []plan.Old) ([]change.Edit, error) {
	d, err := newDraft(ctx, around, Refactoring{Program: p})
	if err != nil || len(d.roots) != 1 || len(exists) == 0 || d.hidden != nil {
		return nil, ctx.Err()
	}
	first, problem := urn.Parse(exists[0].URN)
	if problem != nil {
		return nil, nil
	}
	host := eval.Host{Stack: first.Part(urn.Stack), Project: first.Part(urn.Project)}
	ran, err := eval.Run(ctx, d.before[d.roots[0]], host)
	if err != nil {
		return nil, ctx.Err()
	}
	state := stateOf(exists, ran)
	needed := map[block][]bool{}
	var order []*eval.Registration
	for _, r := range ran.Registrations {
		if r.Program.Dir != p.Dir || r.OptionAttribute(language.NameAliases) == nil {
			continue
		}
		if needed[blockOf(r)] == nil {
			order = append(order, r)
		}
		needed[blockOf(r)] = neededAliases(needed[blockOf(r)], r, host, state)
	}
	for _, open := range ran.Open {
		delete(needed, block{open.Program, open.Item.Item})
	}
	var edits []change.Edit
	for _, r := range order {
		edits = append(edits, withoutAliases(r, needed[blockOf(r)])...)
	}
	return edits, nil
}

// state is what exists.
type state struct {
	has map[string]bool
	// above are the qualified types of parents of what exists and is not registered as it is.
	above map[string]bool
}

func stateOf(exists []plan.Old, ran *eval.Ran) *state {
	s := &state{has: map[string]bool{}, above: map[string]bool{}}
	registered := lists.SetOf(ran.Registrations, func(r *eval.Registration) string { return r.URN })
	for _, old := range exists {
		s.has[old.URN] = true
		u, err := urn.Parse(old.URN)
		if err != nil || registered[old.URN] {
			continue
		}
		typ := u.Part(urn.QualifiedType)
		for i, c := range typ {
			if c == '$' {
				s.above[typ[:i]] = true
			}
		}
	}
	return s
}

// hasChildren reports whether something may be found by an alias that it inherits.
func (s *state) hasChildren(former string) bool { return s.above[aboveOf(former)] }

// neededAliases adds to those aliases of a block that are needed those that one of its
// registrations needs.
func neededAliases(needed []bool, r *eval.Registration, host eval.Host, state *state) []bool {
	former := plan.FormerURNs(r, host)
	if needed == nil {
		needed = make([]bool, max(len(former), 1))
	}
	for i := range needed {
		if i >= len(former) || former[i] == "" || state.has[former[i]] || !state.has[r.URN] || state.hasChildren(former[i]) {
			needed[i] = true
		}
	}
	return needed
}

// withoutAliases removes the aliases that are not needed: all together with the option.
func withoutAliases(r *eval.Registration, needed []bool) []change.Edit {
	block := change.Of(r.Item.Item)
	list, ok := r.OptionAttribute(language.NameAliases).Expr.(*hclsyntax.TupleConsExpr)
	if !ok || len(list.Exprs) != len(needed) || len(r.Item.Errors) > 0 {
		return nil
	}
	var left []string
	for i, e := range list.Exprs {
		if span := syntax.SpanOf(e); needed[i] {
			left = append(left, r.Item.Text[span.Start:span.End])
		}
	}
	switch len(left) {
	case len(needed):
		return nil
	case 0:
		return change.In(r.Path, r.Item, block.RemoveOption(language.NameAliases))
	}
	return change.In(r.Path, r.Item, block.SetOption(language.NameAliases, "["+strings.Join(left, ", ")+"]"))
}
