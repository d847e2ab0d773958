// Package node walks the trees of hclsyntax in the order of the source and finds the spans
// of nodes. It makes no assumptions about trees that recovery has left incomplete.
//
// It knows the node types of hclsyntax and nothing else. Of positions, only the byte
// offsets mean something.
//
// Invariant: children come in the order of the source, and none is nil.
package node
