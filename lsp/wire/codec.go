// This file implements the codec for parameters and results. Package jsonrpc2 encodes the envelopes.

package wire

import (
	"bytes"
	"sync"

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

// scratch is memory in which results are encoded. It has the length of earlier ones, so encoding a result rarely means copying it again and again while it
// grows.
type scratch struct{ pool sync.Pool }

// marshal encodes v like a codec.
func (s *scratch) marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	buffer, ok := s.pool.Get().(*[]byte)
	if !ok {
		buffer = new([]byte)
	}
	data, err := protocol.AppendMarshal((*buffer)[:0], v)
	if err != nil || cap(data) > keptBuffer { // the memory of a huge result is the result
		return data, err
	}
	*buffer = data
	defer s.pool.Put(buffer)
	return bytes.Clone(data), nil
}
