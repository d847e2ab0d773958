package language

// incomparable is a field of types whose values stand in tables and are never compared. Without it, the compiler adds a function that
// compares two tables for each length of a table, and the playground, whose users download the program, grew by 7 KB.
type incomparable [0]func()
