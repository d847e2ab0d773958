// This file implements textDocument/signatureHelp.

package lsp

import (
	"context"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"go.lsp.dev/protocol"
)

func (v *view) signatureHelp(ctx context.Context, t *target, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	found, err := hover.SignaturesAt(ctx, t.program, t.file.Path, t.offset)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	answer := &protocol.SignatureHelp{}
	for i := range found {
		answer.Signatures = append(answer.Signatures, v.signature(&found[i]))
	}
	active := chosenSignature(answer.Signatures, p.Context)
	answer.ActiveSignature = new(uint32(active))
	answer.ActiveParameter = v.activeParameter(&found[active])
	return answer, nil
}

func (v *view) signature(help *hover.Signature) protocol.SignatureInformation {
	information := protocol.SignatureInformation{
		Label: help.Label, Documentation: markup(v.client.signatureMarkup, help.Doc),
	}
	for _, parameter := range help.Parameters {
		information.Parameters = append(information.Parameters, protocol.ParameterInformation{
			Label:         v.parameterLabel(help.Label, parameter),
			Documentation: markup(v.client.signatureMarkup, parameter.Doc),
		})
	}
	if v.client.activeInSignature {
		information.ActiveParameter = v.activeParameter(help)
	}
	return information
}

// chosenSignature returns the index of the signature to show: the innermost, unless the user has switched to another one while the innermost stays the
// same.
func chosenSignature(all []protocol.SignatureInformation, c protocol.SignatureHelpContext) int {
	shown := c.ActiveSignatureHelp
	chosen := int(min(valueOr(shown.ActiveSignature), uint32(len(shown.Signatures))))
	if !c.IsRetrigger || chosen == 0 || chosen == len(shown.Signatures) || subject(shown.Signatures[0]) != subject(all[0]) {
		return 0
	}
	wanted := subject(shown.Signatures[chosen])
	return max(0, slices.IndexFunc(all, func(s protocol.SignatureInformation) bool { return subject(s) == wanted }))
}

// subject returns the name in a signature, without parameters.
func subject(s protocol.SignatureInformation) string {
	return s.Label[:max(0, strings.IndexAny(s.Label, "({"))]
}

// activeParameter returns the parameter at the cursor. If there is none and the client does not support that, it returns the last parameter: such
// clients replace a number beyond the last by the first.
func (v *view) activeParameter(help *hover.Signature) protocol.Nullable[uint32] {
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

// parameterLabel returns the place of a parameter in the label, in UTF-16 code units whatever the encoding of positions. Clients without support for
// offsets get its text.
func (v *view) parameterLabel(label string, p hover.Parameter) protocol.ParameterInformationLabel {
	if !v.client.labelOffsets {
		return protocol.String(label[p.Span.Start:p.Span.End])
	}
	return protocol.ParameterInformationLabelTuple{codeUnits(label[:p.Span.Start]), codeUnits(label[:p.Span.End])}
}

// codeUnits returns the length of a text in UTF-16.
func codeUnits(text string) uint32 {
	n := uint32(0)
	for _, r := range text {
		n += uint32(utf16.RuneLen(r))
	}
	return n
}
