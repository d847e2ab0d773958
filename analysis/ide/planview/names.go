package planview

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file describes what a change of a program does to the names of resources, and decides whether the author of
// the change asked for a deletion: whether the block is gone, or something that decides how many resources it makes
// was edited.

// Fate is what becomes of a name, as it is written in documents.
type Fate string

// The fates.
const (
	NameReplaced Fate = "replaced"
	NameDeleted  Fate = "deleted"
	NameUnknown  Fate = "unknown"
	NameAliased  Fate = "kept by alias"
	NameCreated  Fate = "created"
	NameKept     Fate = "kept"
)

// Fates returns all fates, those first that a reader should see first.
func Fates() []Fate {
	return []Fate{NameReplaced, NameDeleted, NameUnknown, NameAliased, NameCreated, NameKept}
}

// Names is what becomes of all names of a program.
type Names struct {
	// Entries are by fate, and then in the order in which resources are registered.
	Entries []NameEntry
	// Counts are the numbers of entries by fate; fates without one are left out.
	Counts map[Fate]int
	// Findings are what nobody asked for and what makes a run fail, with their default severities.
	Findings []analysis.Diagnostic
}

// NameEntry is what becomes of one name. Documents name its fields as the tags do.
type NameEntry struct {
	_ [0]func() // see language.incomparable

	Fate Fate `json:"fate"`
	// Name is the registered name, and Type the type token.
	Name string `json:"name"`
	// OldName is the former name, if it is another.
	OldName string `json:"oldName,omitempty"`
	Type    string `json:"type"`
	// URN is that after the change, and OldURN that before, if it is another. A deleted resource has only
	// OldURN.
	URN    string `json:"urn,omitempty"`
	OldURN string `json:"oldUrn,omitempty"`
	// Place is where the block is, and OldPlace where it was in the version before; nil where there is none.
	Place, OldPlace *Place `json:"-"`
	// Component says that the resource is only a name.
	Component bool `json:"component,omitempty"`
	// Accepted says that a replacement or a deletion was asked for, or is allowed.
	Accepted bool `json:"accepted,omitempty"`
	// Reason says why in words; it may be empty.
	Reason string `json:"reason,omitempty"`
}

// Comparison is what [Comparison.Describe] describes.
type Comparison struct {
	Program *analysis.Program
	// Before is the program in the version before; nil for a state.
	Before *analysis.Program
	Names  *plan.Names
	// Allowed reports whether the replacement or deletion of a resource with a name or URN is allowed.
	Allowed func(nameOrURN string) bool
}

// describing is a description on its way.
type describing struct {
	Comparison
	pairs    plan.Pairs
	made     map[int]*eval.Registration // in the place of a resource that goes, by its index
	partners map[*eval.Registration]*plan.Old
	texts    *texts
	findings *namesFindings
}

// Describe describes what becomes of the names.
func (c Comparison) Describe() *Names {
	d := &describing{Comparison: c, pairs: c.Names.Pairs(), made: map[int]*eval.Registration{}, partners: map[*eval.Registration]*plan.Old{}}
	d.texts = newTexts(c.Program, c.Before)
	d.findings = newNamesFindings(d)
	for _, p := range d.pairs.All {
		now := c.Names.All[p.Made].Now
		d.made[p.Gone], d.partners[now] = now, c.Names.All[p.Gone].Before
	}
	all := &Names{Counts: map[Fate]int{}}
	for i := range c.Names.All {
		n := &c.Names.All[i]
		if n.Now != nil && (n.Now.Read || d.partners[n.Now] != nil) { // a pair is one entry, that of what goes
			continue
		}
		e := d.entry(i)
		all.Entries = append(all.Entries, e)
		all.Counts[e.Fate]++
	}
	order := Fates()
	lists.SortStable(all.Entries, func(a, b NameEntry) int { return slices.Index(order, a.Fate) - slices.Index(order, b.Fate) })
	for _, f := range c.Names.Faults {
		d.findings.fault(f)
	}
	all.Findings = d.findings.all()
	return all
}

