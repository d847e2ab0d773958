//go:build !linux

package main

// growHuge does nothing: other systems choose their pages themselves.
func growHuge() {}
