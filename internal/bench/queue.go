package main

import (
	"context"
	"sync"
)

// This file implements an unbounded queue. A client that stopped reading would measure
// itself.

type queue[T any] struct {
	mu    sync.Mutex // guards items and err
	items []T
	err   error
	some  chan struct{} // capacity 1: there may be an item or an error
}

func newQueue[T any]() *queue[T] { return &queue[T]{some: make(chan struct{}, 1)} }

func (q *queue[T]) put(item T) {
	q.mu.Lock()
	q.items = append(q.items, item)
	q.mu.Unlock()
	q.wake()
}

// close makes next fail once the queue is empty.
func (q *queue[T]) close(err error) {
	q.mu.Lock()
	q.err = err
	q.mu.Unlock()
	q.wake()
}

func (q *queue[T]) wake() {
	select {
	case q.some <- struct{}{}:
	default:
	}
}

// next waits for an item.
func (q *queue[T]) next(ctx context.Context) (item T, err error) {
	for {
		q.mu.Lock()
		if len(q.items) > 0 {
			item = q.items[0]
			q.items = q.items[1:]
			q.mu.Unlock()
			return item, nil
		}
		err = q.err
		q.mu.Unlock()
		if err != nil {
			return item, err
		}
		select {
		case <-ctx.Done():
			return item, ctx.Err()
		case <-q.some:
		}
	}
}
