// Package parse turns the text of one attribute or block into a tree of hclsyntax and
// a list of errors that tell users what to change.
//
// It knows the grammar of HCL and our syntax codes. It doesn't know files, items, or
// the meaning of a block kind; it is given the keywords as data.
//
// Invariant: it never fails and never panics. Errors are data, also where the parser of
// hclsyntax panics.
//
// Invariant: offsets in a tree and in errors count from the beginning of the text that
// the caller passes, or from the offset that the caller passes with it.
//
// Invariant: no tree is deeper than [MaxDepth] nested levels plus [MaxChain] chained
// operators, so walking it by recursion is safe.
//
// Invariant: no expression in a tree is nil. A missing or unreadable expression is a
// *hclsyntax.ExprSyntaxError or a literal of the unknown dynamic value.
//
// # How it works
//
// The fast parser handles valid text (package fastparse). Other text goes to hclsyntax,
// behind a guard against depth. If that reports errors, the text is salvaged: the body of
// a block is cut into entries, each entry is parsed on its own, and the good ones make up
// the body. An attribute that breaks off, as in "c = q + r.", is parsed again without its
// loose end.
//
// **Why** a guard: the parser of hclsyntax recurses, and a Go program cannot recover
// from a stack overflow.
//
// **Why** salvage: the recovery of hclsyntax drops everything behind the first error.
package parse
