package typesys

import (
	"strconv"
	"strings"
)

// This file implements the choice of the operands that an expression waits for.
// (PCL specification, pcl-types.md, sections 5, 9 and 11.1.)

// Use is what an expression does with an operand.
type Use uint8

// The uses.
const (
	// Observed operands are looked into: those of operators and templates,
	// conditions, keys and indices, collections that a loop runs over, and what a
	// traversal goes through.
	Observed Use = iota
	// Held operands are only put somewhere: the values of tuples and objects, and
	// the branches of conditions.
	Held
	// Passed operands go to a parameter, which says what it wants.
	Passed
)

// Operand is a part of an expression.
type Operand struct {
	Name string // the source as it is written, such as bucket.arn
	Type Type
	Use  Use
	Want Type // the parameter's type as it is declared; only for [Passed]
}

// Awaited are the operands whose values must be known before the expression can be
// evaluated, in their order, those with one name once. They are what the expression
// would apply over, and what lifts it: [Lift] of its plain type by theirs is the
// type of the expression.
//
// An eventual operand that is observed is awaited; one inside an object or list
// counts, since an operator looks at the whole. One that is held is not. Of passed
// operands either none or all eventual ones are: when a parameter does not take its
// argument as it stands, the call is made once every argument is known.
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

// AwaitedText says in words what an expression waits for: "evaluated when
// `bucket.arn` and `vpc.id` are known". It is empty when there is nothing to wait
// for. More than three names are counted.
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
