package planview

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file makes findings of what becomes of names: one for each block, at the block. What happens inside a
// component is reported at the block of the program that uses it. A finding says what keeps the names: an alias if
// one does for all resources that the block makes, and otherwise the logical name that all of them had.

// namesFindings are the findings on their way.
type namesFindings struct {
	*describing
	groups map[cause]*namesGroup
	order  []*namesGroup
	uses   map[*syntax.Item]int           // registrations of each block
	moved  map[*syntax.Item][]replacement // those of them that are created in the place of another
	said   map[string]bool                // URNs of resources that have a finding
	gone   map[string]*plan.Old           // resources that go, by URN
}

// cause identifies what a finding is about.
type cause struct {
	code        codes.Code
	item, block *syntax.Item // in the program, and the block itself
	text        string
}

// namesGroup is one finding.
type namesGroup struct {
	cause
	at eval.Declaration // in the program
	// culprit is the block that was renamed or moved, if it is inside a component or is one.
	culprit *eval.Registration
	pairs   []replacement
	names   []string
	why     string
}

// replacement is a resource that is created and the one that goes.
type replacement struct {
	now *eval.Registration
	old *plan.Old
}

func newNamesFindings(d *describing) *namesFindings {
	f := &namesFindings{describing: d, groups: map[cause]*namesGroup{}, uses: map[*syntax.Item]int{}, moved: map[*syntax.Item][]replacement{}, said: map[string]bool{}, gone: map[string]*plan.Old{}}
	for _, n := range d.Names.All {
		if n.Now != nil {
			f.uses[n.Now.Item.Item]++
		} else {
			f.gone[n.Before.URN] = n.Before
		}
	}
	return f
}

func (f *namesFindings) group(c cause, at eval.Declaration) *namesGroup {
	g := f.groups[c]
	if g == nil {
		g = &namesGroup{cause: c, at: at}
		f.groups[c] = g
		f.order = append(f.order, g)
	}
	return g
}

// outermost is the registration of the program itself around another.
func outermost(r *eval.Registration) *eval.Registration {
	for r.Within != nil {
		r = r.Within
	}
	return r
}

// replaced notes that a resource is created in the place of another. If a component around it was
// renamed, that is the cause.
func (f *namesFindings) replaced(now *eval.Registration, old *plan.Old) {
	f.said[old.URN] = true
	name, culprit := old.Name(), now
	for r := now.Within; r != nil; r = r.Within {
		if old := f.partners[r]; old != nil {
			if _, renamed := (replacement{r, old}).logicalName(); renamed {
				culprit = r
			}
		}
	}
	root := outermost(now)
	g := f.group(cause{codes.NamesReplaced, root.Item.Item, culprit.Item.Item, ""}, root.Declaration)
	if g.culprit == nil {
		g.culprit = culprit
	}
	if culprit == now || len(g.names) == 0 {
		if culprit != now {
			old = f.partners[culprit]
		}
		pair := replacement{culprit, old}
		g.pairs = append(g.pairs, pair)
		f.moved[culprit.Item.Item] = append(f.moved[culprit.Item.Item], pair)
	}
	g.names = append(g.names, name)
}

// deleted notes that a resource goes without that anybody asked for it.
func (f *namesFindings) deleted(old *plan.Old, name, why string) {
	f.said[old.URN] = true
	at, block := f.placeOf(old)
	g := f.group(cause{codes.NamesDeleted, at.Item.Item, block, apart(why, block, old)}, at)
	g.names, g.why = append(g.names, name), why
}

// apart keeps resources of which no block is known out of one finding.
func apart(text string, block *syntax.Item, old *plan.Old) string {
	if block == nil {
		return text + " " + old.URN
	}
	return text
}

