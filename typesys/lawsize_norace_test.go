//go:build !race

package typesys

// lawTypes is the number of different types on which each law is tried.
const lawTypes = 100_000
