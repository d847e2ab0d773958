package schemas

// ErrChanged is the reason why a file that is being replaced is not used.
var ErrChanged = errChanged