// unknown notes that it cannot be told what becomes of a resource.
func (f *namesFindings) unknown(n plan.Name, name string) {
	var at eval.Declaration
	var block *syntax.Item
	if n.Now != nil {
		at, block = outermost(n.Now).Declaration, n.Now.Item.Item
	} else {
		at, block = f.placeOf(n.Before)
	}
	g := f.group(cause{codes.NamesUnknown, at.Item.Item, block, n.Why}, at)
	g.names, g.why = append(g.names, name), n.Why
}

// fault notes what makes a run fail, unless the resource has a finding that says what to do.
func (f *namesFindings) fault(fault plan.Fault) {
	if fault.Kind == plan.Protected && f.said[fault.URN] {
		return
	}
	p := problem(fault)
	if old := f.gone[fault.URN]; old != nil && fault.Now == nil {
		at, block := f.placeOf(old)
		g := f.group(cause{codes.NamesRefused, at.Item.Item, block, apart("", block, old)}, at)
		g.names, g.why = append(g.names, old.Name()), p.Message
		return
	}
	at := eval.Declaration{Program: f.Program}
	if fault.Now != nil {
		at = outermost(fault.Now).Declaration
	}
	g := f.group(cause{codes.NamesRefused, at.Item.Item, nil, p.Message}, at)
	g.why = p.Message
}

// placeOf is a block of the program that a resource that goes belongs to, or the program as a whole;
// and the block that it came from.
func (f *namesFindings) placeOf(old *plan.Old) (at eval.Declaration, block *syntax.Item) {
	at = eval.Declaration{Program: f.Program}
	if old.From == nil {
		if d, ok := f.texts.remaining(old); ok && d.Program == f.Program {
			at = d
		}
		return at, at.Item.Item
	}
	if d, ok := f.texts.counterpart(outermost(old.From).Declaration); ok {
		at = d
	}
	return at, old.From.Item.Item
}

// all are the findings in the order of their places.
func (f *namesFindings) all() []analysis.Diagnostic {
	var all []analysis.Diagnostic
	for _, g := range f.order {
		d := analysis.Diagnostic{Code: g.code, Severity: g.code.Severity(), Message: g.message()}
		d.Path, d.Span = placed(g.at)
		if g.code == codes.NamesReplaced {
			d.Subject = f.keeping(g)
			if g.culprit.Within != nil {
				path, span := placed(g.culprit.Declaration)
				d.Related = []analysis.Related{{Path: path, Span: span, Message: "this is `" + g.culprit.Name + "`"}}
			}
		}
		all = append(all, d.Legible())
	}
	lists.SortStable(all, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), a.Span.Start-b.Span.Start, cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return all
}

// placed is the name of a block; without a block, the beginning of the program.
func placed(d eval.Declaration) (path string, span syntax.Span) {
	if d.Item.Item == nil {
		return d.Program.Files[0].Path, syntax.Span{}
	}
	return d.Path, d.Item.NameSpan.Shift(d.Item.Base)
}

func (g *namesGroup) message() string {
	switch g.code {
	case codes.NamesReplaced:
		return g.replacement()
	case codes.NamesDeleted:
		return fmt.Sprintf("%s would be deleted, and %s; if that is meant, pass `--allow %s`", g.subject(), g.why, g.names[0])
	case codes.NamesUnknown:
		return "it cannot be told what becomes of " + g.subject() + ": " + g.why
	}
	if len(g.names) > 1 {
		return "the run would fail: " + g.subject() + " are protected, and would be deleted"
	}
	return "the run would fail: " + g.why
}

// subject names the first of the resources, and how many others there are.
func (g *namesGroup) subject() string {
	text, of := "`"+g.names[0]+"`", ""
	if g.block != nil {
		of = " of the block"
	}
	switch n := len(g.names) - 1; {
	case n == 1:
		text += " and another resource" + of
	case n > 1:
		text += fmt.Sprintf(" and %d other resources%s", n, of)
	}
	return text
}

