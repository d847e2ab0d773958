package hover

// This file offers what hovers do with documentation to others.

// Summary is the beginning of a schema's documentation as plain text.
func Summary(documentation string) string { return plain(summary(documentation)) }
