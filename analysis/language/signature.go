package language

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file types the builtin functions whose types depend on their arguments. (docs/language/functions.md)

// Formal is a parameter as a call is checked against it. It may be left out where its
// type accepts none.
type Formal struct {
	Name string
	Type typesys.Type
}

// Signature is what a call is checked against.
type Signature struct {
	Formals  []Formal
	Variadic *Formal
	Result   typesys.Type
	// Counted says that the number of arguments needs no further check.
	Counted bool
	// Wrong says what is wrong with the type of the first argument; nil for nothing.
	Wrong *Problem
}

// Arity is the number of arguments of a function. Most is -1 for any number.
type Arity struct{ Least, Most int }

// Allows reports whether a number of arguments is right. The zero Arity leaves that to
// the parameters.
func (a Arity) Allows(n int) bool {
	return a == Arity{} || n >= a.Least && (a.Most < 0 || n <= a.Most)
}

// String returns the number in words.
func (a Arity) String() string {
	if a.Most < 0 {
		return "at least " + prose.Counted(a.Least, "argument")
	}
	return "exactly " + prose.Counted(a.Least, "argument")
}

// Problem is something that is wrong with a call.
type Problem struct {
	Code    codes.Code
	Message string
	Place   Place
	// Argument is the index of the argument, for PlaceArgument.
	Argument int
	// Fails says that the call always fails when it is evaluated. Where the program
	// catches failures that is not worth reporting.
	Fails bool
}

// Place is a part of a call.
type Place uint8

// The places of problems.
const (
	PlaceArgument Place = iota
	PlaceName
	PlaceEnd // the closing parenthesis
)

// first returns the type of the first argument, dynamic without arguments.
func first(args []typesys.Type) typesys.Type {
	if len(args) == 0 {
		return typesys.Dynamic
	}
	return args[0]
}

// eventualAs lifts a result where there are outputs anywhere in the argument that it
// comes from.
func eventualAs(result, arg typesys.Type) typesys.Type {
	if arg.ContainsEventuals() {
		return typesys.Lifted(result)
	}
	return result
}

func wrong(code codes.Code, message string) *Problem { return &Problem{Code: code, Message: message} }

func elementSignature(args []typesys.Type) Signature {
	list := first(args)
	sig := Signature{Formals: []Formal{{"list", list}, {"index", typesys.Int}}, Result: typesys.Dynamic}
	switch t := typesys.PlainShape(list); t.Kind() {
	case typesys.KindList:
		sig.Result = eventualAs(t.Elem(), list)
	case typesys.KindTuple:
		sig.Result = eventualAs(typesys.UnifyUnsafe(t.Elems()...), list)
	default:
		sig.Wrong = wrong(codes.FnElement, "`element` needs a list or tuple")
	}
	return sig
}

func entriesSignature(args []typesys.Type) Signature {
	collection := first(args)
	it := typesys.Iterate(typesys.PlainShape(collection))
	entry := typesys.Object(typesys.Property{Name: "key", Type: it.Key}, typesys.Property{Name: "value", Type: it.Value})
	return Signature{Formals: []Formal{{"collection", collection}}, Result: eventualAs(typesys.List(entry), collection)}
}

func lengthSignature(args []typesys.Type) Signature {
	return countSignature(args, typesys.NotNull, "list, map or string")
}

// lengthOfNoNull is the signature of a length of what may be missing, but not written out as null.
func lengthOfNoNull(args []typesys.Type) Signature {
	return countSignature(args, typesys.Unwrapped, "list or string")
}

// countSignature is the signature of a count, given how what may be missing is taken out of a type, and the words for what is counted.
func countSignature(args []typesys.Type, present func(typesys.Type) typesys.Type, countable string) Signature {
	counted := first(args)
	sig := Signature{Formals: []Formal{{"value", counted}}, Result: eventualAs(typesys.Int, counted)}
	switch t := present(typesys.PlainShape(counted)); t.Kind() {
	case typesys.KindList, typesys.KindMap, typesys.KindObject, typesys.KindTuple:
	default:
		if typesys.Convert(typesys.String, t) == typesys.FitNone {
			sig.Wrong = wrong(codes.FnLength, "`length` needs a "+countable)
		}
	}
	return sig
}

