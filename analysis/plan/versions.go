package plan

import (
	"cmp"
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file compares what a run registers with another version of the program, or with a state of which
// only the names count.

// Versions compares what two versions of a program register, which must be run as the same host. Where
// the one before cannot be followed, what the other registers may exist already.
func Versions(now, before *eval.Ran, host eval.Host) *Names {
	names := Match(now, host, Registered(before))
	names.joinUntyped()
	were, are := doubtsOf(before), doubtsOf(now)
	for i := range names.All {
		n := &names.All[i]
		why := ""
		switch n.Fate {
		case Created:
			why = were.about(n)
		case Deleted:
			why = are.about(n)
		}
		if why != "" {
			n.Fate, n.Why = Unknown, why
		}
	}
	return names
}

// joinUntyped joins resources whose URNs are not known only because no schema tells their types: those
// with the same name in the same place, whose types are written alike.
func (n *Names) joinUntyped() {
	gone := map[string]int{}
	for i := range n.All {
		if old := n.All[i].Before; old != nil && n.All[i].Now == nil && n.All[i].Fate == Unknown {
			gone[untyped(old.From)] = i
		}
	}
	delete(gone, "")
	if len(gone) == 0 {
		return
	}
	joined := map[int]bool{}
	for i := range n.All {
		one := &n.All[i]
		if one.Now == nil || one.Fate != Unknown {
			continue
		}
		if at, ok := gone[untyped(one.Now)]; ok && !joined[at] {
			joined[at] = true
			one.Fate, one.Before, one.Why = Kept, n.All[at].Before, ""
		}
	}
	left := n.All[:0]
	for i, one := range n.All {
		if !joined[i] {
			left = append(left, one)
		}
	}
	n.All = left
}

// untyped identifies a resource without a known type; empty for others, and where more than the type is not
// known.
func untyped(r *eval.Registration) string {
	if r.URN != "" || r.Type != "" || r.Schema != nil || r.Local || len(r.Item.Labels) < 2 {
		return ""
	}
	above := ""
	if r.Within != nil {
		above = r.Within.URN
	}
	if r.OptionAttribute(language.NameParent) != nil || r.OptionAttribute(language.NameAliases) != nil || r.Within != nil && above == "" {
		return ""
	}
	return above + "\x00" + r.Item.Labels[1].Value + "\x00" + r.Name
}

// doubts are what a version registers without that its URN is known.
type doubts struct {
	named map[string]string // reasons, by registered name
	open  map[string]string // reasons, by registered name without that of an instance
	fails map[string]string // reasons, by block
}

func doubtsOf(ran *eval.Ran) doubts {
	d := doubts{map[string]string{}, map[string]string{}, map[string]string{}}
	for _, r := range ran.Registrations {
		if r.URN == "" {
			d.named[r.Name] = r.Unsure
		}
	}
	for _, o := range ran.Open {
		d.open[o.Name] = "it is not known which resources `" + o.Item.Name + "` makes"
	}
	for _, f := range ran.Failures {
		d.fails[blockOf(f.Declaration)] = "a run of one version fails at `" + f.Item.Name + "`"
	}
	return d
}

// blockOf identifies a block in two versions of a program, most likely.
func blockOf(d eval.Declaration) string { return path.Base(d.Path) + " " + d.Item.Name }

// about says why a resource of the other version may be in this one; empty where it cannot.
func (d doubts) about(n *Name) string {
	name, block := "", ""
	if n.Now != nil {
		name, block = n.Now.Name, blockOf(n.Now.Declaration)
	} else {
		name, block = n.Before.Name(), blockOf(n.Before.From.Declaration)
	}
	if why := cmp.Or(d.named[name], d.open[name], d.fails[block]); why != "" {
		return why
	}
	for i, c := range name {
		if why := d.open[name[:i]]; c == '-' && why != "" {
			return why
		}
	}
	return ""
}

// InRemote marks resources of a state as unknown that are inside a remote component which stays: its
// provider decides.
func (n *Names) InRemote(before []Old) {
	above := map[string]string{}
	for _, old := range before {
		above[old.URN] = old.parent
	}
	remote := map[string]string{} // names of components, by the URN that they had
	for _, one := range n.All {
		if r := one.Now; r != nil && one.Before != nil && !r.Local && r.Schema != nil && r.Schema.IsComponent {
			remote[one.Before.URN] = r.Name
		}
	}
	for i := range n.All {
		if one := &n.All[i]; one.Fate == Deleted {
			const most = 100 // a damaged state may have circles
			u := one.Before.parent
			for hops := 0; u != "" && remote[u] == "" && hops < most; hops++ {
				u = above[u]
			}
			if name := remote[u]; name != "" {
				one.Fate, one.Why = Unknown, "it is inside the remote component `"+name+"`, whose provider decides"
			}
		}
	}
}

// Name is the registered name.
func (o *Old) Name() string { return o.part(urn.Name) }

// Type is the type token.
func (o *Old) Type() string { return o.part(urn.Type) }

func (o *Old) part(p urn.Part) string {
	if u, err := urn.Parse(o.URN); err == nil {
		return u.Part(p)
	}
	switch {
	case o.From == nil:
		return o.URN
	case p == urn.Type:
		return o.From.Type
	}
	return o.From.Name
}
