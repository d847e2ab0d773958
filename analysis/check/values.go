package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file walks a value together with the type of its place, and reports everything in it
// that is wrong: parts that do not fit, and what types do not tell, such as keys that are lost
// and literals.

// placed is a value that is written in the item, in its place. Only one value is checked at a time.
func (c *checker) placed(n needs) placedValue {
	c.placeCheck = placeCheck{c: c, n: n, budget: maxFollow}
	pv := placedValue{placeCheck: &c.placeCheck, home: c.e, path: c.pathBuf[:0]}
	if n.property != nil {
		pv.pkg = c.inputs.pkg
	}
	pv.secret = c.e.Syntax.Kind == syntax.KindConfig && tree.Flag(c.e.Syntax.Block(), "secret")
	return pv
}

// judges reports whether types do not tell all about the place. Operands have rules of their
// own, and so have the functions of the language.
func (n needs) judges() bool {
	switch n.code {
	case codes.ExprType, codes.IndexType, codes.ObjectKey:
		return false
	case codes.CallArg:
		return n.of == " of `invoke`"
	}
	return true
}

// fits reports whether a value of a type fits a place.
func (pv placedValue) fits(got, want typesys.Type) bool {
	return pv.types.Convert(want, got) != typesys.FitNone
}

// into looks at a value that goes into a place of a type. The property is the one
// whose value it is, nil for elements. The result says whether the value does not fit, and
// something was said about that, if there is something to say.
func (pv placedValue) into(e hclsyntax.Expression, want typesys.Type, p *schema.Property) bool {
	return pv.typed(e, pv.c.info.TypeOf(e), want, p)
}

// typed is into for a value of a known type.
func (pv placedValue) typed(e hclsyntax.Expression, got, want typesys.Type, p *schema.Property) bool {
	pv.secret = pv.secret || p != nil && p.Secret
	if !pv.safe && pv.use == nil && got.IsValid() {
		fit := pv.types.Convert(want, got)
		pv.fitting, pv.safe = pv.fitting || fit != typesys.FitNone, fit == typesys.FitSafe
	}
	if pv.fitting && (!pv.n.judges() || (pv.safe || pv.use != nil) && !isTelling(want, pv.safe && pv.use == nil)) {
		return false
	}
	alts := alternatives(want)
	if pv.noResource(e, got, alts) {
		return true
	}
	if !pv.asked {
		pv.asked, pv.refused = true, pv.c.language() >= language.ChecksAll && pv.refuses(e, got, alts)
	}
	explained := pv.parts(e, want, alts, p)
	if pv.fitting {
		return false
	}
	if !explained {
		pv.misfit(e, got, want)
	}
	if pv.c.misfits == nil {
		pv.c.misfits = map[node.ID]bool{}
	}
	pv.c.misfits[node.IDOf(e)] = true
	return true
}

// noResource reports an object where only a resource may be referred to, which the language refuses since [language.ChecksAll].
func (pv placedValue) noResource(e hclsyntax.Expression, got typesys.Type, alts []typesys.Type) bool {
	if len(alts) != 1 || pv.c.language() < language.ChecksAll || !pv.isBound() {
		return false
	}
	wanted, given := schema.ObjectOf(alts[0]), typesys.Strip(typesys.PlainShape(got))
	if wanted == nil || !wanted.IsResource || given.Kind() != typesys.KindObject || schema.IsReference(given) {
		return false
	}
	pv.advise(pv.n.code, e, diagnostic.Advice{Message: pv.where() + ": this is an object, and " + wanted.Canonical + " is a resource; write the name of one" + diagnostic.VersionNote(pv.n.judge)})
	return true
}

