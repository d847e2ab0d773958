// This file implements textDocument/signatureHelp.

package lsp

import (
	"context"
	"unicode/utf16"

	"github.com/pcl-lsp/pcl-lsp/analysis/signature"
	"go.lsp.dev/protocol"
)

// signatureTriggers are the characters after which a client asks by itself.
var signatureTriggers = []string{"(", ",", "{"}

func (v *view) signatureHelp(ctx context.Context, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	t, err := v.at(p.TextDocumentPositionParams)
	if t == nil {
		return nil, err
	}
	help, err := signature.At(ctx, t.program, t.file.Path, t.offset)
	if err != nil || help == nil {
		return nil, err
	}
	information := protocol.SignatureInformation{
		Label: help.Label, Documentation: markup(v.client.signatureMarkup, help.Doc),
	}
	for _, parameter := range help.Parameters {
		information.Parameters = append(information.Parameters, protocol.ParameterInformation{
			Label:         v.parameterLabel(help.Label, parameter),
			Documentation: markup(v.client.signatureMarkup, parameter.Doc),
		})
	}
	return &protocol.SignatureHelp{
		Signatures:      []protocol.SignatureInformation{information},
		ActiveSignature: new(uint32(0)),
		ActiveParameter: v.activeParameter(help),
	}, nil
}

// activeParameter is the parameter that is being written. Where there is none a
// client that can be told so is; others take a number beyond the last for the
// first, so they are told the last.
func (v *view) activeParameter(help *signature.Help) protocol.Nullable[uint32] {
	switch {
	case help.Active >= 0:
		return protocol.NewNullable(uint32(help.Active))
	case v.client.noActiveParameter:
		return protocol.NullNullable[uint32]()
	case len(help.Parameters) > 0:
		return protocol.NewNullable(uint32(len(help.Parameters) - 1))
	}
	return protocol.Nullable[uint32]{}
}

// parameterLabel is where a parameter stands in the label: in UTF-16 code units,
// whatever the encoding of positions, or its text for clients that know no
// offsets.
func (v *view) parameterLabel(label string, p signature.Parameter) protocol.ParameterInformationLabel {
	if !v.client.labelOffsets {
		return protocol.String(label[p.Span.Start:p.Span.End])
	}
	return protocol.ParameterInformationLabelTuple{codeUnits(label[:p.Span.Start]), codeUnits(label[:p.Span.End])}
}

// codeUnits is the length of a text in UTF-16.
func codeUnits(text string) uint32 {
	n := uint32(0)
	for _, r := range text {
		n += uint32(utf16.RuneLen(r))
	}
	return n
}
