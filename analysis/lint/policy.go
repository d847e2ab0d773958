package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file reports mistakes in access policies. To the input that takes a policy it is a text, so a run finds out only when AWS refuses it.

// policyPart checks an object that is a policy, a statement, or the principals of one.
func policyPart(p Pass, e *hclsyntax.ObjectConsExpr) {
	part := policy.PartOf(p.Info.ExpectedOf(e))
	if part == nil {
		return
	}
	keys := make([]string, len(e.Items)) // empty for computed ones
	isPart := false
	for i, item := range e.Items {
		keys[i], _ = tree.LiteralKey(item.KeyExpr)
		isPart = isPart || part.Property(keys[i]) != nil
	}
	if !isPart {
		return // nothing in it looks like a policy: it is unfinished, or something else
	}
	complete := true
	for i, item := range e.Items {
		key := keys[i]
		if property := part.Property(key); property != nil {
			policyText(p, property, item.ValueExpr)
			if part.Token == policy.StatementToken && policy.TakesActions(key) {
				policyActions(p, item.ValueExpr)
			}
			continue
		}
		complete = false
		names := policyKeys(part)
		if key != "" && !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, key) }) { // AWS may accept another case
			p.ReportInstead(codes.PolicyKey, tree.Span(item.KeyExpr.Range()), "`"+key+"` is no key of "+partNames[part.Token], typesys.Near(key, names))
		}
	}
	if complete && part.Token == policy.StatementToken {
		policyStatement(p, e, keys)
	}
}

// partNames are the words for the parts of a policy.
var partNames = map[string]string{policy.DocumentToken: "a policy", policy.StatementToken: "a statement", policy.PrincipalToken: "principals"}

func policyKeys(part *schema.ObjectType) (names []string) {
	names = append(names, lists.Map(part.Properties(), func(p *schema.Property) string { return p.Name })...)
	return names
}

// policyText checks a literal text that must be one of a few.
func policyText(p Pass, property *schema.Property, e hclsyntax.Expression) {
	text, ok := tree.PlainText(e)
	enum := typesys.Strip(typesys.PlainShape(property.Plain))
	if !ok || enum.Kind() != typesys.KindEnum || slices.ContainsFunc(enum.Values(), func(v cty.Value) bool { return v.AsString() == text }) {
		return
	}
	var texts, quoted []string
	for _, v := range enum.Values() {
		texts, quoted = append(texts, v.AsString()), append(quoted, "`"+strconv.Quote(v.AsString())+"`")
	}
	meant := typesys.Near(text, texts)
	if meant != "" {
		meant = strconv.Quote(meant)
	}
	p.ReportInstead(codes.PolicyValue, tree.Span(e.Range()), "`"+property.Name+"` takes "+strings.Join(quoted, " or "), meant)
}

// policyStatement reports what a statement lacks. All its keys are known, but some may be duplicates, of which a finding tells.
func policyStatement(p Pass, e *hclsyntax.ObjectConsExpr, keys []string) {
	hasEffect, hasAction := slices.Contains(keys, "Effect"), slices.Contains(keys, "Action") || slices.Contains(keys, "NotAction")
	if hasEffect && hasAction || len(members(e)) < len(keys) {
		return
	}
	if !hasEffect {
		p.Report(codes.PolicyIncomplete, tree.Span(e.OpenRange), "a statement needs `Effect`")
	}
	if !hasAction {
		p.Report(codes.PolicyIncomplete, tree.Span(e.OpenRange), "a statement needs `Action` or `NotAction`")
	}
}

// policyActions reports literal actions that no service has. The list of actions has an age, so this is only a hint.
func policyActions(p Pass, e hclsyntax.Expression) {
	for _, x := range oneOrMore(e) {
		text, ok := tree.PlainText(x)
		service, pattern, isAction := strings.Cut(text, ":")
		if !ok || !isAction || strings.ContainsAny(service, "*?$") || strings.Contains(pattern, "$") || policy.Matches(service, pattern) {
			continue
		}
		span := tree.Span(x.Range())
		switch {
		case policy.Actions(service) == nil:
			p.ReportInstead(codes.PolicyAction, span, "no known service has the prefix `"+service+"`", quotedAction(typesys.Near(service, policy.Services()), pattern))
		case strings.ContainsAny(pattern, "*?"):
			p.Report(codes.PolicyAction, span, "no known action of `"+service+"` matches `"+pattern+"`")
		default:
			p.ReportInstead(codes.PolicyAction, span, "`"+service+"` has no known action `"+pattern+"`", quotedAction(service, typesys.Near(pattern, policy.Actions(service))))
		}
	}
}

// quotedAction returns the text of an action, or nothing if a part is missing.
func quotedAction(service, name string) string {
	if service == "" || name == "" {
		return ""
	}
	return strconv.Quote(service + ":" + name)
}
