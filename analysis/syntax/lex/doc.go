// Package lex reads the tokens of HCL text, valid or broken. It is the one lexer
// under everything of ours that reads HCL: the fast parser, the splitter, the semantic tokens, the
// brackets, the cursor and the depth guard.
//
// It knows tokens and nothing else: no grammar, no positions but byte offsets, no
// errors. What is inside a string, a heredoc or a template depends on which
// brackets are open, and readers of broken text disagree about that: the splitter
// closes a string at the end of its line, hclsyntax doesn't. So a [Lexer] has one
// method for each mode ([Lexer.Code], [Lexer.Quoted], [Lexer.Heredoc]), and the
// caller keeps the stack. [All] keeps the stack that hclsyntax keeps.
//
// Invariant: reading never fails. Every token but EOF has at least one byte, and
// between two tokens there are only spaces and tabs.
//
// Invariant: on text without carriage returns of their own, and with letters of
// common scripts, the tokens of [All] are those of [hclsyntax.LexConfig], broken
// text included.
// Adjacent literals are one token here, a line comment ends before its line end,
// and a strip marker ("~") is a token of its own.
//
// Invariant: reading a whole text takes time in proportion to its length, also
// when it opens a thousand comments and closes none.
//
// **Why** not the lexer of hclsyntax: it makes a list of all tokens, and it cuts
// the text into grapheme clusters to count columns, which takes three quarters of
// its time. We count in bytes.
package lex
