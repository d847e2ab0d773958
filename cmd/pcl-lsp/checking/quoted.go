package checking

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file decides what a report may quote from a file. The report of a check often ends up in a public log.

// encrypted matches what follows the key of an encrypted value in a stack file, up to the end of its line.
var encrypted = lazy.Regexp(`\bsecure["']?[ \t]*:(.*)`)

// quoted is a text with everything masked that a report must not show: the secrets of a stack
// file, in plain text or encrypted, and all of a file of which nobody knows what is
// secret, because it is not what its name says. It keeps its length, so positions stay valid.
func quoted(p, text string, findings []analysis.Diagnostic) string {
	if workspace.IsProgramFile(p) {
		return text // findings about secrets in programs mark names
	}
	var hidden []syntax.Span
	for _, at := range encrypted.Get().FindAllStringSubmatchIndex(text, -1) {
		hidden = append(hidden, syntax.Span{Start: at[2], End: at[3]})
	}
	for _, f := range findings {
		switch {
		case f.Path != p:
		case f.Code == codes.ProjectInvalid:
			hidden = append(hidden, syntax.Span{End: len(text)})
		case f.Code == codes.ConfigStackPlainSecret:
			hidden = append(hidden, f.Span)
		}
	}
	return masked(text, hidden)
}

// masks are characters with a width of 1 to 4 bytes.
var masks = []string{"", "*", "·", "•", "🞄"}

// masked replaces the characters of spans, except for line breaks.
func masked(text string, spans []syntax.Span) string {
	if len(spans) == 0 {
		return text
	}
	slices.SortFunc(spans, func(a, b syntax.Span) int { return cmp.Compare(a.Start, b.Start) })
	var out strings.Builder
	end := 0 // of the spans so far
	for i, width := 0, 0; i < len(text); i += width {
		_, width = utf8.DecodeRuneInString(text[i:])
		for ; len(spans) > 0 && spans[0].Start <= i; spans = spans[1:] {
			end = max(end, spans[0].End)
		}
		if i >= end || text[i] == '\n' || text[i] == '\r' {
			out.WriteString(text[i : i+width])
		} else {
			out.WriteString(masks[width])
		}
	}
	return out.String()
}

// unquoted is a section without lines of files: what is remembered of a check has no texts.
func unquoted(s *report.Section) *report.Section {
	if s == nil {
		return nil
	}
	without := *s
	without.Findings = slices.Clone(s.Findings)
	for i := range without.Findings {
		without.Findings[i].Source, without.Findings[i].Carets = "", ""
	}
	return &without
}

// quoteAgain quotes the lines of findings that come from the memory, from files that have not
// changed. Findings of a file are neighbors.
func (c *Check) quoteAgain(e *examined) {
	if !e.isKept || !c.Report.needs.Quotes {
		return
	}
	findings := e.section.Findings
	for start, end := 0, 0; start < len(findings); start = end {
		for end < len(findings) && findings[end].File == findings[start].File {
			end++
		}
		c.quoteFile(findings[start:end])
	}
}

// quoteFile quotes the lines of the findings of one file.
func (c *Check) quoteFile(findings []report.Finding) {
	var found []analysis.Diagnostic
	for _, f := range findings {
		d, err := c.diagnosticOf(f)
		if err != nil {
			return
		}
		found = append(found, d)
	}
	file := found[0].Path
	places := report.Places{Text: func(string) string {
		text, err := c.Session.Snapshot().ReadFile(file)
		if err != nil {
			return ""
		}
		return quoted(file, string(text), found)
	}}
	for i := range findings {
		places.Quote(&findings[i], file)
	}
}
