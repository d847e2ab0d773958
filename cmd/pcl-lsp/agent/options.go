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
	p.known[key] = o.Places(within{append(realPaths(o.SchemaPaths), r.real...)})
	return p.known[key]
}
