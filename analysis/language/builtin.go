package language

//go:generate go test . -run "TestFunctionsDocument|TestVersionsDocument|TestTablesOfReference|TestEditorWords" -update

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file defines what the table of builtin functions holds about each of them. The
// entries are in the files builtins_….go, one for each group.

// Builtin is a function of the language. (docs/language/functions.md)
type Builtin struct {
	Name string
	// Since is the first version that has the function; 0 for all.
	Since Version
	// Earlier is what the function was before, the latest change first.
	Earlier []Earlier[Builtin]
	// Group says what the function is for.
	Group FunctionGroup
	// Parameters are in order.
	Parameters []Parameter
	// Gives is the type of the result as users see it. It may be left out where Result
	// is set.
	Gives string
	// Doc describes the result in a sentence or two.
	Doc string
	// Notes are facts that the signature does not tell, above all how a run behaves
	// where that is surprising.
	Notes []string
	// Examples are correct calls, the simplest first.
	Examples []Example
	// Mistakes are wrong calls, each wrong in one way.
	Mistakes []Mistake

	// Result is the type of the result. It is invalid where Signature or Source
	// determines it.
	Result typesys.Type
	// Arity is the number of arguments that the reference checks by itself, with a
	// message of its own; the zero Arity for most functions.
	Arity Arity
	// Signature computes the types of a call from its arguments. It is nil where the
	// types of Parameters and Result say it all.
	Signature func(args []typesys.Type) Signature
	// Source says where a signature comes from that a package declares.
	Source Source
	// Flow says how unknown and secret values pass through a call.
	Flow FlowRule
	// Text says whether the result is one text made of everything in the arguments.
	Text TextRule
	// Evaluation says which arguments are evaluated, and when.
	Evaluation Evaluation
	// Run reports what the types of the arguments tell about the run of a call that the type checker accepts; may be nil.
	Run func(Call) []Problem
	// FailCode is the code of the finding about a call that fails because of the values of its arguments. It is empty for
	// functions that take all values of the types that the type checker accepts.
	FailCode codes.Code
	// Rare says that hardly any program calls the function.
	Rare bool
	// ConversionOnly says that a run has no such function: it exists for programs that
	// are converted to another language.
	ConversionOnly bool
	// Value computes the result from the values of all arguments, which may be marked
	// or unknown. It is nil where the result depends on more than the arguments.
	Value func(b *value.Budget, args []cty.Value) (cty.Value, error)
	// Host says which fact about the run the function gives.
	Host HostFact

	// Elsewhere are names that other languages have for the function, in lower case and
	// without underscores. Names close to Name are found without them.
	Elsewhere []string
	// Meant are the functions that are probably meant in a call with a finding, by code.
	Meant map[codes.Code]string
	// Snippet is what completion inserts for a call, in the syntax of snippets. Without
	// one it is derived from the parameters.
	Snippet string
	// Wanted are words in the name of an attribute that make the function likely there.
	Wanted []string

	formals  []Formal
	variadic *Formal
}

// Parameter is a parameter of a builtin function.
type Parameter struct {
	_ incomparable

	Name string
	// Type is the type as users see it. T, K and U stand for types that depend on the
	// arguments.
	Type string
	Doc  string
	// Optional says that the argument may be left out, and Variadic that there may be
	// any number of arguments.
	Optional, Variadic bool
	// NotNull says that a run rejects null though the type checker accepts it.
	NotNull bool
	// AnyKind says that a run accepts a number, bool or string whatever the type is.
	AnyKind bool
	// Role says what the argument is used for beyond its type.
	Role Role
	// Variable is the name of a string variable that exists in the argument only.
	Variable string

	fixed typesys.Type // what the argument must fit, where no Signature says so
}

// fixed returns a parameter of a fixed type.
func fixed(name string, t typesys.Type, doc string) Parameter {
	return Parameter{Name: name, Type: t.String(), Doc: doc, fixed: t}
}

// as returns the parameter with a role.
func (p Parameter) as(role Role) Parameter {
	p.Role = role
	return p
}

