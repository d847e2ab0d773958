package language

import (
	"math"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file declares the functions about collections and numbers.

func collectionBuiltins() []*Builtin {
	return []*Builtin{
		{
			Name: "element", Group: GroupCollections,
			Doc: "Returns the element of a list at an index.",
			Parameters: []Parameter{
				{Name: "list", Type: "list(T)", Doc: "A list or tuple. An optional list is not accepted."},
				{Name: "index", Type: "int", Doc: "The index, starting at 0."},
			},
			Gives:     "T",
			Signature: elementSignature, Flow: FlowElement, FailCode: codes.FnArgument, Value: elementAt,
			Notes: []string{
				"The index wraps around: past the end it starts again, and -1 is the last element. An index in brackets does not wrap.",
				"An empty list fails when the program is run.",
			},
			Examples: []Example{
				{Call: `element(["a", "b"], 3)`, Type: "string", Value: `"b"`},
				{Call: `element([1, "a"], 0)`, Type: "int | string"},
				{Given: `config names "list(string)" {}`, Call: `element(names, -1)`, Type: "string"},
				{Given: nameExample, Call: `element(name.parts, 0)`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `element({ a = 1 }, 0)`, Code: codes.FnElement, Why: "an object has no order"},
				{Call: `element("abc", 0)`, Code: codes.FnElement, Why: "a string is not a list; split it"},
				{Call: `element(["a"], [0])`, Code: codes.CallArg, Why: "an index is a number"},
				{Call: `element(["a"])`, Code: codes.CallMissing, Why: "the index is missing"},
			},
		},
		{
			Name: "entries", Group: GroupCollections,
			Doc:        "Returns the keys and values of a map, sorted by key.",
			Parameters: []Parameter{{Name: "collection", Type: "map(T)", Doc: "A map or object.", Role: RoleCollection}},
			Gives:      "list({ key: string, value: T })",
			Signature:  entriesSignature, Flow: FlowEntries, FailCode: codes.FnEntries, Value: entriesOf,
			Notes: []string{"The keys of a list are its indexes."},
			Earlier: []Earlier[Builtin]{{
				v274, "`entries` takes lists, empty objects, and objects whose values have different types", "before: `fn.entries`", func(b *Builtin) {
					b.Run, b.Value = runEntries, entriesOfMap
					b.Notes = []string{
						"A list type-checks, with its indexes as keys, but fails when the program is run.",
						"So does an empty object, and an object whose values have different types.",
					}
				},
			}},
			Examples: []Example{
				{Call: `entries({ a = 1 })`, Type: "list({ key: string, value: int })", Value: `[{ key = "a", value = 1 }]`},
				{
					Given: `config ports "map(int)" {}`, Call: `[for e in entries(ports) : "${e.key}=${e.value}"]`,
					Type: "list(string)",
				},
			},
			Mistakes: []Mistake{
				{Call: `entries("abc")`, Code: codes.ForCollection, Why: "a string has no entries"},
				{Call: `entries()`, Code: codes.CallMissing, Why: "the map is missing"},
			},
		},
		{
			Name: "length", Elsewhere: []string{"len", "size", "count"},
			Group:      GroupCollections,
			Doc:        "Counts the elements of a list, the members of a map or the characters of a string.",
			Parameters: []Parameter{{Name: "value", Type: "list(T) | map(T) | string", Doc: "The list, map or string."}},
			Gives:      "int",
			Signature:  lengthSignature, Flow: FlowGathered, Run: runLength, Value: lengthOf,
			Notes: []string{
				"A number or bool type-checks but always fails at run time.",
				"The number is secret if anything in the list is secret.",
			},
			Earlier: []Earlier[Builtin]{{
				v274, "`length` takes objects and maps", "before: `fn.length-map`", func(b *Builtin) {
					b.Signature, b.Run, b.Value = lengthOfNoNull, runLengthOfList, lengthOfList
					b.Notes = append(b.Notes, "An object or map type-checks but always fails at run time: write `length([for k, v in m : k])` instead.")
				},
			}},
			Examples: []Example{
				{Call: `length(["a", "b"])`, Type: "int", Value: "2"},
				{Call: `length("abc")`, Type: "int", Value: "3"},
				{Given: nameExample, Call: `length(name.parts)`, Type: "output(int)"},
			},
			Mistakes: []Mistake{
				{Call: `length(null)`, Code: codes.FnLength, Why: "null has no length"},
				{Call: `length([1], [2])`, Code: codes.CallSurplus, Why: "it takes one value"},
			},
		},
		{
			Name: "lookup", Group: GroupCollections,
			Doc: "Returns the value of a key, or the default if the map has no such key.",
			Parameters: []Parameter{
				{Name: "map", Type: "map(T)", Doc: "A map, or an object with at least one property. An optional map is not accepted."},
				fixed("key", typesys.String, "The key of the value."),
				{Name: "default", Type: "U", Doc: "The result if the key is missing. Without one, a missing key fails when the program is run.", Optional: true, NotNull: true, AnyKind: true},
			},
			Gives:     "T | U",
			Signature: lookupSignature, Flow: FlowLookup, FailCode: codes.FnArgument, Value: lookUp,
			Earlier: []Earlier[Builtin]{{
				v274, "the default of `lookup` may be left out, and be of any type", "before: `fn.lookup-default` and `call.arg`", func(b *Builtin) {
					b.Signature, b.Run, b.Value, b.FailCode = lookupOfOneType, runLookup, lookUpOrDefault, ""
					b.Parameters[2].Type, b.Parameters[2].Doc, b.Gives = "T", "The result if the key is missing.", "T"
					b.Notes = []string{"A call without a default type-checks but always fails at run time."}
				},
			}},
			Examples: []Example{
				{Given: `config ports "map(int)" {}`, Call: `lookup(ports, "http", 80)`, Type: "int"},
				{Call: `lookup({ a = "x" }, "b", "none")`, Type: "string", Value: `"none"`},
				{Given: bucketExample, Call: `lookup({ a = bucket.arn }, "a", "none")`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `lookup({}, "a", 1)`, Code: codes.FnLookup, Why: "an empty object has no values"},
				{Call: `lookup(["a"], "0", "x")`, Code: codes.FnLookup, Why: "a list has no keys; use `element`"},
				{Given: `config ports "map(int)" {}`, Call: `lookup(ports)`, Code: codes.CallMissing, Why: "the key is missing"},
			},
		},
		{
			Name: "range", Group: GroupCollections, Rare: true,
			Doc: "Returns the whole numbers from 0, or from the first argument, up to but not including the last argument.",
			Parameters: []Parameter{
				fixed("fromOrTo", typesys.Int, "The first number, or with one argument the end."),
				{Name: "to", Type: "int", fixed: typesys.Int, Doc: "The end.", Optional: true},
			},
			Result: typesys.List(typesys.Int), FailCode: codes.FnArgument, Value: rangeOfNumbers,
			Notes: []string{"A range goes down if its end is less than its beginning. It has 1,024 numbers at most."},
			Examples: []Example{
				{Call: `range(3)`, Type: "list(int)", Value: "[0, 1, 2]"},
				{Call: `range(1, 4)`, Type: "list(int)", Value: "[1, 2, 3]"},
				{Call: `range(1, -2)`, Type: "list(int)", Value: "[1, 0, -1]"},
			},
			Earlier: []Earlier[Builtin]{{
				v274, "a run has the function `range`", "before: `fn.range`", func(b *Builtin) {
					b.ConversionOnly, b.FailCode = true, ""
					b.Notes = []string{"A program that is run directly has no such function; it exists for programs that are converted to another language."}
				},
			}},
			Mistakes: []Mistake{
				{Call: `range()`, Code: codes.CallMissing, Why: "the end is missing"},
				{Call: `range(0, 10, 2)`, Code: codes.CallSurplus, Why: "it has no step argument"},
			},
		},
		{
			Name: "singleOrNone", Elsewhere: []string{"one"},
			Group:      GroupCollections,
			Doc:        "Returns the only element of a list, or null if the list is empty.",
			Parameters: []Parameter{{Name: "value", Type: "list(T)", Doc: "A list or tuple with at most one element."}},
			Gives:      "T?",
			Arity:      Arity{1, 1}, Signature: singleOrNoneSignature, Flow: FlowSingle, FailCode: codes.FnSingleOrNoneTuple, Value: singleOrNone,
			Notes: []string{
				"A list with more than one element fails when the program is run.",
				"For a tuple with several elements the type is that of the first.",
			},
			Examples: []Example{
				{Call: `singleOrNone(["a"])`, Type: "string?", Value: `"a"`},
				{Call: `singleOrNone([])`, Type: "dynamic?", Value: "null"},
				{Given: nameExample, Call: `singleOrNone(name.parts)`, Type: "output(string?)"},
			},
			Mistakes: []Mistake{
				{Call: `singleOrNone("a")`, Code: codes.FnSingleOrNone, Why: "a string is not a list"},
				{Call: `singleOrNone(["a"], ["b"])`, Code: codes.FnArity, Why: "it takes one list"},
			},
		},
		extremum("max", "largest", math.Max, `max(1, 3, 2)`, "3"),
		extremum("min", "smallest", math.Min, `min(1, 3, 2)`, "1"),
	}
}

// extremum returns max or min.
func extremum(name, which string, of func(a, b float64) float64, call, result string) *Builtin {
	return &Builtin{
		Name: name, Group: GroupCollections, Doc: "Returns the " + which + " of the numbers.",
		Parameters: []Parameter{
			{Name: "first", Type: "number", Doc: "A number."},
			{Name: "rest", Type: "number", Doc: "More numbers.", Variadic: true},
		},
		Gives:     "number",
		Signature: extremumSignature, FailCode: codes.FnArgument, Value: extreme(of),
		Notes: []string{"The type is `int` if all arguments are whole numbers by their types."},
		Earlier: []Earlier[Builtin]{{
			v274, "`max` and `min` of a fraction are a `number`", "before: `fn.max-int`", func(b *Builtin) {
				b.Signature, b.Run = extremumOfDeclared, runExtremum
				b.Notes = []string{
					"The type is `int` unless an argument is declared as exactly `number`. Literals and optional values do not count, " +
						"so `" + name + "(1.5, 2)` is an `int` for the checker.",
				}
			},
		}},
		Examples: []Example{
			{Call: call, Type: "int", Value: result},
			{Call: name + `([2, 2]...)`, Type: "int", Value: "2"},
			{Call: name + `(2.5, 2.5)`, Type: "number", Value: "2.5"},
			{Given: `config size "number" {}`, Call: name + `(size, 10)`, Type: "number"},
		},
		Mistakes: []Mistake{
			{Call: name + `()`, Code: codes.CallMissing, Why: "it needs at least one number"},
			{Call: name + `([1, 2])`, Code: codes.CallArg, Why: "a list is not a number; spread it with `...`"},
		},
	}
}
