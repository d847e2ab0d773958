package typesys

import (
	"strconv"
	"strings"
)

// This file finds the operands that an expression waits for.
// (docs/language/shapes.md#outputs)

// Use is what an expression does with an operand.
type Use uint8

// The uses.
const (
	// The expression reads Observed operands: those of operators and templates,
	// conditions, keys and indices, collections of loops, and the steps of a traversal.
	Observed Use = iota
	// Held operands are only stored: the values of tuples and objects, and the branches of
	// conditionals.
	Held
	// Passed operands go to a parameter, whose type decides.
	Passed
)

// Operand is a part of an expression.
type Operand struct {
	Name string // the source text, such as bucket.arn
	Type Type
	Use  Use
	Want Type // the declared type of the parameter; only for [Passed]
}

// Awaited returns the operands whose values must be known before the expression can be
// evaluated, in order, and each name once. The expression applies over these operands:
// [Lift] of its plain type by their types is the type of the expression.
//
// Observed operands are awaited if they are eventual or contain something eventual, because
// an operator reads the whole value. Held operands are not awaited. Of passed operands,
// either no eventual one is awaited or all are: if a parameter does not accept its argument
// without a conversion, the call waits for every argument.
func Awaited(operands ...Operand) []Operand {
	called := false
	for _, o := range operands {
		called = called || o.Use == Passed && !Assignable(o.Want, o.Type)
	}
	var awaited []Operand
	seen := map[string]bool{}
	for _, o := range operands {
		if !o.Type.ContainsEventuals() || seen[o.Name] || o.Use == Held || o.Use == Passed && !called {
			continue
		}
		seen[o.Name] = true
		awaited = append(awaited, o)
	}
	return awaited
}

// AwaitedText describes what an expression waits for: "evaluated when `bucket.arn` and
// `vpc.id` are known". It is empty if the expression waits for nothing. More than three names
// are counted.
func AwaitedText(awaited []Operand) string {
	const named = 3
	if len(awaited) == 0 {
		return ""
	}
	var names []string
	for i, o := range awaited {
		if i == named && len(awaited) > named+1 {
			names = append(names, strconv.Itoa(len(awaited)-i)+" more")
			break
		}
		names = append(names, "`"+o.Name+"`")
	}
	if len(names) == 1 {
		return "evaluated when " + names[0] + " is known"
	}
	last := len(names) - 1
	return "evaluated when " + strings.Join(names[:last], ", ") + " and " + names[last] + " are known"
}
