package rules

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the functions of rules about what the program writes: what values carry with them, what JSON
// texts stand for, such as access policies, and who depends on whom. Locals are passed through: what depends on a
// local depends on what the local is made of.

// written is the expression of the program that an argument stands for, as far inside as it is written
// out; nil for something that is not written. Ok is false for an argument that stands for no such thing.
func (v *view) written(arg hclsyntax.Expression) (e hclsyntax.Expression, ok bool) {
	t, ok := writtenPath(v.rule, arg)
	if !ok {
		return nil, false
	}
	name, _ := stepName(t, 1)
	rest, at := t[2:], (*hclsyntax.Attribute)(nil)
	switch {
	case v.rule.entry != nil && t.RootName() == v.rule.entry.word:
		at = v.entry
	case name == factInputs || name == memberOptions:
		entry, ok := stepName(t, 2)
		if !ok {
			return nil, false
		}
		rest = t[3:]
		if at = tree.Option(v.it.Block(), entry); name == factInputs {
			at = inputNamed(v.it, entry)
		}
	default:
		at = v.block().Attributes[name]
	}
	if at == nil {
		return nil, true
	}
	return inside(at.Expr, rest), true
}

const memberOptions = "options"

// writtenPath is the traversal of an argument that leads to what a program writes.
func writtenPath(r *Rule, arg hclsyntax.Expression) (hcl.Traversal, bool) {
	e, ok := tree.Unparen(arg).(*hclsyntax.ScopeTraversalExpr)
	if !ok {
		return nil, false
	}
	name, ok := stepName(e.Traversal, 1)
	if !ok {
		return nil, false
	}
	s := named(r.roots(), e.Traversal.RootName())
	if s == nil || s.member(name) == nil || !s.member(name).source {
		return nil, false
	}
	if name == factInputs || name == memberOptions {
		_, ok = stepName(e.Traversal, 2)
	}
	return e.Traversal, ok
}

// inside follows steps into objects that are written out.
func inside(e hclsyntax.Expression, steps hcl.Traversal) hclsyntax.Expression {
	for i := range steps {
		name, _ := stepName(steps, i)
		property := propertyOf(e, name)
		if property == nil {
			return e
		}
		e = property.ValueExpr
	}
	return e
}

// propertyOf is a property of an object that is written out, the last one of this name; nil for none.
func propertyOf(e hclsyntax.Expression, name string) (found *hclsyntax.ObjectConsItem) {
	object, ok := e.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil
	}
	for i, item := range object.Items {
		if key, literal := tree.LiteralKey(item.KeyExpr); literal && key == name {
			found = &object.Items[i]
		}
	}
	return found
}

func (v *view) taint(e hclsyntax.Expression) analysis.Taint {
	_, taints := v.reading.Checked(v.it)
	return taints.Of(e)
}

