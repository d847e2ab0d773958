package taint

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file judges where secrets go. (docs/language/unknown-and-secret.md#secret-values)

// config judges a config that is secret, or should be.
func (s *sinks) config(it *syntax.Item) {
	secret := tree.Flag(it.Block(), "secret")
	if d := it.Block().Body.Attributes["default"]; secret && d != nil && isLiteralSecret(d.Expr) {
		s.find(codes.SecretLiteral, d.Expr, "this secret default is in the source code for everyone to read; remove it and set the value in the stack configuration", nil)
	}
	if !secret && sensitive.IsSecretName(it.Name) && mayBeText(check.DeclaredType(it)) && it.Block().Body.Attributes["secret"] == nil && s.storedIn(it) == "" {
		s.findAs(codes.SecretConfigLooking.Severity(), codes.SecretConfigLooking, it.NameSpan,
			"`"+it.Name+"` looks like a secret, but its value is shown and stored as plain text; add `secret = true`", nil)
		s.findings[len(s.findings)-1].Subject = it.Name
	}
}

func mayBeText(t typesys.Type) bool {
	t = typesys.Widened(typesys.Unwrapped(typesys.PlainShape(t)))
	return t == typesys.String || t.Kind() == typesys.KindDynamic
}

// isLiteralSecret reports a value that is written out and has something to keep secret: a text or a number.
func isLiteralSecret(e hclsyntax.Expression) bool {
	telling := false
	var literal func(hclsyntax.Expression) bool
	literal = func(e hclsyntax.Expression) bool {
		switch e := tree.Unparen(e).(type) {
		case *hclsyntax.TupleConsExpr:
			return !slices.ContainsFunc(e.Exprs, func(x hclsyntax.Expression) bool { return !literal(x) })
		case *hclsyntax.ObjectConsExpr:
			return !slices.ContainsFunc(e.Items, func(i hclsyntax.ObjectConsItem) bool { return !literal(i.ValueExpr) })
		case *hclsyntax.LiteralValueExpr:
			telling = telling || !e.Val.IsNull() && e.Val.Type() == cty.Number
			return true
		case *hclsyntax.TemplateExpr:
			text, ok := tree.PlainText(e)
			telling = telling || text != ""
			return ok
		}
		_, number := tree.Number(e)
		telling = telling || number
		return number
	}
	return literal(e) && telling
}

func (s *sinks) secretCall(e *hclsyntax.FunctionCallExpr, arg Taint) {
	switch {
	case isLiteralSecret(e.Args[0]):
		s.find(codes.SecretLiteral, e.Args[0], "this secret is in the source code for everyone to read"+s.insteadOfSecret(), nil)
	case arg.own.secret.isSure() && !s.saysWhole(e):
		s.findAs(codes.SecretRedundant.Severity(), codes.SecretRedundant, tree.Span(e.NameRange), "this value is already secret; `secret` has no effect", arg.own.secret)
	}
}

// secretArguments judges the object of arguments of an invoke or a call, if it is secret as a whole: the run fails, or passes the values on
// as if they were not secret.
func (s *sinks) secretArguments(e *hclsyntax.FunctionCallExpr, at int, object Taint) {
	early := s.Language() < language.ReadsAll
	if !object.own.secret.isSure() || typesys.Unwrapped(typesys.PlainShape(s.typeOf(e.Args[at]))).Kind() != typesys.KindObject || early && s.guarded > 0 {
		return
	}
	severity, message, only := codes.FnArgument.Severity(), "the arguments of `"+e.Name+"` cannot be secret as a whole", ""
	switch {
	case !early:
		severity, message = codes.Warning, "`"+e.Name+"` does not keep its arguments secret if only the whole of them is"
	case s.branches > 0:
		severity, only = codes.Warning, check.OnlySomeRuns
	}
	s.findAs(severity, codes.FnArgument, tree.Span(e.Args[at].Range()), message+"; make each value secret, as in `{ name = secret(…) }`"+only, object.own.secret)
	if early {
		s.later()
	}
}

// saysWhole reports a call around what an output exports, where that is not plainly
// secret: it says that all of it is meant to be.
func (s *sinks) saysWhole(e *hclsyntax.FunctionCallExpr) bool {
	if s.e.Syntax.Kind != syntax.KindOutput {
		return false
	}
	a := s.e.Syntax.Block().Body.Attributes["value"]
	return a != nil && node.Same(tree.Unparen(a.Expr), e) && !isPlainlySecret(e.Args[0])
}

func (s *sinks) unsecretCall(e *hclsyntax.FunctionCallExpr, arg Taint) {
	t := s.typeOf(e.Args[0])
	m := arg.deep()
	switch why := arg.own.secret; {
	case why != nil && statesReason(s.e.Syntax.Text, e):
	case why != nil && s.public > 0:
		s.findAs(codes.Warning, codes.SecretUnsecret, tree.Span(e.NameRange), "this shows a secret to everyone; if that is intended, say why in a comment on this line or the line above", why)
	case why != nil:
		s.findAs(codes.SecretUnsecret.Severity(), codes.SecretUnsecret, tree.Span(e.NameRange), "this makes a secret plain text; if that is intended, say why in a comment on this line or the line above", why)
	case m.deps.isEmpty() && m.secret == nil && t.IsValid() && !t.ContainsEventuals() && s.vars == nil:
		s.findAs(codes.SecretRedundant.Severity(), codes.SecretRedundant, tree.Span(e.NameRange), "this value is never secret; `unsecret` has no effect", nil)
	}
}

// outputValue judges what an output exports.
func (s *sinks) outputValue(e hclsyntax.Expression, taint Taint) {
	m := taint.deep()
	reported := slices.ContainsFunc(s.findings, func(f checked.Finding) bool { return f.Code == codes.SecretUnsecret })
	switch {
	case m.exposed.isSure() && taint.own.secret == nil && !reported:
		s.findAs(codes.Warning, codes.SecretOutput, tree.NodeSpan(e), "this output shows a secret that went through `unsecret`", m.exposed)
	case taint.own.secret.isSure() && !isPlainlySecret(e):
		s.find(codes.SecretOutput, e, "one secret part makes this whole output secret; if that is intended, put the value in `secret( )`", taint.own.secret)
	}
}

// isPlainlySecret reports a value that is the secret itself, so that nobody is surprised.
func isPlainlySecret(e hclsyntax.Expression) bool {
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.TemplateExpr, *hclsyntax.TemplateJoinExpr, *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ForExpr:
		return false
	case *hclsyntax.FunctionCallExpr:
		return language.Called(e.Name).Text == language.TextNone
	}
	return true
}

