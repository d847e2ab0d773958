package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks values against the types that their places expect.

// isBound reports whether the place is an input that the reference checks before a run. Before [language.ChecksAll] it did so only for
// inputs that are also outputs, and accepted no resource variable in them.
func (pv placedValue) isBound() bool {
	n := pv.n
	return n.property != nil && n.outputs != nil && (pv.c.language() >= language.ChecksAll || n.outputs.Output(n.property.Name) != nil)
}

// want types an expression in a place that accepts t or an output of it.
func (c *checker) want(e hclsyntax.Expression, t typesys.Type, n needs) typesys.Type {
	got := c.expr(e)
	c.fits(e, got, t, n)
	return got
}

// fits checks a typed expression against a declared type, as parameters and
// operands are: an output is accepted too.
func (c *checker) fits(e hclsyntax.Expression, got, declared typesys.Type, n needs) bool {
	return c.converts(e, got, accepted(c.language(), declared), n)
}

// accepted is what a place of a type accepts: outputs, also in tuples since [language.ChecksAll].
func accepted(v language.Version, declared typesys.Type) typesys.Type {
	if v < language.ChecksAll {
		return typesys.InputTypeOfWholeTuples(declared)
	}
	return typesys.InputType(declared)
}

// converts checks a typed expression against exactly this type, and reports everything in it
// that is wrong, each at the innermost expression that causes it.
func (c *checker) converts(e hclsyntax.Expression, got, want typesys.Type, n needs) bool {
	pv := c.placed(n)
	pv.expect(e, want)
	if c.info.TypeOf(e) != got { // an argument that is spread: the place is that of its elements
		fits := pv.fits(got, want)
		if !fits {
			pv.misfit(e, got, want)
		}
		return fits
	}
	return !pv.typed(e, got, want, n.property)
}

// expect notes what the place asks for.
func (pv placedValue) expect(e hclsyntax.Expression, want typesys.Type) {
	c := pv.c
	if !c.info.brief || c.mayHavePolicies(e) {
		c.expect(e, want)
	}
	if c.info.Resource != nil {
		c.expectPolicies(e, c.info.Resource.Token, pv.n.property)
	}
}

// mayHavePolicies reports whether there may be access policies in a value, other than the value itself.
func (c *checker) mayHavePolicies(e hclsyntax.Expression) bool {
	switch e.(type) {
	case *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr, *hclsyntax.ScopeTraversalExpr:
		return false
	}
	return tree.Span(e.Range()).End > len(c.e.Syntax.Text) || policy.MayBeIn(c.textOf(e))
}

// asAccepted is a type in which resource variables are references, and tuples have the optional elements that are left out at their ends, as
// later versions of the language take them.
func (pv placedValue) asAccepted(want, got typesys.Type) typesys.Type {
	return asReference(want, got, pv.c.language() >= language.ChecksAll)
}

// asReference is a type in which resource variables, where a resource is wanted,
// are what properties that refer to a resource hold. The model has no conversion
// between the two, since the properties of a variable are outputs; the evaluator
// passes the resource. (docs/language/types.md#resources)
func asReference(want, got typesys.Type, padded bool) typesys.Type {
	inner := typesys.Strip(typesys.PlainShape(want))
	switch got.Kind() {
	case typesys.KindObject:
		return objectAsReference(inner, got, padded)
	case typesys.KindTuple:
		elems := slices.Clone(got.Elems())
		for i, elem := range elems {
			if t := elementType(inner, i); t.IsValid() {
				elems[i] = asReference(t, elem, padded)
			}
		}
		if padded && inner.Kind() == typesys.KindTuple {
			for i := len(elems); i < len(inner.Elems()) && typesys.IsOptional(inner.Elems()[i]); i++ {
				elems = append(elems, typesys.None)
			}
		}
		return typesys.Tuple(elems...)
	case typesys.KindList:
		if t := elementType(inner, 0); t.IsValid() {
			return typesys.List(asReference(t, got.Elem(), padded))
		}
	case typesys.KindMap:
		if inner.Kind() == typesys.KindMap {
			return typesys.Map(asReference(inner.Elem(), got.Elem(), padded))
		}
	}
	return got
}

