package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file types names and the steps that follow them.
// (docs/language/expressions.md#members, docs/language/scopes.md)

func (c *checker) scopeTraversal(e *hclsyntax.ScopeTraversalExpr) typesys.Type {
	name := e.Traversal.RootName()
	span := tree.Span(e.Traversal[0].SourceRange())
	span.End = span.Start + len(name)
	o := Occurrence{Span: span, Kind: OccurVariable, Name: name}
	object, closed := c.scope.variable(name)
	var sig Signature
	var declared *program.Item
	switch {
	case object != nil:
		o.Denotation, o.Type, o.Property = &Denotation{Object: object}, object.Type, c.inputs.of(object)
	case !closed:
		declared, sig = c.Lookup(c.e, name)
		o.Type = sig.Value
	}
	if object == nil && declared == nil {
		c.undefined(name, span, closed, foreignName(e.Traversal))
		o.Type = typesys.Dynamic
	}
	c.info.occur(o)
	if sig.Kind == ObjectPulumi && len(e.Traversal) > 1 {
		c.info.find(codes.PulumiTraverse, tree.Span(e.Traversal[1].SourceRange()), "the pulumi block has no members")
		return typesys.Dynamic
	}
	retyped := c.indexedOne(sig, e)
	if c.unindexed(sig, e) {
		return c.asOneInstance(sig, e)
	}
	found := len(c.info.Findings)
	t := c.steps(o.Type, e.Traversal[1:])
	if sig.Kind == ObjectComponent && len(c.info.Findings) > found {
		c.info.Findings[found].OfComponent = name
	}
	if sig.Kind == ObjectResource || sig.Kind == ObjectRead {
		c.info.markMember(found, e.Traversal)
	}
	if sig.Kind == ObjectResource && sig.instances == instancesMaybe && len(c.info.Findings) == found {
		c.offByDefault(name, span)
	}
	if object == nil && len(c.info.Findings) == found && throughCollection(o.Type, e.Traversal[1:]) {
		root := &hclsyntax.ScopeTraversalExpr{Traversal: e.Traversal[:1]}
		c.knownSteps(root, o.Type, e.Traversal[1:], "`"+name+"`")
		if len(c.info.Findings) == found {
			neverAKey(c, name, e.Traversal[1])
		}
	}
	if object != nil && object.Kind == ObjectProperty && c.inputs.known {
		return typesys.PropertyPath
	}
	if retyped {
		return typesys.Unknown
	}
	return t
}

// offByDefault reports the name of a resource that a config turns off unless it is set. Where a condition or a range
// decides whether the name is read, it may be the same one.
func (c *checker) offByDefault(name string, span syntax.Span) {
	if c.evaluation.attempts > 0 || c.evaluation.conditions > 0 {
		return
	}
	home, _ := c.written(name)
	if home == nil || options.Range(home.Syntax) == nil {
		return
	}
	on, marks := value.Bare(c.constantIn(options.Range(home.Syntax).Expr))
	if on.IsKnown() && !on.IsNull() && on.Type() == cty.Bool && on.False() && len(premisesIn(marks).configs()) > 0 {
		c.info.findAs(codes.Information, codes.UnknownPermanent, span, premisesIn(marks).String()+", `"+name+"` has no instance, so this stays unknown")
	}
}

// undefined reports a name that nothing declares, in the words that help most.
// Instead is what to write for the way of another language; mostly empty.
func (c *checker) undefined(name string, span syntax.Span, closed bool, instead string) {
	if name == "" || name == language.RangeVariable && (c.lostRange || len(c.e.Syntax.Errors) > 0) {
		return // the parser has reported it, or may have lost it; or it is an option outside options
	}
	if !closed && c.outsideName(name, span) {
		return
	}
	undeclared := diagnostic.Advice{Message: "`" + name + "` is not declared"}
	near, lexical := c.suggest(name)
	switch {
	case closed:
		undeclared.Message = "`" + name + "` is not an input of this resource; only input names are valid here"
		undeclared = undeclared.DidYouMean(near).And(diagnostic.VersionNote(c.inputs.pkg))
	case name == language.RangeVariable && c.inOptions && len(options.Ranges(c.e.Syntax)) > 0:
		c.info.find(codes.RangeInOptions, span, "`range` is not available in the options of a "+c.e.Syntax.Keyword+"; use it in the body, or declare one "+c.e.Syntax.Keyword+" for each case")
		return
	case name == language.RangeVariable:
		undeclared.Message = "`range` is available only in the body of a block whose `range` option is a number or a collection"
	case name == language.ArgsVariable:
		undeclared.Message = "`args` is available only in the command of a hook"
	case c.language().Builtin(name) != nil && near != name:
		undeclared.Message = "`" + name + "` is a function; call it: `" + name + "(…)`"
	case c.e.Syntax.Inputs != nil:
		undeclared.Message += c.undeclaredInput(name)
	case instead != "":
		undeclared.Message += "; " + instead
	case lexical != "":
		undeclared.Message += ": it is the logical name of `" + lexical + "`; write that name"
	default:
		undeclared = undeclared.DidYouMean(near)
	}
	d := c.info.propose(codes.NameUndefined, span, undeclared)
	if closed && c.scope.later[name] {
		Later(d, language.ChecksAll)
	}
}

