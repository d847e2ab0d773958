//go:build !race

package schema_test

// largestSchema is the size of the largest compressed schema that is tested.
const largestSchema = 1 << 30

// decodedWhole is the size of schemas of which every member is decoded; of one ten
// times as large each tenth is.
const decodedWhole = 1 << 40