// secretOption reports a secret in an option that cannot hold one, or shows it.
func (s *sinks) secretOption(a *hclsyntax.Attribute, option *language.Option, taint Taint) bool {
	isRead := s.e.Syntax.Kind == syntax.KindResource || option.Component && s.e.Syntax.Kind == syntax.KindComponent
	if option.Public == language.MayBeSecret || !isRead {
		return false
	}
	why, part := taint.own.secret, a.Expr
	switch {
	case option.Public == language.PublicElements:
		why, part = taint.ownOrElements(func(m marks) *cause { return m.secret }), s.secretElement(a.Expr)
	case option.Public == language.PublicThroughout:
		why, part = taint.deep().secret, s.secretPart(a.Expr)
		if option.Rule == language.OptionAliases {
			part = s.secretPartBut(language.IsAliasParent, a.Expr)
		}
	}
	if !why.isSure() || part == nil {
		return false
	}
	switch {
	case s.Language() < language.ReadsAll:
		s.findAs(codes.Error, codes.SecretIdentity, tree.NodeSpan(part), "`"+a.Name+"` cannot be secret; this fails at run time", why)
		s.later()
	case option.Rule.TakesResource() || option.Rule.TakesResources():
		return false
	default:
		s.find(codes.SecretIdentity, part, "`"+a.Name+"` is stored and shown as plain text, including this secret", why)
	}
	return true
}

// ownOrElements is why a value or one of its elements, which it surely has, has a mark, whatever is inside them.
func (f Taint) ownOrElements(mark func(marks) *cause) *cause {
	why, parts := mark(f.own), f.parts
	if parts == nil {
		return why
	}
	for _, element := range parts.named {
		why = joinBoth(why, mark(element.taint.own))
	}
	if parts.rest != nil && parts.count > 0 {
		why = joinBoth(why, mark(parts.rest.own))
	}
	return why
}

// secretElement is the first element of a literal list or map that is secret itself; the whole
// where that is no literal, or secret too.
func (s *sinks) secretElement(e hclsyntax.Expression) hclsyntax.Expression {
	for _, part := range tree.Parts(e) {
		if s.quietly(part).own.secret.isSure() {
			return part
		}
	}
	return e
}

// secretPart is the part of a literal value that is secret.
func (s *sinks) secretPart(e hclsyntax.Expression) hclsyntax.Expression {
	for _, part := range tree.Parts(e) {
		if s.secretIn(part) != nil {
			return s.secretPart(part)
		}
	}
	return e
}

// secretPartBut is a secret part of a literal value, those under some keys aside: of a resource the run reads only the
// URN. It is nil where only such parts are secret, and the whole where that is not a literal.
func (s *sinks) secretPartBut(isPublic func(key string) bool, e hclsyntax.Expression) hclsyntax.Expression {
	parts := tree.Parts(e)
	if object, ok := tree.Unparen(e).(*hclsyntax.ObjectConsExpr); ok {
		parts = nil
		for _, item := range object.Items {
			if key, _ := tree.LiteralKey(item.KeyExpr); !isPublic(key) {
				parts = append(parts, item.ValueExpr)
			}
		}
	} else if len(parts) == 0 {
		return e
	}
	for _, part := range parts {
		if s.secretIn(part) != nil {
			if found := s.secretPartBut(isPublic, part); found != nil {
				return found
			}
		}
	}
	return nil
}

