// Package settings declares every setting, reads settings files, and computes which
// settings apply to a file or folder.
//
// [All] is the table of settings: key, type, default, meaning, and where each can be
// set. The JSON schema, docs/configuration.md, and the checks of what editors send
// ([Clean]) and of settings files ([For]) all come from it.
//
// A [File] is the content of one settings file. It is the nearest one in the directory
// of a program or above; settings files are not merged, so that a reader finds everything
// in one place. The valid parts of a file apply, and its faults are reported as findings.
// Overrides refine severities and mode for some paths.
//
// The package does not know programs, sessions, or settings that exist only on the command
// line. It does not act on any setting.
//
// Invariant: the JSON schema rejects every settings file in which [For] reports a fault.
package settings
