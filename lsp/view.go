// This file implements the view: what one request sees and may use.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// view is the state at the moment when a request was read. Handlers are its methods. It does not lead back to the server or the method table.
type view struct {
	place.Converter
	client client
	hints  lens.ShownHints // the kinds of inlay hints that the user wants
	lenses lens.Shown      // the kinds of code lenses that the user wants
	shared
}

type shared struct {
	link         *link
	session      *workspace.Session
	findings     *publish.Publisher
	refresher    *refresher
	tokens       *tokenCache
	follower     *follower
	poll         func() // checks soon whether files have changed
	keepDocument func(name, text string) (path string, err error)
	arrived      <-chan struct{} // closed when schemas arrive that the snapshot does not have
	again        func() *view
}

// target is what a request is about: a file of a program and an offset in it.
type target struct {
	program *analysis.Program
	file    *syntax.File
	offset  int
	key     *workspace.ConfigKey // that sets the config at the offset, if the request is about the key; see atName
}

// place returns where a span is that the answer is about, of the text that the client asked about.
func (t *target) place(span syntax.Span) (*syntax.File, syntax.Span) {
	if t.key != nil {
		return t.key.File, t.key.Span
	}
	return t.file, span
}

// inFile returns what a request about a file is about, like file.
func (v *view) inFile(p protocol.TextDocumentPositionParams) (*target, error) {
	return v.file(p.TextDocument)
}

// file returns the file that a request names. It returns nil if the file is not part of any program or too large to be parsed; the answer is then empty.
func (v *view) file(doc protocol.TextDocumentIdentifier) (*target, error) {
	p, err := place.Path(string(doc.URI))
	if err != nil {
		return nil, err
	}
	return v.fileAt(p), nil
}

func (v *view) fileAt(path string) *target {
	program := v.Snapshot.Program(path)
	if program == nil {
		return nil
	}
	file, ok := program.File(path)
	if !ok || file.IsLarge() {
		return nil
	}
	return &target{program: program, file: file}
}

// at returns the file and the offset that a request names, like file.
func (v *view) at(p protocol.TextDocumentPositionParams) (*target, error) {
	t, err := v.file(p.TextDocument)
	if t != nil {
		t.offset = v.Offset(t.file, p.Position)
	}
	return t, err
}

// atName returns what a request about a name is about, like at. A key of a project or stack file stands for the config that it sets.
func (v *view) atName(p protocol.TextDocumentPositionParams) (*target, error) {
	t, err := v.at(p)
	if t != nil || err != nil {
		return t, err
	}
	path, t, err := v.inSettings(p)
	if t == nil {
		return nil, err
	}
	key := v.Snapshot.ConfigKeyAt(path, t.offset)
	if key == nil {
		return nil, nil
	}
	config, _ := key.Program.File(key.Config.Path)
	return &target{program: key.Program, file: config, offset: key.Config.Span.Start, key: key}, nil
}

// inSettings returns the path of a file that may be no program, and the offset that a request names, like at. The target has no program.
func (v *view) inSettings(p protocol.TextDocumentPositionParams) (string, *target, error) {
	path, err := place.Path(string(p.TextDocument.URI))
	if err != nil {
		return "", nil, err
	}
	file, _, _, ok := v.Snapshot.File(path)
	if !ok {
		return path, nil, nil
	}
	return path, &target{file: file, offset: v.Offset(file, p.Position)}, nil
}

// published returns the part of the view that findings depend on.
func (v *view) published() publish.View {
	return publish.View{Converter: v.Converter, Client: v.client.findings}
}

// isOpen reports whether the client has a document open now.
func (s *shared) isOpen(path string) bool {
	_, _, open, ok := s.session.Snapshot().File(path)
	return ok && open
}

// atCode returns what a request is about, like at, also in a block of PCL in Markdown. All other requests are about no program there, and their answers are
// empty: whoever edits Markdown has other tools to format, rename and fold it.
func (v *view) atCode(p protocol.TextDocumentPositionParams) (*target, error) {
	t, err := v.at(p)
	if t != nil || err != nil {
		return t, err
	}
	path, t, err := v.inSettings(p)
	if t == nil {
		return nil, err
	}
	program := v.Snapshot.Block(path, t.offset)
	if program == nil {
		return nil, nil
	}
	return &target{program: program, file: program.Files[0], offset: t.offset}, nil
}

// awaitSchemas returns what a request sees after the next arrival of schemas. Few requests wait for it: those whose
// answer would be empty without, and that nobody sends a second time.
func (v *view) awaitSchemas(ctx context.Context) (*view, error) {
	select {
	case <-v.arrived:
		return v.again(), nil
	case <-ctx.Done():
		return v, ctx.Err()
	}
}