func (s *sinks) secretKey(e hclsyntax.Expression, why *cause) {
	s.find(codes.SecretKey, e, "a secret key makes the whole object secret: "+why.origin().why(), why)
}

// hook judges the attributes of a hook: a command is no place for a secret.
func (s *sinks) hook(b *hclsyntax.Body) {
	for _, a := range tree.Attributes(b) {
		taint := s.attribute(a)
		attribute, known := language.BlockOf(syntax.KindHook).Body.Attribute(a.Name)
		why, early := taint.deep().secret, s.Language() < language.ReadsAll
		isCommand := attribute.Type.Kind() == typesys.KindList // which is read when the hook runs
		switch {
		case !known:
		case early && !isCommand && taint.own.output.isSure():
			s.find(codes.OptionNotConverted, a.Expr, "`"+a.Name+"` takes a "+attribute.Type.String()+" known in advance, but outputs of resources are known later; use a config or a literal", taint.own.output)
			s.later()
		case !why.isSure():
		case isCommand && early:
			s.find(codes.SecretHook, s.secretPart(a.Expr), "`"+a.Name+"` of a hook cannot contain a secret; the hook fails when it runs", why)
		case isCommand:
			s.find(codes.SecretHook, s.secretPart(a.Expr), "every process on the machine can read `"+a.Name+"` while the hook runs, including this secret", why)
		case early:
			s.findAs(codes.Error, codes.SecretHook, tree.NodeSpan(s.secretPart(a.Expr)), "`"+a.Name+"` of a hook cannot be secret; this fails at run time", why)
			s.later()
		}
	}
}

// publicInput judges a value for an input that the schema does not call secret.
// Of providers only: what they are told they may log.
func (s *sinks) publicInput(a *hclsyntax.Attribute, taint Taint) {
	res := s.info.Resource
	if why := taint.deep().secret; res != nil && res.IsProvider && why.isSure() {
		s.find(codes.SecretToPlain, s.secretPart(a.Expr),
			"`"+a.Name+"` does not accept secrets, so the provider may log this one"+diagnostic.VersionNote(res.Package), why)
	}
}

// secretInput judges a value for an input that the schema calls secret: a config that feeds it holds a secret.
func (s *sinks) secretInput(a *hclsyntax.Attribute, p *schema.Property, taint Taint) {
	t, ok := tree.Unparen(a.Expr).(*hclsyntax.ScopeTraversalExpr)
	if !ok || taint.deep().secret != nil || !p.Secret {
		return
	}
	name := t.Traversal.RootName()
	if _, own := s.variable(name); own || sensitive.IsSecretName(name) {
		return
	}
	object, sig := s.Lookup(s.e, name)
	if object == nil || sig.Kind != check.ObjectConfig || s.recorder.Sets(name, "secret") {
		return
	}
	s.find(codes.SecretConfigLooking, a.Expr, "`"+a.Name+"` is secret, but config `"+name+"` is stored as plain text; add `secret = true` to it"+
		diagnostic.VersionNote(s.info.Resource.Package), because(true, step{name: name, kind: stepConfigPlain}))
	s.findings[len(s.findings)-1].Subject = name
	s.findings[len(s.findings)-1].Once = string(codes.SecretConfigLooking) + " " + name
}

func (s *sinks) asset(e *hclsyntax.FunctionCallExpr, arg Taint) {
	if why := arg.deep().secret; why.isSure() {
		s.find(codes.SecretAsset, e.Args[0], "not every provider keeps the text of an asset secret", why)
	}
}

// Values from this size on are large: a change in them is worth seeing.
const (
	largeObject = 6 // values
	largeText   = 6 // lines
)

// spreadObject judges an object of which a text is made.
func (s *sinks) spreadObject(e hclsyntax.Expression) {
	var leaves, secrets []hclsyntax.Expression
	var count func(hclsyntax.Expression)
	count = func(e hclsyntax.Expression) {
		parts := tree.Parts(e)
		if len(parts) == 0 {
			leaves = append(leaves, e)
			if s.secretIn(e).isSure() {
				secrets = append(secrets, e)
			}
		}
		for _, part := range parts {
			count(part)
		}
	}
	count(e)
	if len(leaves) >= largeObject && len(secrets) == 1 {
		s.spread(secrets[0])
	}
}

// template judges a text with parts.
func (s *sinks) template(e *hclsyntax.TemplateExpr) {
	lines := 0
	var secrets []hclsyntax.Expression
	for _, part := range e.Parts {
		if s.secretIn(part).isSure() {
			secrets = append(secrets, part)
		}
		if l, ok := part.(*hclsyntax.LiteralValueExpr); ok && l.Val.Type() == cty.String && !l.Val.IsNull() {
			lines += strings.Count(l.Val.AsString(), "\n")
		}
	}
	if lines >= largeText && len(secrets) == 1 {
		s.spread(secrets[0])
	}
}

func (s *sinks) spread(e hclsyntax.Expression) {
	s.find(codes.SecretSpread, e, "this one secret makes the whole string secret, so previews show none of its changes", s.secretIn(e))
}
