// Package sensitive finds text that does not belong in programs: credentials with a
// recognizable format, and account numbers and image names that tie a program to one
// account or image.
//
// It does not know the language of the text. Results contain the kind and place of a match,
// never its value.
package sensitive
