package lint

import (
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file reports texts that should not stand in a program: credentials, and what
// ties the program to one account or place. The messages never show a text: they end
// up in logs.

// writtenCodes are the codes of what is found in texts by its form.
var writtenCodes = map[sensitive.Kind]codes.Code{
	sensitive.Token: codes.HardcodedToken, sensitive.PrivateKey: codes.HardcodedPrivateKey, sensitive.URLPassword: codes.HardcodedPassword,
	sensitive.Account: codes.HardcodedAccount, sensitive.Image: codes.HardcodedImage,
}

// hardcodedText reports credentials, account numbers and images in a template.
func hardcodedText(p *Pass, e *hclsyntax.TemplateExpr) {
	text := knownText(e)
	for _, found := range sensitive.Find(text) {
		code := writtenCodes[found.Kind]
		if p.Item.Kind == syntax.KindConfig && !isCredential(code) {
			continue // a default is where such a thing belongs
		}
		message := "this is " + found.What + ", for everybody to read who can read the program; take it from a config with `secret = true`, and revoke it"
		if !isCredential(code) {
			message = "this holds " + found.What + ", so the program works nowhere else; take it from a config or look it up"
		}
		p.Report(code, textSpan(p, e, text[found.Start:found.End]), message)
	}
}

// isCredential reports the codes of texts that are secret by themselves.
func isCredential(code codes.Code) bool {
	return code == codes.HardcodedToken || code == codes.HardcodedPrivateKey || code == codes.HardcodedPassword
}

// knownText is the text of a template with gaps for what is not literal.
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

// textSpan is where a part of the text is written: the whole where it is in quotes, and
// the very part in a text of several lines.
func textSpan(p *Pass, e *hclsyntax.TemplateExpr, part string) syntax.Span {
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

// regions are how the regions of the large clouds are called: us-west-2 and
// europe-west1. Those of a third have plain names, which are words too.
var regions = regexp.MustCompile(`^(?:(?:us|eu|ap|sa|ca|me|af|il|mx|cn)(?:-gov)?-(?:north|south|east|west|central|northeast|northwest|southeast|southwest)-[1-9]|` +
	`(?:us|europe|asia|australia|northamerica|southamerica|me|africa)-(?:north|south|east|west|central|northeast|northwest|southeast|southwest)[1-9][0-9]?)(?:-?[a-f])?$`)

// longestRegion is how many bytes the name of a zone has at most.
const longestRegion = 30

// hardcodedRegion reports the name of a region as a value of a resource. Providers are
// where a program says in which region it works.
func hardcodedRegion(p *Pass, e *hclsyntax.TemplateExpr) {
	if p.Item.Kind != syntax.KindResource || isProviderToken(p.Item) {
		return
	}
	if text := knownText(e); len(text) > longestRegion || !regions.MatchString(text) {
		return
	}
	p.Report(codes.HardcodedRegion, tree.Span(e.Range()), "this resource can be made in one region only; take the region from a config, or look it up")
}

// isProviderToken reports a resource that is a provider.
func isProviderToken(it *syntax.Item) bool {
	return len(it.Labels) > 1 && strings.HasPrefix(it.Labels[1].Value, "pulumi:providers:")
}
