// Package lens says what stands above declarations: how often a name is used, how many
// resources depend on it, which inputs are missing.
//
// Which lenses there are is found without counting; see [Count] for the numbers, which an
// editor asks for when a lens comes into sight.
package lens
