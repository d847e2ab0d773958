package plan

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds resources that are kept although their URNs are not known, most often because a schema
// cannot be had: those that both versions of a program write alike.

// unknownURN are the resources without a known URN that are being joined.
type unknownURN struct {
	gone   map[string]int // indexes of the resources that seem to go, by what identifies them
	joined map[int]bool
	kept   map[*eval.Registration]bool
	blocks map[*syntax.Item]bool // whether all resources of a block are kept
}

// joinUnknownURNs joins resources that have the same name and type, and the same parent, which is kept.
func (n *Names) joinUnknownURNs() {
	j := unknownURN{map[string]int{}, map[int]bool{}, map[*eval.Registration]bool{}, map[*syntax.Item]bool{}}
	for i, one := range n.All {
		if one.Now == nil && one.Match == Unknown && one.Before.From.URN == "" {
			j.gone[identity(one.Before.From)] = i
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
	at, found := j.gone[identity(r)]
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
		it, ok := o.Item()
		return !ok || !j.blocks[it.Item]
	})
}

// identity is what a resource has in common with itself in another version.
func identity(r *eval.Registration) string {
	parts := []string{r.Name, "", "", ""}
	if len(r.Item.Labels) > 1 {
		parts[1] = r.Item.Labels[1].Value
	}
	if r.Within != nil {
		parts[2] = r.Within.Name
	}
	if a := r.OptionAttribute(language.NameParent); a != nil {
		at := a.Expr.Range()
		parts[3] = r.Item.Text[at.Start.Byte:at.End.Byte]
	}
	return strings.Join(parts, "\x00")
}
