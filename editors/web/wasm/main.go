// Package main is the language server for a page in a browser: GOOS=js GOARCH=wasm. It reads messages from standard input and writes them to
// standard output, as `pcl-lsp serve` does. What these streams are, and which files exist, the page decides: see editors/web/src.
//
// It has no flags, starts no provider plugins, and keeps nothing on disk. PCL_SCHEMA_PATH names files and folders of schemas, as for `pcl-lsp serve`.
//
// Why not `pcl-lsp serve` itself: the commands are a third of the program, and a page has to download it.
//
// Why requests wait for schemas, other than in an editor: the first findings that a page shows are then the right ones, and schemas are read from memory.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/pcl-lsp/pcl-lsp/lsp"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

func main() {
	places := workspace.SchemasAt(workspace.SchemaOptions{Given: filepath.SplitList(os.Getenv("PCL_SCHEMA_PATH"))})
	code, err := lsp.Serve(context.Background(), os.Stdin, os.Stdout, lsp.Options{
		Session: workspace.New(workspace.Options{FS: disk.Machine{}, Places: places}),
		After:   func(d time.Duration, f func()) (stop func() bool) { return time.AfterFunc(d, f).Stop },
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "pcl-lsp:", err)
	}
	os.Exit(code)
}
