// Package stackfile reads project files (Pulumi.yaml) and the configuration of stacks
// (Pulumi.STACK.yaml) with the places of what they say, and compares them with the configs
// of a program.
//
// A [Set] are the files that belong to one program; [Set.Check] gives the findings in
// them, each in the file whose text has to be changed. What a file says is known from
// [Read] on and never changes.
//
// It deliberately does not know where the files come from, whether an editor has one
// open, and which programs there are.
//
// **Why** the findings are in these files and not at the config blocks: the value is what
// is wrong, there is one for each stack, and whoever edits it looks at its file.
package stackfile
