package main

import (
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file decides which programs stay in memory while others are checked: components that were
// used lately, because the next program often uses the same ones.

// recentBytes is how many bytes of the text of components stay in memory. What is known about a
// text takes about fifty times its length.
const recentBytes = 2 << 20

// recentComponents remembers which components were used, the last one last. The zero value with a
// function is ready.
type recentComponents struct {
	forget func(dir string)

	mu    sync.Mutex // guards what follows
	order []string
	size  map[string]int
	total int
}

// done says that the program of a directory was checked; nil if there is none.
func (r *recentComponents) done(dir string, p *analysis.Program) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size == nil {
		r.size = map[string]int{}
	}
	if p != nil {
		for _, component := range p.ComponentDirs() {
			r.used(component)
		}
	}
	if _, isComponent := r.size[dir]; isComponent {
		r.resize(dir, p)
	} else {
		r.forget(dir)
	}
	for len(r.order) > 1 && r.total > recentBytes {
		oldest := r.order[0]
		r.order = r.order[1:]
		r.total -= r.size[oldest]
		delete(r.size, oldest)
		r.forget(oldest)
	}
}

// used puts a component last. Its size is known when it was checked itself.
func (r *recentComponents) used(dir string) {
	if _, known := r.size[dir]; known {
		i := slices.Index(r.order, dir)
		r.order = append(slices.Delete(r.order, i, i+1), dir)
		return
	}
	r.order = append(r.order, dir)
	r.size[dir] = recentBytes / 100
	r.total += r.size[dir]
}

func (r *recentComponents) resize(dir string, p *analysis.Program) {
	n := 0
	if p != nil {
		for _, f := range p.Files {
			n += f.Len()
		}
	}
	r.total += n - r.size[dir]
	r.size[dir] = n
}
