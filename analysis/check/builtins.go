package check

//go:generate go test . -run TestFunctionsDocument -update

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file defines what the table of functions has about each one. The table
// itself is in the files builtins_….go, one for each kind of functions; hover,
// completion, signature help and docs/functions.md say what stands there and
// nothing else, and tests hold every example to the checker.

// Builtin is a function of the language. (PCL specification, pcl-functions.md,
// sections 2 to 5.)
type Builtin struct {
	Name string
	// Group says what the function is for.
	Group FunctionGroup
	// Parameters are those that users are shown, in order. A call is checked
	// against types that may depend on its arguments.
	Parameters []Parameter
	// Gives is the type of the result as it is shown to users.
	Gives string
	// Doc says in a sentence or two what the function gives.
	Doc string
	// Notes are facts that the signature does not tell: how a program that is run
	// behaves, and where that is not what one expects.
	Notes []string
	// Examples are calls that are right, the plainest first.
	Examples []Example
	// Mistakes are calls that are wrong, each in one way.
	Mistakes []Mistake

	params   []parameter
	variadic *parameter
	result   typesys.Type
	// generic computes the signature from the arguments, for functions whose
	// types depend on them; it may report what is wrong. It replaces the fields
	// above.
	generic func(c *checker, e *hclsyntax.FunctionCallExpr, args []argument) callSignature
}

// Parameter is a parameter of a function as users are shown it.
type Parameter struct {
	Name string
	// Type is in the notation of messages; T, K and U stand for types that depend
	// on the arguments.
	Type string
	Doc  string
	// Optional says that the argument may be left out, and Variadic that there may
	// be any number of them.
	Optional, Variadic bool

	t typesys.Type // what the argument is checked against, where that is fixed
}

// FunctionGroup says what a function is for.
type FunctionGroup uint8

// The groups of functions, in the order of the documentation.
const (
	GroupText FunctionGroup = iota + 1
	GroupCollections
	GroupFiles
	GroupHost
	GroupOutputs
	GroupProviders
)

var groupTitles = map[FunctionGroup]string{
	GroupText:        "Text",
	GroupCollections: "Lists, maps and numbers",
	GroupFiles:       "Files, assets and archives",
	GroupHost:        "The project and its stacks",
	GroupOutputs:     "Secrets and failures",
	GroupProviders:   "Resources and providers",
}

// String is the group's title.
func (g FunctionGroup) String() string { return groupTitles[g] }

// Example is a call that is right.
type Example struct {
	// Given are definitions that the call needs, one to a line; empty for none.
	Given string
	Call  string
	// Type is the type of the call in the notation of messages.
	Type string
	// Value is the value as a program would write it; empty where it depends on
	// more than the call.
	Value string
	// Code is that of the finding about the run of a call that is well typed; empty
	// where there is nothing to say.
	Code codes.Code
}

// Mistake is a call that is wrong.
type Mistake struct {
	Given, Call string
	// Code is that of the one finding about the call.
	Code codes.Code
	// Why says what is wrong.
	Why string
}

// Usage is the call with its parameters and result, as it is shown to users.
func (b *Builtin) Usage() string {
	shown := make([]string, len(b.Parameters))
	for i, p := range b.Parameters {
		shown[i] = p.String()
	}
	return b.Name + "(" + strings.Join(shown, ", ") + ") → " + b.Gives
}

// String is the parameter with its type: an optional one ends in a question mark,
// one of which there may be many in an ellipsis.
func (p Parameter) String() string {
	switch {
	case p.Variadic:
		return p.Name + ": " + p.Type + "…"
	case p.Optional:
		return p.Name + ": " + p.Type + "?"
	}
	return p.Name + ": " + p.Type
}

// Example is the call on a line of its own, with what it gives behind it.
func (e Example) String() string {
	line := e.Call + "  # " + e.Type
	if e.Value != "" && e.Value != e.Type {
		line = e.Call + "  # " + e.Type + ", namely " + e.Value
	}
	if e.Given != "" {
		return strings.TrimRight(e.Given, "\n") + "\n" + line
	}
	return line
}

// fixed is a parameter whose type does not depend on the arguments.
func fixed(name string, t typesys.Type, doc string) Parameter {
	return Parameter{Name: name, Type: t.String(), Doc: doc, t: t}
}

// settle makes of a function without a typing rule of its own what its calls are
// checked against.
func (b *Builtin) settle() {
	if b.generic != nil {
		return
	}
	b.Gives = b.result.String()
	for _, p := range b.Parameters {
		checked := parameter{p.Name, p.t}
		switch {
		case p.Variadic:
			b.variadic = &checked
			continue
		case p.Optional:
			checked.t = typesys.Optional(p.t)
		}
		b.params = append(b.params, checked)
	}
}

func (b *Builtin) signature(c *checker, e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	if b.generic != nil {
		return b.generic(c, e, args)
	}
	return callSignature{params: b.params, variadic: b.variadic, result: b.result}
}

// Builtins are all functions of the language, sorted by name.
func Builtins() []*Builtin { return slices.Clip(builtins) }

var builtins, builtinsByName = func() ([]*Builtin, map[string]*Builtin) {
	all := slices.Concat(
		textBuiltins(), collectionBuiltins(), fileBuiltins(), hostBuiltins(), outputBuiltins(), providerBuiltins())
	slices.SortFunc(all, func(a, b *Builtin) int { return cmp.Compare(a.Name, b.Name) })
	byName := make(map[string]*Builtin, len(all))
	for _, b := range all {
		b.settle()
		byName[b.Name] = b
	}
	return all, byName
}()

func builtinNamed(name string) *Builtin { return builtinsByName[name] }

// LookupBuiltin is the function with this name, nil when there is none.
func LookupBuiltin(name string) *Builtin { return builtinNamed(name) }

func builtinNames() []string {
	names := make([]string, len(builtins))
	for i, b := range builtins {
		names[i] = b.Name
	}
	return names
}

var stringList = typesys.List(typesys.String)

// stringParam is a parameter of a computed signature.
func stringParam(name string) parameter { return parameter{name, typesys.String} }
