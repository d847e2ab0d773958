// Package grammar compiles and loads the tree-sitter grammar of editors/tree-sitter, as an editor does, for its tests. They
// compare it with our own parser. It needs cgo and a C compiler; without them the tests are skipped.
package grammar
