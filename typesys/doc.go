// Package typesys is the type system of PCL: the values that an expression can
// have, how types relate, and how they are shown.
//
// A [Type] is an immutable, interned value: two types are identical exactly when
// they are equal with ==. Constructors normalize, so no relation has to: a union
// has no union among its members, an output holds no output directly, and the
// members of a union are in one fixed order.
//
// The package does not know syntax, files, packages or editors. A type of a schema
// is a [Source]: an object type with a name, whose properties are computed when they
// are first needed. So a recursive type is finite, and of a package with ten thousand
// types only the ones in use cost anything.
//
// # Documents
//
// The rules come from four documents, which comments in this package refer to:
//
//   - PTS-1, the earlier design document of the Pulumi type system: shapes and
//     the combinators apply, all and unwrap.
//   - PTS-2, the later developer documentation of the same.
//   - PCL-R, the description of PCL's syntax and type system: assignability, conversion,
//     unification, iteration, traversal and splats.
//   - docs/language/types.md and the pages behind it, which say what the upstream
//     implementation does, called the reference here.
//
// # Relations
//
// [Assignable] is the strict relation: does a value have the wanted type without a
// conversion? [Convert] decides whether a value is accepted, and how safely; [Explain]
// finds the smallest part that is not. [Unify] computes the common type of two types.
// [Iterate] and [Index] compute what loops see, [Traverse] the result of one step with
// a key, and [Splat] that of [*]. [Lift] and [InputType] are how expressions treat
// eventual values; [Apply], [All], [Unwrap] and [Awaited] describe what such an
// expression does.
//
// # Shapes
//
// A shape determines where a type is eventual. [PlainShape] has no output, promise or
// input anywhere, [InputShape] accepts an output wherever it accepts a value, and in
// [OutputShape] each part becomes known separately. One definition covers both
// documents: each shape first removes all wrappers, at any depth, and then adds its
// own. So the last shape wins, f(g(T)) = f(T), for all nine pairs.
//
// For types without unions and without eventual parts, the documents agree with this.
// Otherwise they differ from each other and from this package:
//
//   - Unions. PTS-1 gives a union no wrapper and each member its own:
//     Union<Input<A>, Input<B>>. PTS-2 gives both: Input<Union<Input<A>, Input<B>>>.
//     Here only the union has a wrapper, and members have wrappers only inside:
//     input(A | B), which accepts the same values as PTS-2's form. With PTS-1, an
//     output of a union fits nowhere. [Document.View] converts our form to either.
//   - Depth. Both documents stop at a promise or output: plainShape of
//     Output<Array<Output<S>>> is Array<Output<S>>, and they say to apply it again
//     for a fully plain type. Here one application is enough. Applying theirs until
//     nothing changes gives ours, and the shapes of a type with eventual parts are
//     those of its plain shape. Taken literally, the last shape wins in neither
//     document: plainShape of an Input<Array<Input<S>>> leaves the inner input.
//   - None never has a wrapper here, and dynamic never has an input.
//
// A worked example, T = { a: list(string), b: number | promise(bool) }:
//
//	          InputShape(T)
//	ours      input({ a: input(list(input(string))), b: input(number | bool) })
//	PTS-1     input({ a: input(list(input(string))), b: input(number) | input(bool) })
//	PTS-2     input({ a: input(list(input(string))), b: input(input(number) | input(bool)) })
//
//	          OutputShape(T)
//	ours      output({ a: output(list(output(string))), b: output(number | bool) })
//	PTS-1     output({ a: output(list(output(string))), b: output(number) | output(bool) })
//	PTS-2     output({ a: output(list(output(string))), b: output(output(number) | output(bool)) })
//	reference output({ a: list(string), b: number | bool })
//
//	          PlainShape(T), in all of them
//	          { a: list(string), b: number | bool }
//
// The reference has no inputs, only unions with an output, and nothing eventual
// inside an output: in its form, [InputType] of list(string) is
// list(output(string) | string) | output(list(string)). Expressions follow the
// reference, because tests compare them with it: their outputs contain only plain
// values, see [Lifted], and [Type.Structural] writes an input as the union. In the
// reference, a resource has one output for each property and no output shape. The
// tests of this package derive all these forms from ours.
//
// # Eventual values
//
// PCL has promise(T) and output(T), and places that accept "T or an output of T".
// The last has its own constructor, [Input], so that hovers can show
// input(list(input(string))). The rules of expressions build outputs with [Lifted],
// which removes all eventual types inside: an output of a list of outputs of strings
// becomes an output of a list of strings. The shape functions keep inner outputs, as
// the design documents of the type system do.
//
// # Laws
//
// Tests check these laws on a hundred thousand types. Conversion is reflexive,
// and safe conversions can be chained. T converts safely to input(T), output(T) to
// input(T), and output(T) never to T. Unification is commutative, idempotent and an
// upper bound. A step into a shape is the shape of the step. Package internal/notation
// reads the text of [Type.Exact] as the identical type. The language has exceptions,
// such as ignored properties and a side that dominates a unification. Each exception
// has a test with the smallest types that show it.
//
// # Notations
//
// [Type.String], [Short] and [Pretty] are for people: PCL's notation on one line,
// abbreviated, and on several lines. [Type.Structural] is the reference's notation, in
// which recorded results are compared. [Type.Exact] is the same without ambiguities.
//
// # Invariants
//
// Invariant: the depth and size of a type are bounded; a constructor that would exceed
// [MaxDepth] or [MaxSize] returns [Dynamic]. So walks over types cannot exhaust the
// stack, and printed types cannot exhaust memory.
//
// Invariant: the order of union members depends only on the members, never on the
// order in which types were created, so printed types are the same in every run.
//
// Invariant: relations are functions of their types. Their caches affect only time, and
// keep no type alive.
//
// Why interning: the checker compares types at every step and uses them in the keys
// of its results, so equality must cost one comparison. Unused types are collected,
// because the table refers to them weakly.
//
// Why unification does not depend on the order of its two sides, although the
// reference takes the first of two constants: nobody knows which element of [1, 2] an
// index selects, so the element type is 1 | 2.
package typesys
