package taint

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements the taints of calls of packages: functions and methods.

// invoked is what a function of a package gives. It is called in a preview too, unless its arguments or
// its dependsOn come from a resource that does not exist yet: whether an argument is unknown does not
// matter. (invokeFn in pkg/pcl/runtime/builtinFunctions.go, Invoke in pkg/resource/deploy/source_eval.go.)
func (f *interpreter) invoked(e *hclsyntax.FunctionCallExpr, args []Taint) Taint {
	if len(args) == 0 {
		return Taint{}
	}
	fn, pkg := f.schemaFunction(tree.NodeSpan(e.Args[0]))
	given, options := args[1:], Taint{}
	if fn != nil && len(given) > max(1, len(fn.MultiArgument)) {
		last := len(given) - 1
		given, options = given[:last], given[last]
	}
	arguments, oneByOne := allMarks(given), fn != nil && len(fn.MultiArgument) > 0
	text, _ := tree.PlainText(e.Args[0])
	here := step{name: f.ownName(), kind: stepInvoke, what: text, span: tree.NodeSpan(e.Args[0])}
	own := f.keptOptions(options)
	waits := arguments.deps.union(options.member("dependsOn").deep().deps)
	own.unknown = joinBoth(own.unknown.unsure(), f.waits(given, oneByOne, arguments, waits)).via(here)
	own.params = own.params.union(params{late: waits}.kept())
	// A provider that does not take secrets gives them back in the open, so the engine marks all that it
	// returns. (Invoke in pkg/resource/plugin/provider_plugin.go.)
	rest := Taint{own: marks{secret: arguments.secret.unsure()}}
	from := marks{output: arguments.output, deps: arguments.deps, params: arguments.params}
	switch {
	case fn == nil || fn.Outputs == nil:
		own = own.and(rest.own).and(from)
		return Taint{own: own}
	case f.Language() < language.ReadsAll:
		own, from = own.and(from), marks{}
	}
	rest = rest.marked(from) // each value says by itself what it comes from
	var secrets []memberTaint
	for _, p := range fn.Outputs {
		if p.Secret {
			origin := step{name: f.ownName(), kind: stepInvokeSecret, what: p.Name, version: versionOf(pkg), span: tree.NodeSpan(e.Args[0])}
			secrets = append(secrets, memberTaint{p.Name, Taint{own: from.and(marks{secret: because(true, origin)})}})
		}
	}
	sortParts(secrets)
	return ofParts(own, secrets, &rest)
}

// keptOptions are the marks that the options of a call put on its result: they are no marked argument.
// Converting them to the type of the argument drops other options, with their marks. (invokeOptionsType in
// pkg/pcl/runtime/builtinFunctions.go.)
func (f *interpreter) keptOptions(options Taint) marks {
	own, names := options.own, []string{"version", "dependsOn", "provider"}
	if f.Language() >= language.ReadsAll {
		names = append(names, "parent", "pluginDownloadUrl")
	}
	for _, name := range names {
		m := options.member(name).deep()
		m.unknown = nil
		own = own.and(m)
	}
	return own.flat()
}

// waits is why a function is not called in a preview; nil if it is.
func (f *interpreter) waits(given []Taint, oneByOne bool, arguments marks, on deps) *cause {
	if fromResource(arguments.unknown) {
		return arguments.unknown // an output comes from its resource
	}
	if why := f.waitsFor(marks{unknown: arguments.unknown, deps: on}); why != nil {
		return why
	}
	if len(given) == 1 && !oneByOne {
		return given[0].own.unknown.unsure() // the object of the arguments, and not one of them
	}
	return nil
}

// waitsFor is why something that needs the resources behind these marks has to wait in a preview; nil if it need not.
func (r recorder) waitsFor(m marks) *cause {
	name := r.resourceIn(m.deps)
	switch {
	case name == "" && !m.deps.more():
		return nil
	case m.unknown != nil:
		return m.unknown.unsure()
	}
	return because(false, step{name: name, kind: stepOutput})
}

// resourceIn is the first name of something that may not exist yet during a preview: a resource, a
// component, which may have some inside, or a config that callers make of one. Providers count as
// existing. (Tracker.HasUnresolved in pkg/resource/deploy/resourcetracker.)
func (r recorder) resourceIn(d deps) string {
	for _, name := range d.names() {
		e := r.Program.Declaring(name)
		if e == nil {
			continue
		}
		_, sig := r.Lookup(e, name)
		token, _ := schema.ParseToken(sig.Token)
		_, waits := r.given(e)
		if waits || sig.Kind == check.ObjectComponent || sig.Kind == check.ObjectResource && !token.IsProvider() {
			return name
		}
	}
	return ""
}

// configsIn are the configs among names. Where a run forgets what a value comes from, they still tell
// what of it callers of a component decide.
func (r recorder) configsIn(d deps) deps {
	return d.only(func(name string) bool { return r.KindOf(name) == check.ObjectConfig })
}

// insideOf are the names that a member of a value may come from without the value: the marks of what a
// component is given or gives sit on its members.
func (r recorder) insideOf(d deps) deps {
	return d.only(func(name string) bool {
		kind := r.KindOf(name)
		return kind == check.ObjectConfig || kind == check.ObjectComponent
	})
}

// hasOutput reports whether something comes from a resource, a read or a component.
func (r recorder) hasOutput(d deps) bool {
	for _, name := range d.names() {
		kind := r.KindOf(name)
		if kind == 0 {
			continue
		}
		isOutput, _ := r.given(r.Program.Declaring(name))
		if isOutput || kind != check.ObjectConfig {
			return true
		}
	}
	return d.more()
}

// called is what a method of a resource gives; when is up to its provider. The resource is no marked
// argument, so what it carries is on the result. Of the other arguments, the provider decides what is secret in the result, and
// it is each value of the result that comes from them, which a run forgets before [language.ReadsAll].
func (f *interpreter) called(e *hclsyntax.FunctionCallExpr, args []Taint) Taint {
	self := min(1, len(args))
	own, given := allMarks(args[:self]), allMarks(args[self:])
	late := step{name: f.ownName(), kind: stepAsked, what: e.Name, span: tree.NodeSpan(e)}
	own.unknown = because(false, late)
	from := marks{secret: given.secret.unsure(), deps: given.deps, params: given.params}
	if f.Language() < language.ReadsAll {
		from.deps = f.configsIn(given.deps)
	}
	if t := f.typeOf(e); !t.IsValid() || typesys.Strip(t).Kind() != typesys.KindObject {
		return Taint{own: own.and(from)}
	}
	return elementsOf(own, Taint{own: from})
}

// schemaFunction is what the check of the item found behind the token of an invoke.
func (f *interpreter) schemaFunction(token syntax.Span) (*schema.Function, *schema.Package) {
	if o := occurrenceAt(f.info, check.OccurFunctionToken, token); o != nil {
		return o.SchemaFunction, o.Package
	}
	return nil, nil
}
