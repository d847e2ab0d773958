package taint

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements the taints of the outputs of resources and reads: what the engine and the
// providers make of what a block sets.

// outputTaints are the taints of the outputs of one block, sorted by name. Others are like rest.
type outputTaints struct {
	*interpreter
	res   *schema.Resource // nil if nothing is known of it
	named []memberTaint
	rest  Taint
	// late marks what is known only when the resource exists, and perhaps what may be known before that.
	late, perhaps *cause
}

func outputTaintsOf(f *interpreter, rest Taint) *outputTaints {
	o := &outputTaints{interpreter: f, rest: rest}
	if len(f.e.Syntax.Labels) == 2 {
		o.res = check.FindResource(f.Recorder, f.e.Syntax)
	}
	if b := f.e.Syntax.Block(); b != nil {
		o.named = make([]memberTaint, 0, min(len(b.Body.Attributes)+1, maxSize)) // the inputs and the URN
	}
	return o
}

// taint is that of the name of the block.
func (o *outputTaints) taint() Taint {
	o.secrets()
	o.set("urn", Taint{})
	rest := o.rest
	return ofParts(itemMarks(o.e.Name), o.named, &rest)
}

// itemMarks are the marks of everything that the evaluator has from a resource, read or component.
func itemMarks(name string) marks {
	return marks{output: because(true, step{name: name, kind: stepIsOutput}), deps: dependsOn(name)}
}

// set is the taint of an output whatever it was.
func (o *outputTaints) set(name string, taint Taint) {
	o.change(name, func(Taint) Taint { return taint })
}

// mark adds marks to an output.
func (o *outputTaints) mark(name string, m marks) {
	o.change(name, func(f Taint) Taint { return f.marked(m) })
}

// change changes the taint of an output. So many that they would become one summary are not told apart.
func (o *outputTaints) change(name string, change func(Taint) Taint) {
	i, found := findPart(o.named, name)
	switch {
	case found:
		o.named[i].taint = change(o.named[i].taint)
	case len(o.named) < maxSize:
		o.named = slices.Insert(o.named, i, memberTaint{name, change(o.rest)})
	default:
		o.rest = either(o.rest, change(o.rest))
	}
}

// resourceTaint is that of a resource's outputs: none is sure to be known in a preview but the URN,
// and some are secret.
func resourceTaint(r recorder, e *program.Item) Taint {
	r.Expect(len(e.Names) + 2) // the names, the schema, and the check of the item
	o := resourceTaints(newInterpreter(r, e))
	if e.Syntax.Block() != nil {
		o.inputs(o.given)
	}
	return o.ofResource()
}

// resourceTaints are the taints of a resource whose inputs are still to be given.
func resourceTaints(f *interpreter) *outputTaints {
	late := because(true, step{name: f.e.Name, kind: stepOutput})
	o := outputTaintsOf(f, Taint{own: marks{unknown: late}})
	o.late, o.perhaps = late, late.unsure()
	return o
}

// given adds an input of a resource, if it is an output too.
func (o *outputTaints) given(a *hclsyntax.Attribute, in Taint) {
	if !o.returns(a.Name) {
		return
	}
	// The provider returns inputs in a preview too. But the engine does not ask a provider that is not
	// configured yet, and it leaves out inputs that are not wholly known. (RegisterResource in
	// pkg/resource/deploy/source_eval.go, Create in pkg/resource/plugin/provider_plugin.go.)
	own, whole := marks{unknown: o.late}, in.deep()
	switch {
	case o.isProvider():
		own = o.setting(whole)
	case !whole.unknown.isSure():
		own.unknown = o.perhaps
	}
	// A component tells of its outputs what they come from. (Construct in pkg/resource/plugin/provider_plugin.go)
	if o.res != nil && o.res.IsComponent && o.Language() >= language.ReadsAll {
		own.deps = whole.deps
	}
	o.set(a.Name, o.echo(a, in).marked(own))
}

// ofResource is the taint of a resource when all inputs were given.
func (o *outputTaints) ofResource() Taint {
	if o.isProvider() {
		o.set("id", Taint{})
		o.settings()
	}
	return o.taint()
}

// setting are the marks of a setting of a provider, which is configured in a preview, and so has an id.
// That is a text which stands for something unknown once it is an input: so what comes from an output may
// be that. (UnknownID in pkg/resource/deploy/providers/registry.go)
func (o *outputTaints) setting(in marks) marks {
	own := marks{params: params{id: in.lateParams()}.kept()}
	if in.unknown != nil || o.hasOutput(in.deps) {
		own.unknown = o.perhaps
	}
	return own
}

