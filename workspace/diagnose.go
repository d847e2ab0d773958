package workspace

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements findings by file, as severe as settings make them.

// Diagnose checks a program of this snapshot and gives its findings by file. Every
// file of the program has an entry, so that findings that are gone can be cleared;
// so has the settings file that counts for it. The error is that of the context.
func (s *Snapshot) Diagnose(ctx context.Context, p *analysis.Program) (map[string][]analysis.Diagnostic, error) {
	all, err := p.Diagnostics(ctx)
	if err != nil {
		return nil, err
	}
	byFile := make(map[string][]analysis.Diagnostic, len(p.Files))
	for _, f := range p.Files {
		byFile[f.Path] = nil
	}
	given := s.settings(p.Dir)
	if given.path != "" {
		byFile[given.path] = given.faults
	}
	policy := s.policy.Over(given.policy)
	for _, d := range all {
		if d.Severity = policy.Severity(d.Code, d.Severity); d.Severity != codes.Off {
			byFile[d.Path] = append(byFile[d.Path], d)
		}
	}
	return byFile, nil
}

// SettingsFaults are what cannot be used in the settings file that counts for a
// directory.
func (s *Snapshot) SettingsFaults(dir string) []analysis.Diagnostic {
	return s.settings(cleaned(dir)).faults
}

func (s *Snapshot) settings(dir string) settings {
	if f := s.folder(dir); f != nil {
		return f.read().settings
	}
	return settings{}
}
