// Package flowrules tests that every rule of flows has a test that fails without it: the rules are read from
// the source, and each is taken away in turn.
//
// All are taken away in one build: the source is changed so that the environment variable PCL_LSP_WITHOUT_RULE names
// the one rule, by its number, that has no effect. The tests of flows then run once for each number.
package flowrules