func (g *namesGroup) replacement() string {
	first := g.pairs[0]
	what, without := fmt.Sprintf("`%s` looks like a rename of `%s`", first.now.Name, first.old.Name()), "without the old name"
	if first.now.Name == first.old.Name() {
		what, without = fmt.Sprintf("`%s` looks like the one before with another parent", first.now.Name), "without an alias"
	}
	switch {
	case g.culprit.Local:
		return what + fmt.Sprintf(", so the next run deletes and creates what is in it: %s", listed(g.names))
	case first.now.Many:
		return what + "; " + without + ", the next run deletes and creates all instances"
	case len(g.names) > 1:
		return what + fmt.Sprintf("; %s, the next run deletes and creates %d resources", without, len(g.names))
	}
	return what + "; without an alias, the next run deletes the old resource and creates a new one"
}

// listed names some.
func listed(names []string) string {
	const most = 3
	shown := names[:min(len(names), most)]
	text := "`" + strings.Join(shown, "`, `") + "`"
	if len(names) > most {
		text += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return text
}

// keeping is the alias object, or the attribute with the logical name; empty if neither helps.
func (f *namesFindings) keeping(g *namesGroup) string {
	block := g.pairs[0].now.Item.Item
	moved := f.moved[block]
	if len(moved) == 1 && f.uses[block] == 1 && !moved[0].now.Local && !moved[0].now.Many {
		return aliasOf(moved[0])
	}
	if text, all := common(moved, typeAlias); all && !moved[0].now.Local {
		return text
	}
	if name, all := common(moved, replacement.logicalName); all && f.uses[block] == len(moved) {
		return language.LogicalName + " = " + printer.Text(name)
	}
	return ""
}

// common is what all have in common.
func common(moved []replacement, of func(replacement) (string, bool)) (text string, all bool) {
	for i, p := range moved {
		one, ok := of(p)
		if !ok || i > 0 && one != text {
			return "", false
		}
		text = one
	}
	return text, text != ""
}

// typeAlias is an alias that leaves the name out. Several resources can share it if only something above them
// changed.
func typeAlias(p replacement) (string, bool) {
	return aliasOf(p), p.old.Name() == p.now.Name
}

// aliasOf is an alias that stands for the resource that goes.
func aliasOf(p replacement) string {
	was, err := urn.Parse(p.old.URN)
	is, problem := urn.Parse(p.now.URN)
	if err != nil || problem != nil {
		return ""
	}
	var parts []string
	if name := was.Part(urn.Name); name != p.now.Name {
		parts = append(parts, language.AliasName+" = "+printer.Text(name))
	}
	before, now := was.Part(urn.QualifiedType), is.Part(urn.QualifiedType)
	if before != now || misread(p.now.Parent) {
		if before != was.Part(urn.Type) {
			parts = append(parts, language.AliasKind+" = "+printer.Text(before))
		}
		if p.now.Parent != "" {
			parts = append(parts, language.AliasNoParent+" = true")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// misread reports whether the engine takes a part of the name of a parent for its type, where an alias leaves
// the type out.
func misread(parent string) bool {
	u, err := urn.Parse(parent)
	return parent != "" && (err != nil || strings.Contains(u.Part(urn.Name), "::"))
}

// logicalName is the logical name with which the new resource has the name of the old one.
func (p replacement) logicalName() (string, bool) {
	was, err := urn.Parse(p.old.URN)
	is, problem := urn.Parse(p.now.URN)
	if err != nil || problem != nil || was.Part(urn.QualifiedType) != is.Part(urn.QualifiedType) {
		return "", false
	}
	before, after := around(p.now)
	name, begins := strings.CutPrefix(was.Part(urn.Name), before)
	name, ends := strings.CutSuffix(name, after)
	return name, begins && ends && name != ""
}

// around is what stands before and after the logical name in a registered name.
func around(r *eval.Registration) (before, after string) {
	if r.Within != nil {
		before = r.Within.Name + "-"
	}
	after, _ = strings.CutPrefix(r.Name, before+analysis.LogicalName(r.Item.Item))
	return before, after
}
