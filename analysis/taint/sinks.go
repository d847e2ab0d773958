package taint

import (
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file walks through an item and shows which taints reach which places to those that judge
// it: secrets.go and unknowns.go.

// sinks collects the taints in one item and the findings about them.
type sinks struct {
	interpreter
	see      func(hclsyntax.Node, Taint) // hears of every taint; may be nil
	secrets  map[node.ID]*cause          // why there is a secret in an expression
	value    Taint                       // of an output
	findings []checked.Finding
	outputs  *outputTaints // of a resource that others refer to, found on the way; nil otherwise
	options  bool          // in an options block
}

func computeFacts(r recorder, e *program.Item) *facts {
	r.Expect(len(e.Names) + 2) // the names, the check of the item, and the schema
	s := allSinks.Get().(*sinks)
	s.begin(r, e)
	if check.KindOf(e) == check.ObjectResource && e.Lacks(nameQuery) && r.Program.Uses(e.ID) > 0 {
		s.outputs = resourceTaints(&s.interpreter)
	}
	s.item()
	s.dropFollowUps()
	facts := &facts{value: s.value, findings: s.findings}
	*s = sinks{}
	allSinks.Put(s)
	return facts
}

// allSinks are at rest: they collect nothing.
var allSinks = sync.Pool{New: func() any { return new(sinks) }}

func newSinks(r recorder, e *program.Item, see func(hclsyntax.Node, Taint)) *sinks {
	s := &sinks{see: see}
	s.begin(r, e)
	return s
}

func (s *sinks) begin(r recorder, e *program.Item) {
	s.interpreter = *newInterpreter(r, e)
	s.sinks = s
}

// hear is told of the taint of every expression. Those that judge look back at secrets only.
func (s *sinks) hear(e hclsyntax.Node, taint Taint) {
	if s.see != nil {
		s.see(e, taint)
	}
	if why := taint.deepSecret(); why != nil {
		if s.secrets == nil {
			s.secrets = map[node.ID]*cause{}
		}
		s.secrets[node.IDOf(e)] = why
	}
}

// secretIn returns why there is a secret in an expression that was visited; nil if there is none.
func (s *sinks) secretIn(e hclsyntax.Node) *cause { return s.secrets[node.IDOf(e)] }

// find records a finding about something that has a cause.
func (s *sinks) find(code codes.Code, e hclsyntax.Node, message string, why *cause) {
	s.findAs(code.Severity(), code, tree.NodeSpan(e), message, why)
}

func (s *sinks) findAs(severity codes.Severity, code codes.Code, span syntax.Span, message string, why *cause) {
	s.findings = append(s.findings, checked.Finding{
		Diagnostic: diagnostic.Diagnostic{Span: span, Code: code, Severity: severity, Message: diagnostic.Abbreviate(message, longest)}, Origin: why.asOrigin(),
	})
}

// later says of the latest finding that [language.ReadsAll] accepts what it is about.
func (s *sinks) later() { check.Later(&s.findings[len(s.findings)-1].Diagnostic, language.ReadsAll) }

// dropFollowUps removes findings inside code that has other errors.
func (s *sinks) dropFollowUps() {
	s.findings = slices.DeleteFunc(s.findings, func(f checked.Finding) bool {
		wrong := func(d diagnostic.Diagnostic) bool {
			return d.Severity == codes.Error && d.Span.Start < f.Span.End && f.Span.Start < d.Span.End
		}
		broken := func(err syntax.Error) bool {
			return err.Span.Start <= f.Span.End && f.Span.Start <= err.Span.End
		}
		literal := f.Code == codes.SecretLiteral || f.Code == codes.SecretLiteralInput
		if literal && isWrittenOut(s.info, f.Span) {
			return true // what it is says more than where it stands
		}
		return slices.ContainsFunc(s.info.Findings, wrong) || slices.ContainsFunc(s.e.Syntax.Errors, broken)
	})
}

// item goes through the item by its kind. What the language ignores is passed over.
func (s *sinks) item() {
	it := s.e.Syntax
	if it.Attr() != nil && it.Kind == syntax.KindLocal {
		s.attribute(it.Attr())
	}
	if it.Block() == nil {
		return
	}
	body := it.Block().Body
	switch it.Kind {
	case syntax.KindConfig:
		if a := body.Attributes["default"]; a != nil {
			s.attribute(a)
		}
		s.config(it)
	case syntax.KindOutput:
		if a := body.Attributes["value"]; a != nil {
			s.value = s.shown(a.Expr)
			s.outputValue(a.Expr, s.value)
		}
	case syntax.KindResource, syntax.KindRead:
		s.with(s.rangeVariables(), func() { s.inputs(it) })
		s.optionBlocks(body, nil)
	case syntax.KindComponent:
		vars := s.rangeVariables()
		s.with(vars, func() {
			for _, a := range it.Attributes() {
				s.passed(a, s.attribute(a))
			}
			s.constants(it)
		})
		s.optionBlocks(body, vars)
	case syntax.KindHook:
		s.with([]memberTaint{{name: language.ArgsVariable}}, func() { s.hook(body) })
	case syntax.KindPulumi:
		s.body(body)
	}
}

// body goes through a body that gives its attributes no meaning of their own here.
func (s *sinks) body(b *hclsyntax.Body) {
	for _, a := range tree.Attributes(b) {
		s.attribute(a)
	}
	for _, inner := range b.Blocks {
		s.body(inner.Body)
	}
}

// inputs are the attributes of a resource or read.
func (s *sinks) inputs(it *syntax.Item) {
	for _, a := range it.Attributes() {
		p := s.property(a)
		if p == nil || !p.Secret {
			s.writtenSecret(a.Name, a.Expr)
		}
		taint := s.input(a, p)
		if s.outputs != nil {
			s.outputs.given(a, taint)
		}
	}
	if s.outputs != nil {
		taint := rangedTaint(s.recorder, s.e, s.outputs.ofResource())
		s.recorder.Offer(s.e, nameQuery, &taint)
	}
}

// input judges the value of an input and returns its taint.
func (s *sinks) input(a *hclsyntax.Attribute, p *schema.Property) (taint Taint) {
	switch {
	case s.carriesNothing(tree.NodeSpan(a)):
		if p != nil && p.Secret {
			s.literalInput(a, p)
		}
	case p != nil && !p.Secret:
		if taint = s.shown(a.Expr); taint.MaybeSecret() {
			s.publicInput(a, taint)
			s.secretID(a, taint)
			s.secretInPublic(a, taint)
		}
	default:
		taint = s.expr(a.Expr)
		s.secretID(a, taint)
		if p != nil {
			s.secretInput(a, p, taint)
			s.literalInput(a, p)
		}
	}
	return taint
}

// property is the input that an attribute sets, nil where no schema has it.
func (s *sinks) property(a *hclsyntax.Attribute) *schema.Property {
	if o := occurrenceAt(s.info, check.OccurAttribute, tree.Span(a.NameRange)); o != nil {
		return o.Property
	}
	return nil
}

// optionBlocks are the options of an item. Property lists name no values.
func (s *sinks) optionBlocks(b *hclsyntax.Body, vars []memberTaint) {
	s.options = true
	defer func() { s.options = false }()
	for _, block := range b.Blocks {
		if block.Type != language.OptionsBlock {
			continue
		}
		for _, a := range tree.Attributes(block.Body) {
			option := language.OptionNamed(a.Name)
			if option.Rule.TakesPaths() {
				continue
			}
			before := len(s.findings)
			var taint Taint
			s.with(vars, func() { taint = s.attribute(a) })
			parts := len(s.findings)
			s.needlessDependencies(a, option)
			if s.option(a, option, taint) {
				judged := s.findings[parts:]
				s.findings = slices.Concat(s.findings[:before], withoutUnknowns(s.findings[before:parts]), judged)
			}
		}
	}
}

// option judges one option and reports whether it found that the whole is unknown.
func (s *sinks) option(a *hclsyntax.Attribute, option *language.Option, taint Taint) (unknown bool) {
	isRange := option.Rule == language.OptionRange && s.e.Syntax.Kind == syntax.KindResource
	if s.Language() < language.ReadsAll && s.lateOption(a, option) || s.secretOption(a, option, taint) || isRange && s.exposedKeys(a, taint) {
		return false
	}
	return isRange && s.unknownRange(a, taint)
}

// enterLoop marks what follows as done for each element of a collection. Where
// that is unknown as a whole, nothing more is said of what is unknown inside.
func (s *sinks) enterLoop(collection Taint) func() {
	before := len(s.findings)
	return func() {
		if collection.own.unknown != nil {
			s.findings = append(s.findings[:before:before], withoutUnknowns(s.findings[before:])...)
		}
	}
}

// call judges a call.
func (s *sinks) call(e *hclsyntax.FunctionCallExpr, b *language.Builtin, args []Taint) {
	if b.Evaluation.CatchesFailures() && len(args) > 0 {
		s.tryCall(e, b, args)
	}
	switch {
	case b.Flow == language.FlowFunction && len(args) > 1:
		s.secretArguments(e, 1, args[1])
	case b.Flow == language.FlowMethod && len(args) > 2:
		s.secretArguments(e, 2, args[2])
	}
	if len(args) != 1 {
		return
	}
	switch role := b.Role(0); {
	case role.IsAssetLocation():
		s.assetPath(e, args[0])
	case role == language.RoleAssetText:
		s.asset(e, args[0])
	case b.Flow == language.FlowSecret:
		s.secretCall(e, args[0])
	case b.Flow == language.FlowUnsecret:
		s.unsecretCall(e, args[0])
	case b.Text == language.TextSerialized:
		s.spreadObject(e.Args[0])
	}
}

// key judges the key of an object.
func (s *sinks) key(e hclsyntax.Expression, taint Taint) {
	m := taint.deep()
	if m.secret.isSure() {
		s.secretKey(e, m.secret)
		return
	}
	s.unknownKey(e, m.unknown)
}

// forKey judges the key that a for expression makes; what it has of its collection is said about that.
func (s *sinks) forKey(e *hclsyntax.ForExpr, key, collection Taint) {
	m := key.deep()
	switch {
	case m.secret.isSure() && collection.own.secret == nil:
		s.secretKey(e.KeyExpr, m.secret)
	case collection.own.unknown == nil:
		s.unknownKey(e.KeyExpr, m.unknown)
	}
}
