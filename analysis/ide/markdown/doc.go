// Package markdown writes pages from our own words and foreign texts, and makes documentation from schemas short.
//
// Foreign texts enter a [Page] or a [Text] as data: code, plain words, messages, links and prose. One writer escapes
// them when it knows their neighbors, so a text that is harmless alone cannot become markup behind other words.
//
// Descriptions in schemas are Markdown mixed with HTML and the shortcodes of a web site, and they repeat each example
// in several languages. [Prose] cuts such a text into paragraphs, headings and code blocks, drops translated examples,
// reads the code and the links of each paragraph, and writes these again, so that every viewer reads it the same way.
//
// The package knows Markdown and nothing of programs or editors.
//
// Invariant: text from schemas and from programs is never trusted. The result contains no HTML except that of
// [Page.Folded], no image, no link except to http and https, and no open fence.
//
// **Why** not a library. The input is untrusted, and the output is Markdown for viewers we do not control, which
// disagree about tables, addresses and escapes; so what matters is the writer, and no library has one that escapes all
// text. bluemonday sanitizes HTML: it sees neither code spans nor Markdown links. goldmark parses Markdown (the tests
// use it to check the result), but renders HTML, and loses placeholders such as `<bucket-name>`, which it takes for
// HTML. With markdownfmt as its writer, an earlier version failed 19 of 33 cases of TestCleanNeutralises, and a program
// grew by 1.1 MB.
package markdown
