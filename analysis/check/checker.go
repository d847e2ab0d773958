// Package check computes the types in an item (a block or a local) and reports its errors.
//
// Its results are queries of the engine (package program): the check of an item, an [Info], and its [Signature], which is all that
// other items see of it. A check reads other items through the [Recorder], or an edit elsewhere would leave a stale result. It asks
// for everything else (schemas, components, files, the stack) through [Environment]. The package touches no file and no clock, starts no
// goroutine, and knows nothing of editors.
//
// Package checked makes programs of items. Package lint judges items after they are typed; the checker lets [Environment.Lint]
// call it and knows none of its rules.
//
// # Doubt
//
// What isn't known is dynamic, and dynamic is silent: a missing schema produces one warning
// for its package and no further finding.
package check

import (
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/zclconf/go-cty/cty"
)

// checker is the state of checking one item.
type checker struct {
	*Recorder
	e     *program.Item
	info  *Info
	scope *scope
	// inputs are what the body of a resource or read may set.
	inputs resourceInputs
	// use is how a file of inputs is used; the zero value for other items.
	use InputUse
	// inOptions says that an options block is being checked.
	inOptions bool
	// lostRange says that there is a range which is not where it belongs.
	lostRange bool
	// anonymous are the types of splat elements that are being visited.
	anonymous  map[*hclsyntax.AnonSymbolExpr]typesys.Type
	evaluation evalContext
	// parameters are what calls give their arguments to; made for the first call.
	parameters map[node.ID]language.Formal
	// misfits are expressions that do not fit their places, which was reported; made for the first one.
	misfits map[node.ID]bool
	// placeCheck is for the value that is being checked, and pathBuf is a reusable buffer for the path to a part of it.
	placeCheck placeCheck
	pathBuf    []typesys.Step
	// names are what findings list: the members of types, the values of enums, and
	// the inputs of the item, under no type; made for the first one.
	names map[typesys.Type][]string
	// named are the values of names of the program, if they took long.
	named map[string]namedValue
	// given are values of configs that are certain, since a component block passes them; nil for most checks.
	given map[string]cty.Value
	// pass is what the linter sees.
	pass ItemPass
	// occurrenceBuf is a reusable buffer for the occurrences, until their number is known.
	occurrenceBuf []Occurrence
}

// scope is one layer of variables inside an item. The outermost scope, nil, is
// the program.
type scope struct {
	parent *scope
	names  map[string]*Object
	// closed scopes hide everything outside, as property lists do.
	closed bool
	// later are names that later versions of the language have in the layer.
	later map[string]bool
	// anything says that every name may be declared here; none is known to be.
	anything bool
}

// expressionSize is how many bytes of a program there are at least for each expression, with names and spaces, in most
// items.
const expressionSize = 10

func newChecker(r *Recorder, e *program.Item) *checker {
	c := checkers.Get().(*checker)
	c.Recorder, c.e, c.info = r, e, &Info{types: node.NewMap[typesys.Type](len(e.Syntax.Text) / expressionSize)}
	return c
}

// checkers are at rest: they check nothing.
var checkers = sync.Pool{New: func() any { return new(checker) }}

// release ends the check. Its Info lives on.
func (c *checker) release() {
	*c = checker{pathBuf: c.pathBuf[:0], occurrenceBuf: c.occurrenceBuf}
	checkers.Put(c)
}

// isBroken reports whether a syntax error stands inside an expression.
func (c *checker) isBroken(e hclsyntax.Node) bool {
	if len(c.e.Syntax.Errors) == 0 {
		return false
	}
	span := tree.Span(e.Range())
	return slices.ContainsFunc(c.e.Syntax.Errors, func(err syntax.Error) bool {
		return span.Start <= err.Span.End && err.Span.Start <= span.End
	})
}

// forget removes findings inside a span.
func (i *Info) forget(before int, span syntax.Span, which func(diagnostic.Diagnostic) bool) {
	i.Findings = append(i.Findings[:before], slices.DeleteFunc(slices.Clone(i.Findings[before:]), func(d diagnostic.Diagnostic) bool {
		return which(d) && span.Start <= d.Span.Start && d.Span.End <= span.End
	})...)
}

