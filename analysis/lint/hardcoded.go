package lint

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file reports strings that do not belong in a program: credentials, and names that
// tie the program to one account or region. Messages never quote the string, because they
// end up in logs.

// writtenCodes maps what package sensitive finds to the code to report.
var writtenCodes = map[sensitive.Kind]codes.Code{
	sensitive.Token: codes.HardcodedToken, sensitive.PrivateKey: codes.HardcodedPrivateKey, sensitive.URLPassword: codes.HardcodedPassword,
	sensitive.Account: codes.HardcodedAccount, sensitive.Image: codes.HardcodedImage,
}

// hardcodedText reports credentials, account numbers and images in a template. A string with
// several of one kind is one finding, because they have one place.
func hardcodedText(p Pass, e *hclsyntax.TemplateExpr) {
	text := knownText(e)
	reported := map[codes.Code]syntax.Span{}
	for _, found := range sensitive.Find(text) {
		code := writtenCodes[found.Kind]
		if p.Item.Kind == syntax.KindConfig && !isCredential(code) {
			continue // it belongs in a default
		}
		span := textSpan(p, e, text[found.Start:found.End])
		if reported[code] == span {
			continue
		}
		reported[code] = span
		message := "this is " + found.What + ", and everybody who can read the program can read it; take it from a config with `secret = true`, and revoke this one"
		if !isCredential(code) {
			message = "this contains " + found.What + ", so the program works nowhere else; take it from a config, or look it up"
		}
		p.Report(code, span, message)
	}
}

// isCredential reports whether a code is about strings that must stay secret.
func isCredential(code codes.Code) bool {
	return code == codes.HardcodedToken || code == codes.HardcodedPrivateKey || code == codes.HardcodedPassword
}

// knownText returns the text of a template, with gaps in place of interpolations.
func knownText(e *hclsyntax.TemplateExpr) string {
	if len(e.Parts) == 1 {
		return literalPart(e.Parts[0])
	}
	var text strings.Builder
	for _, part := range e.Parts {
		text.WriteString(literalPart(part))
	}
	return text.String()
}

func literalPart(e hclsyntax.Expression) string {
	if l, ok := e.(*hclsyntax.LiteralValueExpr); ok && l.Val.IsKnown() && !l.Val.IsNull() && l.Val.Type() == cty.String {
		return l.Val.AsString()
	}
	return sensitive.Gap
}

// textSpan returns the span to report for a part of a template: the whole of a quoted
// string, but only the part in a heredoc.
func textSpan(p Pass, e *hclsyntax.TemplateExpr, part string) syntax.Span {
	whole := tree.Span(e.Range())
	item := p.Item.Text
	if whole.End > len(item) || item[whole.Start] == '"' {
		return whole
	}
	at := strings.Index(item[whole.Start:whole.End], part)
	if at < 0 {
		return whole
	}
	return syntax.Span{Start: whole.Start + at, End: whole.Start + at + len(part)}
}

// regions matches the names of AWS and Google Cloud regions and zones, such as us-west-2
// and europe-west1. Azure's region names look like ordinary words, so they are left out.
var regions = lazy.Regexp(`^(?:(?:us|eu|ap|sa|ca|me|af|il|mx|cn)(?:-gov)?-(?:north|south|east|west|central|northeast|northwest|southeast|southwest)-[1-9]|` +
	`(?:us|europe|asia|australia|northamerica|southamerica|me|africa)-(?:north|south|east|west|central|northeast|northwest|southeast|southwest)[1-9][0-9]?)(?:-?[a-f])?$`)

// longestRegion is an upper bound on the length of a region or zone name, in bytes.
const longestRegion = 30

// hardcodedRegion reports region names in resources. Providers may name one, because that
// is where a program chooses its region.
func hardcodedRegion(p Pass, e *hclsyntax.TemplateExpr) {
	if p.Item.Kind != syntax.KindResource || p.Item.Inputs != nil || isProviderToken(p.Item) { // inputs have no configs to take one from
		return
	}
	if text := knownText(e); len(text) > longestRegion || !regions.Get().MatchString(text) {
		return
	}
	p.Report(codes.HardcodedRegion, tree.Span(e.Range()), "this ties the resource to one region; take the region from a config, or look it up")
}

// isProviderToken reports whether a resource is a provider.
func isProviderToken(it *syntax.Item) bool {
	return len(it.Labels) > 1 && strings.HasPrefix(it.Labels[1].Value, "pulumi:providers:")
}
