// Package markdown makes documentation from elsewhere safe to show: descriptions in
// schemas and comments in programs, which nobody we know has written.
//
// It knows Markdown and nothing of programs or editors.
//
// Invariant: what it gives has no HTML, no link but to the web, and no fence that a
// text could leave open. Text from schemas and from programs is never trusted.
package markdown
