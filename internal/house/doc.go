// Package house holds tests of the structure of this repository: who may import whom, how large files and types may be,
// which files depend on each other, and which functions may call themselves.
package house