// namesOf returns what a function lists for a type. It lists them once, however many findings need them.
func (c *checker) namesOf(t typesys.Type, list func() []string) []string {
	names, listed := c.names[t]
	if !listed {
		if c.names == nil {
			c.names = map[typesys.Type][]string{}
		}
		names = list()
		c.names[t] = names
	}
	return names
}

// textOf is an expression as it is written.
func (c *checker) textOf(e hclsyntax.Expression) string {
	span := tree.Span(e.Range())
	return c.e.Syntax.Text[span.Start:span.End]
}

func (i *Info) occur(o Occurrence) {
	if i.brief && !o.Kind.isForResults() {
		return
	}
	if o.Denotation == nil {
		o.Denotation = &nothingElse
	}
	i.Occurrences = append(i.Occurrences, o)
}

// nothingElse is what most occurrences denote beside a property.
var nothingElse Denotation

// record notes the type of an expression and returns it.
func (i *Info) record(n hclsyntax.Node, t typesys.Type) typesys.Type {
	i.types.Set(node.IDOf(n), t)
	return t
}

// recordText notes a text whose type nothing around it needs, see typeOfText.
func (i *Info) recordText(n hclsyntax.Node) { i.record(n, typesys.Type{}) }

// with runs f with a further layer of variables.
func (c *checker) with(vars []*Object, f func()) {
	if len(vars) == 0 {
		f()
		return
	}
	names := make(map[string]*Object, len(vars))
	for _, v := range vars {
		names[v.Name] = v
	}
	outer := c.scope
	c.scope = &scope{parent: outer, names: names}
	defer func() { c.scope = outer }()
	f()
}

// variable finds a name in the layers of the item.
func (s *scope) variable(name string) (o *Object, closed bool) {
	for ; s != nil; s = s.parent {
		if o := s.names[name]; o != nil {
			return o, false
		}
		if s.anything {
			return &Object{Kind: ObjectProperty, Name: name, Type: typesys.Dynamic}, false
		}
		if s.closed {
			return nil, true
		}
	}
	return nil, false
}

// ownNames are the names of the item's own layers; closed says that those of the
// program are hidden.
func (s *scope) ownNames() (names []string, closed bool) {
	for ; s != nil; s = s.parent {
		for name := range s.names {
			names = append(names, name)
		}
		if s.closed {
			return names, true
		}
	}
	return names, false
}

// evalContext tells whether the expression being checked will be evaluated, and what happens
// if it fails.
type evalContext struct {
	attempts   int // how many calls of try and can are around, and branches that are never taken
	conditions int // how many branches, loops and ranges are around
	failed     int // how many certain failures there were inside attempts that are still around
	untyped    int // how many expressions have no type in a run, or another than here
}

// inAnyCase looks at a range. Every run evaluates it, even if it leaves out the resource that it
// belongs to.
func (c *checker) inAnyCase(look func()) {
	outer := c.evaluation
	c.evaluation = evalContext{}
	look()
	c.evaluation = outer
}

// failedSince reports whether something was found in a place since then that makes runs
// fail. That a text cannot be read as another type is not the last word: an option does
// not even try.
func (c *checker) failedSince(before int, span syntax.Span) bool {
	return slices.ContainsFunc(c.info.Findings[before:], func(d diagnostic.Diagnostic) bool {
		declared, _ := codes.Lookup(d.Code)
		return d.Severity <= codes.Warning && !declared.Rule && d.Code != codes.LiteralParse && span.Start <= d.Span.Start && d.Span.End <= span.End
	})
}

// within is the place of a part of a literal text; all of the literal where the
// text is not written as it is, or where the part is empty.
func (c *checker) within(e hclsyntax.Expression, text string, start, end int) syntax.Span {
	span := tree.Span(e.Range())
	source := c.e.Syntax.Text
	if start < end && span.End <= len(source) && source[span.Start:span.End] == `"`+text+`"` {
		return syntax.Span{Start: span.Start + 1 + start, End: span.Start + 1 + end}
	}
	return span
}
