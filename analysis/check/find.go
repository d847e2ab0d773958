package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file records findings.

// find records a finding about the item. The result is valid until the next finding.
func (i *Info) find(code codes.Code, span syntax.Span, message string, related ...diagnostic.Related) *diagnostic.Diagnostic {
	d := diagnostic.InFile("", span, code, message)
	d.Related = related
	i.Findings = append(i.Findings, d)
	return &i.Findings[len(i.Findings)-1]
}

func (i *Info) findAs(s codes.Severity, code codes.Code, span syntax.Span, message string) {
	i.find(code, span, message).Severity = s
}

// advise records a finding that proposes something.
func (i *Info) advise(code codes.Code, span syntax.Span, a diagnostic.Advice) {
	i.propose(code, span, a)
}

// adviseAs is advise with another severity than that of the code.
func (i *Info) adviseAs(s codes.Severity, code codes.Code, span syntax.Span, a diagnostic.Advice) {
	i.propose(code, span, a).Severity = s
}

// propose is like advise. The result is valid until the next finding.
func (i *Info) propose(code codes.Code, span syntax.Span, a diagnostic.Advice) *diagnostic.Diagnostic {
	d := i.find(code, span, a.Message, a.Related...)
	d.Suggestion, d.Choices, d.Subject = a.Suggestion, a.Choices, a.Subject
	return d
}
