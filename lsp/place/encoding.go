// This file implements the choice of the position encoding.

package place

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// Negotiate picks one of the encodings that a client offers. It prefers utf-8, which costs nothing here, and falls back to utf-16, which every client
// supports. It picks utf-32 only if the client does not offer utf-8 and lists utf-32 before utf-16.
func Negotiate(offered []protocol.PositionEncodingKind) (protocol.PositionEncodingKind, syntax.Encoding) {
	wide := slices.Index(offered, protocol.PositionEncodingKindUTF32)
	usual := slices.Index(offered, protocol.PositionEncodingKindUTF16)
	switch {
	case slices.Contains(offered, protocol.PositionEncodingKindUTF8):
		return protocol.PositionEncodingKindUTF8, syntax.UTF8
	case wide >= 0 && (usual < 0 || wide < usual):
		return protocol.PositionEncodingKindUTF32, syntax.UTF32
	}
	return protocol.PositionEncodingKindUTF16, syntax.UTF16
}
