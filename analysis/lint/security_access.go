package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file reports literal access rules that allow too much.

// members returns the values of an object by key. Computed keys are left out.
func members(e *hclsyntax.ObjectConsExpr) map[string]hclsyntax.Expression {
	values := make(map[string]hclsyntax.Expression, len(e.Items))
	for _, item := range e.Items {
		if key, ok := tree.LiteralKey(item.KeyExpr); ok {
			values[key] = item.ValueExpr
		}
	}
	return values
}

// statement checks a statement of a policy: an object with an effect and actions.
func statement(p Pass, e *hclsyntax.ObjectConsExpr) {
	isStatement := slices.ContainsFunc(e.Items, func(i hclsyntax.ObjectConsItem) bool {
		key, ok := tree.BareKey(i.KeyExpr)
		if !ok {
			key, ok = tree.LiteralKey(i.KeyExpr)
		}
		return ok && (key == "Action" || key == "actions")
	})
	if !isStatement {
		return
	}
	m := members(e)
	effect, says := m["Effect"], true
	actions, principal := m["Action"], m["Principal"]
	if actions == nil { // a statement for getPolicyDocument, where Allow is the default
		effect, actions, principal = m["effect"], m["actions"], nil
		says = effect != nil
		if m["resources"] == nil {
			return
		}
	}
	if says && (effect == nil || !isText(effect, "Allow")) {
		return
	}
	for _, x := range oneOrMore(actions) {
		if text, ok := tree.PlainText(tree.Bare(x)); ok && (text == "*" || text == "*:*") {
			p.Report(codes.SecurityWildcardAction, tree.Span(x.Range()), "this allows every action; list only the actions that are needed")
		}
	}
	if m["Condition"] != nil || principal == nil || readsObjects(actions) {
		return
	}
	if x := anybody(principal); x != nil {
		p.Report(codes.SecurityWildcardPrincipal, tree.Span(x.Range()), "this allows access to everybody; name the principals, or add a condition")
	}
}

// isText reports whether an expression is a literal text.
func isText(e hclsyntax.Expression, text string) bool {
	written, ok := tree.PlainText(tree.Bare(e))
	return ok && written == text
}

// oneOrMore returns the elements of a literal list, or the expression itself.
func oneOrMore(e hclsyntax.Expression) []hclsyntax.Expression {
	if list, ok := tree.Unparen(e).(*hclsyntax.TupleConsExpr); ok {
		return list.Exprs
	}
	return []hclsyntax.Expression{e}
}

// readsObjects reports whether actions at most read objects, as far as they are literal.
// Public websites allow that to everybody.
func readsObjects(actions hclsyntax.Expression) bool {
	return !slices.ContainsFunc(oneOrMore(actions), func(x hclsyntax.Expression) bool {
		text, ok := tree.PlainText(tree.Bare(x))
		return ok && !strings.HasSuffix(text, ":GetObject") && !strings.HasSuffix(text, ":GetObjectVersion")
	})
}

// anybody returns the part of a principal that stands for everybody, or nil.
func anybody(principal hclsyntax.Expression) hclsyntax.Expression {
	if object, ok := tree.Unparen(principal).(*hclsyntax.ObjectConsExpr); ok {
		if principal = members(object)["AWS"]; principal == nil {
			return nil
		}
	}
	for _, x := range oneOrMore(principal) {
		if text, ok := tree.PlainText(tree.Bare(x)); ok && text == "*" {
			return x
		}
	}
	return nil
}

// addressRanges are the inputs that hold ranges of IP addresses.
var addressRanges = []string{"cidrBlocks", "ipv6CidrBlocks", "cidrIpv4", "cidrIpv6", "cidrIp"}

// openDoors checks the ingress rules inside a security group.
func openDoors(p Pass, a *hclsyntax.Attribute) {
	if a.Name != "ingress" || !p.isInput(a) {
		return
	}
	for _, x := range oneOrMore(a.Expr) {
		if object, ok := tree.Unparen(x).(*hclsyntax.ObjectConsExpr); ok {
			openDoor(p, members(object))
		}
	}
}

// openRule checks a resource that is an ingress rule.
func openRule(p Pass, block *hclsyntax.Block) {
	it := p.Item
	if !syntax.Same(block, it.Block()) || it.Kind != syntax.KindResource || len(it.Labels) != 2 {
		return
	}
	token := it.Labels[1].Value
	comesIn := strings.HasSuffix(token, ":SecurityGroupIngressRule")
	if !comesIn && !strings.HasSuffix(token, ":SecurityGroupRule") {
		return
	}
	m := map[string]hclsyntax.Expression{}
	for _, a := range it.Attributes() {
		m[a.Name] = a.Expr
	}
	if comesIn || m["type"] != nil && isText(m["type"], "ingress") {
		openDoor(p, m)
	}
}

// openDoor reports an ingress rule that opens ports to everybody, except those for the web.
func openDoor(p Pass, rule map[string]hclsyntax.Expression) {
	ports, open := openPorts(rule)
	if !open {
		return
	}
	for _, name := range addressRanges {
		if rule[name] == nil {
			continue
		}
		for _, x := range oneOrMore(rule[name]) {
			if text, ok := tree.PlainText(tree.Bare(x)); ok && (text == "0.0.0.0/0" || text == "::/0") {
				p.Report(codes.SecurityOpenIngress, tree.Span(x.Range()), "everybody on the Internet can reach "+ports+"; allow only the addresses that need access")
			}
		}
	}
}

// openPorts describes the ports of a rule. Open is false if they are not literal, or
// are those for the web.
func openPorts(rule map[string]hclsyntax.Expression) (ports string, open bool) {
	protocol := rule["protocol"]
	if protocol == nil {
		protocol = rule["ipProtocol"]
	}
	if protocol != nil {
		switch text, _ := tree.PlainText(tree.Bare(protocol)); text {
		case "-1", "all":
			return "every port", true
		case "icmp", "icmpv6":
			return "", false
		}
	}
	from, fromKnown := port(rule["fromPort"])
	to, toKnown := port(rule["toPort"])
	switch {
	case !fromKnown || !toKnown || from == to && (from == 80 || from == 443):
		return "", false
	case from == to:
		return "port " + strconv.Itoa(from), true
	}
	return "the ports from " + strconv.Itoa(from) + " to " + strconv.Itoa(to), true
}

func port(e hclsyntax.Expression) (int, bool) {
	if e == nil {
		return 0, false
	}
	v := tree.Literal(e)
	if v.IsNull() || v.Type() != cty.Number {
		return 0, false
	}
	n, _ := v.AsBigFloat().Int64()
	return int(n), true
}
