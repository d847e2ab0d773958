package taint

import (
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file judges secrets in inputs of resources: in those that everybody reads,
// and plain text in those that are for secrets.

// secretInPublic reports a secret in an input that everybody reads.
func (s *sinks) secretInPublic(a *hclsyntax.Attribute, taint Taint) {
	res := s.info.Resource
	if !taint.deep().secret.isSure() || res == nil || res.IsProvider {
		return
	}
	if isCommand(res, a.Name) {
		s.find(codes.SecretCommand, s.secretPart(a.Expr),
			"every process on the machine can read a running command; pass the secret in `environment` or `stdin`"+diagnostic.VersionNote(res.Package), taint.deep().secret)
		return
	}
	s.secretName(a.Expr, taint, []string{a.Name})
}

// commands are the inputs that the resources of the package command run.
var commands = []string{"create", "update", "delete"}

func isCommand(res *schema.Resource, input string) bool {
	return strings.HasPrefix(res.Token, "command:") && slices.Contains(commands, input)
}

// secretName reports a secret in what holds a name, or in a part that does.
func (s *sinks) secretName(e hclsyntax.Expression, taint Taint, way []string) {
	whole, inside := checked.ViewOf(s.Program).IsPublic(way)
	switch why := taint.deep().secret; {
	case !why.isSure():
	case whole:
		s.find(codes.SecretName, s.secretPart(e), "`"+strings.Join(way, ".")+"` is visible to everyone who may list resources, and so is the secret in it"+
			diagnostic.VersionNote(s.info.Resource.Package), why)
	case inside:
		s.secretNames(e, taint, way)
	}
}

// secretNames judges the members of a value that is written out.
func (s *sinks) secretNames(e hclsyntax.Expression, taint Taint, way []string) {
	object, ok := tree.Unparen(e).(*hclsyntax.ObjectConsExpr)
	if !ok {
		return
	}
	for _, item := range object.Items {
		if name, literal := tree.LiteralKey(item.KeyExpr); literal {
			s.secretName(item.ValueExpr, taint.member(name), append(slices.Clip(way), name))
		}
	}
}

// literalInput reports a text that is written out in an input which the schema
// calls secret, there or in the local that is named there.
func (s *sinks) literalInput(a *hclsyntax.Attribute, p *schema.Property) {
	message := "`" + a.Name + "` is secret, but this value is in the source code for everyone to read" + s.insteadOfSecret() +
		diagnostic.VersionNote(s.info.Resource.Package)
	if isLiteralText(a.Expr) {
		s.find(codes.SecretLiteralInput, a.Expr, message, nil)
		return
	}
	if object, ok := tree.Unparen(a.Expr).(*hclsyntax.ObjectConsExpr); ok {
		s.literalMembers(object, message)
		return
	}
	t, ok := tree.Unparen(a.Expr).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(t.Traversal) != 1 || p.IsPlain {
		return
	}
	name := t.Traversal.RootName()
	if _, own := s.variable(name); !own && s.recorder.isLiteralLocal(name) {
		s.find(codes.SecretLiteralInput, a.Expr, message, because(true, step{name: name, kind: stepWritten}))
	}
}

// insteadOfSecret says what to write instead of a secret. A file of inputs has no configs.
func (s *sinks) insteadOfSecret() string {
	if s.e.Syntax.Inputs != nil {
		return ""
	}
	return "; use a config with `secret = true`"
}

// literalMembers reports the members that are texts and have the name of a secret;
// what else is in such an object, the name of a user say, need not be one.
func (s *sinks) literalMembers(object *hclsyntax.ObjectConsExpr, message string) {
	for _, item := range object.Items {
		if name, literal := tree.LiteralKey(item.KeyExpr); literal && sensitive.IsSecretName(name) && isLiteralText(item.ValueExpr) {
			s.find(codes.SecretLiteralInput, item.ValueExpr, message, nil)
		}
	}
}

// writtenSecret reports texts that are written out where their name says that a secret
// stands, of which no schema says so: few schemas say it of all that are.
func (s *sinks) writtenSecret(name string, e hclsyntax.Expression) {
	switch x := tree.Unparen(e).(type) {
	case *hclsyntax.ObjectConsExpr:
		for _, item := range x.Items {
			if key, literal := tree.LiteralKey(item.KeyExpr); literal {
				s.writtenSecret(key, item.ValueExpr)
			}
		}
	case *hclsyntax.TupleConsExpr:
		for _, inner := range x.Exprs {
			if object, ok := tree.Unparen(inner).(*hclsyntax.ObjectConsExpr); ok {
				s.writtenSecret("", object)
			}
		}
	case *hclsyntax.TemplateExpr:
		if !sensitive.IsSecretName(name) {
			return
		}
		text, ok := tree.PlainText(x)
		if ok && sensitive.MayBeSecret(text, sensitive.IsPasswordName(name)) && !isWrittenOut(s.info, tree.Span(e.Range())) {
			s.find(codes.HardcodedSecret, e, "the name `"+name+"` suggests a secret, but this value is in the source code for everyone to read"+s.insteadOfSecret(), nil)
		}
	}
}

// isLiteralText reports a text that is written out and says something. Numbers are
// left alone: few of them are credentials.
func isLiteralText(e hclsyntax.Expression) bool {
	text, ok := tree.PlainText(tree.Unparen(e))
	return ok && strings.TrimSpace(text) != ""
}

// isLiteralLocal asks whether a name is that of a local which is a literal text.
func (r recorder) isLiteralLocal(name string) bool {
	is := func(r *program.Run) bool {
		e := r.Program.Declaring(name)
		return e != nil && check.KindOf(e) == check.ObjectLocal && e.Syntax.Attr() != nil && isLiteralText(e.Syntax.Attr().Expr)
	}
	now := is(r.Run)
	r.Note(program.OnText, name, func(again *program.Run) bool { return is(again) == now })
	return now
}

// exposedKeys reports a range over a map whose keys were secret until unsecret: they become the names of the instances.
func (s *sinks) exposedKeys(a *hclsyntax.Attribute, taint Taint) bool {
	why := taint.own.exposed
	if !why.isSure() {
		return false
	}
	t := s.typeOf(a.Expr)
	if !t.IsValid() {
		return false
	}
	if kind := typesys.Strip(t).Kind(); kind != typesys.KindMap && kind != typesys.KindObject {
		return false // instances are numbered
	}
	whole := tree.NodeSpan(a.Expr)
	s.findings = slices.DeleteFunc(s.findings, func(f checked.Finding) bool { // the same cause, told with less
		return f.Code == codes.SecretUnsecret && whole.Start <= f.Span.Start && f.Span.End <= whole.End
	})
	s.findAs(codes.Warning, codes.SecretIdentity, whole, "the keys of this range become public names, but they were secret before `unsecret`", why)
	return true
}

// credentialCodes are the codes of texts that are secrets by their form.
var credentialCodes = []codes.Code{codes.HardcodedToken, codes.HardcodedPrivateKey, codes.HardcodedPassword}

// isWrittenOut reports whether a credential was found in an expression.
func isWrittenOut(info *check.Info, span syntax.Span) bool {
	return slices.ContainsFunc(info.Findings, func(d diagnostic.Diagnostic) bool {
		return slices.Contains(credentialCodes, d.Code) && span.Start <= d.Span.Start && d.Span.End <= span.End
	})
}

// secretID reports a read whose id is secret in the stack alone. What the program
// itself calls secret does not fit the type of an id.
func (s *sinks) secretID(a *hclsyntax.Attribute, taint Taint) {
	if s.e.Syntax.Kind != syntax.KindRead || a.Name != "id" {
		return
	}
	why := taint.own.secret
	switch {
	case !why.isSure() || why.origin().kind != stepConfigStored:
	case s.Language() < language.ReadsAll:
		s.find(codes.SecretID, a.Expr, "the id of a read cannot be secret, because secret values count as unknown: "+why.origin().why(), why)
		s.later()
	default:
		s.find(codes.SecretID, a.Expr, "the id of a read is stored and shown as plain text: "+why.origin().why(), why)
	}
}

// storedIn is the file in which the selected stack stores the value of a config as a secret; empty if it does not.
func (s *sinks) storedIn(it *syntax.Item) string {
	if file, stored := s.StoredSecret(tree.LogicalName(it)); stored {
		return path.Base(file)
	}
	return ""
}
