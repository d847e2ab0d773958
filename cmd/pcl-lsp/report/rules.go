package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements the list of rules.

// Rule is an entry of the list.
type Rule struct {
	codes.Declaration
	// Fixable means that its findings may have fixes.
	Fixable bool
}

// Rules writes rules, one on each line: code, category, severity, whether there is a fix, and
// title.
func Rules(w io.Writer, style Style, rules []Rule) error {
	out := bufio.NewWriter(w)
	paint := style.painter()
	longest, categories := 0, 0
	for _, r := range rules {
		longest, categories = max(longest, len(r.Code)), max(categories, len(r.Code.Category()))
	}
	fixable := map[bool]string{true: "fix", false: "   "}
	for _, r := range rules {
		severity := fmt.Sprintf("%-*s", len(codes.Information.String()), r.Severity)
		fmt.Fprintf(out, "%-*s  %-*s  %s  %s  %s\n", longest, r.Code, categories, r.Code.Category(), paint.severity(r.Severity, severity), fixable[r.Fixable], r.Code.Text().Title)
	}
	return out.Flush()
}

// listedRule is a rule as JSON.
type listedRule struct {
	Code     codes.Code `json:"code"`
	Category string     `json:"category"`
	Severity string     `json:"severity"`
	Fixable  bool       `json:"fixable"`
	Title    string     `json:"title"`
	Link     string     `json:"link"`
}

// RulesJSON writes rules as one JSON document: version, and rules with code,
// category, severity, fixable, title and link.
func RulesJSON(w io.Writer, rules []Rule) error {
	doc := struct {
		Version int          `json:"version"`
		Rules   []listedRule `json:"rules"`
	}{formatVersion, []listedRule{}}
	for _, r := range rules {
		doc.Rules = append(doc.Rules, listedRule{r.Code, string(r.Code.Category()), r.Severity.String(), r.Fixable, r.Code.Text().Title, r.Code.Link()})
	}
	return WriteJSON(w, doc)
}
