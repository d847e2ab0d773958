package workspace

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file reads the files of assets, while somebody looks at one. It keeps nothing.

// content is the size and the hash of a file of the project as it is on disk. Of files elsewhere
// nothing is told, because a program from somebody else may name any.
func (s *pathFacts) content(written string) (analysis.FileContent, bool) {
	full, ok := s.resolve(s.dir, written)
	if !ok || !disk.Inside(full, s.top) && !disk.Inside(full, s.dir) || s.leadsOut(full) {
		return analysis.FileContent{}, false
	}
	info, err := s.fsys.Stat(full)
	if err != nil || !info.Mode().IsRegular() {
		return analysis.FileContent{}, false
	}
	known := analysis.FileContent{Size: info.Size()}
	if text, err := s.fsys.ReadFile(full); err == nil {
		hash := sha256.Sum256(text)
		known.Size, known.SHA256 = int64(len(text)), hex.EncodeToString(hash[:])
	}
	return known, true
}
