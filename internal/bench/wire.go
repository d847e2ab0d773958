package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"time"
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
	return framed(m)
}

// framed returns a value as JSON after a header with its length.
func framed(value any) ([]byte, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...), nil
}

// readMessage waits for the next message. Its time does not include decoding.
func readMessage(r *bufio.Reader) (message, error) {
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return message{}, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return message{}, fmt.Errorf("a message without a length: %w", err)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return message{}, err
	}
	m := message{at: time.Now()}
	return m, json.Unmarshal(body, &m)
}
