package lex

// Span is a half-open range of byte offsets.
type Span struct{ Start, End int }

// Contains reports whether the byte at an offset lies inside the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Touches reports whether an offset lies inside the span or directly at its end.
func (s Span) Touches(offset int) bool { return s.Start <= offset && offset <= s.End }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Shift returns the span moved by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }
