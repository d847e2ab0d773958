package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
)

// This file implements the tool explain.

// ExplainArguments are the arguments of explain.
type ExplainArguments struct {
	Codes []string `json:"codes" jsonschema:"codes such as attr.unknown; a family such as unused.* lists its codes"`
}

// Explained are explanations.
type Explained struct {
	Codes []Explanation `json:"codes"`
}

// Explanation explains one code. Those of a family have only a title.
type Explanation struct {
	Code        codes.Code `json:"code"`
	Severity    string     `json:"severity"`
	Title       string     `json:"title"`
	Explanation string     `json:"explanation,omitempty"`
	Bad         string     `json:"bad,omitempty" jsonschema:"an example that has the finding"`
	Good        string     `json:"good,omitempty" jsonschema:"the same without it"`
}

func explain(_ context.Context, c *call, in ExplainArguments) (Explained, string, error) {
	out := Explained{Codes: []Explanation{}}
	if len(in.Codes) == 0 || len(in.Codes) > 100 {
		return out, "", errors.New("name 1 to 100 codes, such as attr.unknown")
	}
	known, _ := ask.Explanations()
	if ask.OfTeam(in.Codes) {
		if err := c.open(Unsaved{}); err != nil {
			return out, "", err
		}
		for _, root := range c.roots {
			known = append(known, ask.TeamRules(c.snapshot, root, c.name)...)
		}
	}
	chosen, single, err := ask.Codes(known, in.Codes)
	if err != nil {
		return out, "", err
	}
	var text strings.Builder
	for _, e := range chosen {
		fmt.Fprintf(&text, "%s (%s): %s\n", e.Code, e.Severity, e.Title)
		if !single {
			out.Codes = append(out.Codes, Explanation{Code: e.Code, Severity: e.Severity, Title: e.Title})
			continue
		}
		out.Codes = append(out.Codes, Explanation{e.Code, e.Severity, e.Title, e.Explanation, e.Bad, e.Good})
		for _, part := range []string{e.Explanation, labelled("\nBad:\n", e.Bad), labelled("Good:\n", e.Good)} {
			if part != "" {
				text.WriteString(part + "\n")
			}
		}
	}
	return out, text.String(), nil
}

// labelled is a text with a label before it; empty for no text.
func labelled(label, text string) string {
	if text == "" {
		return ""
	}
	return label + text
}
