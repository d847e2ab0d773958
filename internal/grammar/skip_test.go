//go:build !cgo || !unix

package grammar

import "testing"

func TestGrammar(t *testing.T) {
	t.Skip("the grammar is compiled with a C compiler and cgo, on Unix")
}
