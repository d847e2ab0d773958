// Package schemaflags implements the flags that say where package schemas come from,
// and creates the workspace session of a command from them.
//
// Every command that checks programs has these flags: --schema, --allow-plugins and
// --trust-workspace. The benchmark has them too, so that it measures what a command
// does. The package starts a provider plugin only with --allow-plugins, and one that
// the workspace itself brings along only when the user trusts the workspace. Nothing
// in a workspace can grant that trust.
//
// The package does not know which schema serves a program; package workspace/schemas
// decides that.
package schemaflags
