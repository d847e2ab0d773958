// Package stackfile reads project files (Pulumi.yaml) and stack files
// (Pulumi.STACK.yaml), and checks them against the configs of a program.
//
// A [Project] is what a project file says about programs: where its program and its stack
// files are. A [Set] is the project file and the stack files of one program;
// [Set.Selected] is the configuration that a stack gives the program, [Set.Check] reports
// findings in the files, and [Keys] finds the places to rename a config.
//
// The package does not know which files are open in an editor, or which programs there
// are. Its callers read the stack files; it reads project files itself, from a
// disk.FS.
//
// Why findings are in these files and not at the config blocks: the value is wrong, and
// each stack has its own. Whoever edits a stack file looks at that file.
package stackfile
