// Package markdown makes documentation from schemas and comments safe and short.
//
// Descriptions in schemas are Markdown mixed with HTML and the shortcodes of a web site, and
// they repeat each example in several languages. Clean cuts such a text into paragraphs,
// headings and code blocks, drops translated examples, and rewrites each block so that every
// viewer reads it the same way.
//
// The package knows Markdown and nothing of programs or editors.
//
// Invariant: text from schemas and from programs is never trusted. The result contains no
// HTML, no image, no link except to http and https, and no open fence.
//
// **Why** not a library. The input is untrusted, and the output is Markdown for a viewer we do
// not control. bluemonday sanitizes HTML: it sees neither code spans nor Markdown links, and
// 25 of the 33 cases of TestCleanNeutralises fail with it. goldmark parses Markdown (the tests
// use it to check the result), but renders HTML. With goldmark as the parser and markdownfmt
// v3 as the renderer, Inline shrinks from 170 lines to 70 and a binary grows from 1.9 to 3.0
// MB, but 19 of the 33 cases fail, and 7 results contain a command link, an image or HTML:
// dropping a tag moves the text around it together, and the renderer does not escape text that
// becomes markup that way. Placeholders such as `<bucket-name>` are lost, because the parser
// takes them for HTML.
package markdown