// String returns the parameter with its type. An optional parameter ends in a question
// mark, a variadic one in an ellipsis.
func (p Parameter) String() string {
	switch {
	case p.Variadic:
		return p.Name + ": " + p.Type + "…"
	case p.Optional:
		return p.Name + ": " + p.Type + "?"
	}
	return p.Name + ": " + p.Type
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

// String returns the title of the group.
func (g FunctionGroup) String() string { return groupTitles[g] }

// Example is a correct call.
type Example struct {
	_ incomparable

	// Given are definitions that the call needs, one a line.
	Given string
	Call  string
	// Type is the type of the call in the notation of messages.
	Type string
	// Value is the value as a program would write it. It is empty where it depends on
	// more than the call.
	Value string
	// Code is the code of the finding about the run of the call; mostly empty.
	Code codes.Code
}

// String returns the call on its own line, followed by its type and value.
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

// Mistake is a wrong call.
type Mistake struct {
	_ incomparable

	Given, Call string
	// Code is the code of the one finding about the call.
	Code codes.Code
	// Why says what is wrong.
	Why string
}

// Usage returns the call with its parameters and its result, as users see it.
func (b *Builtin) Usage() string {
	shown := lists.Map(b.Parameters, Parameter.String)
	return b.Name + "(" + strings.Join(shown, ", ") + ") → " + b.Gives
}

// Form returns the call with the names of its parameters, as messages show it.
func (b *Builtin) Form() string {
	names := lists.Map(b.Parameters, func(p Parameter) string { return p.Name })
	return "`" + b.Name + "(" + strings.Join(names, ", ") + ")`"
}

// Role returns the role of the argument at an index.
func (b *Builtin) Role(argument int) Role {
	if argument < 0 || argument >= len(b.Parameters) {
		return RoleValue
	}
	return b.Parameters[argument].Role
}

// NotNull reports whether a run rejects null as the argument at an index.
func (b *Builtin) NotNull(argument int) bool {
	return argument < len(b.Parameters) && b.Parameters[argument].NotNull
}

// TakesAnyKind reports whether a run accepts a value of another kind than the type of the
// parameter as the argument at an index.
func (b *Builtin) TakesAnyKind(argument int) bool {
	return argument < len(b.Parameters) && b.Parameters[argument].AnyKind
}

// Variable returns the name of the variable that exists only in the argument at an
// index, or "".
func (b *Builtin) Variable(argument int) string {
	if argument < 0 || argument >= len(b.Parameters) {
		return ""
	}
	return b.Parameters[argument].Variable
}

// Accepts reports whether the parameters take a number of arguments.
func (b *Builtin) Accepts(arguments int) bool {
	least, most := 0, len(b.Parameters)
	for _, p := range b.Parameters {
		switch {
		case p.Variadic:
			most = arguments
		case !p.Optional:
			least++
		}
	}
	return least <= arguments && arguments <= most
}

// prepare derives what a call is checked against from the parameters.
func (b *Builtin) prepare() {
	if b.Signature != nil || b.Source != SourceTable {
		return
	}
	b.Gives = b.Result.String()
	for _, p := range b.Parameters {
		formal := Formal{p.Name, p.fixed}
		switch {
		case p.Variadic:
			b.variadic = &formal
			continue
		case p.Optional:
			formal.Type = typesys.Optional(p.fixed)
		}
		b.formals = append(b.formals, formal)
	}
}

// FixedSignature returns the signature of a function whose types do not depend on its
// arguments.
func (b *Builtin) FixedSignature() Signature {
	return Signature{Formals: b.formals, Variadic: b.variadic, Result: b.Result}
}

var builtins = perVersion(func(v Version) *table[Builtin] {
	var all []*Builtin
	for _, b := range slices.Concat(textBuiltins(), collectionBuiltins(), fileBuiltins(), hostBuiltins(), outputBuiltins(), providerBuiltins()) {
		for _, e := range b.Earlier {
			if v < e.Until {
				e.Was(b)
			}
		}
		if v >= b.Since {
			all = append(all, b)
		}
	}
	return newBuiltinTable(all)
})

func newBuiltinTable(all []*Builtin) *table[Builtin] {
	return newTable(func(b *Builtin) string { return b.Name }, all)
}

// Builtins returns all functions of a version, sorted by name.
func (v Version) Builtins() []*Builtin { return slices.Clip(builtins(v).sorted) }

// Builtin returns the function of a version with a name, or nil.
func (v Version) Builtin(name string) *Builtin { return builtins(v).named[name] }

// BuiltinNames returns the names of all functions of a version, sorted.
func (v Version) BuiltinNames() []string { return builtins(v).names }

// Called returns the function that a call names in a version. Where there is none it returns a
// Builtin without a name, whose rules are the plain ones.
func (v Version) Called(name string) *Builtin {
	if b := v.Builtin(name); b != nil {
		return b
	}
	return &noBuiltin
}

// Builtins returns all functions of the newest version, sorted by name.
func Builtins() []*Builtin { return Newest.Builtins() }

// LookupBuiltin returns the function of the newest version with a name, or nil.
func LookupBuiltin(name string) *Builtin { return Newest.Builtin(name) }

// Called is [Version.Called] of the newest version, for what no version has changed: names, roles, flows.
func Called(name string) *Builtin { return Newest.Called(name) }

var noBuiltin Builtin

// Pure reports whether the result of a function depends on its arguments only, and carries no mark
// that they do not have.
func (b *Builtin) Pure() bool {
	switch b.Evaluation {
	case EvaluateFirstSuccess, EvaluateSuccess:
		return true
	case EvaluateRecovery, EvaluateReplacement:
		return false
	}
	return b.Value != nil && b.Host == HostNone && !b.ConversionOnly && b.Flow != FlowSecret && b.Flow != FlowUnsecret
}

// BuiltinsWhere returns a function that lists the functions that have a property. It looks for them once.
func BuiltinsWhere(has func(*Builtin) bool) func() []*Builtin {
	return sync.OnceValue(func() []*Builtin {
		return lists.Where(builtins(Newest).sorted, has)
	})
}

// table is one table of the language.
type table[T any] struct {
	sorted []*T // by name
	names  []string
	named  map[string]*T
}

func newTable[T any](name func(*T) string, entries []*T) *table[T] {
	t := &table[T]{named: make(map[string]*T, len(entries))}
	for _, e := range entries {
		if p, ok := any(e).(interface{ prepare() }); ok {
			p.prepare()
		}
		t.named[name(e)] = e
	}
	t.sorted = slices.Clone(entries)
	lists.SortStable(t.sorted, func(a, b *T) int { return cmp.Compare(name(a), name(b)) })
	t.names = append(t.names, lists.Map(t.sorted, name)...)
	return t
}