// lookupSignature is that of a lookup without a default, or with one of any type.
func lookupSignature(args []typesys.Type) Signature {
	sig, member := lookupIn(args)
	if len(args) == 2 {
		if key, isKnown := args[1].Constant(); isKnown {
			if t, problem := typesys.Traverse(args[0], key); problem == nil {
				sig.Result = t
			}
		}
	}
	if len(args) > 2 {
		sig.Formals[2].Type = args[2]
		if member != typesys.Dynamic {
			sig.Result = eventualAs(typesys.UnifySafe(member, args[2]), args[0])
		}
	}
	return sig
}

// lookupOfOneType is the signature of a lookup whose default has the type of the members.
func lookupOfOneType(args []typesys.Type) Signature {
	sig, _ := lookupIn(args)
	return sig
}

func lookupIn(args []typesys.Type) (sig Signature, member typesys.Type) {
	given := first(args)
	resolved := typesys.PlainShape(given)
	member = typesys.Dynamic
	switch resolved.Kind() {
	case typesys.KindMap:
		member = resolved.Elem()
	case typesys.KindObject:
		types := lists.Map(resolved.Properties(), func(p typesys.Property) typesys.Type { return p.Type })
		if len(types) == 0 {
			sig.Wrong = wrong(codes.FnLookup, "`lookup` needs a map with at least one member")
			break
		}
		member = typesys.UnifyUnsafe(types...)
		if t := heldTwice(given, map[typesys.Type]bool{}); t.IsValid() {
			sig.Wrong = wrong(codes.CallArg, "the map of `lookup` accepts only one output of type "+typesys.Short(t, 40)+"; write `try({ … }[key], default)`")
		}
	default:
		sig.Wrong = wrong(codes.FnLookup, "`lookup` needs a map")
	}
	sig.Formals = []Formal{{"map", resolved}, {"key", typesys.String}, {"default", typesys.Optional(member)}}
	sig.Result = eventualAs(member, given)
	return sig, member
}

// heldTwice is a type of objects of which a literal object holds two outputs, at any depth. The
// language makes a place for an output only where it meets the type for the first time.
func heldTwice(t typesys.Type, met map[typesys.Type]bool) typesys.Type {
	if t.Kind() != typesys.KindObject || t.Source() != nil {
		return typesys.Type{}
	}
	for _, p := range t.Properties() {
		if held := p.Type.Elem(); p.Type.Kind() == typesys.KindOutput && held.Kind() == typesys.KindObject {
			if met[held] {
				return held
			}
			met[held] = true
		} else if twice := heldTwice(p.Type, met); twice.IsValid() {
			return twice
		}
	}
	return typesys.Type{}
}

func singleOrNoneSignature(args []typesys.Type) Signature {
	if len(args) != 1 {
		return Signature{Result: typesys.Optional(typesys.Dynamic), Counted: true}
	}
	element := typesys.Dynamic
	var problem *Problem
	switch t := typesys.PlainShape(args[0]); t.Kind() {
	case typesys.KindList:
		element = t.Elem()
	case typesys.KindTuple:
		if len(t.Elems()) > 0 {
			element = t.Elems()[0]
		}
	case typesys.KindDynamic:
	default:
		problem = wrong(codes.FnSingleOrNone, "`singleOrNone` needs a list or tuple")
	}
	return Signature{
		Formals: []Formal{{"value", args[0]}}, Result: eventualAs(typesys.Optional(element), args[0]),
		Counted: true, Wrong: problem,
	}
}

