//go:build cgo && unix && !asan

package grammar

// sanitize are flags of the compiler.
var sanitize []string
