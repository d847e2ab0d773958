package taint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file judges what a component block passes by what happens to it inside the component. What one mark of one input
// does inside is found out once and kept with the inner program; a block looks up the marks that its inputs carry. So a
// component costs what its marked inputs reach in it, however many blocks use it.

// passedMark is a mark that a block passes to a config: one that the value, or a member of it, surely has.
type passedMark struct {
	config string // by its name outside
	way    string // to the member, see eachMark
	kind   passedKind
}

// passedKind is what a mark says.
type passedKind uint8

const (
	passedOutput passedKind = iota // it is an output
	passedSecret
	passedUnknown // it is an output of a resource and unknown during a preview
	passedLate    // it comes late for another reason
	passedKinds
)

// anyMember is the step to a member that nobody knows the name of. Other steps begin with a dot.
const (
	anyMember = "*"
	waySteps  = "\x00" // between the steps of a way
)

// maxPassed is how many marks of one input are looked up.
const maxPassed = 16

// passed judges the value of an input of a component.
func (s *sinks) passed(a *hclsyntax.Attribute, taint Taint) {
	if len(s.e.Syntax.Labels) != 2 {
		return
	}
	in := &passedInput{sinks: s, a: a, source: s.e.Syntax.Labels[1].Value}
	eachMark(taint, in.judge)
	if len(in.marks) > 0 {
		s.noteEffects(in.source, in.marks, in.found)
	}
}

// passedInput is the value of an input while it is judged.
type passedInput struct {
	sinks  *sinks
	a      *hclsyntax.Attribute
	source string
	marks  []passedMark
	found  [][]effect // of each mark
	said   []effect
}

// judge finds what a mark of the value does inside, and reports whether to go on.
func (in *passedInput) judge(way string, kind passedKind, why *cause) bool {
	s, mark := in.sinks, passedMark{in.a.Name, way, kind}
	dir, found := effectsOf(s.Run, in.source, mark)
	in.marks, in.found = append(in.marks, mark), append(in.found, found)
	for _, e := range found {
		if slices.ContainsFunc(in.said, func(o effect) bool { return e.isSame(o) || e.failsAs(o) }) {
			continue
		}
		in.said = append(in.said, e)
		here := step{dir: dir, name: in.a.Name, kind: stepGiven, what: s.e.Name}
		s.findAs(e.severity, e.code, tree.NodeSpan(memberAt(in.a.Expr, way)), e.message, e.because(dir, why.via(here)))
		s.findings[len(s.findings)-1].Related, s.findings[len(s.findings)-1].Passed = e.places, len(e.places)
	}
	return len(in.marks) < maxPassed
}

// noteEffects records what was found of marks, since it changes with the component.
func (r recorder) noteEffects(source string, marks []passedMark, found [][]effect) {
	r.Note(check.OnComponents, "", func(now *program.Run) bool {
		for i, mark := range marks {
			if _, again := effectsOf(now, source, mark); !slices.EqualFunc(again, found[i], effect.equal) {
				return false
			}
		}
		return true
	})
}

// eachMark shows the sure marks of a value, those of the whole before those of its members, until visit
// says that it is enough. What the whole has is not shown again for its members.
func eachMark(f Taint, visit func(way string, kind passedKind, why *cause) bool) {
	var inside func(f Taint, way []string, above [passedKinds]bool) (more bool)
	inside = func(f Taint, way []string, above [passedKinds]bool) bool {
		for kind, why := range f.own.passedKinds() {
			if why == nil || above[kind] {
				continue
			}
			above[kind] = true
			if !visit(strings.Join(way, waySteps), passedKind(kind), why) {
				return false
			}
		}
		every := above
		if f.count() > 0 { // all elements may have the mark, so that any of them surely has
			element := Taint{parts: f.parts}.Element()
			if !inside(element, append(way, anyMember), above) {
				return false
			}
			for kind, why := range element.own.passedKinds() {
				every[kind] = every[kind] || why != nil
			}
		}
		for _, part := range f.partsNamed() {
			if !inside(part.taint, append(way, "."+part.name), every) {
				return false
			}
		}
		if rest := f.partsRest(); rest != nil && f.count() == 0 {
			return inside(*rest, append(way, anyMember), every)
		}
		return true
	}
	inside(f, nil, [passedKinds]bool{})
}

// passedKinds are the sure marks by their kinds.
func (m marks) passedKinds() (kinds [passedKinds]*cause) {
	if m.secret.isSure() {
		kinds[passedSecret] = m.secret
	}
	if m.output.isSure() {
		kinds[passedOutput] = m.output
	}
	switch {
	case fromResource(m.unknown):
		kinds[passedUnknown] = m.unknown
	case comesLate(m.unknown):
		kinds[passedLate] = m.unknown
	}
	return kinds
}

// memberAt is the part of a literal value that a way leads to, as far as that is written out.
func memberAt(e hclsyntax.Expression, way string) hclsyntax.Expression {
	for _, name := range strings.Split(way, waySteps) {
		switch x := tree.Unparen(e).(type) {
		case *hclsyntax.ObjectConsExpr:
			for _, item := range x.Items {
				if key, literal := tree.LiteralKey(item.KeyExpr); literal && "."+key == name {
					e = item.ValueExpr
				}
			}
		case *hclsyntax.TupleConsExpr:
			for i, element := range x.Exprs {
				if "."+strconv.Itoa(i) == name {
					e = element
				}
			}
		default:
			return e
		}
	}
	return e
}

// taint is that of a value which has the mark and no other. The config is the name inside.
func (m passedMark) taint(config string) (Taint, *step) {
	kinds := [passedKinds]stepKind{passedSecret: stepConfigSecret, passedOutput: stepIsOutput, passedUnknown: stepOutput, passedLate: stepRange}
	why := because(true, step{name: config, kind: kinds[m.kind]})
	var f Taint
	switch m.kind {
	case passedSecret:
		f.own.secret = why
	case passedOutput:
		f.own.output = why
	default:
		f.own.unknown = why
	}
	if m.way == "" {
		return f, why.root
	}
	for _, name := range slices.Backward(strings.Split(m.way, waySteps)) {
		if name == anyMember {
			f = elementsOf(marks{}, f)
		} else { // others have nothing
			f = Taint{parts: newParts(memberTaints{named: []memberTaint{{name[1:], f}}, gaps: true})}
		}
	}
	return f, why.root
}

// effect is what a mark does inside a component.
type effect struct {
	code     codes.Code
	severity codes.Severity
	message  string
	// places are where it happens, the first of them in the innermost component.
	places []diagnostic.Related
	// way leads from the first place to the config, without that.
	way []step
	// input is the one whose constant value fails; empty for a mark.
	input string
}

func (p effect) isSame(o effect) bool {
	return p.code == o.code && p.message == o.message && slices.Equal(p.places, o.places)
}

// failsAs reports another failure in the same place: that an option is secret says no more if it is an output.
func (p effect) failsAs(o effect) bool {
	return p.severity == codes.Error && o.severity == codes.Error && slices.Equal(p.places, o.places)
}

func (p effect) equal(o effect) bool {
	return p.isSame(o) && p.severity == o.severity && p.input == o.input && slices.Equal(p.way, o.way)
}

// because is the way from the place out of the component, whose directory this is.
func (p effect) because(dir string, given *cause) *cause {
	for _, s := range slices.Backward(p.way) {
		if s.dir == "" {
			s.dir = dir
		}
		given = given.via(s)
	}
	return given
}
