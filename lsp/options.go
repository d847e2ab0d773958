// This file declares what the owner of a server configures.

package lsp

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// Options configure Serve. The zero value works.
type Options struct {
	// Session is the workspace to serve. It belongs to this one client, since it holds the client's open documents.
	Session *workspace.Session
	// Version is the version of the server that the client is told.
	Version string
	// Log receives errors and warnings. It must not write to the client's stream.
	Log *slog.Logger
	// Trust, if not nil, is told whether the user trusts the workspace: once at the beginning, and again when that or the folders change. The server then
	// looks for schemas again.
	Trust func(Trust)
	// Stack is the name of the stack that the session was created with. It applies unless the client's settings name a stack.
	Stack string
	// Pulumi is the version of Pulumi that the session was created with. It applies unless the client's settings name one.
	Pulumi string
	// LoadInBackground makes requests not wait for schemas. They treat a schema that is being loaded as unknown.
	LoadInBackground bool
	// Trace, if not nil, gets one JSON object a line about the work that each message causes. It has names of files and items, and no text of documents.
	Trace io.Writer
	// KeepDocument, if not nil, saves a text under a name for clients that can only show files. It returns the path of the file, which is below
	// DocumentFolder. No file in that folder is part of a program.
	KeepDocument func(name, text string) (path string, err error)
	// DocumentFolder is an absolute path with forward slashes.
	DocumentFolder string
	// Ticks are occasions to check whether files of programs and schemas have changed, for clients that cannot watch such files or lose events. It may be
	// nil.
	Ticks <-chan time.Time
	// KeepFault, if not nil, saves the report of a panic and returns its path. It is called once for each bug; see [fault.Fault.ID].
	KeepFault func(doing string, f *fault.Fault) (path string, err error)
	// AwaitProcess, if not nil, waits until the client's process has ended. It returns false if the context is done first, or if it knows nothing about that
	// process. The server ends when the client does.
	AwaitProcess func(ctx context.Context, id int) (gone bool)
	// Rest, if not nil, is called when no message came between two ticks, once after each burst of messages. It should return unused memory.
	Rest func()
	// Garbage, if not nil, returns how much was allocated since the last garbage collection, as a part of what may be until the next one begins by itself.
	Garbage func() float64
	// Collect, if not nil, collects garbage. It is called when the user pauses and much of what Garbage is about is used up.
	Collect func()
	// MemoryInUse, if not nil, returns how many bytes of memory the process uses. Above a limit that a setting names, the server forgets what it can compute
	// again, at a tick, and calls Rest.
	MemoryInUse func() int64
}

// Trust is what a client says about its workspace.
type Trust struct {
	// Given says that the user trusts the programs that the workspace contains.
	Given bool
	// Folders are the paths of the workspace folders.
	Folders []string
}
