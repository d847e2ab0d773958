package taint

import (
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file traces marks of values, such as secret, to their origins.

// cause is why a value has a mark: the path of steps to the origin, nearest first.
type cause struct {
	// sure says that the value has the mark in every run, as far as the program shows.
	sure bool
	// declared says that a config with `secret = true` is the only reason: a caller that sets the config
	// overrides it. (executeProgramNodes in pkg/pcl/runtime/interpreter.go)
	declared bool
	step     step // the nearest one
	// after is the path from the second step on; nil at the origin. Paths share their ends.
	after *cause
	root  *step // the origin
	// trail is a hash of the path from the second step on, to compare paths of any length quickly. Most
	// paths have one step.
	trail uint64
}

// trails is the seed of the hashes.
var trails = maphash.MakeSeed()

func trailOf(after uint64, s step) uint64 {
	return maphash.Comparable(trails, struct {
		after uint64
		step  step
	}{after, s})
}

// step is one place on a path. It refers to the declaration around it by name, so that it
// stays valid when other items move.
type step struct {
	dir  string // of the program; empty for that of whoever looks
	name string // of the declaration; empty for the item that looks
	kind stepKind
	// what says which part: a property, a function; and by which schema.
	what, version string
	span          syntax.Span // relative to the item; empty for the declared name
}

// stepKind says what a step does.
type stepKind uint8

const (
	stepLocal stepKind = iota + 1
	stepConfigSecret
	stepSchemaSecret
	stepAdditionalSecret
	stepSecretCall
	stepUnsecretCall
	stepInvokeSecret
	stepOutput
	stepInvoke
	stepRange
	stepComponent
	stepAsked // getOutput, call
	stepBlockOutput
	stepNoInstance
	stepConfigPlain
	stepConfigStored
	stepWritten
	stepGiven
	stepRefers
	stepDefault
	stepUnset
	stepMaybeNone
	stepEchoed
	stepReadLate
	stepReadMissing
	stepReadPlain
	stepReadWaits
	stepRangeIgnored
	stepIsOutput
	stepCalled
)

// why describes the step. Related places use it as their message.
func (s step) why() string {
	switch s.kind {
	case stepLocal:
		return "`" + s.name + "` passes it on"
	case stepConfigSecret:
		return "config `" + s.name + "` has `secret = true`"
	case stepConfigStored:
		return "config `" + s.name + "` is stored as a secret in " + s.what
	case stepSchemaSecret:
		return "`" + s.name + "." + s.what + "` is secret in " + s.version
	case stepAdditionalSecret:
		return "`" + s.name + "` names `" + s.what + "` in `additionalSecretOutputs`"
	case stepSecretCall:
		return "it is made secret here"
	case stepUnsecretCall:
		return "`unsecret` reveals it here"
	case stepInvokeSecret:
		return "`" + s.what + "` is secret in " + s.version
	case stepOutput:
		return "the outputs of `" + s.name + "` are known only after it is created"
	case stepInvoke:
		return "`" + s.what + "` is called once the resources that it depends on exist"
	case stepRange:
		return "the instances of `" + s.name + "` are unknown until its `range` is known"
	case stepComponent:
		return "it is an output of the component `" + s.name + "`"
	case stepAsked:
		return "`" + s.what + "` may return its value late"
	case stepBlockOutput:
		return "`" + s.name + "` is an output; other blocks cannot read it"
	case stepConfigPlain:
		return "config `" + s.name + "` is not secret"
	case stepGiven:
		return "it is passed to config `" + s.name + "` of the component `" + s.what + "`"
	case stepCalled:
		return "the program in `" + s.what + "` passes it to config `" + s.name + "`"
	case stepRefers:
		if s.name == "" {
			return "this refers to `" + s.what + "`"
		}
		return "`" + s.name + "` refers to `" + s.what + "`"
	case stepWritten:
		return "`" + s.name + "` is a literal here"
	case stepIsOutput:
		return "it is an output of `" + s.name + "`"
	case stepDefault:
		return "it is in the default of config `" + s.name + "`"
	case stepMaybeNone:
		return "the `range` of `" + s.name + "` may create no instances"
	case stepUnset:
		return "config `" + s.name + "` may have no value"
	case stepEchoed:
		return "`" + s.name + "." + s.what + "` is the input of that name"
	case stepReadLate:
		return "`" + s.name + "` is looked up once its `id` is known"
	case stepReadPlain:
		return "`" + s.name + "` is looked up once its `id` is known, and not secret"
	case stepReadWaits:
		return "`" + s.name + "` is looked up once the resources in its `" + s.what + "` exist"
	case stepRangeIgnored:
		return "a run does not follow the `range` of the component `" + s.name + "`"
	case stepReadMissing:
		return "`" + s.what + "` is unknown during a preview if the lookup of `" + s.name + "` does not return it"
	case stepNoInstance:
		return "the `range` of `" + s.name + "` creates no instances"
	}
	return ""
}

func because(sure bool, s step) *cause {
	c := &cause{sure: sure, step: s}
	c.root = &c.step
	return c
}

// declaredBy returns the cause of a config that is secret in itself.
func declaredBy(s step) *cause {
	c := because(true, s)
	c.declared = true
	return c
}

// asOrigin returns the path, which may be nil, for a finding.
func (c *cause) asOrigin() checked.Origin {
	if c == nil {
		return nil
	}
	return c
}

// origin returns the last step.
func (c *cause) origin() step { return *c.root }

// via returns the path with another step before it.
func (c *cause) via(s step) *cause {
	if c == nil {
		return nil
	}
	return &cause{sure: c.sure, declared: c.declared, step: s, after: c, root: c.root, trail: trailOf(c.trail, c.step)}
}

// way returns all steps, nearest first.
func (c *cause) way() []step {
	var all []step
	for ; c != nil; c = c.after {
		all = append(all, c.step)
	}
	return all
}

// from returns the path as seen from outside the directory where it was found.
func (c *cause) from(dir string) *cause {
	var moved *cause
	for _, s := range slices.Backward(c.way()) {
		if s.dir == "" {
			s.dir = dir
		}
		if moved == nil {
			moved = because(c.sure, s)
			moved.declared = c.declared
		} else {
			moved = moved.via(s)
		}
	}
	return moved
}

// maxWay is how many steps of a path are shown. The middle of a longer path is omitted.
const maxWay = 24

// told returns the steps to show, each with its description.
func (c *cause) told() (steps []step, words []string) {
	steps = c.way()
	left := len(steps) - maxWay
	if left > 0 {
		steps = append(steps[:maxWay/2:maxWay/2], steps[len(steps)-maxWay/2:]...)
	}
	for i, s := range steps {
		why := s.why()
		if left > 0 && i == maxWay/2 {
			why = fmt.Sprintf("after %d more steps, ", left) + why
		}
		words = append(words, why)
	}
	return steps, words
}

// longest is how many characters a message may have.
const longest = 199

// Places implements [checked.Origin].
func (c *cause) Places(p *checked.Program, e *program.Item) []diagnostic.Related {
	var places []diagnostic.Related
	steps, words := c.told()
	for i, s := range steps {
		if at, ok := placeOf(p, e, s); ok {
			at.Message = diagnostic.Abbreviate("because "+words[i], longest)
			places = append(places, at)
		}
	}
	return places
}

// configCalled returns the config with a name outside the program, or nil.
func configCalled(p *checked.Program, logical string) *program.Item {
	for e := range p.Core().Items() {
		if check.KindOf(e) == check.ObjectConfig && p.Core().Owns(e) && tree.LogicalName(e.Syntax) == logical {
			return e
		}
	}
	return nil
}

// placeOf returns the place of a step; false if there is none.
func placeOf(p *checked.Program, e *program.Item, s step) (diagnostic.Related, bool) {
	if s.dir != "" && s.dir != p.Dir {
		inner := p.Within(s.dir)
		if inner == nil {
			return diagnostic.Related{}, false
		}
		return placeOf(inner, nil, s)
	}
	owner := e
	if s.name != "" {
		owner = p.Core().Declaring(s.name)
		if s.kind == stepGiven {
			owner = configCalled(p, s.name)
		}
		if owner == nil {
			return diagnostic.Related{}, false
		}
		if s.span.Len() == 0 {
			return diagnostic.Related{Path: owner.Path, Span: diagnostic.NameOf(owner).Span(p.Core(), owner)}, true
		}
	}
	if owner == nil || s.span.Len() == 0 {
		return diagnostic.Related{}, false
	}
	return diagnostic.Related{Path: owner.Path, Span: s.span.Shift(p.Core().Placed(owner).Base)}, true
}

// joinBoth returns the cause of a mark that comes from both values: the sure one, or else the first.
func joinBoth(a, b *cause) *cause {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case b.sure && !a.sure:
		return b.besides(a)
	}
	return a.besides(b)
}

