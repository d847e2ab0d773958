package plan

import (
	"cmp"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file computes the URNs that a registration may have had. (PCL specification,
// registered-names.md, section Aliases.)

// alias is a former name as the program gives it: a URN, or the parts that were different.
type alias struct {
	urn              string
	name, typ        string
	noParent         bool
	parent           string // URN
	partsAreNotKnown bool
}

// aliasesOf reads the option of a registration. A part that is not known counts as left out in a
// run, so it may be anything.
func aliasesOf(r *eval.Registration) (all []alias, known bool, err error) {
	v, set, err := r.Option(language.NameAliases)
	switch {
	case err != nil:
		return nil, false, err
	case !set || r.Local: // a run does not register those of a local component
		return nil, true, nil
	case !v.IsKnown():
		return nil, false, nil
	case v.IsNull():
		return nil, true, nil
	case !value.IsList(v):
		return nil, false, value.Fail("`" + language.NameAliases + "` is no list")
	}
	for _, e := range value.Elements(v) {
		a, err := readAlias(e)
		if err != nil {
			return nil, false, err
		}
		all = append(all, a)
	}
	return all, true, nil
}

func readAlias(v cty.Value) (alias, error) {
	v, _ = v.Unmark()
	switch {
	case !v.IsKnown():
		return alias{partsAreNotKnown: true}, nil
	case !v.IsNull() && v.Type() == cty.String:
		return alias{urn: v.AsString()}, nil
	case v.IsNull() || !value.IsMap(v):
		return alias{}, value.Fail("an alias is neither a URN nor an object")
	}
	var a alias
	keys, values := value.Members(v)
	for i, key := range keys {
		if err := a.read(key, values[i]); err != nil {
			return alias{}, err
		}
	}
	if a.parent != "" {
		a.noParent = false
	}
	return a, nil
}

// read reads one part.
func (a *alias) read(key string, v cty.Value) error {
	v, _ = v.Unmark()
	part, known := language.AliasType().Property(key)
	switch {
	case !known || v.IsKnown() && v.IsNull():
		return nil
	case !v.IsKnown():
		a.partsAreNotKnown = true
		return nil
	case language.IsAliasParent(key):
		if a.parent, known = eval.URNOf(v); !known {
			return value.Fail("the parent of an alias is no resource")
		}
		return nil
	}
	if language.IsAliasNoParent(key) {
		if v.Type() != cty.Bool {
			return value.Fail("`" + key + "` of an alias is no bool")
		}
		a.noParent = v.True()
		return nil
	}
	if v.Type() != cty.String {
		return value.Fail("`" + key + "` of an alias is no string")
	}
	if part.Name == language.AliasName {
		a.name = v.AsString()
	} else {
		a.typ = v.AsString()
	}
	return nil
}

// former is the URN that an alias of a registration stands for.
func (m *matching) former(r *eval.Registration, a alias) string {
	if a.urn != "" {
		return m.inStack(a.urn)
	}
	name, typ, parent := cmp.Or(a.name, r.Name), cmp.Or(a.typ, r.Type), a.parent
	if parent == "" {
		parent = r.Parent
	} else if before, renamed := m.used[parent]; renamed {
		parent = before
	}
	if above, err := urn.Parse(parent); err == nil && !a.noParent {
		return m.inStack(urn.Child(above, typ, name))
	}
	return urn.New(m.host.Stack, m.host.Project, "", typ, name)
}

// inStack is a URN as one of the stack that is not known by name.
func (m *matching) inStack(text string) string {
	u, err := urn.Parse(text)
	if err != nil || m.host.Stack != "" {
		return text
	}
	start, end := u.Place(urn.Stack)
	return text[:start] + text[end:]
}

// formerURNs are all the URNs that a registration may have had: those of its aliases, and those that
// follow from the one by which its parent was found.
func (m *matching) formerURNs(r *eval.Registration, aliases []alias) []string {
	var all []string
	seen := map[string]bool{}
	add := func(u string) {
		if !seen[u] {
			seen[u] = true
			all = append(all, u)
		}
	}
	for _, a := range aliases {
		if !a.partsAreNotKnown {
			add(m.former(r, a))
		}
	}
	before, renamed := m.used[r.Parent]
	if r.Parent == "" || !renamed {
		return all
	}
	add(m.inherited(r.Type, r.Name, r.Parent, before))
	for _, a := range aliases {
		if a.partsAreNotKnown {
			continue
		}
		if u, err := urn.Parse(m.former(r, a)); err == nil {
			add(m.inherited(u.Part(urn.Type), u.Part(urn.Name), r.Parent, before))
		}
	}
	return all
}

// inherited is the URN of a child of a parent that had another one: a name that begins with the
// parent's follows it.
func (m *matching) inherited(typ, name, parent, before string) string {
	now, err := urn.Parse(parent)
	then, problem := urn.Parse(before)
	if err != nil || problem != nil {
		return ""
	}
	if rest, follows := strings.CutPrefix(name, now.Part(urn.Name)); follows {
		name = then.Part(urn.Name) + rest
	}
	return urn.New(m.host.Stack, m.host.Project, before, typ, name)
}

// FormerURNs returns the URN that each alias of a registration stands for, in their order, while its
// parents have the URNs that they are registered with. It is empty for an alias that is not known.
func FormerURNs(r *eval.Registration, host eval.Host) []string {
	aliases, known, err := aliasesOf(r)
	if err != nil || !known {
		return nil
	}
	m := &matching{host: host}
	all := make([]string, len(aliases))
	for i, a := range aliases {
		if !a.partsAreNotKnown {
			all[i] = m.former(r, a)
		}
	}
	return all
}
