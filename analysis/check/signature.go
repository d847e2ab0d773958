package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// signatureOf is what an item shows to the others. It needs the whole item only
// for locals; a resource shows its schema and its range, whatever its body says.
func signatureOf(r *Recorder, e *program.Item) Signature {
	sig := Signature{Value: typesys.Dynamic}
	if KindOf(e) == 0 {
		return sig
	}
	sig.Kind = KindOf(e)
	it := e.Syntax
	switch KindOf(e) {
	case ObjectLocal:
		sig.Value = localType(r, e)
	case ObjectConfig:
		facts := readConfig(it, diagnostic.Ignore)
		sig.Value, sig.inRun = facts.Value, facts.inRun
	case ObjectOutput:
		sig.Value = outputType(it, diagnostic.Ignore)
	case ObjectResource, ObjectRead:
		sig.Value, sig.Token = resourceSignature(r, e)
		sig.instances = instancesOf(r, e)
	case ObjectComponent:
		sig.Value = componentSignature(r, e)
	case ObjectHook:
		sig.Token = it.Labels[0].Value
	}
	return sig
}

// localType is the type of a local's expression. It is taken from the local's
// facts, so it holds as long as they do.
func localType(r *Recorder, e *program.Item) typesys.Type {
	info := r.InfoOf(e)
	if e.Syntax.Attr() == nil {
		return typesys.Dynamic
	}
	return info.TypeOf(e.Syntax.Attr().Expr)
}

func resourceSignature(r *Recorder, e *program.Item) (typesys.Type, string) {
	it := e.Syntax
	if len(it.Labels) < 2 {
		return typesys.Dynamic, ""
	}
	token := it.Labels[1].Value
	res := FindResource(r, it)
	if res == nil {
		return rangedType(r, e, typesys.Unknown), token
	}
	return rangedType(r, e, res.Type()), resourceToken(res, token)
}

// resourceToken is the token as messages of the reference show it: canonical,
// but in full for the built-in package and providers.
func resourceToken(res *schema.Resource, written string) string {
	if t, ok := schema.ParseToken(written); ok && t.Package == schema.BuiltinPackage {
		if res.IsProvider {
			return written
		}
		return t.String()
	}
	return res.Canonical
}

// FindResource is the schema of a resource or read block, without any report;
// nil when there is none or when it must not be read.
func FindResource(r *Recorder, it *syntax.Item) *schema.Resource {
	token, ok := schema.ParseToken(it.Labels[1].Value)
	if !ok {
		return nil
	}
	pkg, _ := r.schema(token.Schema())
	if pkg == nil {
		return nil
	}
	if ref, _ := r.missingVersion(it, token.Schema()); ref.Version != "" {
		return nil
	}
	res := pkg.Resource(it.Labels[1].Value)
	if res != nil && it.Kind == syntax.KindRead && (res.IsComponent || res.IsProvider) {
		return nil
	}
	return res
}

// rangedType is a type with the ranges of an item applied in turn.
func rangedType(r *Recorder, e *program.Item, base typesys.Type) typesys.Type {
	for _, a := range options.Ranges(e.Syntax) {
		base = readRange(typeAside(r, e, a.Expr), e.Syntax.Kind).name(base, e.Syntax.Kind)
	}
	return base
}