// renames are notes about resources that look renamed or moved, with what keeps them.
func renames(program *analysis.Program, p *plan.Plan) (notes []Problem) {
	names := Comparison{Program: program, Names: p.Names(), Allowed: func(string) bool { return false }}.Describe()
	for _, d := range names.Findings {
		if d.Code != codes.NamesReplaced {
			continue
		}
		switch {
		case strings.HasPrefix(d.Subject, "{"):
			d.Message += "; the option `" + language.NameAliases + " = [" + d.Subject + "]` keeps it"
		case d.Subject != "":
			d.Message += "; `" + d.Subject + "` keeps it"
		}
		notes = append(notes, Problem{Message: d.Message})
	}
	return notes
}

var fates = map[plan.Match]Fate{
	plan.Unknown: NameUnknown, plan.Kept: NameKept, plan.Aliased: NameAliased, plan.Created: NameCreated, plan.Deleted: NameDeleted,
}

// entry describes a name, and notes what is to be said about it.
func (d *describing) entry(i int) NameEntry {
	n := d.Names.All[i]
	if n.Match == plan.Kept && n.Now.Many && n.Before.From != nil && d.texts.rangeChanged(n.Before.From, n.Now.Declaration) {
		n.Match, n.Why = plan.Unknown, "its range is not known, and it, or something that it needs, was edited"
	}
	e := NameEntry{Fate: fates[n.Match], Reason: n.Why}
	if now := d.made[i]; now != nil {
		e.Fate, n.Now = NameReplaced, now
	}
	if n.Now != nil {
		e.Name, e.Type, e.URN, e.Component, e.Place = n.Now.Name, n.Now.Type, n.Now.URN, n.Now.Local, placeIn(n.Now.Declaration)
		if e.Type == "" {
			e.Type = label(n.Now.Item)
		}
	}
	if n.Before != nil {
		e.before(n.Before)
	}
	switch e.Fate {
	case NameReplaced:
		e.Accepted = e.Component || d.allowed(e)
		if !e.Accepted {
			d.findings.replaced(n.Now, n.Before)
		}
	case NameDeleted:
		var why string
		e.Accepted, why = d.accepted(i, e, n.Before)
		switch {
		case !e.Accepted:
			e.Reason = why
			d.findings.deleted(n.Before, e.Name, why)
		case n.Before.Protected && !e.Component:
			e.Accepted, e.Reason = false, "it is protected"
		}
	case NameUnknown:
		if !e.Component {
			d.findings.unknown(n, e.Name)
		}
	}
	return e
}

// before adds what is known of the resource that exists.
func (e *NameEntry) before(old *plan.Old) {
	if e.Name == "" {
		e.Name, e.Type, e.Component = old.Name(), old.Type(), !old.Custom
		if e.Type == "" && old.From != nil {
			e.Type = label(old.From.Item)
		}
	} else if name := old.Name(); name != e.Name {
		e.OldName = name
	}
	if old.URN != e.URN {
		e.OldURN = old.URN
	}
	if old.From != nil {
		e.OldPlace = placeIn(old.From.Declaration)
	}
	if old.Retained && (e.Fate == NameReplaced || e.Fate == NameDeleted) {
		e.Reason = "the real resource stays: `retainOnDelete` is set"
	}
}

func (d *describing) allowed(e NameEntry) bool {
	return slices.ContainsFunc([]string{e.Name, e.OldName, e.URN, e.OldURN}, func(s string) bool { return s != "" && d.Allowed(s) })
}

// accepted reports whether a deletion was asked for or is allowed, and why it was not asked for.
func (d *describing) accepted(i int, e NameEntry, old *plan.Old) (is bool, why string) {
	switch {
	case e.Component || d.allowed(e):
		return true, ""
	case d.pairs.Alike[i]:
		return false, "new resources look like it"
	case !d.texts.asked(old):
		return false, "its block is still in the program"
	}
	return true, ""
}

// SummaryOf is a count of fates in one line, which says first if nothing is lost.
func SummaryOf(counts map[Fate]int) string {
	var parts []string
	if len(counts) > 0 && counts[NameReplaced]+counts[NameDeleted]+counts[NameUnknown] == 0 {
		parts = []string{"nothing is replaced or deleted"}
	}
	for _, f := range Fates() {
		if n := counts[f]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+string(f))
		}
	}
	if len(parts) == 0 {
		return "no resources"
	}
	return strings.Join(parts, ", ")
}

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
