package replace

// All with a hook, for tests.
type Step = step

const (
	Look, Create, Write, Sync, Rename = look, create, write, sync, rename
)

// AllTold is All with a function that is told of each step before it happens.
var AllTold = replaceAll
