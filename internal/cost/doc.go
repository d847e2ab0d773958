// Package cost states the cost law for tests: work grows about in proportion to the input, whatever the input looks like.
//
// A test measures one request or command on programs of a [Shape] at n, 2n and 4n. [Sheet.Check] computes the exponent with which each measure grows: 1 for
// work in proportion to n, 2 for quadratic work, and 0 for work that has a limit. An exponent may be 1.2, or more where a [Shape]
// says which limit ends the growth.
//
// The measures are allocations and allocated bytes, which are the same in each run. In the long size there are two more: processor time, which
// finds loops that allocate nothing, and the peak of the heap.
package cost
