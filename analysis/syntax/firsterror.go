package syntax

// FirstError returns the offset of a syntax error of the file; false if there is none.
func (f *File) FirstError() (offset int, ok bool) {
	for _, e := range f.Errors {
		return e.Span.Start, true
	}
	for _, it := range f.Broken() {
		for _, e := range f.ErrorsOf(it) {
			return e.Span.Start, true
		}
	}
	return 0, false
}
