// This file implements the choice of the position encoding.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// negotiate chooses among the encodings a client offers: utf-8, which costs
// nothing here, else utf-16, which every client must know and which holds when
// none is offered. utf-32 is taken only from a client that does not offer utf-8,
// and prefers utf-32 to utf-16.
func negotiate(offered []protocol.PositionEncodingKind) (protocol.PositionEncodingKind, syntax.Encoding) {
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