// settings are unknown in a preview where the block does not set them.
func (o *outputTaints) settings() {
	if o.res.Unreadable {
		return
	}
	o.rest = Taint{}
	for _, p := range o.res.Outputs {
		if _, given := findPart(o.named, p.Name); !given {
			o.set(p.Name, Taint{own: marks{unknown: o.late}})
		}
	}
}

func (o *outputTaints) isProvider() bool { return o.res != nil && o.res.IsProvider }

// readTaint is that of the outputs of a read, which happens in a preview too: unless its id is secret, or since
// [language.ReadsAll] if it depends on a resource that does not exist yet, and then its id is unknown too.
// (registerReadResource in pkg/pcl/runtime/interpreter.go, GenerateReadSteps in pkg/resource/deploy/step_generator.go.)
func readTaint(r recorder, e *program.Item) Taint {
	r.Expect(len(e.Names) + 2)
	o := outputTaintsOf(newInterpreter(r, e), Taint{})
	late := o.lateRead()
	o.rest = Taint{own: late}
	if o.res != nil && !o.res.Unreadable {
		for _, p := range o.res.Outputs {
			o.set(p.Name, o.returned(p, maxReturned).marked(late))
		}
	}
	if e.Syntax.Block() != nil {
		o.inputs(func(a *hclsyntax.Attribute, in Taint) {
			if o.returns(a.Name) {
				o.mark(a.Name, o.echo(a, in).own)
			}
		})
	}
	if o.Language() < language.ReadsAll {
		late = marks{}
	}
	o.set("id", Taint{own: late})
	return o.taint()
}

// lateRead is why nothing is read in a preview.
func (o *outputTaints) lateRead() marks {
	if o.e.Syntax.Block() == nil || o.e.Syntax.Block().Body.Attributes["id"] == nil {
		return marks{}
	}
	expr := o.e.Syntax.Block().Body.Attributes["id"].Expr
	id := o.expr(expr).deep()
	here := step{name: o.e.Name, kind: stepReadLate, span: tree.NodeSpan(expr)}
	if o.Language() < language.ReadsAll {
		here.kind = stepReadPlain
		return marks{unknown: o.lateID(id, here), params: params{id: id.lateParams()}.kept()}
	}
	late := marks{unknown: id.unknown.via(here)}
	for _, a := range slices.Concat(o.e.Syntax.Attributes(), tree.OptionAttributes(o.e.Syntax, dependencyOptions())) {
		waits := o.quietly(a.Expr).deep()
		here := step{name: o.e.Name, kind: stepReadWaits, what: a.Name, span: tree.NodeSpan(a.Expr)}
		late = late.and(marks{unknown: o.waitsFor(marks{deps: waits.deps}).via(here), params: params{late: waits.lateParams()}.kept()})
	}
	return late
}

var dependencyOptions = language.OptionsRuled(language.OptionDependencies)

// lateID is why an id is not looked up in a preview; nil if it is.
func (r recorder) lateID(id marks, here step) *cause {
	switch {
	case id.unknown != nil:
		return id.unknown.via(here)
	case id.secret != nil && r.Language() < language.ReadsAll:
		return because(id.secret.sure, here)
	}
	return nil
}

// maxReturned is how deep optional members of what a lookup returns are told apart.
const maxReturned = 3

// returned is the taint of a property that a lookup returns: what it does not return is unknown during a
// preview. (fillSchemaOutputs in pkg/pcl/runtime/convert.go.)
func (o *outputTaints) returned(p *schema.Property, depth int) Taint {
	missing := Taint{own: marks{unknown: because(false, step{name: o.e.Name, kind: stepReadMissing, what: p.Name})}}
	if !p.Required {
		return missing
	}
	return o.within(p.Plain, missing, depth)
}

func (o *outputTaints) within(t typesys.Type, missing Taint, depth int) Taint {
	switch t.Kind() {
	case typesys.KindList, typesys.KindSet, typesys.KindMap:
		return elementsOf(marks{}, o.within(t.Elem(), missing, depth))
	case typesys.KindUnion:
		return elementsOf(marks{}, missing)
	}
	object := schema.ObjectOf(t)
	switch {
	case object == nil:
		return Taint{}
	case depth == 0:
		return elementsOf(marks{}, missing)
	}
	var named []memberTaint
	for _, p := range object.Properties() {
		named = append(named, memberTaint{p.Name, o.returned(p, depth-1)})
	}
	return ofParts(marks{}, named, nil)
}

// returns reports whether an input is an output too.
func (o *outputTaints) returns(name string) bool {
	return o.res == nil || o.res.Unreadable || o.res.IsProvider || o.res.Output(name) != nil
}

