// This file handles responses of the client that are not valid JSON-RPC.

package wire

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// looseResponse is a response whose members are decoded but not validated.
type looseResponse struct {
	ID     jsontext.Value `json:"id"`
	Method jsontext.Value `json:"method"`
	Result jsontext.Value `json:"result"`
	Error  jsontext.Value `json:"error"`
}

// salvageResponse reports whether a body that cannot be decoded is a response. A response must not be answered. The message is nil if no call can be
// waiting for it. Otherwise it delivers the result or the error to the call, which would wait forever without it.
func salvageResponse(body []byte) (msg jsonrpc2.Message, ok bool) {
	var loose looseResponse
	relaxed := json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err := json.Unmarshal(body, &loose, relaxed); err != nil {
		return nil, false
	}
	if loose.Method != nil || (loose.Result == nil && loose.Error == nil) {
		return nil, false
	}
	number, err := strconv.ParseInt(string(loose.ID), 10, 64) // our own calls have integer ids
	if err != nil {
		return nil, true
	}
	id := jsonrpc2.NewNumberID(number)
	if loose.Error.Kind() != jsontext.KindBeginObject && loose.Result != nil {
		return jsonrpc2.NewResponse(id, jsonrpc2.RawMessage(loose.Result), nil), true
	}
	return jsonrpc2.NewResponse(id, nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "malformed error response %.200s", loose.Error)), true
}
