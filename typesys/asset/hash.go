package asset

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

// This file implements the hashes by which assets are equal. (Sections 7.2 and 7.3.)

// Hash is what identifies the content of an asset, and of an archive file, whose
// bytes count as they are: SHA-256 in lower-case hexadecimal digits. Path and
// address do not count.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// HashEmptyArchive is what identifies an archive without members: the hash of the
// tar file that is made of it.
func HashEmptyArchive() string {
	var b bytes.Buffer
	// Writing to a buffer does not fail.
	_ = tar.NewWriter(&b).Close()
	return Hash(b.Bytes())
}
