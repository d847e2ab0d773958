//go:build cgo && unix && asan

package grammar

// sanitize are flags of the compiler: the program that loads the library brings the address sanitizer.
var sanitize = []string{"-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"}
