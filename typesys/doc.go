// Package typesys is the type system of PCL: the values that an expression can
// have, how types relate, and how they are shown.
//
// A [Type] is an immutable, interned value: two types are identical exactly when
// they are equal with ==. Constructors normalise, so no relation has to: a union
// has no union among its members, an output holds no output directly, and the
// members of a union are in one fixed order.
//
// The package knows nothing of syntax, files, packages or editors. The names of
// schema types reach it as a [Source]: an object type that is known by name and
// whose properties are asked for when somebody looks. So a recursive schema type
// is finite here, and a package with ten thousand types costs what is looked at.
//
// # Documents
//
// The rules come from four texts, which the comments of this package name:
//
//   - PTS-1, the earlier design document of the Pulumi type system: shapes and
//     the combinators apply, all and unwrap.
//   - PTS-2, the later developer documentation of the same.
//   - PCL-R, the text on PCL's syntax and type system: assignability, conversion,
//     unification, iteration, traversal and splats.
//   - The PCL specification of this project, pcl-types.md, which compares them
//     with each other and with what the upstream implementation, here called the
//     reference, does when it is run. Sections are those of this specification.
//
// # Relations
//
// [Assignable] (section 3.1) is the strict relation: is a value of the wanted type
// as it stands? [Convert] (sections 3.2 to 3.4) decides whether code is accepted,
// and how surely; [Explain] finds the smallest part that is at fault. [Unify]
// (section 4) is the type that stands for two, [Iterate] and [Index] (section 6)
// what loops see, [Traverse] (section 7) one step with a key, [Splat] (section 8)
// what [*] sees. [Lift] and [InputType] (section 5) are what the rules of
// expressions do with the eventual; [Apply], [All], [Unwrap] and [Awaited]
// (section 11) are what such an expression means.
//
// # Shapes
//
// A shape says where a type is eventual. [PlainShape] has no output, promise or
// input anywhere, [InputShape] accepts an output wherever it accepts a value, and
// [OutputShape] has every part known by itself. One algebra stands for both
// documents: each shape first drops every wrapper that it finds, at any depth, and
// then puts its own. So the last shape wins, f(g(T)) = f(T), for all nine pairs.
//
// The documents say the same for types without unions in which nothing is eventual.
// Elsewhere they differ from each other and from this:
//
//   - Unions. PTS-1 gives a union no wrapper and each member its own:
//     Union<Input<A>, Input<B>>. PTS-2 gives both: Input<Union<Input<A>, Input<B>>>.
//     Here the union has the wrapper and its members have none of their own, only
//     inside: input(A | B), which accepts what PTS-2's form accepts, as well. With
//     PTS-1 an output that is one of two things fits nowhere. [Document.View] turns
//     ours into either.
//   - Depth. Both documents stop at a promise or output: plainShape of
//     Output<Array<Output<S>>> is Array<Output<S>>, and they tell to apply it again
//     for a fully plain type. Here it goes on by itself. Applying theirs until
//     nothing changes gives ours, and the shapes of a type with something eventual
//     inside are those of its plain shape. Read literally, the last shape does not
//     win in either: plainShape of an Input<Array<Input<S>>> leaves the inner input.
//   - None has no wrapper here, and dynamic no input, in whatever place.
//
// The worked example of section 11, T = { a: list(string), b: number | promise(bool) }:
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
// inside an output: [InputType] of list(string) is, in its form,
// list(output(string) | string) | output(list(string)). Expressions follow it, since
// they are compared with it: they have outputs of plain values only, which [Lifted]
// makes, and [Type.Structural] writes an input as the union. What a resource shows
// is no output shape there, but one output for each property. The tests of this
// package derive all these forms from the one that is kept.
//
// # Eventual values
//
// PCL knows promise(T) and output(T), and positions that accept "T or an output
// of T". The last has a constructor of its own, [Input], so that hovers can say
// input(list(input(string))). The expression rules of the language build outputs
// with [Lifted], which removes every eventual inside: an output of a list of
// outputs of strings is an output of a list of strings. The shape functions keep
// inner outputs, as the design documents of the type system do.
//
// # Laws
//
// The tests try these laws on a hundred thousand types. Conversion is reflexive,
// and safe conversions can be chained. T converts safely to input(T), output(T) to
// input(T), and output(T) never to T. Unification is commutative, idempotent and an
// upper bound. A step into a shape is the shape of the step. What [Type.Exact]
// writes, package internal/notation reads as the identical type. The language breaks some of
// them in places: a property that is ignored, a side that dominates a unification.
// Each such exception is a test with the smallest types that show it.
//
// # Notations
//
// [Type.String], [Short] and [Pretty] are for people: PCL's notation in one line, in
// little room, over several lines. [Type.Structural] is the reference's notation, in
// which results are recorded and compared. [Type.Exact] is the same without its
// ambiguities.
//
// # Invariants
//
// Invariant: a type's depth and size are bounded; a constructor that would exceed
// [MaxDepth] or [MaxSize] gives [Dynamic]. So walks over types cannot exhaust the
// stack, and text made of types cannot exhaust the memory.
//
// Invariant: the order of union members depends on the members only, never on
// the order in which types were made, so that text made of types is the same in
// every run.
//
// Invariant: relations are functions of their types. What they remember of earlier
// questions changes how long an answer takes and nothing else, and keeps no type
// alive.
//
// Why interning: types are compared at every step of the checker and are part of
// the keys of its results. Equality must cost one comparison. Types that nobody
// holds any more are collected: the table refers to them weakly.
//
// Why unification does not depend on the order of its two sides, where the
// reference takes the first of two constants: which of [1, 2] an index picks is not
// known, so the element is 1 | 2.
package typesys
