package language

// incomparable is a field of what stands in tables and is never compared: for each length of a table of values that may be compared, the
// program has a function that compares two such tables, and a page with the server would have to download them.
type incomparable [0]func()
