package main

import (
	"bufio"
	"encoding/json"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// This file implements the messages on a pipe.

// message is a received message, with the time of its last byte.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
	at     time.Time
}

// encoded returns a message with its header.
func encoded(id int, method string, params any) ([]byte, error) {
	m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
	if id > 0 {
		m["id"] = id
	}
	body, err := json.Marshal(m)
	return frame.Of(body), err
}

// readMessage waits for the next message. Its time does not include decoding.
func readMessage(r *bufio.Reader) (message, error) {
	body, err := frame.Read(r)
	if err != nil {
		return message{}, err
	}
	m := message{at: time.Now()}
	return m, json.Unmarshal(body, &m)
}
