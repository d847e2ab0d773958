package check

import "sync/atomic"

// itemData is what the checker keeps with an item.
type itemData struct {
	outside atomic.Pointer[[]string]     // see outerNames
	former  atomic.Pointer[[]FormerName] // see formerNames
	head    atomic.Value                 // see headOf
}