// besides returns the cause of a mark that has another cause too.
func (c *cause) besides(o *cause) *cause {
	if !c.declared || o.declared {
		return c
	}
	kept := *c
	kept.declared = false
	return &kept
}

// joinEither returns the cause of a mark that comes from one of two values.
func joinEither(a, b *cause) *cause {
	one := a
	switch {
	case a == nil:
		one = b
	case b != nil:
		one = a.besides(b)
	}
	if one == nil || !one.sure || a != nil && b != nil && a.sure && b.sure {
		return one
	}
	return one.unsure()
}

func (c *cause) isSure() bool { return c != nil && c.sure }

// unsure returns the cause of a mark that the value may have.
func (c *cause) unsure() *cause {
	if !c.isSure() {
		return c
	}
	return &cause{declared: c.declared, step: c.step, after: c.after, root: c.root, trail: c.trail}
}

func (c *cause) equal(o *cause) bool {
	if c == nil || o == nil {
		return c == o
	}
	return c == o || c.sure == o.sure && c.declared == o.declared && c.trail == o.trail && c.step == o.step
}

// deps is a set of names of declarations. It is one word, because every value has one. The names are
// immutable and shared.
type deps struct{ set *nameSet } // nil for none

type nameSet struct {
	names []string // sorted
	more  bool     // there are others, which were left out
}