// extremumSignature is that of max and min. The result is a number where some argument is no whole number for sure.
func extremumSignature(args []typesys.Type) Signature {
	return extremumOf(slices.ContainsFunc(args, func(arg typesys.Type) bool {
		arg = typesys.PlainShape(arg)
		return typesys.Convert(typesys.Number, arg) != typesys.FitNone && typesys.Convert(typesys.Int, arg) != typesys.FitSafe
	}))
}

// extremumOfDeclared is the signature of max and min that are a number only where some argument is exactly a number.
func extremumOfDeclared(args []typesys.Type) Signature {
	return extremumOf(slices.ContainsFunc(args, func(arg typesys.Type) bool { return typesys.PlainShape(arg) == typesys.Number }))
}

func extremumOf(fraction bool) Signature {
	t := typesys.Int
	if fraction {
		t = typesys.Number
	}
	return Signature{Formals: []Formal{{"first", t}}, Variadic: &Formal{"rest", t}, Result: t}
}

func toJSONSignature(args []typesys.Type) Signature {
	if len(args) != 1 {
		return Signature{Result: typesys.String, Counted: true}
	}
	return Signature{Formals: []Formal{{"value", typesys.Dynamic}}, Result: eventualAs(typesys.String, args[0])}
}

// markedSignature is that of secret and unsecret. The result is always an output.
func markedSignature(args []typesys.Type) Signature {
	marked := typesys.Dynamic
	if len(args) == 1 {
		marked = args[0]
	}
	return Signature{Formals: []Formal{{"value", marked}}, Result: typesys.Lifted(marked)}
}

func trySignature(args []typesys.Type) Signature {
	if len(args) == 0 {
		return Signature{Result: typesys.None, Counted: true}
	}
	var formals []Formal
	unknown, eventual := false, false
	for _, arg := range args {
		formals = append(formals, Formal{"value", arg})
		unknown = unknown || arg.Kind() == typesys.KindDynamic
		eventual = eventual || arg.ContainsEventuals()
	}
	result := typesys.UnifySafe(args...)
	switch {
	case unknown:
		result = typesys.Output(typesys.Dynamic)
	case eventual:
		result = typesys.Lifted(result)
	}
	return Signature{Formals: formals, Result: result}
}

func canSignature(args []typesys.Type) Signature {
	if len(args) != 1 {
		return Signature{Result: typesys.Output(typesys.Bool), Counted: true}
	}
	result := typesys.Bool
	if args[0].Kind() == typesys.KindDynamic || isOutput(args[0]) {
		result = typesys.Output(typesys.Bool)
	}
	return Signature{Formals: []Formal{{"value", args[0]}}, Result: result}
}

// isOutput reports whether a type is an output, or a union with one.
func isOutput(t typesys.Type) bool {
	if t.Kind() == typesys.KindUnion {
		if slices.ContainsFunc(t.Elems(), func(m typesys.Type) bool { return m.Kind() == typesys.KindOutput }) {
			return true
		}
	}
	return t.Kind() == typesys.KindOutput
}

func recoverSignature(args []typesys.Type) Signature {
	if len(args) != 2 {
		result := typesys.UnifySafe(typesys.PlainShape(first(args)), typesys.Dynamic)
		return Signature{Result: typesys.Output(result), Counted: true}
	}
	sig := Signature{
		Formals: []Formal{{"value", args[0]}, {"recovery", args[1]}},
		Result:  typesys.Output(typesys.UnifySafe(typesys.PlainShape(args[0]), typesys.PlainShape(args[1]))),
	}
	if args[0].Kind() != typesys.KindOutput {
		sig.Wrong = wrong(codes.FnRecover, "`recover` needs an output, because nothing else can be recovered; use `try` for other values")
	}
	return sig
}

// resourceTextSignature is that of pulumiResourceType and pulumiResourceName.
func resourceTextSignature(args []typesys.Type) Signature {
	if len(args) != 1 {
		return Signature{Result: typesys.String, Counted: true}
	}
	return Signature{Formals: []Formal{{"resource", args[0]}}, Result: typesys.String, Counted: true}
}