// isSecret is certain where the value is known. Otherwise, taints may exclude a secret.
func (v *view) isSecret(in *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	got, err := in.Value(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	secret, unknown := false, false
	var causes []value.Cause
	_ = cty.Walk(got, func(_ cty.Path, part cty.Value) (bool, error) {
		if part.IsKnown() {
			secret = secret || value.IsSecret(part)
		} else {
			unknown, causes = true, append(causes, value.CausesOf(part)...)
		}
		return true, nil
	})
	if secret || !unknown {
		return cty.BoolVal(secret), nil
	}
	if e, ok := v.written(args[0]); ok {
		taint := v.taint(e)
		surely, unlessGiven := taint.SurelySecret()
		switch {
		case !taint.MaybeSecret():
			return cty.False, nil
		case surely && (!unlessGiven || v.p.Stack() != nil): // with a stack, it is run by itself
			return cty.True, nil
		}
	}
	answer := cty.UnknownVal(cty.Bool)
	for _, c := range causes {
		answer = answer.Mark(c)
	}
	return answer, nil
}

func (v *view) isUnknown(_ *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	e, ok := v.written(args[0])
	if !ok {
		return cty.NilVal, value.Fail("this is nothing that the program writes")
	}
	return cty.BoolVal(e != nil && v.taint(e).MaybeUnknown()), nil
}

// dependsOn compares the names and types of what something depends on.
func (v *view) dependsOn(in *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	given, err := in.Value(args[1])
	if err != nil {
		return cty.NilVal, err
	}
	inner, marks := given.UnmarkDeep()
	if !inner.IsKnown() {
		return cty.UnknownVal(cty.Bool).WithMarks(marks), nil
	}
	name, err := value.Written(inner)
	if err != nil || len(name) > maxPattern {
		return cty.NilVal, value.Fail("this is no pattern")
	}
	objects, all, err := v.dependenciesOf(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	if err := in.Spend(len(objects) * (1 + len(name)/8)); err != nil {
		return cty.NilVal, err
	}
	for _, o := range objects {
		names := []string{o.Name}
		if it, ok := o.Item(); ok && (o.Kind == analysis.ObjectResource || o.Kind == analysis.ObjectRead) {
			names = append(names, spellings(tokenOf(v.p, it.Item))...)
		}
		if matchAny([]pattern{pattern(name)}, names...) {
			return cty.True, nil
		}
	}
	if !all {
		return cty.UnknownVal(cty.Bool).Mark(value.Cause{Kind: value.CauseSize}), nil
	}
	return cty.False, nil
}

// dependenciesOf are the declarations that the subject, or something that it writes, depends on; all is
// false if there are more.
func (v *view) dependenciesOf(arg hclsyntax.Expression) (objects []*analysis.Object, all bool, err error) {
	if root, ok := arg.(*hclsyntax.ScopeTraversalExpr); ok && len(root.Traversal) == 1 && root.Traversal.RootName() == v.rule.subject.word {
		objects, all = v.related(needs)
		return objects, all, nil
	}
	e, ok := v.written(arg)
	if !ok {
		return nil, false, value.Fail("this is nothing that the program writes")
	}
	if e == nil {
		return nil, true, nil
	}
	taint := v.taint(e)
	for _, name := range taint.Dependencies() {
		v.reading.Note(name)
		if o := v.p.Lookup(name); o != nil {
			objects = append(objects, o)
		}
	}
	return objects, !taint.HasMoreDependencies(), nil
}

func (v *view) writtenType(_ *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	e, ok := v.written(args[0])
	if !ok {
		return cty.NilVal, value.Fail("this is nothing that the program writes")
	}
	if e == nil {
		return null, nil
	}
	info, _ := v.reading.Checked(v.it)
	return text(info.TypeOf(e).String()), nil
}

// jsonFunction is the function of programs that writes JSON.
const jsonFunction = "toJSON"

// fromJSON is what a JSON text stands for. A text with a part that is unknown is unknown as a whole, so where the program writes a call of
// toJSON, its argument counts.
func (v *view) fromJSON(in *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	if e, ok := v.written(args[0]); ok && v.given == nil {
		if call, ok := e.(*hclsyntax.FunctionCallExpr); ok && call.Name == jsonFunction && len(call.Args) == 1 && !call.ExpandFinal {
			return v.computed(call.Args[0], func() cty.Value { return v.reading.Value(v.it, v.one, call.Args[0]) }), nil
		}
	}
	got, err := in.Value(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	inner, marks := got.Unmark()
	switch {
	case !inner.IsKnown():
		return cty.DynamicVal.WithMarks(marks), nil // even a text that is not null may be no JSON, or the JSON null
	case inner.IsNull() || inner.Type() != cty.String:
		return got, nil
	}
	text := inner.AsString()
	if err := in.Spend(1 + len(text)/charactersPerStep); err != nil {
		return cty.NilVal, err
	}
	parsed, err := in.Made(parsedJSON(text))
	return parsed.WithMarks(marks), err
}

// charactersPerStep is how many characters of a JSON text are a step of work.
const charactersPerStep = 16

// parsedJSON is the value of a JSON text; null if it is no JSON.
func parsedJSON(text string) cty.Value {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var plain any
	if d.Decode(&plain) != nil {
		return null
	}
	if _, err := d.Token(); err != io.EOF {
		return null
	}
	return fromPlain(plain)
}

func fromPlain(plain any) cty.Value {
	switch plain := plain.(type) {
	case bool:
		return cty.BoolVal(plain)
	case string:
		return cty.StringVal(plain)
	case json.Number:
		number, err := plain.Float64()
		if err != nil {
			return null
		}
		return cty.NumberVal(big.NewFloat(number))
	case []any:
		all := lists.Map(plain, fromPlain)
		return cty.TupleVal(all)
	case map[string]any:
		all := map[string]cty.Value{}
		for key, e := range plain {
			all[key] = fromPlain(e)
		}
		return cty.ObjectVal(all)
	}
	return null
}

// maxReached is how many declarations are followed from one.
const maxReached = 5_000

// graph are the references between the declarations of a program. It says the same of each version with these declarations
// (see [structureOf]).
type graph struct {
	nodes  []node
	number map[node]int
	needs  [][]int // by node
	users  [][]int // by node
}

// node is a declaration. Outputs may have the name of another one.
type node struct {
	name   string
	kind   syntax.Kind
	output bool
}

func nodeOf(it *syntax.Item) node {
	return node{name: it.Name, kind: it.Kind, output: it.Kind == syntax.KindOutput}
}

// in is the declaration in a version of the program; nil for none.
func (n node) in(p *analysis.Program) *analysis.Object {
	if n.output {
		return p.LookupOutput(n.name)
	}
	return p.Lookup(n.name)
}

// structureOf is what graphs, and lists of declarations, say of an item: they are the same as long as that of each item is.
func structureOf(ctx context.Context, p *analysis.Program, it syntax.Placed) string {
	is := ""
	switch it.Kind {
	case syntax.KindConfig, syntax.KindOutput:
		is = typeOf(ctx, p, it)
	case syntax.KindPackage:
		is = it.Text
	default:
		is = tokenOf(p, it.Item)
	}
	return strings.Join(append([]string{it.Kind.String(), it.Name, is}, p.Dependencies(it)...), "\n")
}

// graphOf is the graph of a program, made once.
func (s *shared) graphOf(p *analysis.Program) *graph {
	if s.graph != nil {
		return s.graph
	}
	objects := p.Objects()
	g := &graph{number: map[node]int{}}
	for _, o := range objects {
		it, _ := o.Item()
		g.number[nodeOf(it.Item)] = len(g.nodes)
		g.nodes = append(g.nodes, nodeOf(it.Item))
	}
	g.needs, g.users = make([][]int, len(objects)), make([][]int, len(objects))
	for i, o := range objects {
		it, _ := o.Item()
		for _, name := range p.Dependencies(it) {
			if needed, ok := p.Lookup(name).Item(); ok {
				j := g.number[nodeOf(needed.Item)]
				g.needs[i], g.users[j] = append(g.needs[i], j), append(g.users[j], i)
			}
		}
	}
	s.graph = g
	return g
}

// reached are the declarations that edges lead to, without locals, in the order of the program; false
// for too many.
func (g *graph) reached(from int, edges [][]int) ([]int, bool) {
	seen := map[int]bool{}
	queue := slices.Clone(edges[from])
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[i] {
			continue
		}
		if seen[i] = true; len(seen) > maxReached {
			return nil, false
		}
		queue = append(queue, edges[i]...)
	}
	var all []int
	for i := range seen {
		if g.nodes[i].kind != syntax.KindLocal {
			all = append(all, i)
		}
	}
	slices.Sort(all)
	return all, true
}

// related are the declarations that edges of the item lead to.
func (v *view) related(edges func(*graph) [][]int) ([]*analysis.Object, bool) {
	v.readsProgram = true
	g := v.shared.graphOf(v.p)
	i, ok := g.number[nodeOf(v.it.Item)]
	if !ok {
		return nil, true
	}
	numbers, ok := g.reached(i, edges(g))
	all := lists.Map(numbers, func(n int) *analysis.Object { return g.nodes[n].in(v.p) })
	return all, ok
}

func needs(g *graph) [][]int { return g.needs }

func users(g *graph) [][]int { return g.users }

// listRelated lists the declarations that edges of the item lead to.
func (v *view) listRelated(edges func(*graph) [][]int) cty.Value {
	objects, all := v.related(edges)
	if !all {
		return cty.DynamicVal.Mark(value.Cause{Kind: value.CauseSize})
	}
	return cty.TupleVal(lists.Map(objects, func(o *analysis.Object) cty.Value { return cty.ObjectVal(v.describe(o)) }))
}

func (v *view) describe(o *analysis.Object) map[string]cty.Value {
	it, _ := o.Item()
	kind := tokenOf(v.p, it.Item)
	if it.Kind == syntax.KindConfig || it.Kind == syntax.KindOutput {
		kind = typeOf(v.ctx, v.p, it)
	}
	return map[string]cty.Value{"name": cty.StringVal(o.Name), "kind": cty.StringVal(o.Kind.String()), "type": text(kind)}
}

// declarations are all of a kind, each with the names that it is related to directly.
func (v *view) declarations(kind syntax.Kind) cty.Value {
	v.readsProgram = true
	g := v.shared.graphOf(v.p)
	names := func(numbers []int) cty.Value {
		all := lists.Map(numbers, func(n int) cty.Value { return cty.StringVal(g.nodes[n].name) })
		return cty.TupleVal(all)
	}
	list := []cty.Value{}
	for i, n := range g.nodes {
		if n.kind != kind {
			continue
		}
		one := v.describe(n.in(v.p))
		one["dependencies"], one["dependents"] = names(g.needs[i]), names(g.users[i])
		list = append(list, cty.ObjectVal(one))
	}
	return cty.TupleVal(list)
}
