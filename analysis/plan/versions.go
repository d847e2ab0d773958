package plan

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file compares what a run registers with another version of the program, or with a state of which
// only the names count.

// Versions compares what two versions of a program register, which must be run as the same host. A resource
// whose range is not known is one name ([eval.Registration.Many]). Where the version before cannot be
// followed, what the other registers may exist already.
func Versions(now, before *eval.Ran, host eval.Host) *Names {
	names := MatchNames(withMany(now), host, Registered(withMany(before)))
	names.joinUnknownURNs()
	were, are := basesOf(before), basesOf(now)
	names.All = slices.DeleteFunc(names.All, func(n Name) bool { // their instances tell
		return n.Match == Created && n.Now.Many && were[baseOf(n.Now)] || n.Match == Deleted && n.Before.From.Many && are[baseOf(n.Before.From)]
	})
	failed, fails := failuresOf(before), failuresOf(now)
	existed := uncertainOf(before)
	for _, r := range before.Registrations {
		if r.URN == "" {
			existed.unknown(r, r.Unsure)
		}
	}
	for i := range names.All {
		n := &names.All[i]
		why := ""
		switch n.Match {
		case Aliased:
			if n.Now.Many && (n.Before.From == nil || !n.Before.From.Many) {
				why = "it is not known whether `" + n.Now.Item.Name + "` makes one resource, which has the alias"
			}
		case Created:
			why = failed[blockOf(n.Now.Declaration)]
			if !n.Now.Many {
				why = cmp.Or(existed.about(n.Now.Name), why)
			}
		case Deleted:
			why = fails[blockOf(n.Before.From.Declaration)]
		}
		if why != "" {
			n.Match, n.Why = Unknown, why
		}
	}
	names.addFailures(now, before)
	return names
}

// withMany is a run with a registration for each resource whose range is not known.
func withMany(ran *eval.Ran) *eval.Ran {
	whole := *ran
	whole.Registrations = slices.Clip(ran.Registrations)
	for _, o := range ran.Open {
		if o.Each != nil && o.Each.URN != "" {
			each := *o.Each
			each.Many = true
			each.Name += manySuffix
			each.URN += manySuffix
			whole.Registrations = append(whole.Registrations, &each)
		}
	}
	return &whole
}

// manySuffix ends the names of registrations that stand for all instances.
const manySuffix = "-*"

// addFailures adds the blocks that cannot be followed, and those of the version before that are gone.
func (n *Names) addFailures(now, before *eval.Ran) {
	fails := map[string]bool{}
	for _, one := range n.All {
		if one.Now != nil {
			fails[blockOf(one.Now.Declaration)] = true
		}
	}
	for _, f := range now.Failures {
		n.All = append(n.All, Name{Now: unfollowed(f), Why: reasonOf(f)})
		fails[blockOf(f.Declaration)] = true
	}
	for _, f := range before.Failures {
		if !fails[blockOf(f.Declaration)] {
			n.All = append(n.All, Name{Before: &Old{From: unfollowed(f), Custom: f.Item.Kind != syntax.KindComponent}, Why: reasonOf(f)})
		}
	}
}

func unfollowed(f eval.Failure) *eval.Registration {
	return &eval.Registration{Declaration: f.Declaration, Name: analysis.LogicalName(f.Item.Item), Local: f.Item.Kind == syntax.KindComponent}
}

func reasonOf(f eval.Failure) string {
	if f.Why == "" {
		return "`" + f.Item.Name + "` is too large to be followed"
	}
	return "a run fails at `" + f.Item.Name + "`: " + f.Why
}

// failuresOf are reasons by block.
func failuresOf(ran *eval.Ran) map[string]string {
	all := map[string]string{}
	for _, f := range ran.Failures {
		all[blockOf(f.Declaration)] = "a run of one version fails at `" + f.Item.Name + "`"
	}
	return all
}

// basesOf are the names of which it is known which resources there are, or some of them.
func basesOf(ran *eval.Ran) map[string]bool { return lists.SetOf(ran.Registrations, baseOf) }

// baseOf is a registered name without the end that tells instances apart.
func baseOf(r *eval.Registration) string {
	switch {
	case r.Many:
		return strings.TrimSuffix(r.Name, manySuffix)
	case r.Key != "":
		return strings.TrimSuffix(r.Name, "-"+r.Key)
	}
	return r.Name
}

// blockOf identifies a block in two versions of a program, most likely.
func blockOf(d eval.Declaration) string { return path.Base(d.Path) + " " + d.Item.Name }

// Names are the matches of all names. What a replacement left to be deleted is not among them.
func (p *Plan) Names() *Names {
	names := &Names{Faults: p.Faults}
	for _, s := range p.Steps {
		if s.By != ByState || s.Op != Delete {
			names.All = append(names.All, s.Name)
		}
	}
	names.addFailures(&eval.Ran{Failures: p.Failures}, &eval.Ran{})
	return names
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
