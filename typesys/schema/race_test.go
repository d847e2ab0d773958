//go:build race

package schema_test

// largestSchema is the size of the largest compressed schema that is tested. Scanning
// the very largest one takes half a minute under the race detector, and nothing
// but its size sets it apart.
const largestSchema = 5_000_000

// decodedWhole is the size of schemas of which every member is decoded; of one ten
// times as large each tenth is.
const decodedWhole = 1_000_000
