package typesys

// This file lets benchmarks ask without what is remembered from the last time.

// ConvertAfresh is [Convert] without the memory.
func ConvertAfresh(dst, src Type) Fit { return new(conversion).convert(dst, src) }

// AssignableAfresh is [Assignable] without the memory.
func AssignableAfresh(dst, src Type) bool { return new(assignment).from(dst, src) }

// UnifyAfresh is [Unify] without the memory.
func UnifyAfresh(a, b Type) (Type, Fit) { return newUnification().unify(a, b) }
