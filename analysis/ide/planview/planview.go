// Package planview describes what exists of the resources of a stack, what a run would do with them,
// and what a change of a program does to their names, for people and for tools.
//
// Invariant: no text shows the value of a secret.
package planview

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file describes plans.

// View is a plan in words.
type View struct {
	// Entries are in the order of the plan.
	Entries []Entry
	// Problems make the run fail.
	Problems []Problem
	// Notes are what a reader should know besides: resources that look renamed, and operations that were interrupted.
	Notes []Problem
	// Counts are the numbers of entries by operation; operations without one are left out.
	Counts map[Operation]int
}

// Operation is what a run does with a resource, as it is written in documents.
type Operation string

// The operations.
const (
	Replace    Operation = "replace"
	Delete     Operation = "delete"
	CannotTell Operation = "cannot tell"
	Update     Operation = "update"
	Create     Operation = "create"
	Import     Operation = "import"
	Read       Operation = "read"
	Same       Operation = "same"
)

// Operations returns all operations, those first that a reader should see first.
func Operations() []Operation {
	return []Operation{Replace, Delete, CannotTell, Update, Import, Create, Read, Same}
}

var operations = map[plan.Op]Operation{
	plan.CannotTell: CannotTell, plan.Same: Same, plan.Update: Update, plan.Replace: Replace,
	plan.Create: Create, plan.Import: Import, plan.Delete: Delete, plan.Read: Read,
}

// Resource says what a run does with one resource, and which. Documents name its fields as the tags do.
type Resource struct {
	Operation Operation `json:"operation"`
	// Name is the registered name, and Type the type token.
	Name string `json:"name"`
	Type string `json:"type"`
	// URN is that after the run; of a resource that goes, the one that it has. It is empty where it
	// is not known. OldURN is the one that it has, if it is another.
	URN    string `json:"urn,omitempty"`
	OldURN string `json:"oldUrn,omitempty"`
}

// Entry is one resource.
type Entry struct {
	Resource
	// Place is where the block is; nil for a resource that the program does not declare.
	Place *Place
	// Changes are the inputs that differ, or may.
	Changes []Change
	// Reasons say why in words, besides the changes.
	Reasons []string
	// Exists is the resource in the state; nil for none.
	Exists *state.Resource
	// Real says that something in the cloud is behind it: it is no local component.
	Real bool
	// Stays says that nothing that exists is replaced or deleted, even where the operation cannot be told.
	Stays bool
}

// Place is an item in a file.
type Place struct {
	Path string
	Item syntax.Placed
}

// Line is the line on which the block begins, from 1.
func (p Place) Line() int {
	before := p.Item.Text[:analysis.ContentSpan(p.Item).Start-p.Item.Base]
	return p.Item.Line + strings.Count(before, "\n") + 1
}

// Change is one input that differs, or may. Documents name its fields as the tags do.
type Change struct {
	// Path is the property path, and Kind changed, added, removed or unknown.
	Path string `json:"path"`
	Kind string `json:"change"`
	// Replaces says that the resource is replaced for it.
	Replaces bool `json:"replaces,omitempty"`
	// Old and New are the values in words; empty where there is none.
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
	// Why says why it is not known whether the input changes; empty where it is.
	Why string `json:"reason,omitempty"`
}

// Problem makes the run fail, or is a note.
type Problem struct {
	Message string
	// URN is that of the resource; empty for a declaration that fails.
	URN   string
	Place *Place
}

// Of describes a plan of a program.
func Of(program *analysis.Program, p *plan.Plan) *View {
	v := &View{Counts: map[Operation]int{}}
	for i := range p.Steps {
		e := entry(&p.Steps[i])
		v.Entries = append(v.Entries, e)
		v.Counts[e.Operation]++
	}
	v.Problems = append(v.Problems, lists.Map(p.Faults, problem)...)
	for _, f := range p.Failures {
		message := "the run fails at `" + f.Item.Name + "`: " + f.Why
		if f.Why == "" {
			message = "`" + f.Item.Name + "` is too large to be followed"
		}
		v.Problems = append(v.Problems, Problem{Message: message, Place: placeIn(f.Declaration)})
	}
	for _, r := range p.Mixed {
		message := "Pulumi panics in a preview of the range of `" + r.Item.Name + "`, because some instances exist and others are new (inconsistent list element types); `pulumi up --skip-preview` runs without a preview"
		v.Problems = append(v.Problems, Problem{Message: message, Place: placeIn(r.Declaration)})
	}
	if v.Counts[Delete] > 0 && v.Counts[Create] > 0 {
		v.Notes = renames(program, p)
	}
	for _, o := range p.Pending {
		message := "an earlier run was interrupted while " + o.Kind + " `" + nameOf(o.URN) + "`; `pulumi refresh` finds out what exists"
		v.Notes = append(v.Notes, Problem{Message: message, URN: o.URN})
	}
	if p.Locked != nil {
		v.Notes = append(v.Notes, Problem{Message: "encrypted values stay unknown: " + p.Locked.Error()})
	}
	return v
}

