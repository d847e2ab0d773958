package complete

import (
	"cmp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file offers paths: files that functions read, and directories of components.

// filePaths offers the files and directories that continue the path at the cursor.
func (c *completer) filePaths() {
	c.eachName(func(path string, n analysis.FileName) {
		item := Item{Label: path, Kind: KindFile, Sort: sorted(rankFit, byUse(c.used().values().texts[path]), path)}
		if n.IsDir {
			item.Label, item.Kind, item.Next = path+"/", KindFolder, NextItems
			item.Sort = sorted(rankUsual, middle, path)
		}
		c.addQuoted(item)
	})
}

// componentPaths offers directories for a component.
func (c *completer) componentPaths() {
	c.eachName(func(path string, n analysis.FileName) {
		if n.IsDir {
			c.addQuoted(Item{Label: path, Kind: KindFolder, Detail: "directory", Sort: sortText(rankUsual, path)})
		}
	})
}

// eachName visits the entries of the directory before the cursor.
func (c *completer) eachName(visit func(path string, n analysis.FileName)) {
	typed := c.typedToken()
	dir := typed[:strings.LastIndexByte(typed, '/')+1]
	dir = cmp.Or(dir, "./")
	for _, n := range c.p.NamesIn(dir) {
		visit(dir+n.Name, n)
	}
}