// echo is what an output has of the secrets in the input of the same name. The engine marks it if the
// whole input is secret (continueExecuteStep in pkg/resource/deploy/step_executor.go). What is inside
// comes back as the provider does it, and if that does not take secrets, the engine marks members of
// objects and whole lists (annotateSecrets in pkg/resource/plugin/provider_plugin.go).
func (o *outputTaints) echo(a *hclsyntax.Attribute, in Taint) Taint {
	if in.isEmpty() {
		return Taint{}
	}
	here := step{name: o.e.Name, kind: stepEchoed, what: a.Name}
	secrets := in.mapped(func(m marks) marks {
		return marks{secret: m.secret.via(here), within: m.within.via(here), params: params{secret: m.secretParams()}.kept()}
	})
	if !secrets.hasSecretPart() {
		return secrets
	}
	return listsAsWhole(secrets, o.typeOf(a.Expr))
}

func (f Taint) hasSecretPart() bool { return f.parts != nil && f.deepSecret() != nil }

// listsAsWhole marks lists that have secrets in them.
func listsAsWhole(f Taint, t typesys.Type) Taint {
	if !f.hasSecretPart() {
		return f
	}
	t = typesys.Strip(t)
	var inner func(name string) typesys.Type
	switch t.Kind() {
	case typesys.KindMap:
		inner = func(string) typesys.Type { return t.Elem() }
	case typesys.KindObject:
		inner = func(name string) typesys.Type {
			p, _ := t.Property(name)
			return p.Type
		}
	default:
		f.own.secret = joinBoth(f.own.secret, f.deepSecret().unsure())
		return f
	}
	p := memberTaints{named: make([]memberTaint, len(f.parts.named)), count: f.parts.count, gaps: f.parts.gaps}
	for i, part := range f.parts.named {
		p.named[i] = memberTaint{part.name, listsAsWhole(part.taint, inner(part.name))}
	}
	if f.parts.rest != nil {
		rest := listsAsWhole(*f.parts.rest, inner(""))
		p.rest = &rest
	}
	return Taint{own: f.own, parts: newParts(p)}
}

var secretPathOptions = language.OptionsRuled(language.OptionSecretPaths)

// secrets marks the outputs that the schema, or the options of the resource, call secret.
func (o *outputTaints) secrets() {
	for _, a := range tree.OptionAttributes(o.e.Syntax, secretPathOptions()) {
		for _, property := range wholeProperties(a.Expr) {
			if o.res == nil || o.res.Output(property) != nil {
				o.mark(property, marks{secret: because(true, step{name: o.e.Name, kind: stepAdditionalSecret, what: property})})
			}
		}
	}
	if o.res == nil || o.res.Unreadable {
		return
	}
	for _, p := range o.shown() {
		if p.Secret {
			origin := step{name: o.e.Name, kind: stepSchemaSecret, what: p.Name, version: versionOf(o.res.Package)}
			o.mark(p.Name, marks{secret: because(true, origin)})
		}
	}
	for _, nested := range o.res.NestedSecrets() {
		origin := step{name: o.e.Name, kind: stepSchemaSecret, what: nested.Name, version: versionOf(o.res.Package)}
		inside := nestedTaint(nested.Secrets, because(false, origin))
		o.change(nested.Name, func(f Taint) Taint { return withBoth(f, inside) })
	}
}

// nestedTaint is the taint of a value with secrets inside.
func nestedTaint(s *schema.Secrets, why *cause) Taint {
	var own marks
	if s.Here {
		own.secret = why
	}
	if s.Inside {
		own.within = why
	}
	if s.Each != nil {
		return elementsOf(own, nestedTaint(s.Each, why))
	}
	named := make([]memberTaint, len(s.Members))
	for i, m := range s.Members {
		named[i] = memberTaint{m.Name, nestedTaint(m.Secrets, why)}
	}
	return ofParts(own, named, nil)
}

// shown are the properties that the block has as outputs. A provider has its settings, though only texts can be read.
func (o *outputTaints) shown() []*schema.Property {
	if !o.isProvider() || o.e.Syntax.Block() == nil {
		return o.res.Outputs
	}
	shown := slices.Clone(o.res.Outputs)
	for _, p := range o.res.Inputs {
		if o.e.Syntax.Block().Body.Attributes[p.Name] != nil {
			shown = append(shown, p)
		}
	}
	return shown
}

// wholeProperties are the whole properties that a list of property paths names.
func wholeProperties(e hclsyntax.Expression) []string {
	list, ok := e.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil
	}
	var names []string
	for _, x := range list.Exprs {
		if t, ok := x.(*hclsyntax.ScopeTraversalExpr); ok && len(t.Traversal) == 1 {
			names = append(names, t.Traversal.RootName())
		}
	}
	return names
}
