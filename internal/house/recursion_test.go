package house

import (
	"fmt"
	"testing"
	"time"
	"strings"
)

func TestRecursion(t *testing.T) {
	start := time.Now()
	loaded, err := Load(root, "./analysis/...", "./typesys/...", "./workspace/...", "./lsp/...", "./cmd/...", "./editors/...")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("load", time.Since(start))
	start = time.Now()
	c := CallsOf(loaded).Recursive()
	fmt.Println("graph", time.Since(start))
	for _, x := range c {
		fmt.Println(len(x), strings.Join(x, " "))
	}
}
