package randomprogram_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var (
	export = flag.String("export", "", "write the random programs below this directory: FAMILY/SEED/…, and FAMILY.txt with their hashes and mistakes")
	count  = flag.Int("count-of-programs", recorded, "how many programs -export writes of each family")
)

// With -export, the programs are written to be given to the reference.
func TestExport(t *testing.T) {
	if *export == "" {
		t.Skip("-export is not set")
	}
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			f := f.open(t)
			var index strings.Builder
			for seed := range *count {
				p := f.program(seed)
				fmt.Fprintf(&index, "%d %s %q\n", seed, p.Hash(), p.Mistakes)
				for name, text := range p.Files {
					writeFile(t, filepath.Join(*export, f.name, strconv.Itoa(seed), filepath.FromSlash(name)), text)
				}
			}
			writeFile(t, filepath.Join(*export, f.name+".txt"), index.String())
		})
	}
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