func newDeps(names []string, more bool) deps {
	if len(names) == 0 && !more {
		return deps{}
	}
	return deps{&nameSet{names, more}}
}

func dependsOn(name string) deps {
	one := &struct {
		nameSet
		name [1]string
	}{name: [1]string{name}}
	one.names = one.name[:]
	return deps{&one.nameSet}
}

func (d deps) names() []string {
	if d.set == nil {
		return nil
	}
	return d.set.names
}

func (d deps) more() bool { return d.set != nil && d.set.more }

func (d deps) isEmpty() bool { return d.set == nil }

func (d deps) has(name string) bool {
	_, found := slices.BinarySearch(d.names(), name)
	return found
}

// mayHave reports whether a name is in the set, or may have been left out.
func (d deps) mayHave(name string) bool { return d.more() || d.has(name) }

// union is bounded: if there are too many names, it omits some and sets more.
func (d deps) union(o deps) deps {
	switch {
	case d.includes(o):
		return d
	case o.includes(d):
		return o
	}
	all := slices.Concat(d.names(), o.names())
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) > maxDeps {
		return newDeps(all[:maxDeps:maxDeps], true)
	}
	return newDeps(all, d.more() || o.more())
}

// includes reports whether a union with the other set adds nothing.
func (d deps) includes(o deps) bool {
	if o == d || o.isEmpty() || d.more() && len(d.names()) == maxDeps {
		return true
	}
	if o.more() && !d.more() || len(o.names()) > len(d.names()) {
		return false
	}
	return !slices.ContainsFunc(o.names(), func(name string) bool { return !d.has(name) })
}

func (d deps) equal(o deps) bool {
	return d == o || d.more() == o.more() && slices.Equal(d.names(), o.names())
}

// only leaves out names.
func (d deps) only(keep func(name string) bool) deps {
	if i := slices.IndexFunc(d.names(), func(name string) bool { return !keep(name) }); i < 0 {
		return d
	}
	kept := lists.Where(d.names(), keep)
	return newDeps(kept, d.more())
}

// renamed replaces names.
func (d deps) renamed(names map[string]string) deps {
	var renamed []string
	for _, name := range d.names() {
		if other, ok := names[name]; ok {
			renamed = append(renamed, other)
		}
	}
	slices.Sort(renamed)
	return newDeps(slices.Compact(renamed), d.more())
}
