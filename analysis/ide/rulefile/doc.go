// Package rulefile completes and explains the words of a team's rule files, and lists their symbols.
//
// It knows the text of a file, package schemas and the language of rules, which package rules declares. It checks no program and
// knows no protocol.
//
// Invariant: every item replaces a span of one line that contains the cursor.
//
// Invariant: the work grows in proportion to the length of the rule around the cursor, and to the schemas of the packages that it names.
//
// **Why** a scan of the text and not the tree of the rule: half a rule has no tree that shows which attribute is being written. Package
// cursor tells what is being written, and the tokens of the rule tell what it looks at.
//
// **Why** hover asks completion: what can be written at a place is what can stand there, so each word is described once.
//
// **Why** package complete: items here are those of programs, so that the server converts both in the same way. The pages about functions
// and schemas are those of package hover.
package rulefile
