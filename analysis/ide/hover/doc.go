// Package hover says what is at a place of a program, for people: types, what a
// name is and where it comes from, the documentation that schemas give.
//
// Every answer has two renderings, Markdown and plain text, made from one page.
// It knows no protocol.
//
// Invariant: text from schemas and from programs is never trusted. It cannot make
// a link other than to http and https, no HTML, no image, no code fence that
// stays open, and it is bounded in length.
//
// Types of schemas are named by their tokens. A page shows what the first few
// named types are made of, one level deep, because a token alone tells little;
// what is wide or deep is cut, because a hover is small.
package hover