func objectAsReference(want, got typesys.Type, padded bool) typesys.Type {
	if r := schema.ResourceOf(got); r != nil {
		for _, object := range objectsIn(want) {
			if declared := schema.ObjectOf(object); declared != nil && declared.IsResource {
				return r.ReferenceType()
			}
		}
		return got
	}
	if got.Source() != nil {
		return got
	}
	props := slices.Clone(got.Properties())
	for i, p := range props {
		for _, object := range objectsIn(want) {
			if declared, ok := object.Property(p.Name); ok {
				props[i].Type = asReference(declared.Type, p.Type, padded)
				break
			}
		}
		if want.Kind() == typesys.KindMap {
			props[i].Type = asReference(want.Elem(), p.Type, padded)
		}
	}
	return typesys.Object(props...)
}

// misfit reports a value that does not fit as a whole, unless a run passes it on as a reference.
func (pv placedValue) misfit(e hclsyntax.Expression, got, want typesys.Type) {
	if typesys.Convert(want, pv.asAccepted(want, got)) != typesys.FitNone {
		if pv.isBound() && pv.c.language() < language.ChecksAll {
			Later(pv.advise(pv.n.code, e, diagnostic.Advice{Message: pv.where() + ": Pulumi " + pv.c.language().String() + " takes no resource variable for an input that is also an output" + diagnostic.VersionNote(pv.n.judge)}), language.ChecksAll)
		}
		return
	}
	m := typesys.Explain(want, got)
	if m == nil {
		m = &typesys.Mismatch{Want: want, Got: got}
	}
	at, help := tree.Span(e.Range()), diagnostic.Advice{Message: bracketsHelp(m) + lateHelp(m)}
	if len(m.Path) == 0 {
		if obj, ok := e.(*hclsyntax.ObjectConsExpr); ok && m.Reason == typesys.ReasonMissing {
			at = tree.Span(obj.OpenRange)
		}
		if form := otherForm(e, m); form.Message != "" {
			help = form
		}
	}
	pv.mismatch(at, m, help)
}

// mismatch reports a part of the value that does not fit. The help says what to write instead.
func (pv placedValue) mismatch(at syntax.Span, m *typesys.Mismatch, help diagnostic.Advice) {
	reason := *m
	reason.Path = nil
	if pv.mild && pv.maybe {
		help = help.And(OnlySomeRuns)
	}
	help = help.And(diagnostic.VersionNote(pv.n.judge))
	place := pv.n.at(slices.Concat(pv.path, m.Path))
	help.Message = diagnostic.Abbreviate(place+pv.n.of+": "+reason.String(), diagnostic.MaxLength-len(help.Message)) + help.Message
	d := pv.reportAt(pv.n.code, at, help)
	if d == nil {
		return
	}
	if pv.c.language() < language.ChecksAll && typesys.Convert(m.Want, asReference(m.Want, m.Got, true)) != typesys.FitNone {
		Later(d, language.ChecksAll)
	}
	d.Eventual = m.Reason == typesys.ReasonEventual
	switch plain := typesys.PlainShape(m.Want); {
	case d.Eventual && pv.tolerant() && typesys.Convert(plain, typesys.PlainShape(m.Got)) != typesys.FitNone:
		d.Code, d.Severity = codes.AttrPlain, codes.AttrPlain.Severity()
	default:
		d.Severity = pv.severity()
	}
}

// severity is that of a part that does not fit.
func (pv placedValue) severity() codes.Severity {
	if pv.mild {
		return codes.Warning
	}
	return pv.n.code.Severity()
}

// tolerant reports a place that no run checks: the evaluator passes an output through where the
// input is no output too, but programs made from this one in other languages will not compile.
func (pv placedValue) tolerant() bool { return pv.n.property != nil && !pv.isBound() }

// lateHelp says what to write instead of an output that is known too late.
func lateHelp(m *typesys.Mismatch) string {
	if m.Reason != typesys.ReasonEventual {
		return ""
	}
	return "; use a literal or a config"
}