// suggest is the visible name that is closest to one that nothing declares, and
// the name of the declaration whose logical name it is; each may be empty.
func (c *checker) suggest(name string) (near, lexical string) {
	if c.Run.Context.Err() != nil {
		return "", "" // canceled: the result is dropped, and an item may have many such names
	}
	own, closed := c.scope.ownNames()
	if closed {
		own = c.suggested(c.inputs)
	}
	slices.Sort(own) // of too many names, the first ones are compared
	ask := func(p *program.Program) (string, string) {
		if closed {
			return typesys.Near(name, own), ""
		}
		declared := environmentOf(p).Names()
		if len(own) == 0 {
			return declared.near(name), declared.ByLogicalName[name]
		}
		return typesys.Near(name, own, declared.All), declared.ByLogicalName[name]
	}
	near, lexical = ask(c.Program)
	c.Note(program.OnNames, "", func(now *program.Run) bool {
		nearNow, lexicalNow := ask(now.Program)
		return nearNow == near && lexicalNow == lexical
	})
	return near, lexical
}

// steps types the steps of a traversal, one after the other. After a step that
// fails the rest is dynamic and silent.
func (c *checker) steps(t typesys.Type, steps hcl.Traversal) typesys.Type {
	for _, step := range steps {
		key, ok := tree.StepKey(step)
		if !ok {
			return typesys.Dynamic
		}
		next, problem := stepInto(c.language(), t, key)
		c.occurMember(t, key, step, next)
		if c.listStep(t, key, step) {
			return typesys.Dynamic
		}
		if problem != nil {
			c.traverseProblem(problem, key, tree.Span(step.SourceRange()))
		}
		t = next
	}
	return t
}

// stepInto is the type of a member. A reference to a resource has the resource's id and urn since [language.ChecksAll].
func stepInto(v language.Version, t typesys.Type, key cty.Value) (typesys.Type, *typesys.TraverseProblem) {
	next, problem := typesys.Traverse(t, key)
	if problem == nil || v < language.ChecksAll {
		return next, problem
	}
	if o := schema.ObjectOf(tellingCause(problem).Receiver); o != nil && o.IsResource {
		for _, p := range schema.Identity() {
			if name, _ := typesys.Text(key); p.Name == name {
				return typesys.Lift(t, p.Plain), nil
			}
		}
	}
	return next, problem
}

// occurMember notes which member a step names, and the type that it leads to.
func (c *checker) occurMember(t typesys.Type, key cty.Value, step hcl.Traverser, member typesys.Type) {
	span := tree.Span(step.SourceRange())
	if _, isAttr := step.(hcl.TraverseAttr); isAttr {
		span.Start = min(span.Start+1, span.End)
	}
	name := ""
	if !key.IsNull() && key.Type() == cty.String {
		name = key.AsString()
	}
	o := Occurrence{Span: span, Kind: OccurMember, Name: name, Owner: t, Type: member}
	for _, object := range objectsIn(typesys.PlainShape(t)) {
		if p := propertyOf(object, name); p != nil {
			o.Property = p
			c.info.deprecatedMember(o, schema.ObjectOf(object))
			break
		}
	}
	c.info.occur(o)
}

