package plan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file computes the URNs that a registration may have had. (docs/language/urns.md#aliases)

// alias is a former name as the program gives it: a URN, or the parts that were different.
type alias struct {
	urn         string
	name, typ   string
	noParent    bool
	parent      string // URN
	isUncertain bool   // a part is not known
}

// aliasesNotKnown is why it is not known which resource has an alias.
const aliasesNotKnown = "its aliases are not known"

// aliasesOf reads the option of a registration; why says why not all of it is known. A part that is not known counts
// as left out in a run, so it may be anything.
func aliasesOf(r *eval.Registration) (all []alias, why string) {
	v, set, err := r.Option(language.NameAliases)
	switch {
	case err != nil:
	case !set || r.Local || r.Item.Kind == syntax.KindRead: // for which a run registers none
		return nil, ""
	case !v.IsKnown():
		return nil, aliasesNotKnown
	case v.IsNull():
		return nil, ""
	case !value.IsList(v):
		err = value.Fail("`" + language.NameAliases + "` is no list")
	default:
		for _, e := range value.Elements(v) {
			var a alias
			if a, err = readAlias(e); err != nil {
				break
			}
			if a.isUncertain {
				why = aliasesNotKnown
			}
			all = append(all, a)
		}
	}
	if err != nil {
		return nil, "its aliases cannot be read: " + err.Error()
	}
	return all, why
}

func readAlias(v cty.Value) (a alias, err error) {
	v, _ = v.Unmark()
	switch {
	case !v.IsKnown():
		return alias{isUncertain: true}, nil
	case !v.IsNull() && v.Type() == cty.String:
		return alias{urn: v.AsString()}, nil
	case v.IsNull() || !value.IsMap(v):
		return alias{}, value.Fail("an alias is neither a URN nor an object")
	}
	keys, values := value.Members(v)
	for i, key := range keys {
		v, _ := values[i].Unmark()
		part, known := language.AliasType().Property(key)
		switch {
		case !known || v.IsKnown() && v.IsNull():
		case !v.IsKnown():
			a.isUncertain = true
		case language.IsAliasParent(key):
			if !eval.IsResource(v) {
				return alias{}, value.Fail("the parent of an alias is no resource")
			}
			a.parent, known = eval.URNOf(v)
			a.isUncertain = a.isUncertain || !known
		case language.IsAliasNoParent(key):
			if v.Type() != cty.Bool {
				return alias{}, value.Fail("`" + key + "` of an alias is no bool")
			}
			a.noParent = v.True()
		case v.Type() != cty.String:
			return alias{}, value.Fail("`" + key + "` of an alias is no string")
		case part.Name == language.AliasName:
			a.name = v.AsString()
		default:
			a.typ = v.AsString()
		}
	}
	return a, nil
}

// former is the URN that an alias of a registration stands for; empty for one that is not known.
func (m *matching) former(r *eval.Registration, a alias) string {
	switch {
	case a.isUncertain:
		return ""
	case a.urn != "":
		return m.inStack(a.urn)
	}
	parent := cmp.Or(a.parent, r.Parent)
	if before, renamed := m.used[a.parent]; renamed {
		parent = before
	}
	name, typ := cmp.Or(a.name, r.Name), cmp.Or(a.typ, r.Type)
	if above, err := urn.Parse(parent); err == nil && (a.parent != "" || !a.noParent) {
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
func (m *matching) formerURNs(r *eval.Registration, aliases []alias) (all []string) {
	seen := map[string]bool{}
	add := func(u string) {
		if !seen[u] {
			seen[u] = true
			all = append(all, u)
		}
	}
	for _, a := range aliases {
		if !a.isUncertain {
			add(m.former(r, a))
		}
	}
	before, renamed := m.used[r.Parent]
	if !renamed {
		return all
	}
	own := slices.Clip(all)
	add(m.inherited(r.Type, r.Name, r.Parent, before))
	for _, former := range own {
		if u, err := urn.Parse(former); err == nil {
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
	aliases, _ := aliasesOf(r)
	m := &matching{host: host}
	return lists.Map(aliases, func(a alias) string { return m.former(r, a) })
}
