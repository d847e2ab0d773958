package check

import (
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// Info is what the check of one item found out. Every place in it is relative
// to the item's text, so that moving the item keeps it valid.
type Info struct {
	// brief says that the parts are missing that only requests read: most occurrences (see isForResults), and of the expected
	// types all but those in policies.
	brief bool

	types    node.Map[typesys.Type] // invalid for texts, see typeOfText
	expected node.Map[typesys.Type]

	// Occurrences are the names in the item, in source order, with what they
	// denote.
	Occurrences []Occurrence
	// Findings are those about this item alone; the program adds duplicates, cycles
	// and what nothing uses. Spans and related spans are relative to the item.
	Findings []diagnostic.Diagnostic
	// Hidden counts the findings beyond the limit: one that is shown later is not new.
	Hidden map[HiddenKind]int
	// Resource is the schema of a resource or read block, nil when unknown.
	Resource *schema.Resource
	// Function is the schema of the function whose arguments a file of inputs holds; nil for
	// other items.
	Function *schema.Function
	// Inputs are what the body of a resource or read, or a file of inputs, may set; nil when
	// unknown.
	Inputs []*schema.Property
}

// HiddenKind is the code and the severity of a finding beyond the limit.
type HiddenKind struct {
	Code     codes.Code
	Severity codes.Severity
}

// TypeOf is the type of an expression that was checked, or of an object key. An expression
// inside text that is no expression of the language (the type label of a config) has none.
func (i *Info) TypeOf(n hclsyntax.Node) typesys.Type {
	t, _ := i.typeOf(n)
	return t
}

// Checked reports whether an expression has a type.
func (i *Info) Checked(n hclsyntax.Node) bool {
	_, checked := i.types.Get(node.IDOf(n))
	return checked
}

// typeOf is like TypeOf, and reports whether the node was checked.
func (i *Info) typeOf(n hclsyntax.Node) (t typesys.Type, checked bool) {
	if n == nil || i.types.Len() == 0 {
		return typesys.Type{}, false
	}
	if t, checked = i.types.Get(node.IDOf(n)); checked && !t.IsValid() {
		t = typeOfText(n)
	}
	return t, checked
}

// ExpectedOf is the type that the place of an expression asks for: of attribute values,
// arguments, elements and members of such values. Other places ask for none.
func (i *Info) ExpectedOf(n hclsyntax.Node) typesys.Type {
	if n == nil || i.expected.Len() == 0 {
		return typesys.Type{}
	}
	t, _ := i.expected.Get(node.IDOf(n))
	return t
}

// EachTyped visits the nodes of an item's tree that have a type, in source order.
func (i *Info) EachTyped(it *syntax.Item, visit func(hclsyntax.Node, typesys.Type)) {
	node.Walk(it.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if t, checked := i.typeOf(n); checked {
			visit(n, t)
		}
		return true
	})
}

// OccurrenceKind says how a name is used.
type OccurrenceKind uint8

// The kinds of occurrences.
const (
	OccurDeclaration   OccurrenceKind = iota + 1 // the name of an item or a loop variable where it is declared
	OccurVariable                                // the first name of a traversal
	OccurMember                                  // a step into a value: .name or ["name"]
	OccurAttribute                               // the name of an attribute or block in a body
	OccurOption                                  // the name of an option
	OccurKey                                     // a literal key in an object value
	OccurFunction                                // the name of a called function
	OccurResourceToken                           // a resource type token
	OccurFunctionToken                           // the token given to invoke
	OccurMethod                                  // the method name given to call
	OccurSource                                  // the source directory of a component
	OccurTypeText                                // the type label of a config or output
	OccurKeyword                                 // the keyword of a block
	OccurPackage                                 // the name of a package in a package block
)

// isForResults reports whether not only requests look for such occurrences, but also other results and the linter.
func (k OccurrenceKind) isForResults() bool {
	switch k {
	case OccurDeclaration, OccurVariable, OccurAttribute, OccurFunction, OccurFunctionToken:
		return true
	}
	return false
}

// Occurrence is one name in the source and what it denotes.
//
// There is one for every third word of a program, so what few of them have is behind a
// pointer.
type Occurrence struct {
	Span syntax.Span // relative to the item
	Kind OccurrenceKind
	Name string
	// Type is the type of what is named, where that is a value.
	Type typesys.Type
	// Owner is the type of the value a member or key belongs to.
	Owner typesys.Type
	// Property is the declaration in a schema, for attributes, members and keys
	// that have one.
	Property *schema.Property
	// Package is the schema that decided.
	Package *schema.Package
	// Denotation is never nil in the occurrences of an [Info], and must not be changed.
	*Denotation
}

// Denotation is what else than a property an occurrence denotes. Most denote nothing
// else.
type Denotation struct {
	// Object is what a variable inside the item denotes. For a program-level name
	// it is nil; see Program.ObjectOf of package checked.
	Object *Object
	// Function is the builtin function.
	Function *language.Builtin
	// Resource and SchemaFunction are what a token denotes.
	Resource       *schema.Resource
	SchemaFunction *schema.Function
	// Dir is the directory of a component source.
	Dir string
	// Doc is the documentation of what has no schema: options, keywords, attributes
	// that the language itself defines.
	Doc string
}

// Declared is what the schema says of the inputs of the item.
func (i *Info) Declared() sensitive.Declared {
	return sensitive.Declared{Inputs: i.Inputs, Resource: i.Resource}
}

// hideSecrets leaves the secrets of the item out of the messages of its findings.
func (i *Info) hideSecrets(it *syntax.Item) {
	secrets := sync.OnceValue(func() sensitive.Secrets { return sensitive.In(it, i.Declared()) }) // most items need none
	for n := range i.Findings {
		if d := &i.Findings[n]; sensitive.Quotes(d.Message) {
			d.Message = secrets().Hide(d.Message, d.Span, d.Suggestion)
		}
	}
}
