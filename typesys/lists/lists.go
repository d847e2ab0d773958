// Package lists makes lists from lists, as package slices of the standard library does not.
package lists

import "sort"

// Map returns what a function makes of each element. It returns nil for an empty list.
func Map[T, R any](all []T, f func(T) R) []R {
	if len(all) == 0 {
		return nil
	}
	made := make([]R, len(all))
	for i, one := range all {
		made[i] = f(one)
	}
	return made
}

// Where returns the elements that are wanted, in their order. It returns nil if there are none.
func Where[T any](all []T, wanted func(T) bool) (found []T) {
	for _, one := range all {
		if wanted(one) {
			found = append(found, one)
		}
	}
	return found
}

// First returns the first element that is wanted, or else the zero value.
func First[T any](all []T, wanted func(T) bool) T {
	found, _ := Find(all, wanted)
	return found
}

// Find returns the first element that is wanted. It reports whether there is one.
func Find[T any](all []T, wanted func(T) bool) (found T, ok bool) {
	for _, one := range all {
		if wanted(one) {
			return one, true
		}
	}
	return found, false
}

// Near returns the element that is wanted, which probably has an index. It reports whether there is one.
func Near[T any](all []T, index int, wanted func(T) bool) (found T, ok bool) {
	if index < len(all) && wanted(all[index]) {
		return all[index], true
	}
	return Find(all, wanted)
}

// Set returns the elements as a set.
func Set[K comparable](all []K) map[K]bool {
	return SetOf(all, func(one K) K { return one })
}

// SetOf returns what a function makes of each element, as a set.
func SetOf[T any, K comparable](all []T, f func(T) K) map[K]bool {
	set := make(map[K]bool, len(all))
	for _, one := range all {
		set[f(one)] = true
	}
	return set
}

// Put sets the value of a key in a map, which it makes if there is none.
func Put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// Common returns how many elements two lists of some lengths have in common at the beginning, and how many at the
// end. No element counts for both. The function same compares elements by their indexes.
func Common(a, b int, same func(i, j int) bool) (first, last int) {
	most := min(a, b)
	for first < most && same(first, first) {
		first++
	}
	for last < most-first && same(a-1-last, b-1-last) {
		last++
	}
	return first, last
}

// SortStable sorts a list and keeps equal elements in their order, like [slices.SortStableFunc]. That one has its whole algorithm again for each type
// of elements, which a page with the server would have to download; so this one is for lists that are short, or that nobody waits for.
func SortStable[T any](all []T, compare func(a, b T) int) {
	sort.SliceStable(all, func(i, j int) bool { return compare(all[i], all[j]) < 0 })
}
