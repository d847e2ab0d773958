package workspace

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// mostBelow is how many directories below a program are listed at most. What is in the others is not compared with it.
const mostBelow = 10_000

// listBelow are the directories with .pp files below one whose entries are known, sorted. Those that [Search] does not enter are left out, and so
// are links; but not what git ignores: the run reads that too.
func listBelow(seen *disk.Seen, dir string, entries []fs.DirEntry) (below []string) {
	var pending []string
	add := func(dir string, entries []fs.DirEntry) {
		for _, e := range entries {
			if entered(e) {
				pending = append(pending, path.Join(dir, e.Name()))
			}
		}
	}
	add(dir, entries)
	for i := 0; i < min(len(pending), mostBelow); i++ {
		entries, _ := seen.ReadNames(pending[i], ".pp") // the search says what cannot be read
		add(pending[i], entries)
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() && path.Ext(e.Name()) == ".pp" }) {
			below = append(below, pending[i])
		}
	}
	slices.Sort(below)
	return below
}

// entered reports whether the search enters an entry of a directory.
func entered(e fs.DirEntry) bool {
	return e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "node_modules"
}
