// This file implements pcl/convert and pcl/resourceTypes, our own requests. docs/convert.md describes them.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// The names of the requests.
const (
	methodConvert       = "pcl/convert"
	methodResourceTypes = "pcl/resourceTypes"
)

// convertParams are a text of another language, and a document of the program that it shall become a part of.
type convertParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Text         string                          `json:"text"`
}

// convertedText is a text of PCL.
type convertedText struct {
	Text string `json:"text"`
}

// convert returns nil for a text that is PCL already, or of which nothing can be converted.
func (v *view) convert(ctx context.Context, p *convertParams) (*convertedText, error) {
	if len(p.Text) > convert.Longest {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the text has %d bytes; at most %d are converted at once", len(p.Text), convert.Longest)
	}
	for {
		t, err := v.file(p.TextDocument)
		if t == nil {
			return nil, err
		}
		found := convert.Text(ctx, t.program, p.Text)
		switch {
		case found.Loading:
			if v, err = v.awaitSchemas(ctx); err != nil {
				return nil, err
			}
		case found.Text == "":
			return nil, ctx.Err()
		default:
			return &convertedText{found.Text}, ctx.Err()
		}
	}
}

// resourceTypesParams name a program by one of its documents.
type resourceTypesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// resourceTypes returns the types of the packages that a program uses.
func (v *view) resourceTypes(_ context.Context, p *resourceTypesParams) ([]string, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return []string{}, err
	}
	return convert.Types(t.program), nil
}
