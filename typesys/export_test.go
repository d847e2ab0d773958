package typesys

// ParseStructural reads structural notation. The parser is in package
// internal/notation, which imports this package, so package typesys_test sets this
// variable.
var ParseStructural func(text string) (Type, error)

// ConvertAfresh is [Convert] without the memory.
func ConvertAfresh(dst, src Type) Fit { return new(conversion).convert(dst, src) }

// AssignableAfresh is [Assignable] without the memory.
func AssignableAfresh(dst, src Type) bool { return new(assignment).from(dst, src) }

// UnifyAfresh is [Unify] without the memory.
func UnifyAfresh(a, b Type) (Type, Fit) { return newUnification().unify(a, b) }
