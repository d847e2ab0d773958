// Package hover describes what is at a place of a program: types, declarations, values, and
// documentation from schemas.
//
// A hover is a page of parts, rendered both as Markdown and as plain text. hover.go chooses
// the page, and each kind of page has a file. The package knows no protocol.
//
// Invariant: text from schemas and from programs is never trusted. It cannot make links except
// to http and https, HTML, images or open code fences, and its length is bounded.
//
// A page has at most ten lines, in the order of page.go's sections: the type, what people must know,
// a sentence of documentation, the taint, the shapes, and members. The document of the schema, where
// *Go to Type Definition* leads, has all of them.
//
// Types of schemas are named by their tokens, which alone say little. So a page shows the
// members of the first few named types, one level deep. Wide and deep types are cut, because a
// hover is small.
package hover
