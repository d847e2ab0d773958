// Package madeup tests that an entry in a table of package language is all that a new
// builtin, option or kind of block needs. The build tag madeup adds one of each to the
// tables; the tests check a program that uses them, and try the editor features on it.
//
// A kind of block that other items can refer to needs more than its entry and is not tested here.
package madeup
