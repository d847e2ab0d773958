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
// # Eventual values
//
// PCL knows promise(T) and output(T), and positions that accept "T or an output
// of T". The last has a constructor of its own, [Input], so that hovers can say
// input(list(input(string))). The expression rules of the language build outputs
// with [Lifted], which removes every eventual inside: an output of a list of
// outputs of strings is an output of a list of strings. The shape functions keep
// inner outputs, as the design documents of the type system do.
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
// Why interning: types are compared at every step of the checker and are part of
// the keys of its results. Equality must cost one comparison. Types that nobody
// holds any more are collected: the table refers to them weakly.
package typesys
