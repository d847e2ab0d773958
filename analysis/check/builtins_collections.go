package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is the part of the table of functions that is about collections and
// numbers.

func collectionBuiltins() []*Builtin {
	return []*Builtin{
		{
			Name: "element", Group: GroupCollections,
			Doc: "The element of a list at an index.",
			Parameters: []Parameter{
				{Name: "list", Type: "list(T)", Doc: "A list or tuple. A list that may be missing is not accepted."},
				{Name: "index", Type: "int", Doc: "Which element, from 0."},
			},
			Gives:   "T",
			generic: (*checker).element,
			Notes: []string{
				"The index wraps around: beyond the end it begins again, and -1 is the last element. An index in brackets does not wrap.",
				"An empty list fails when the program is run.",
			},
			Examples: []Example{
				{Call: `element(["a", "b"], 3)`, Type: "string", Value: `"b"`},
				{Call: `element([1, "a"], 0)`, Type: "string"},
				{Given: `config names "list(string)" {}`, Call: `element(names, -1)`, Type: "string"},
				{Given: nameExample, Call: `element(name.parts, 0)`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `element({ a = 1 }, 0)`, Code: codes.FnElement, Why: "an object has no order"},
				{Call: `element("abc", 0)`, Code: codes.FnElement, Why: "a string is no list; split it"},
				{Call: `element(["a"], [0])`, Code: codes.CallArg, Why: "an index is a number"},
				{Call: `element(["a"])`, Code: codes.CallMissing, Why: "the index is missing"},
			},
		},
		{
			Name: "entries", Group: GroupCollections,
			Doc:        "The keys and values of a map, sorted by key.",
			Parameters: []Parameter{{Name: "collection", Type: "map(T)", Doc: "A map or object."}},
			Gives:      "list({ key: string, value: T })",
			generic:    (*checker).entries,
			Notes: []string{
				"A list type checks, with its indexes as keys, but fails when the program is run.",
				"So do an object without properties and one whose values are of different types.",
			},
			Examples: []Example{
				{Call: `entries({ a = 1 })`, Type: "list({ key: string, value: 1 })", Value: `[{ key = "a", value = 1 }]`},
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
			Name: "length", Group: GroupCollections,
			Doc:        "How many elements a list has, or characters a string.",
			Parameters: []Parameter{{Name: "value", Type: "list(T) | string", Doc: "What to count."}},
			Gives:      "int",
			generic:    (*checker).length,
			Notes: []string{
				"An object or map type checks but always fails when the program is run: count `length([for k, v in m : k])` instead.",
				"A number is taken as its text.",
			},
			Examples: []Example{
				{Call: `length(["a", "b"])`, Type: "int", Value: "2"},
				{Call: `length("abc")`, Type: "int", Value: "3"},
				{Given: nameExample, Call: `length(name.parts)`, Type: "output(int)"},
			},
			Mistakes: []Mistake{
				{Call: `length(null)`, Code: codes.FnLength, Why: "null has no length"},
				{Call: `length([1], [2])`, Code: codes.CallSurplus, Why: "there is one value"},
			},
		},
		{
			Name: "lookup", Group: GroupCollections,
			Doc: "The value of a key, or the default where the map has no such key.",
			Parameters: []Parameter{
				{Name: "map", Type: "map(T)", Doc: "A map, or an object with at least one property. One that may be missing is not accepted."},
				fixed("key", typesys.String, "Which value."),
				{Name: "default", Type: "T", Doc: "What to take where the key is missing.", Optional: true},
			},
			Gives:   "T",
			generic: (*checker).lookupBuiltin,
			Notes:   []string{"A call without a default type checks but always fails when the program is run."},
			Examples: []Example{
				{Given: `config ports "map(int)" {}`, Call: `lookup(ports, "http", 80)`, Type: "int"},
				{Call: `lookup({ a = "x" }, "b", "none")`, Type: "string", Value: `"none"`},
				{Given: bucketExample, Call: `lookup({ a = bucket.arn }, "a", "none")`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `lookup({}, "a", 1)`, Code: codes.FnLookup, Why: "an object without properties has no values"},
				{Call: `lookup(["a"], "0", "x")`, Code: codes.FnLookup, Why: "a list has no keys; use `element`"},
				{Given: `config ports "map(int)" {}`, Call: `lookup(ports, "http", [])`, Code: codes.CallArg, Why: "the default is of another type"},
				{Given: `config ports "map(int)" {}`, Call: `lookup(ports)`, Code: codes.CallMissing, Why: "the key is missing"},
			},
		},
		{
			Name: "range", Group: GroupCollections,
			Doc: "The whole numbers from 0, or from the first argument, up to and without the last.",
			Parameters: []Parameter{
				fixed("fromOrTo", typesys.Int, "Where to begin, or with one argument where to end."),
				{Name: "to", Type: "int", t: typesys.Int, Doc: "Where to end.", Optional: true},
			},
			result: typesys.List(typesys.Int),
			Notes: []string{
				"Programs that are run directly have no such function; it exists for programs that are converted to another language.",
			},
			Examples: []Example{
				{Call: `range(3)`, Type: "list(int)", Value: "[0, 1, 2]", Code: codes.FnRange},
				{Call: `range(1, 4)`, Type: "list(int)", Value: "[1, 2, 3]", Code: codes.FnRange},
			},
			Mistakes: []Mistake{
				{Call: `range()`, Code: codes.CallMissing, Why: "the end is missing"},
				{Call: `range(0, 10, 2)`, Code: codes.CallSurplus, Why: "there are no steps"},
			},
		},
		{
			Name: "singleOrNone", Group: GroupCollections,
			Doc:        "The only element of a list, or null for an empty one.",
			Parameters: []Parameter{{Name: "value", Type: "list(T)", Doc: "A list or tuple with at most one element."}},
			Gives:      "T?",
			generic:    (*checker).singleOrNone,
			Notes: []string{
				"More than one element fails when the program is run.",
				"Of a tuple of several the type is that of the first.",
			},
			Examples: []Example{
				{Call: `singleOrNone(["a"])`, Type: "string?", Value: `"a"`},
				{Call: `singleOrNone([])`, Type: "dynamic?", Value: "null"},
				{Given: nameExample, Call: `singleOrNone(name.parts)`, Type: "output(string?)"},
			},
			Mistakes: []Mistake{
				{Call: `singleOrNone("a")`, Code: codes.FnSingleOrNone, Why: "a string is no list"},
				{Call: `singleOrNone(["a"], ["b"])`, Code: codes.FnArity, Why: "there is one list"},
			},
		},
		extremum("max", "greatest", `max(1, 3, 2)`, "3"),
		extremum("min", "smallest", `min(1, 3, 2)`, "1"),
	}
}

// extremum is max or min.
func extremum(name, which, call, value string) *Builtin {
	return &Builtin{
		Name: name, Group: GroupCollections, Doc: "The " + which + " of the numbers.",
		Parameters: []Parameter{
			{Name: "first", Type: "number", Doc: "A number."},
			{Name: "rest", Type: "number", Doc: "Further numbers.", Variadic: true},
		},
		Gives:   "number",
		generic: (*checker).extremum,
		Notes: []string{
			"The type is `int` unless an argument is declared as exactly `number`: literals and values that may be missing do not count, " +
				"so `" + name + "(1.5, 2)` is an `int` to the checker.",
		},
		Examples: []Example{
			{Call: call, Type: "int", Value: value},
			{Call: name + `([2, 2]...)`, Type: "int", Value: "2"},
			{Given: `config size "number" {}`, Call: name + `(size, 10)`, Type: "number"},
		},
		Mistakes: []Mistake{
			{Call: name + `()`, Code: codes.CallMissing, Why: "at least one number is needed"},
			{Call: name + `([1, 2])`, Code: codes.CallArg, Why: "a list is no number; spread it with `...`"},
		},
	}
}
