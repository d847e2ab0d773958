// This file implements the codec for parameters and results. Package jsonrpc2 encodes the envelopes.

package wire

import (
	"bytes"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// codec forwards to package protocol, which knows the protocol's unions but does not export its own codec.
type codec struct{}

var _ jsonrpc2.Codec = codec{}

// Marshal encodes v. Raw JSON passes through unchanged.
func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

// Unmarshal decodes data into v. A raw destination receives a copy.
func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = bytes.Clone(data)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