// traverseProblem reports a step that does not lead anywhere.
func (c *checker) traverseProblem(p *typesys.TraverseProblem, key cty.Value, span syntax.Span) {
	p = tellingCause(p)
	receiver := typesys.Short(p.Receiver, 60)
	written := typesys.FormatValue(key)
	switch p.Kind {
	case typesys.WrongCase:
		why := diagnostic.Advice{Message: "there is no `" + unquoted(written) + "`"}.Writing(p.Actual).And("; names are case-sensitive" + diagnostic.VersionNote(declaringPackage(p.Receiver)))
		if c.evaluation.attempts > 0 { // the language takes the name, so it is meant
			c.info.adviseAs(codes.Warning, codes.PropCase, span, why)
		} else {
			c.failing(codes.PropCase, span, why)
		}
	case typesys.UnknownProperty:
		unknown, since := unknownProperty(receiver, unquoted(written), c.currentNames(p.Receiver, p.Names)), language.Version(0)
		if r := schema.ResourceOf(p.Receiver); r != nil && r.Input(unquoted(written)) != nil {
			unknown = diagnostic.Advice{Message: receiver + " has `" + unquoted(written) + "` as an input but does not output it"}
		}
		if o := schema.ObjectOf(p.Receiver); o != nil && o.IsResource && (unquoted(written) == "id" || unquoted(written) == "urn") {
			unknown = diagnostic.Advice{Message: receiver + " refers to a resource, and Pulumi " + c.language().String() + " knows only its declared properties, not its `" + unquoted(written) + "`"}
			since = language.ChecksAll
		}
		d := c.info.propose(codes.PropUnknown, span, unknown.And(diagnostic.VersionNote(declaringPackage(p.Receiver))))
		d.Open = p.Warning
		if since != 0 {
			Later(d, since)
		}
	case typesys.IndexNotNumber:
		c.info.advise(codes.IndexType, span, diagnostic.Advice{Message: "a list is indexed by a number, not by " + written}.Writing(unquotedIndex(written)))
	case typesys.KeyNotString:
		c.info.advise(codes.IndexType, span, diagnostic.Advice{Message: "a map is indexed by a string, not by " + written}.Writing("["+strconv.Quote(written)+"]"))
	case typesys.IndexNotInteger:
		c.info.advise(codes.IndexType, span, diagnostic.Advice{Message: "a tuple is indexed by a whole number, not by " + written}.Writing(unquotedIndex(written)))
	case typesys.IndexRange:
		n := len(p.Receiver.Elems())
		d := c.info.find(codes.IndexRange, span, "index "+written+" is out of range: the tuple has "+prose.Counted(n, "element"))
		if n > 0 {
			d.Choices = []string{"[" + strconv.Itoa(n-1) + "]"}
		}
	case typesys.NoneReceiver:
		c.fails(codes.TraverseKind, span, "this is always null and has no members")
	default:
		if _, isPath := c.scope.ownNames(); isPath && slices.ContainsFunc(alternatives(p.Receiver), isEnum) {
			return // the language takes any step into an enum, and the path is judged as a whole
		}
		c.info.find(codes.TraverseKind, span, receiver+" has no members")
	}
}

func isEnum(t typesys.Type) bool { return t.Kind() == typesys.KindEnum }

// unquotedIndex is how to write an index that is a number in quotes; empty for others.
func unquotedIndex(written string) string {
	if _, err := strconv.Atoi(unquoted(written)); err != nil || unquoted(written) == written {
		return ""
	}
	return "[" + unquoted(written) + "]"
}

// declaringPackage is the package whose schema declares an object type, nil where
// none does.
func declaringPackage(t typesys.Type) *schema.Package {
	if o := schema.ObjectOf(t); o != nil {
		return o.Package
	}
	if r := schema.ResourceOf(t); r != nil {
		return r.Package
	}
	return nil
}

// tellingCause is what to report of a step that no alternative of a union
// allows: where one alternative is an object and the others have no members at
// all, that the object lacks the member.
func tellingCause(p *typesys.TraverseProblem) *typesys.TraverseProblem {
	if p.Kind != typesys.NoUnionMember {
		return p
	}
	var telling []*typesys.TraverseProblem
	for _, cause := range p.Causes {
		if cause = tellingCause(cause); cause.Kind != typesys.NoMembers && cause.Kind != typesys.NoneReceiver {
			telling = append(telling, cause)
		}
	}
	if len(telling) == 1 {
		return telling[0]
	}
	return p
}

// currentNames are the names of members that are not deprecated, sorted.
func (c *checker) currentNames(owner typesys.Type, names []string) []string {
	return c.namesOf(owner, func() []string {
		return slices.Sorted(slices.Values(lists.Where(names, func(name string) bool {
			p := propertyOf(owner, name)
			return p == nil || p.Deprecation == ""
		})))
	})
}

func unquoted(text string) string { return strings.Trim(text, `"`) }

// propertyOf is the schema's declaration of a member of an object type, nil for
// literal objects.
func propertyOf(object typesys.Type, name string) *schema.Property {
	if declared := schema.ObjectOf(object); declared != nil {
		return declared.Property(name)
	}
	return nil
}

// of is the input that a name in a property list denotes.
func (in resourceInputs) of(o *Object) *schema.Property {
	if o.Kind != ObjectProperty {
		return nil
	}
	return in.property(o.Name)
}

// markMember notes that what was found about the first step of a traversal is
// about the variable of a resource itself.
func (info *Info) markMember(from int, t hcl.Traversal) {
	for i, d := range info.Findings[from:] {
		info.Findings[from+i].OfResource = len(t) > 1 && d.Span == tree.Span(t[1].SourceRange())
	}
}

// foreignName says what to write for a name of Terraform, see [language.ForeignName].
func foreignName(t hcl.Traversal) string {
	if len(t) < 2 {
		return ""
	}
	step, ok := t[1].(hcl.TraverseAttr)
	if !ok {
		return ""
	}
	return language.ForeignName(t.RootName(), step.Name)
}
