package ask

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reads words that have to be among some, and codes with their severities.

// OneOf rejects a word that is not among some, and suggests the nearest one.
func OneOf(what, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return Unknown(what, word, words)
}

// Unknown is the error of a word that is not among some.
func Unknown(what, word string, words []string) error {
	return fmt.Errorf("unknown %s %q%s; choose one of %s", what, word, Suggestion(word, words), strings.Join(words, ", "))
}

// Suggestion suggests the nearest name; empty for none.
func Suggestion(name string, among []string) string {
	if near := typesys.Near(name, among); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	return ""
}

// Policy reads what flags say about codes: their severities (CODE=SEVERITY), which ones are selected, and which ones
// are ignored.
func Policy(rules, selected, ignored []string) (policy codes.Policy, err error) {
	if policy, err = severities(rules); err != nil {
		return policy, err
	}
	if ignored, err = inCategories("ignore", ignored); err != nil {
		return policy, err
	}
	if selected, err = inCategories("select", selected); err != nil {
		return policy, err
	}
	for _, pattern := range ignored {
		if policy, err = policy.With(pattern, codes.Off.String()); err != nil {
			return policy, fmt.Errorf("--ignore %s: %w%s", pattern, err, Suggestion(pattern, codes.Patterns()))
		}
	}
	for _, pattern := range selected {
		if policy, err = policy.Selecting(pattern); err != nil {
			return policy, fmt.Errorf("--select %s: %w%s", pattern, err, Suggestion(pattern, codes.Patterns()))
		}
	}
	return policy, nil
}

// inCategories returns patterns with the codes of a category in place of category:NAME.
func inCategories(flag string, patterns []string) ([]string, error) {
	var all []string
	for _, pattern := range patterns {
		pattern = strings.TrimSpace(pattern)
		name, is := strings.CutPrefix(pattern, "category:")
		if !is {
			all = append(all, pattern)
			continue
		}
		found := codes.InCategory(codes.Category(name))
		if len(found) == 0 {
			names := lists.Map(codes.Categories(), func(c codes.Category) string { return string(c) })
			return nil, fmt.Errorf("--%s %s: %w", flag, pattern, Unknown("category", name, names))
		}
		all = append(all, lists.Map(found, func(c codes.Code) string { return string(c) })...)
	}
	return all, nil
}

func severities(rules []string) (codes.Policy, error) {
	var p codes.Policy
	for _, written := range rules {
		pattern, severity, ok := strings.Cut(written, "=")
		if !ok {
			return p, fmt.Errorf("--rule %s: write CODE=SEVERITY, such as unused.*=off", written)
		}
		next, err := p.With(pattern, severity)
		if err != nil {
			if !errors.Is(err, codes.ErrSeverity) {
				err = fmt.Errorf("%w%s", err, Suggestion(pattern, codes.Patterns()))
			}
			return p, fmt.Errorf("--rule %s: %w", written, err)
		}
		p = next
	}
	return p, nil
}
