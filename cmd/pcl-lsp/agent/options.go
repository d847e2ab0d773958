package agent

import (
	"fmt"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// This file declares what a server is told, and keeps the schemas that calls share.

// Options configure a server.
type Options struct {
	Version string
	// Roots are the directories that may be read. Without any, those that the client names are.
	Roots []string
	// Editor is the editor that the server joins: its folders are the roots, and its open documents count instead of files. Nil for none.
	Editor *Editor
	// Write lets the tools that edit programs write files.
	Write bool
	// Workspace has the options of programs. Its FS and Places are set for each call.
	Workspace workspace.Options
	// SchemaPaths are the files and directories of the user that may be read for schemas, besides the roots.
	SchemaPaths []string
	// Places finds schemas, and looks for them in a file system.
	Places func(disk.FS) *workspace.SchemaPlaces
	// KeepFault keeps the report of a panic, and returns its path.
	KeepFault func(doing string, f *fault.Fault) (path string, err error)
}

// Editor is what a server knows of an editor.
type Editor struct {
	Folders  func() []string
	Snapshot func() *workspace.Snapshot
}

// fixedRoots are the roots that the client has no say in; not ok if it names them.
func (o Options) fixedRoots() (roots []string, ok bool) {
	if o.Editor != nil {
		return o.Editor.Folders(), true
	}
	return o.Roots, len(o.Roots) > 0
}

// openDocuments are the texts in the editor, as changes of a session that may read some roots.
func (o Options) openDocuments(r reach) (changes []workspace.Change, paths []string) {
	if o.Editor == nil {
		return nil, nil
	}
	snapshot := o.Editor.Snapshot()
	for _, p := range snapshot.Open() {
		file, version, _, ok := snapshot.File(p)
		if ok && disk.IsPath(p) && r.allowed(p, p) == nil && !r.files().Leaves(p) {
			changes, paths = append(changes, workspace.Open{Path: p, Text: file.Text(), Version: version}), append(paths, p)
		}
	}
	return changes, paths
}

// places are the schemas for calls, by their roots. It is safe for concurrent use.
type places struct {
	mu    sync.Mutex
	known map[string]*workspace.SchemaPlaces
}

// mostPlaces limits how many sets of roots are remembered, for clients that keep changing theirs.
const mostPlaces = 4

// in returns the schemas for calls with some roots.
func (p *places) in(r reach, o Options) *workspace.SchemaPlaces {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := fmt.Sprintf("%q", r.real)
	if found := p.known[key]; found != nil {
		return found
	}
	if p.known == nil || len(p.known) == mostPlaces {
		p.known = map[string]*workspace.SchemaPlaces{}
	}
	p.known[key] = o.Places(&disk.Confined{FS: within{append(realPaths(o.SchemaPaths), r.real...)}, Folders: func() []string { return r.roots }, Own: realPaths(o.SchemaPaths)})
	return p.known[key]
}
