// Package schemachanges changes package schemas at random and says what it changed. Tests compare that with what is found.
//
// A member or a property is changed at most once, so that each change is to be found as what it is.
package schemachanges
