package main

import "sync"

// This file does work at once and uses its results in order.

// inOrder makes n results, several at once, and uses each as soon as all before it were used. After
// an error, no more are used.
func inOrder[T any](each func(n int, do func(i int)), n int, make func(i int) T, use func(made T) error) error {
	var (
		mu      sync.Mutex // guards what follows
		waiting = map[int]T{}
		next    int
		failed  error
	)
	isOver := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return failed != nil
	}
	each(n, func(i int) {
		if isOver() {
			return
		}
		made := make(i)
		mu.Lock()
		defer mu.Unlock()
		waiting[i] = made
		for failed == nil {
			first, ok := waiting[next]
			if !ok {
				return
			}
			delete(waiting, next)
			failed = use(first)
			next++
		}
	})
	return failed
}
