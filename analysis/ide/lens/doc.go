// Package lens says what stands above declarations: how often a name is used, how many
// resources depend on it, which inputs are missing.
//
// Which lenses there are is found without counting and without checking anything: editors
// ask for all of a document at once, as soon as it is open. See [Count] for the numbers,
// which they ask for when a lens comes into sight.
package lens
