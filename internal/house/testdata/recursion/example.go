// Package example has recursive functions of each kind.
package example

func direct(n int) int { return direct(n - 1) }

func even(n int) bool { return n == 0 || odd(n-1) }
func odd(n int) bool  { return n != 0 && even(n-1) }

func passed(all []int, do func([]int, func(int))) { do(all, func(int) { passed(nil, do) }) }

func generic[T any](all []T) { generic(all[1:]) }

type walker interface{ Walk() }

type leaf struct{ inside walker }

func (l leaf) Walk() { l.inside.Walk() }

type list []leaf

func (l list) Walk() { l[0].Walk() }

func closure(n int) {
	var visit func(int)
	visit = func(n int) { visit(n - 1) }
	visit(n)
}

type hooks struct{ Visit func(hooks) }

func visitAll(h hooks) { h.Visit(h) }

var _ = hooks{Visit: visitAll}

func guarded() { throughGuard() }

func throughGuard() { guarded() }

func once() { direct(1) }