// parts looks at what a value is made of. The result says whether some part does not fit.
func (pv placedValue) parts(e hclsyntax.Expression, want typesys.Type, alts []typesys.Type, p *schema.Property) (explained bool) {
	switch e := tree.Bare(e).(type) {
	case *hclsyntax.ConditionalExpr:
		return pv.branches(e, want, p)
	case *hclsyntax.ObjectConsExpr:
		return pv.object(e, alts, p)
	case *hclsyntax.TupleConsExpr:
		for i, x := range e.Exprs {
			if t := elementIn(alts, i); t.IsValid() {
				explained = pv.at(typesys.Step{Kind: typesys.StepIndex, Index: i}).into(x, t, nil) || explained
			}
		}
		return explained
	case *hclsyntax.ForExpr:
		return pv.loop(e, alts)
	case *hclsyntax.FunctionCallExpr:
		if passed := passedOn(e); len(passed) > 0 {
			pv.maybe, pv.secret = pv.maybe || len(passed) > 1, pv.secret || language.Called(e.Name).Flow == language.FlowSecret
			for _, x := range passed {
				explained = pv.into(x, want, p) || explained
			}
			return explained
		}
	}
	if pv.fitting {
		pv.value(e, want, alts, p)
	}
	return false
}

// value looks at a name or literal whose type fits.
func (pv placedValue) value(e hclsyntax.Expression, want typesys.Type, alts []typesys.Type, p *schema.Property) {
	e = tree.Bare(e)
	if name, ok := e.(*hclsyntax.ScopeTraversalExpr); ok {
		if target, next, ok := pv.follow(name); ok {
			next.converted = pv.converted || pv.use == nil && pv.c.fitsSafely(name, want)
			next.into(target, want, p)
			return
		}
	}
	v, literal := literalValue(e)
	switch {
	case literal && v.IsNull():
		if len(alts) == 1 && alts[0].Kind() == typesys.KindConst && !pv.maybe && pv.c.language() >= language.ChecksAll {
			pv.constant(e, v, alts, nil)
		}
	case literal:
		pv.scalar(e, v, alts)
	case !pv.unreadable(e, alts) && pv.use == nil && !pv.bound && isTelling(want, false):
		pv.evaluated = true
		pv.c.judged(e, func(v cty.Value) { pv.scalar(e, v, alts) })
	}
}

// branches looks at the branches of a conditional. If one fits, the reference accepts both,
// but runs that take the other one fail.
func (pv placedValue) branches(e *hclsyntax.ConditionalExpr, want typesys.Type, p *schema.Property) bool {
	apart := func() bool { return value.NeverUnify(pv.c.typeInRun(e.TrueResult), pv.c.typeInRun(e.FalseResult)) } // which is reported
	explained := false
	ifYes, ifNo := takenBranches(pv.c, e)
	for i, x := range []hclsyntax.Expression{e.TrueResult, e.FalseResult} {
		branch, taken := pv, []likelihood{ifYes, ifNo}[i]
		branch.maybe = pv.maybe || taken != always
		if pv.fitting && pv.use == nil && taken != never && pv.c.info.TypeOf(x).IsValid() && !pv.fits(pv.c.info.TypeOf(x), want) && !apart() {
			branch.fitting, branch.mild = false, true
		}
		explained = branch.into(x, want, p) || explained
	}
	return explained
}

// fitsSafely reports whether every value of an expression's type converts.
func (c *checker) fitsSafely(e hclsyntax.Expression, want typesys.Type) bool {
	got := c.info.TypeOf(e)
	return got.IsValid() && typesys.Convert(want, got) == typesys.FitSafe
}

// loop looks at what a for expression makes of each element.
func (pv placedValue) loop(e *hclsyntax.ForExpr, alts []typesys.Type) bool {
	pv.bound, pv.maybe = true, true
	pv = pv.at(typesys.Step{Kind: typesys.StepElement})
	if e.Group {
		pv = pv.at(typesys.Step{Kind: typesys.StepElement})
	}
	t := loopElement(e, alts)
	return t.IsValid() && pv.into(e.ValExpr, t, nil)
}

// loopElement is the type of what a for expression makes of each element, in a place of these
// types; invalid if there is none.
func loopElement(e *hclsyntax.ForExpr, alts []typesys.Type) typesys.Type {
	if e.KeyExpr == nil {
		return elementIn(alts, 0)
	}
	t := valueIn(alts)
	if t.IsValid() && e.Group {
		return elementIn(alternatives(t), 0)
	}
	return t
}