func entry(s *plan.Step) Entry {
	e := Entry{Reasons: reasons(s), Real: true, Stays: s.Stays(), Exists: s.Existing}
	e.Operation = operations[s.Op]
	for _, c := range s.Changes {
		e.Changes = append(e.Changes, change(s, c))
	}
	if s.Now != nil {
		e.Name, e.Type, e.URN = s.Now.Name, s.Now.Type, s.Now.URN
		e.Real, e.Place = !s.Now.Local, placeIn(s.Now.Declaration)
		if e.Type == "" && len(s.Now.Item.Labels) > 1 {
			e.Type = s.Now.Item.Labels[1].Value
		}
	}
	if s.Before != nil {
		e.take(s.Before)
	}
	if !e.Real && e.Operation != Same {
		e.Reasons = append(e.Reasons, "a component is only a name")
	}
	return e
}

// take takes over what is known of a resource that exists.
func (e *Entry) take(old *plan.Old) {
	if e.Name != "" {
		if old.URN != e.URN {
			e.OldURN = old.URN
		}
		return
	}
	e.URN, e.Real = old.URN, old.Custom
	if u, err := urn.Parse(old.URN); err == nil {
		e.Name, e.Type = u.Part(urn.Name), u.Part(urn.Type)
	}
}

func placeIn(d eval.Declaration) *Place { return &Place{Path: d.Path, Item: d.Item} }

var changeKinds = map[plan.ChangeKind]string{plan.Changed: "changed", plan.Added: "added", plan.Removed: "removed", plan.Doubtful: "unknown"}

func change(s *plan.Step, c plan.Change) Change {
	described := Change{Path: c.Path.String(), Kind: changeKinds[c.Kind], Replaces: c.Replaces, Old: shown(c.Old), New: shown(c.Now)}
	switch {
	case c.Kind != plan.Doubtful:
	case c.Now == cty.NilVal:
		described.Why = "the provider may have made this value itself"
	case c.TooLarge:
		described.Why = "it is too large to be compared (more than " + strconv.Itoa(value.MaxNodes) + " parts, or 100 levels)"
	case c.Old != cty.NilVal && !c.Old.IsKnown():
		described.Why = "the state has it encrypted"
	default:
		described.Why = cmp.Or(methodIn(s.Now, c.Path[0].Key), "only a run knows its value")
	}
	return described
}

// methodIn says that the result of a method is in an input; empty for none.
func methodIn(r *eval.Registration, input string) (why string) {
	a := r.Item.Block().Body.Attributes[input]
	if a == nil {
		return ""
	}
	tree.Contains(a.Expr, func(e hclsyntax.Expression) bool {
		call, is := e.(*hclsyntax.FunctionCallExpr)
		if is && language.Called(call.Name).Source == language.SourceMethod && len(call.Args) > 1 {
			if name, plain := analysis.PlainText(call.Args[1]); plain {
				why = "only a run knows what the method `" + name + "` returns"
			}
		}
		return why != ""
	})
	return why
}

// shown is a value in words.
func shown(v cty.Value) string {
	switch {
	case v == cty.NilVal:
		return ""
	case value.IsPending(v):
		return "(known after the run)"
	}
	return eval.Text(v)
}

// Changed reports whether a run changes anything real.
func (v *View) Changed() bool {
	return slices.ContainsFunc(v.Entries, func(e Entry) bool { return e.Real && e.Operation != Same })
}

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
	if s.By == plan.ByState && s.Op == plan.Delete {
		return "an earlier replacement left it to be deleted"
	}
	return cmp.Or(replacing[s.By], "`"+s.By+"` names a resource that is replaced")
}

var replacing = map[string]string{
	plan.ByState:                    "its state says so: it is tainted, waits for its replacement, or was only read before",
	plan.ByProvider:                 "the configuration of its provider changes in a way that replaces its resources",
	plan.ByRead:                     "`read` looks up another resource than the one that exists, which is deleted",
	language.NameImport:             "`import` names another resource than the one that exists",
	language.NameReplacementTrigger: "`replacementTrigger` changes",
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
	Import: "to import", Create: "to create", Read: "to read", Same: "the same",
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

// Verdict names in one line what a run replaces or deletes of what is real, and that of which it cannot be told.
func (v *View) Verdict() string {
	var parts []string
	for _, o := range []Operation{Replace, Delete, CannotTell} {
		all := lists.Where(v.Entries, func(e Entry) bool { return e.Operation == o && e.Real && !e.Stays })
		if names := lists.Map(all, func(e Entry) string { return e.Name }); len(names) > 0 {
			parts = append(parts, strconv.Itoa(len(names))+" "+titles[o]+": "+listed(names))
		}
	}
	return cmp.Or(strings.Join(parts, "; "), "nothing is replaced or deleted")
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
