// Package taint computes what values carry besides their type: whether they may be unknown during a preview, whether they are
// secret, and which declarations they depend on. It finds what is wrong with that, such as a secret where everybody reads it.
//
// It is a [checked.Pass]: package checked keeps its results and reports its findings. Taints are computed after types, and only for
// findings and for questions about taints: completion doesn't pay for them. The taint of a name in a cycle is empty.
//
// A taint has marks, which sit on individual values, as they do when a program is run: a list with one secret element is not
// secret itself. So a taint mirrors a literal object or list member by member, as far as that is small, and has one summary for
// the rest.
//
// Why a lattice beside the type and not values with marks: an evaluator that is given unknowns for everything a provider answers
// knows less than the type does (which member of an unknown object is the secret one, that two branches agree), cannot say
// "perhaps", and would need values for resources whose schema has a thousand properties. A taint of those is three words, and
// joining two taints is bounded by maxSize.
//
// Invariant: the tree of a taint has at most maxSize nodes and maxDepth levels. What is larger is one summary.
package taint
