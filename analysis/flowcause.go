package analysis

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements where the marks of a flow come from.

// maxSteps is how many steps of a way are kept: the nearest ones and the origin.
const maxSteps = 4

// cause is why a value has a mark: the way to the origin, nearest first.
type cause struct {
	// sure says that every run gives the value the mark, as far as the text of the
	// program can tell.
	sure  bool
	steps []step
}

// step is one place on the way. It names the declaration it is in, so that it
// stays right when other items move.
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
	stepDefault
	stepUnset
	stepMaybeNone
)

// why is the step in words; a related place has it as its message.
func (s step) why() string {
	switch s.kind {
	case stepLocal:
		return "`" + s.name + "` carries it on"
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
		return "`unsecret` shows it here"
	case stepInvokeSecret:
		return "`" + s.what + "` is secret in " + s.version
	case stepOutput:
		return "outputs of `" + s.name + "` are known once it exists"
	case stepInvoke:
		return "`" + s.what + "` is called once its arguments are known"
	case stepRange:
		return "the instances of `" + s.name + "` are not known before its `range`"
	case stepComponent:
		return "it is an output of the component `" + s.name + "`"
	case stepAsked:
		return "`" + s.what + "` may answer late"
	case stepBlockOutput:
		return "`" + s.name + "` is an output; other blocks cannot read it"
	case stepConfigPlain:
		return "config `" + s.name + "` is not secret"
	case stepDefault:
		return "it is in the default of config `" + s.name + "`"
	case stepMaybeNone:
		return "the `range` of `" + s.name + "` may make no instance"
	case stepUnset:
		return "config `" + s.name + "` may have no value"
	case stepNoInstance:
		return "the `range` of `" + s.name + "` makes no instance"
	}
	return ""
}

func because(sure bool, s step) *cause { return &cause{sure: sure, steps: []step{s}} }

// origin is the last step.
func (c *cause) origin() step { return c.steps[len(c.steps)-1] }

// via is the way with a further step before it; of a long way the origin is kept.
func (c *cause) via(s step) *cause {
	if c == nil {
		return nil
	}
	steps := make([]step, min(len(c.steps)+1, maxSteps))
	steps[0] = s
	copy(steps[1:], c.steps)
	steps[len(steps)-1] = c.origin()
	return &cause{sure: c.sure, steps: steps}
}

// surer is the cause of what is made of both: the one that is sure, else the first.
func surer(a, b *cause) *cause {
	if a == nil || b != nil && b.sure && !a.sure {
		return b
	}
	return a
}

// perhaps is the cause of what is one of two.
func perhaps(a, b *cause) *cause {
	one := a
	if one == nil {
		one = b
	}
	if one == nil || !one.sure || a != nil && b != nil && a.sure && b.sure {
		return one
	}
	return &cause{steps: one.steps}
}

func (c *cause) isSure() bool { return c != nil && c.sure }

// unsure is the cause of what only may be so.
func (c *cause) unsure() *cause {
	if !c.isSure() {
		return c
	}
	return &cause{steps: c.steps}
}

func (c *cause) equal(o *cause) bool {
	if c == nil || o == nil {
		return c == o
	}
	return c == o || c.sure == o.sure && slices.Equal(c.steps, o.steps)
}

// deps are names of declarations, sorted. They are immutable and shared.
type deps struct {
	names []string
	more  bool // there are others, which were left out
}

func dependsOn(name string) deps { return deps{names: []string{name}} }

func (d deps) isEmpty() bool { return len(d.names) == 0 && !d.more }

func (d deps) has(name string) bool {
	_, found := slices.BinarySearch(d.names, name)
	return found
}

// union is bounded: of very many names some are left out, and more says so.
func (d deps) union(o deps) deps {
	switch {
	case d.includes(o):
		return d
	case o.includes(d):
		return o
	}
	all := slices.Concat(d.names, o.names)
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) > maxDeps {
		return deps{all[:maxDeps:maxDeps], true}
	}
	return deps{all, d.more || o.more}
}

// includes reports whether a union with the other would say nothing more.
func (d deps) includes(o deps) bool {
	if len(o.names) == 0 && !o.more || d.more && len(d.names) == maxDeps {
		return true
	}
	if o.more && !d.more || len(o.names) > len(d.names) {
		return false
	}
	for _, name := range o.names {
		if !d.has(name) {
			return false
		}
	}
	return true
}

func (d deps) equal(o deps) bool { return d.more == o.more && slices.Equal(d.names, o.names) }

func compareNames(a, b string) int { return cmp.Compare(a, b) }
