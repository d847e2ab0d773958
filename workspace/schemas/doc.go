// Package schemas finds the schema of a package among files, and shares what it
// has opened.
//
// A [Store] looks at the files and folders that the user named, and then at the
// schema cache in the Pulumi home, which it only reads: nothing is installed,
// downloaded or run. Two programs that want one package get the same
// [schema.Package], and so the same types.
//
// # Which file
//
// A package is wanted by name and perhaps by version. What a file holds is told by
// the schema's own name and version, which stand at its beginning; the file name
// steps in where they are missing. A wanted version must be equal, build metadata
// aside: as in the reference implementation, a newer version is no substitute. If
// none is wanted the highest counts, and releases count before pre-releases. Given
// files go before the cache.
//
// # Freshness
//
// Every question looks at the folders anew and compares path, size and time of
// change with what was opened. A changed file is opened again and gives a new
// package; who holds the old one keeps it, and what it has not yet read of it is
// unreadable from then on rather than wrong.
//
// A package that refers to types of another keeps what it found when it looked:
// if the other arrives later, the reference stays dynamic until the first one is
// opened again.
//
// # What it does not know
//
// Programs, environment variables, settings, and the rule by which the reference
// implementation compares the age of a cache entry with that of the plugin: a
// schema of the right version is better than none.
//
// # Why compressed files are read whole
//
// Members are read from their place in the text, and a compressed text has no
// places. It is decompressed into memory once, up to [MaxDecompressed] bytes. For
// a large package an uncompressed file needs far less memory.
package schemas
