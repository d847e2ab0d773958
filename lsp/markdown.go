// This file answers requests in Markdown. Each block of PCL there is a program of its own.

package lsp

import "go.lsp.dev/protocol"

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
