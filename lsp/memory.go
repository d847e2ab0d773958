// This file keeps the memory of the server below a limit, as far as possible.

package lsp

import (
	"fmt"
	"log/slog"
	"sync/atomic"
)

// memory makes the server forget what it can compute again, at a tick at which more memory is in use than the limit allows.
//
// What is left may be above the limit. Then the server waits until a quarter more is in use, so that it doesn't forget things all the time that the next
// request needs.
type memory struct {
	used  func() int64 // bytes in use; nil if nobody knows
	limit atomic.Int64 // bytes
	shed  func()       // forgets what is not needed
	free  func()       // returns unused memory to the system; may be nil
	log   *slog.Logger

	next int64 // what may be in use before memory is shed again, if that is above the limit
	told bool
}

const mebibyte = 1 << 20

// tick sheds memory if too much is in use.
func (m *memory) tick() {
	if m.used == nil {
		return
	}
	limit, before := m.limit.Load(), m.used()
	if before <= max(limit, m.next) {
		if before <= limit {
			m.next = 0
		}
		return
	}
	m.shed()
	if m.free != nil {
		m.free()
	}
	after := m.used()
	m.next = after + after/4
	if m.told {
		return
	}
	m.told = true
	m.log.Info(fmt.Sprintf(
		"%d MiB of memory were in use, more than limits.memory allows (%d MiB): what no open document uses is forgotten whenever that is so; %d MiB are in use now",
		before/mebibyte, limit/mebibyte, after/mebibyte))
}
