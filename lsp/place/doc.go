// Package place converts places between the client's terms and ours: URIs and paths, positions and byte offsets, ranges and spans.
//
// It knows documents only through a snapshot of the workspace. It knows neither requests nor findings, which lets both convert places the same way.
//
// # Invariants
//
//   - Every spelling of a file's URI has the same path: absolute, clean, with forward slashes.
//   - Any number that a client sends for a position leads to an offset inside the text.
//   - A URI goes back to the client as the client spells it.
package place
