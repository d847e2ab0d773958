//go:build !race

package schema_test

// largestSchema is the size of the largest compressed schema that is tested.
const largestSchema = 1 << 30
