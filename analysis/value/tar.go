//go:build !js

package value

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
)

// This file computes the hash of an archive with parts.

// tarHash is the hash of a tar file of the parts. Of two with one path the first counts.
func tarHash(parts []part) (string, bool) {
	sum := sha256.New()
	w := tar.NewWriter(sum)
	seen := map[string]bool{}
	for _, p := range parts {
		if seen[p.path] {
			continue
		}
		seen[p.path] = true
		if err := w.WriteHeader(&tar.Header{Name: p.path, Mode: 0o600, Size: int64(len(p.text))}); err != nil {
			return "", false
		}
		if _, err := w.Write([]byte(p.text)); err != nil {
			return "", false
		}
	}
	if err := w.Close(); err != nil {
		return "", false
	}
	return hex.EncodeToString(sum.Sum(nil)), true
}
