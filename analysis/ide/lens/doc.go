// Package lens computes code lenses for declarations: how often a name is used, how many
// resources depend on it, and which inputs are missing.
//
// Listing lenses neither counts nor checks anything, because editors request all lenses of a
// document as soon as it opens. [Count] computes the numbers, which editors request when a
// lens becomes visible.
package lens
