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

func explain(_ context.Context, _ *call, in ExplainArguments) (Explained, string, error) {
	out := Explained{Codes: []Explanation{}}
	if len(in.Codes) == 0 || len(in.Codes) > 100 {
		return out, "", errors.New("name 1 to 100 codes, such as attr.unknown")
	}
	single, areas, err := ask.Codes(in.Codes)
	if err != nil {
		return out, "", err
	}
	var text strings.Builder
	for _, d := range single {
		t := d.Code.Text()
		out.Codes = append(out.Codes, Explanation{d.Code, d.Severity.String(), t.Title, t.Explanation, t.Bad, t.Good})
		fmt.Fprintf(&text, "%s (%s): %s\n%s\n\nBad:\n%s\nGood:\n%s\n", d.Code, d.Severity, t.Title, t.Explanation, t.Bad, t.Good)
	}
	if single != nil {
		return out, text.String(), nil
	}
	for _, a := range areas {
		for _, d := range a.Declarations {
			title := d.Code.Text().Title
			out.Codes = append(out.Codes, Explanation{Code: d.Code, Severity: d.Severity.String(), Title: title})
			fmt.Fprintf(&text, "%s (%s): %s\n", d.Code, d.Severity, title)
		}
	}
	return out, text.String(), nil
}
