// Package settings declares every setting, reads settings files, and computes which
// settings apply to a file or folder.
//
// [All] is the table of settings: key, type, default, meaning, and where each can be
// set. The JSON schema, docs/configuration.md, and the checks of what editors send
// ([Clean]) and of settings files ([For]) all come from it.
//
// A [File] is the content of one settings file. It is the nearest one in the directory
// of a program or above; settings files are not merged, so that a reader finds everything
// in one place. A file applies as far as it is valid, and its faults are findings in it.
// Overrides refine severities and mode for some paths.
//
// The package does not know programs, sessions, or the settings that only the command
// line has. It does not act on any setting.
//
// Invariant: the JSON schema rejects the settings files that [For] reports faults in.
package settings
