// Command circles prints the circles of files in packages, and which names hold each circle together.
//
// Run it from the root of the repository: go run ./internal/house/circles ./analysis/check
package main

import (
	"fmt"
	"os"
	"sort"

	"github.com/pcl-lsp/pcl-lsp/internal/house"
)

func main() {
	ps, err := house.Load(".", os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, p := range ps {
		u := house.UsesOf(p)
		cs := u.Circles()
		if len(cs) == 0 {
			continue
		}
		fmt.Println(p.PkgPath, len(cs[0]), "of", len(p.Syntax))
		for _, c := range cs {
			fmt.Println("CIRCLE", len(c))
			in := map[string]bool{}
			for _, f := range c {
				in[f] = true
			}
			for _, f := range c {
				var tos []string
				for t := range u[f] {
					if in[t] {
						tos = append(tos, t)
					}
				}
				sort.Strings(tos)
				fmt.Print("  ", f, " -> ")
				for _, t := range tos {
					names := []string{}
					for n := range u[f][t] {
						names = append(names, n)
					}
					sort.Strings(names)
					if len(names) > 4 {
						names = append(names[:4], "…")
					}
					fmt.Print(t, names, " ")
				}
				fmt.Println()
			}
		}
	}
}