// at returns the place with the path to a part of it.
func (n needs) at(steps []typesys.Step) string {
	place := cmp.Or(n.place, "`"+n.name+"`")
	path := typesys.FormatPath(steps)
	name, isName := strings.CutSuffix(place, "`")
	switch {
	case path == "":
	case !isName:
		place += " at `" + path + "`"
	case strings.HasPrefix(path, "["):
		place = name + path + "`"
	default:
		place = name + "." + path + "`"
	}
	return place
}

// bracketsHelp says what to do with a single value where a list is expected.
func bracketsHelp(m *typesys.Mismatch) string {
	want := typesys.Unwrapped(typesys.PlainShape(m.Want))
	if m.Reason != typesys.ReasonType || want.Kind() != typesys.KindList || typesys.Convert(want.Elem(), m.Got) == typesys.FitNone {
		return ""
	}
	return "; put it in brackets"
}

// expect notes what a place asks for, for the expression and for the literal
// parts of it.
func (c *checker) expect(e hclsyntax.Expression, want typesys.Type) {
	c.info.expected.Set(node.IDOf(e), want)
	inner := typesys.Strip(typesys.PlainShape(want))
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.ObjectConsExpr:
		c.info.expected.Set(node.IDOf(e), want)
		for _, item := range e.Items {
			c.expectMember(item, inner)
		}
	case *hclsyntax.TupleConsExpr:
		for i, x := range e.Exprs {
			if t := elementType(inner, i); t.IsValid() {
				c.expect(x, t)
			}
		}
	case *hclsyntax.ConditionalExpr:
		c.expect(e.TrueResult, want)
		c.expect(e.FalseResult, want)
	case *hclsyntax.ForExpr:
		if t := loopElement(e, []typesys.Type{inner}); t.IsValid() {
			c.expect(e.ValExpr, t)
		}
	case *hclsyntax.FunctionCallExpr:
		for _, x := range passedOn(e) {
			c.expect(x, want)
		}
	}
}

// expectMember notes the expected type of one member of a literal object and
// what its key denotes.
func (c *checker) expectMember(item hclsyntax.ObjectConsItem, owner typesys.Type) {
	name, ok := tree.LiteralKey(item.KeyExpr)
	if !ok {
		return
	}
	o := Occurrence{Span: tree.Span(item.KeyExpr.Range()), Kind: OccurKey, Name: name, Owner: owner}
	for _, object := range objectsIn(owner) {
		if p, found := object.Property(name); found {
			o.Owner, o.Type, o.Property = object, p.Type, propertyOf(object, name)
			break
		}
	}
	if owner.Kind() == typesys.KindMap {
		o.Type = owner.Elem()
	}
	if o.Type.IsValid() {
		c.info.occur(o)
		c.expect(item.ValueExpr, o.Type)
	}
	if object := schema.ObjectOf(o.Owner); object != nil {
		c.expectPolicies(item.ValueExpr, object.Token, o.Property)
	}
}

func (c *checker) expectPolicies(e hclsyntax.Expression, token string, p *schema.Property) {
	for _, x := range policiesIn(e, token, p) {
		c.expect(x, policy.Document())
	}
}

// objectsIn are the object types that a plain type may be. The caller must not change them.
func objectsIn(t typesys.Type) []typesys.Type {
	switch t.Kind() {
	case typesys.KindObject:
		return t.Members()
	case typesys.KindUnion:
		return slices.Concat(lists.Map(t.Elems(), objectsIn)...)
	}
	return nil
}

func elementType(t typesys.Type, i int) typesys.Type {
	switch t.Kind() {
	case typesys.KindList, typesys.KindSet:
		return t.Elem()
	case typesys.KindTuple:
		if i < len(t.Elems()) {
			return t.Elems()[i]
		}
	case typesys.KindUnion:
		for _, m := range t.Elems() {
			if e := elementType(m, i); e.IsValid() {
				return e
			}
		}
	}
	return typesys.Type{}
}
