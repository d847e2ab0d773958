// Package tree answers questions about parsed code that need no types: which text a literal has, which attributes a body has, what an item is called.
//
// It knows neither names nor schemas, so the checker, the rules and the editor features can all use it. Parentheses and quotes around a lone
// expression are part of the tree: each function says whether it looks through them.
package tree
