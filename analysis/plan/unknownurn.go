package plan

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds resources that are kept although their URNs are not known, most often because a schema
// cannot be had: those that both versions of a program write alike.

// unknownURN are the resources without a known URN that are being joined.
type unknownURN struct {
	gone   map[identity]int // indexes of the resources that seem to go
	joined map[int]bool
	kept   map[*eval.Registration]bool
	blocks map[*syntax.Item]bool // whether all resources of a block are kept
}

// identity is what a resource has in common with itself in another version.
type identity struct{ name, typ, within, parent string }

func identityOf(r *eval.Registration) identity {
	id := identity{name: r.Name, parent: textAt(r, r.OptionAttribute(language.NameParent))}
	if len(r.Item.Labels) > 1 {
		id.typ = r.Item.Labels[1].Value
	}
	if r.Within != nil {
		id.within = r.Within.Name
	}
	return id
}

// textAt is the text of the value of an attribute; empty without one.
func textAt(r *eval.Registration, a *hclsyntax.Attribute) string {
	if a == nil {
		return ""
	}
	at := syntax.SpanOf(a.Expr)
	return r.Item.Text[at.Start:at.End]
}

// joinUnknownURNs joins resources that have the same name and type, and the same parent, which is kept.
func (n *Names) joinUnknownURNs() {
	j := unknownURN{map[identity]int{}, map[int]bool{}, map[*eval.Registration]bool{}, map[*syntax.Item]bool{}}
	for i, one := range n.All {
		if one.Now == nil && one.Match == Unknown && one.Before.From.URN == "" {
			j.gone[identityOf(one.Before.From)] = i
		}
	}
	if len(j.gone) == 0 {
		return
	}
	for i := range n.All {
		if n.All[i].Now != nil {
			j.join(n, &n.All[i])
		}
	}
	i := -1
	n.All = slices.DeleteFunc(n.All, func(Name) bool { i++; return j.joined[i] })
}

// join joins one resource. Its parents were registered before.
func (j *unknownURN) join(n *Names, one *Name) {
	r := one.Now
	at, found := j.gone[identityOf(r)]
	if found && one.Match == Unknown && r.URN == "" && !j.joined[at] && j.isPlaced(r) {
		j.joined[at] = true
		one.Match, one.Before, one.Why = Kept, n.All[at].Before, ""
	}
	j.kept[r] = one.Match == Kept
	all, known := j.blocks[r.Item.Item]
	j.blocks[r.Item.Item] = (all || !known) && one.Match == Kept
}

// isPlaced reports whether everything that decides about the parent is kept.
func (j *unknownURN) isPlaced(r *eval.Registration) bool {
	if r.Within != nil && !j.kept[r.Within] {
		return false
	}
	a := r.OptionAttribute(language.NameParent)
	return a == nil || !slices.ContainsFunc(syntax.FreeNamesIn(a.Expr), func(ref syntax.Ref) bool {
		o := r.Program.Lookup(ref.Name)
		if o == nil {
			return true
		}
		it, _ := o.Item()
		return !j.blocks[it.Item]
	})
}
