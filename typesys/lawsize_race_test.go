//go:build race

package typesys

// lawTypes is the number of different types on which each law is tried. The race
// detector makes them many times as slow, and the laws have no data to race for
// but the intern table, which as many tests at once exercise with fewer types.
const lawTypes = 25_000