// at is the part of the value one step further in. It is valid until the next step from the same value, whose path
// takes its place.
func (pv placedValue) at(s typesys.Step) placedValue {
	pv.path, pv.asked, pv.refused = append(pv.path, s), false, false
	pv.c.pathBuf = pv.path
	return pv
}

// report makes a finding about an expression that the value is written in. What
// stands in another item is reported where it is used.
func (pv placedValue) report(code codes.Code, e hclsyntax.Node, message string) {
	pv.reportAt(code, tree.Span(e.Range()), diagnostic.Advice{Message: message})
}

// advise is like report, for messages that propose something. The result is nil if the same was
// reported before.
func (pv placedValue) advise(code codes.Code, e hclsyntax.Node, a diagnostic.Advice) *diagnostic.Diagnostic {
	return pv.reportAt(code, tree.Span(e.Range()), a)
}

// adviseAs is like advise, with another severity than that of the code.
func (pv placedValue) adviseAs(s codes.Severity, code codes.Code, e hclsyntax.Node, a diagnostic.Advice) {
	if d := pv.advise(code, e, a); d != nil {
		d.Severity = s
	}
}

func (pv placedValue) reportAt(code codes.Code, span syntax.Span, a diagnostic.Advice) *diagnostic.Diagnostic {
	if pv.use == nil {
		return pv.c.info.propose(code, span, a)
	}
	related := relatedIn(pv.home, span, "it is written here")
	for _, d := range pv.c.info.Findings {
		if d.Code == code && d.Span == tree.Span(pv.use.Range()) && d.Message == a.Message {
			return nil // said already
		}
	}
	a.Related = []diagnostic.Related{related}
	return pv.c.info.propose(code, tree.Span(pv.use.Range()), a)
}

// where is the place in words, for the beginning of a message.
func (pv placedValue) where() string { return pv.n.at(pv.path) }

// alternatives are the types that a plain value in a place may have. Their parts may take
// outputs. The caller must not change them.
func alternatives(want typesys.Type) []typesys.Type {
	t := typesys.Strip(want)
	asIs := func(m typesys.Type) bool { return m != typesys.None && m != typesys.Null && typesys.Strip(m) == m }
	if t.Kind() != typesys.KindUnion || !slices.ContainsFunc(t.Elems(), func(m typesys.Type) bool { return !asIs(m) }) {
		return t.Members()
	}
	var found []typesys.Type
	for _, m := range t.Elems() {
		switch {
		case asIs(m):
			found = append(found, m)
		case m != typesys.None && m != typesys.Null:
			found = append(found, alternatives(m)...)
		}
	}
	return found
}

// isTelling reports whether a literal can be wrong in a place of a type although its
// type fits; safe says that it fits safely, so that no text is read as a number or bool.
func isTelling(want typesys.Type, safe bool) bool {
	alts := alternatives(want)
	text, more := false, false // places that any value suits, and those that have more to ask
	for _, t := range alts {
		switch t.Kind() {
		case typesys.KindDynamic, typesys.Invalid:
			return false
		case typesys.KindString, typesys.KindID, typesys.KindOpaque, typesys.KindNone:
			text = true
		case typesys.KindBool, typesys.KindInt, typesys.KindNumber:
			text = text || safe
		case typesys.KindList, typesys.KindSet, typesys.KindMap:
			if isTelling(t.Elem(), safe) {
				more = true
			} else {
				text = true
			}
		default:
			more = true
		}
	}
	return more || !text && len(alts) > 0
}

// elementIn is the type of an element of lists of these types; invalid if there
// is none.
func elementIn(alts []typesys.Type, i int) typesys.Type {
	var found []typesys.Type
	for _, t := range alts {
		if e := elementType(t, i); e.IsValid() {
			found = append(found, e)
		}
	}
	return unionOf(found)
}

// valueIn is the type of a value of maps of these types; invalid if there is
// none.
func valueIn(alts []typesys.Type) typesys.Type {
	var found []typesys.Type
	for _, t := range alts {
		if t.Kind() == typesys.KindMap {
			found = append(found, t.Elem())
		}
	}
	return unionOf(found)
}

func unionOf(types []typesys.Type) typesys.Type {
	if len(types) == 0 {
		return typesys.Type{}
	}
	return typesys.Union(types...)
}
