package workspace

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file implements findings by file.

// Diagnose checks a program of this snapshot and gives its findings by file. Every
// file of the program has an entry, so that findings that are gone can be cleared.
// The error is that of the context.
func (s *Snapshot) Diagnose(ctx context.Context, p *analysis.Program) (map[string][]analysis.Diagnostic, error) {
	all, err := p.Diagnostics(ctx)
	if err != nil {
		return nil, err
	}
	byFile := make(map[string][]analysis.Diagnostic, len(p.Files))
	for _, f := range p.Files {
		byFile[f.Path] = nil
	}
	for _, d := range all {
		byFile[d.Path] = append(byFile[d.Path], d)
	}
	return byFile, nil
}
