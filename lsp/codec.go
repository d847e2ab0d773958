// This file implements the payload codec: how parameters and results become
// JSON. Envelopes are jsonrpc2's own affair.

package lsp

import (
	"bytes"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// codec forwards to the union-aware functions of package protocol, whose own
// codec is not exported.
type codec struct{}

var _ jsonrpc2.Codec = codec{}

// Marshal encodes v; what is JSON already passes unchanged.
func (codec) Marshal(v any) ([]byte, error) {
	raw, ok := v.(jsonrpc2.RawMessage)
	switch {
	case !ok:
		return protocol.Marshal(v)
	case raw == nil:
		return []byte("null"), nil
	default:
		return raw, nil
	}
}

// Unmarshal decodes data into v; a raw destination receives its own copy.
func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = bytes.Clone(data)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
