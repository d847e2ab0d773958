package planview

import (
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file has the words.

// reasons say why a resource has its operation, besides its inputs.
func reasons(s *plan.Step) (all []string) {
	if s.Reason != "" {
		all = append(all, s.Reason)
	}
	if s.By != "" {
		all = append(all, by(s))
	}
	if s.Match == plan.Aliased && s.Before != nil {
		all = append(all, "found by its alias as `"+nameOf(s.Before.URN)+"`")
	}
	if s.Retained && (s.Op == plan.Delete || s.Op == plan.Replace) {
		all = append(all, "the real resource stays: `"+language.NameRetainOnDelete+"` is set")
	}
	if s.DeletedFirst && s.Op == plan.Replace {
		all = append(all, "it is deleted before the new one is created")
	}
	return all
}

// by says what replaces a resource besides its inputs.
func by(s *plan.Step) string {
	switch s.By {
	case plan.ByState:
		if s.Op == plan.Delete {
			return "an earlier replacement left it to be deleted"
		}
		return "its state says so: it is tainted, waits for its replacement, or was only read before"
	case plan.ByProvider:
		return "the configuration of its provider changes in a way that replaces its resources"
	case language.NameImport:
		return "`import` names another resource than the one that exists"
	case language.NameReplacementTrigger:
		return "`replacementTrigger` changes"
	}
	return "`" + s.By + "` names a resource that is replaced"
}

func nameOf(text string) string {
	u, err := urn.Parse(text)
	if err != nil {
		return text
	}
	return u.Part(urn.Name)
}

// problem says why the engine refuses a run.
func problem(f plan.Fault) Problem {
	p := Problem{URN: f.URN}
	name := "`" + nameOf(f.URN) + "`"
	if f.Now != nil {
		p.Place = placeIn(f.Now.Declaration)
		name = "`" + f.Now.Name + "`"
	}
	switch f.Kind {
	case plan.Twice:
		p.Message = name + " is registered twice: a run refuses two resources with one URN"
	case plan.Living:
		p.Message = "an alias of " + name + " stands for `" + f.Other.Name + "`, which is still in the program"
	case plan.Claimed:
		p.Message = name + " and `" + f.Other.Name + "` both have the alias `" + nameOf(f.URN) + "`, and only one can be that resource"
	case plan.Protected:
		p.Message = name + " is protected, and would be deleted"
		if f.Now != nil {
			p.Message = name + " is protected, and would be replaced"
		}
	}
	return p
}

// titles name the operations in a summary.
var titles = map[Operation]string{
	Replace: "to replace", Delete: "to delete", CannotTell: "cannot be told", Update: "to update",
	Import: "to import", Create: "to create", Same: "the same",
}

// Summary counts the operations in one line. Local components that do not stay the same come last:
// they are no more than names.
func (v *View) Summary() string {
	names := map[Operation]int{}
	for _, e := range v.Entries {
		if !e.Real && e.Operation != Same {
			names[e.Operation]++
		}
	}
	var parts, last []string
	for _, o := range Operations() {
		if n := v.Counts[o] - names[o]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+titles[o])
		}
		switch n := names[o]; {
		case n == 1:
			last = append(last, "1 component "+titles[o])
		case n > 1:
			last = append(last, strconv.Itoa(n)+" components "+titles[o])
		}
	}
	parts = append(parts, last...)
	if len(parts) == 0 {
		return "no resources"
	}
	return strings.Join(parts, ", ")
}

// String is a change in one line.
func (c Change) String() string {
	text := c.Path + ": "
	switch c.Kind {
	case "added":
		text += "new, " + c.New
	case "removed":
		text += "removed, was " + c.Old
	case "unknown":
		text += "may change; " + c.Why
		if c.Replaces {
			text += " (a change replaces the resource)"
		}
		return text
	default:
		text += c.Old + " → " + c.New
	}
	if c.Replaces {
		text += " (replaces it)"
	}
	return text
}
