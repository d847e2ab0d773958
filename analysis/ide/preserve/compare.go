package preserve

import (
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file compares runs before and after a change: what is registered, the inputs of resources as far as they are
// known, and their providers, since one that is configured otherwise may replace them.

// pair is a registration and the one that it became.
type pair struct {
	old, now *registration
	kept     bool
}

// compare returns the pairs of which something has to be written so that they are kept. The error
// is a reason that nothing which is written can change.
func (d *draft) compare(before, after []*run) (lost []loss, err error) {
	d.compared = nil
	for i := range before {
		c := &comparison{draft: d, before: before[i], after: after[i], became: map[string]string{}, from: map[*registration]*pair{}}
		d.compared = append(d.compared, c)
		if err := c.pairs(); err != nil {
			return nil, err
		}
		if lost = append(lost, c.lost()...); len(lost) == 0 {
			lost = c.withoutProvider()
		}
		if len(lost) > 0 {
			continue
		}
		for _, check := range []func() error{c.faultless, c.nothingNew, c.sameInputs, c.sameProviders, c.formersStay, c.isSeen} {
			if err := check(); err != nil {
				return nil, err
			}
		}
	}
	return lost, nil
}

// comparison is that of one root.
type comparison struct {
	*draft
	before, after *run
	pairsInOrder  []*pair
	from          map[*registration]*pair // by the registration after the change
	became        map[string]string
	faults        []plan.Fault
}

// pairs finds for each registration what it became.
func (c *comparison) pairs() error {
	if was := c.before.match(c.before.existing()); len(was.Faults) > 0 {
		return change.Refuse("the run would fail already: %s", faultText(was.Faults[0]))
	}
	names := c.after.match(c.before.existing())
	c.faults = names.Faults
	for _, old := range c.before.all {
		moved := c.Mapping(old.path)
		if len(moved) == 0 || c.givenUp[moved.key()] {
			if !old.Local && !old.each {
				return change.Refuse("`%s` would be deleted", old.Name)
			}
			continue
		}
		now := c.after.byPath[moved.key()]
		if now == nil {
			return change.Refuse("`%s` would not be registered any more", old.Name)
		}
		if c.from[now] != nil {
			return change.Refuse("`%s` and `%s` would become one", c.from[now].old.Name, old.Name)
		}
		p := &pair{old: old, now: now}
		p.kept = c.isKept(p)
		c.pairsInOrder, c.from[now] = append(c.pairsInOrder, p), p
		if old.URN != "" && now.URN != "" {
			c.became[old.URN] = now.URN
		}
	}
	return nil
}

// isKept reports whether the engine takes the registration for what it became.
func (c *comparison) isKept(p *pair) bool {
	switch {
	case p.old.URN == "" || p.now.URN == "":
		return c.isSameUnknown(p)
	case p.now.name.Match != plan.Kept && p.now.name.Match != plan.Aliased:
		return false
	case p.now.IsRemote() && p.now.name.Match != plan.Kept:
		return false
	}
	return p.now.name.Before.From == p.old.Registration && (!p.old.bound && !p.now.bound || p.old.Name == p.now.Name)
}

// isKeptNow reports whether a registration after the change is kept.
func (c *comparison) isKeptNow(now *registration) bool { return c.from[now] != nil && c.from[now].kept }

// isSameUnknown reports whether two registrations are the same, though not all of their URNs is known.
func (c *comparison) isSameUnknown(p *pair) bool {
	if p.old.URN != p.now.URN || p.old.Unsure != p.now.Unsure || p.old.Name != p.now.Name {
		return false
	}
	if p.old.Unsure != "" && c.parentText(p.old, c.Mapping) != c.parentText(p.now, Unmoved) {
		return false
	}
	return p.old.Parent == p.now.Parent && p.old.Schema == p.now.Schema && typeText(p.old.Registration) == typeText(p.now.Registration)
}

// parentText is the option as it is written, with the names that declarations get.
func (c *comparison) parentText(e *registration, mapping Mapping) string {
	a := e.OptionAttribute(language.NameParent)
	if a == nil {
		return ""
	}
	span := syntax.SpanOf(a.Expr)
	var b strings.Builder
	at := span.Start
	for _, ref := range syntax.FreeNamesIn(a.Expr) {
		b.WriteString(e.Item.Text[at:ref.Span.Start])
		parent := append(slices.Clone(e.path[:len(e.path)-1]), Step{Dir: e.Program.Dir, Name: ref.Name})
		if next := mapping(parent); len(next) > 0 {
			b.WriteString(next[len(next)-1].Name)
		}
		at = ref.Span.End
	}
	return b.String() + e.Item.Text[at:span.End]
}

// typeText is the type as it is written.
func typeText(r *eval.Registration) string {
	if len(r.Item.Labels) < 2 {
		return ""
	}
	return r.Item.Labels[1].Value
}

// loss is a registration that the engine would not find as it is written.
type loss struct {
	*pair
	c *comparison
	// above is the URN that the parent was found by.
	above string
	// provider is what the block has to name as its provider; empty where it does not.
	provider string
}

// lost are the pairs that are not kept and whose parents are.
func (c *comparison) lost() (all []loss) {
	for _, p := range c.pairsInOrder {
		if p.kept {
			continue
		}
		l := loss{pair: p, c: c, above: p.now.Parent}
		if parent := c.after.byURN[p.now.Parent]; parent != nil {
			if up := c.from[parent]; up != nil && !up.kept {
				continue
			}
			if parent.name.Match == plan.Aliased {
				l.above = parent.name.Before.URN
			}
		}
		all = append(all, l)
	}
	return all
}

// faultless refuses a run that would fail.
func (c *comparison) faultless() error {
	if len(c.faults) > 0 {
		return change.Refuse("the run would fail: %s", faultText(c.faults[0]))
	}
	if now, was := c.after.ran.Failures, c.before.ran.Failures; len(now) > len(was) {
		last := now[len(now)-1]
		return change.Refuse("the run would fail at `%s`: %s", last.Item.Name, last.Why)
	}
	return nil
}

func faultText(f plan.Fault) string {
	u, _ := urn.Parse(f.URN)
	name := u.Part(urn.Name)
	switch f.Kind {
	case plan.Living:
		return "an alias stands for `" + name + "`, which is still there"
	case plan.Claimed:
		return "two resources have been `" + name + "`"
	}
	return "two resources would be called `" + name + "`"
}

// nothingNew refuses what would be created.
func (c *comparison) nothingNew() error {
	for _, e := range c.after.all {
		if c.from[e] == nil && !e.Local && !e.each {
			return change.Refuse("`%s` would be created", e.Name)
		}
	}
	return nil
}

// formersStay refuses a block that loses a former name.
func (c *comparison) formersStay() error {
	for _, p := range c.pairsInOrder {
		for _, former := range p.old.name.FormerURNs {
			if former != p.now.URN && !slices.Contains(p.now.name.FormerURNs, former) {
				u, _ := urn.Parse(former)
				return change.Refuse("`%s` would not be found any more by its alias `%s`", p.old.Name, u.Part(urn.Name))
			}
		}
	}
	return nil
}

// isSeen refuses a change inside of a component that cannot be followed.
func (c *comparison) isSeen() error {
	for _, open := range slices.Concat(c.before.ran.Open, c.after.ran.Open) {
		if dir, ok := open.Program.ComponentDir(open.Item.Item); ok && (c.draft.before[dir] != nil || c.draft.after[dir] != nil) {
			return change.Refuse("the component `%s` cannot be followed", open.Name)
		}
	}
	return nil
}

// sameInputs refuses a change of what a provider is told.
func (c *comparison) sameInputs() error {
	for _, p := range c.pairsInOrder {
		if p.old.Local || p.old.each {
			continue
		}
		was, is := p.old.Inputs(), p.now.Inputs()
		for _, name := range slices.Sorted(maps.Keys(was)) {
			a := is[name]
			if a == nil {
				return change.Refuse("`%s` would lose its input `%s`", p.old.Name, name)
			}
			before, failed := p.old.Value(was[name])
			after, fails := p.now.Value(a)
			if failed != nil || fails != nil {
				if value.IsFailure(fails) && !value.IsFailure(failed) {
					return change.Refuse("the input `%s` of `%s` would fail: %s", name, p.old.Name, fails)
				}
				continue
			}
			if !c.same(before, after) {
				return change.Refuse("the input `%s` of `%s` would have another value", name, p.old.Name)
			}
		}
		for name := range is {
			if was[name] == nil {
				return change.Refuse("`%s` would have a new input `%s`", p.old.Name, name)
			}
		}
	}
	return c.ctx.Err()
}

// same reports whether two values are equal where both are known. Resources are if one became
// the other.
func (c *comparison) same(a, b cty.Value) bool {
	a, _ = a.Unmark()
	b, _ = b.Unmark()
	if !a.IsKnown() || !b.IsKnown() {
		return true
	}
	if a.IsNull() || b.IsNull() {
		return a.IsNull() == b.IsNull()
	}
	was, resource := eval.URNOf(a)
	if is, other := eval.URNOf(b); resource && other {
		return c.became[was] == is
	}
	switch {
	case value.IsList(a) && value.IsList(b):
		return slices.EqualFunc(value.Elements(a), value.Elements(b), c.same)
	case value.IsMap(a) && value.IsMap(b):
		keys, values := value.Members(a)
		others, theirs := value.Members(b)
		return slices.Equal(keys, others) && slices.EqualFunc(values, theirs, c.same)
	}
	return a.RawEquals(b)
}

// sameProviders refuses a change of the provider of a resource.
func (c *comparison) sameProviders() error {
	for _, p := range c.pairsInOrder {
		if !c.keepsProvider(p) {
			return change.Refuse("`%s` would have another provider", p.old.Name)
		}
	}
	return nil
}

// keepsProvider reports whether a registration has the provider that it had.
func (c *comparison) keepsProvider(p *pair) bool {
	was, is := p.old.provider, p.now.provider
	switch {
	case p.old.Local || p.old.Schema != nil && p.old.Schema.IsProvider:
		return true
	case was.URN == "" || is.URN == "":
		return was == is
	}
	return c.became[was.URN] == is.URN
}

// withoutProvider are the pairs that are kept when their blocks say their providers.
func (c *comparison) withoutProvider() (all []loss) {
	for _, p := range c.pairsInOrder {
		if name := c.ownProvider(p); name != "" {
			all = append(all, loss{pair: p, c: c, provider: name})
		}
	}
	return all
}

// ownProvider is the name of the provider that a block has to say by itself, because it inherits another one, or none, from its
// new parent; empty where it cannot.
func (c *comparison) ownProvider(p *pair) string {
	if c.keepsProvider(p) || !p.old.provider.Known || p.old.provider.URN == "" || p.now.each || p.now.OptionAttribute(language.NameProvider) != nil {
		return ""
	}
	provider := c.after.byURN[c.became[p.old.provider.URN]]
	if provider == nil || provider.Program != p.now.Program || provider.Within != p.now.Within || analysis.RangeAttribute(provider.Item.Item) != nil {
		return ""
	}
	if Needed(provider.Program, provider.Item)[p.now.Item.Name] {
		return ""
	}
	return provider.Item.Name
}
