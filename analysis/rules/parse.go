package rules

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reads rule files. A rule with a mistake is left out, and the mistake is a finding. It checks names,
// functions, and whether a condition can be one.

// The limits of a rule file.
const (
	maxFile  = 1 << 20 // bytes
	maxRules = 1_000
	maxTests = 100 // of one rule
)

// ruleBlock is the keyword of rules.
const ruleBlock = "rule"

// Parse reads a rule file. It always returns a file, with the rules that have no mistakes.
func Parse(path, text string) (*File, []analysis.Diagnostic) {
	if len(text) > maxFile {
		source := syntax.Parse(path, "", nil)
		return &File{Path: path, Source: source}, tooLarge(path)
	}
	return Read(syntax.Parse(path, text, nil))
}

func tooLarge(path string) []analysis.Diagnostic {
	p := &parser{path: path}
	p.find(syntax.Span{}, "rule files are limited to 1 MiB")
	return p.found
}

// Read is [Parse] for a text that is parsed as a program already, such as that of a document.
func Read(source *syntax.File) (*File, []analysis.Diagnostic) {
	f := &File{Path: source.Path, Source: source}
	if source.Len() > maxFile || source.IsLarge() {
		return f, tooLarge(source.Path)
	}
	p := &parser{path: source.Path}
	for _, e := range f.Source.Errors {
		p.syntax(e, 0)
	}
	broken := len(f.Source.Errors) > 0
	f.names = []string{}
	for _, it := range f.Source.All() {
		if it.Kind == syntax.KindBlank {
			continue
		}
		broken = broken || len(it.Errors) > 0
		if len(it.Labels) > 0 {
			f.names = append(f.names, it.Labels[0].Value)
		}
		if a := it.Attr(); a != nil && a.Name == attrVersion && len(it.Errors) == 0 {
			p.it = it
			f.Version = p.version(a)
			continue
		}
		before := len(p.found)
		r := p.rule(it)
		if r == nil || len(p.found) > before {
			continue
		}
		if len(f.Rules) == maxRules {
			p.find(r.Span, "a file may have at most 1,000 rules")
			break
		}
		f.Rules = append(f.Rules, r)
	}
	if broken {
		f.names = nil
	}
	return f, p.found
}

// parser collects the mistakes of a file. Spans of nodes count from the beginning of the item.
type parser struct {
	path  string
	it    syntax.Placed
	found []analysis.Diagnostic
}

func (p *parser) find(span syntax.Span, format string, args ...any) *analysis.Diagnostic {
	p.found = append(p.found, analysis.Diagnostic{
		Path: p.path, Span: span.Shift(p.it.Base), Code: codes.RuleInvalid, Severity: codes.Error, Message: fmt.Sprintf(format, args...),
	}.Legible())
	return &p.found[len(p.found)-1]
}

// findName reports a name that does not exist.
func (p *parser) findName(span syntax.Span, message, name string, among []string) {
	d := p.find(span, "%s", message)
	*d = suggesting(*d, name, among)
}

// suggesting is a finding about a name that does not exist, with the name that may be meant.
func suggesting(d analysis.Diagnostic, name string, among []string) analysis.Diagnostic {
	if d.Suggestion = typesys.Near(name, among); d.Suggestion != "" {
		d.Message += "; did you mean `" + d.Suggestion + "`?"
	}
	return d
}

func (p *parser) syntax(e syntax.Error, base int) {
	p.found = append(p.found, analysis.Diagnostic{Path: p.path, Span: e.Span.Shift(base), Code: e.Code, Severity: codes.Error, Message: e.Message})
}

// isVersion matches versions of rules: three numbers, and perhaps what comes before a release.
var isVersion = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`) })

// version reads the version of the rules.
func (p *parser) version(a *hclsyntax.Attribute) string {
	written, ok := tree.PlainText(a.Expr)
	if !ok || !isVersion().MatchString(written) {
		p.find(syntax.SpanOf(a.Expr), "the version of rules has the form \"1.2.3\"")
		return ""
	}
	return written
}

// HasVersion reports whether the rules have a version, of which the last numbers may be left out.
func (f *File) HasVersion(wanted string) bool {
	rest, ok := strings.CutPrefix(f.Version, wanted)
	return ok && (rest == "" || rest[0] == '.')
}

// rule reads an item; nil for one that is no rule.
func (p *parser) rule(it syntax.Placed) *Rule {
	p.it = it
	for _, e := range it.Errors {
		p.syntax(e, it.Base)
	}
	if len(it.Errors) > 0 {
		return nil
	}
	if it.Keyword != ruleBlock || it.Block() == nil {
		span := it.KeywordSpan
		if span.Len() == 0 {
			span = it.NameSpan
		}
		p.findName(span, "a rule file holds blocks of the form `rule \"name\" { … }`", it.Keyword, []string{ruleBlock})
		return nil
	}
	if len(it.Labels) != 1 {
		p.find(it.KeywordSpan, "a rule has one name: `rule \"name\" { … }`")
		return nil
	}
	r := &Rule{Name: it.Labels[0].Value, TeamRule: analysis.TeamRule{Path: p.path, Span: it.Labels[0].Span.Shift(it.Base)}, item: it, Severity: codes.Warning, WhenUnknown: ReportUnknown}
	if !isRuleName(r.Name) {
		p.find(it.Labels[0].Span, "the name of a rule consists of lower-case letters, digits and single hyphens, such as `encrypted-buckets`")
	}
	p.body(r, it.Block().Body)
	return r
}

const maxName = 80

// isRuleName reports whether a code can end in the name.
func isRuleName(name string) bool {
	if name == "" || len(name) > maxName || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return false
	}
	return !strings.HasPrefix(name, "-") && !strings.HasSuffix(name, "-") && !strings.Contains(name, "--")
}

// body reads the attributes and blocks of a rule.
func (p *parser) body(r *Rule, body *hclsyntax.Body) {
	for _, a := range tree.Attributes(body) {
		if known := attributeNamed(ruleAttributes(), a.Name); known == nil {
			p.findName(tree.Span(a.NameRange), "a rule has no attribute `"+a.Name+"`", a.Name, ruleWords())
		}
	}
	p.chosen(r, body)
	if r.subject == nil {
		return
	}
	for _, a := range tree.Attributes(body) {
		if known := attributeNamed(ruleAttributes(), a.Name); known != nil && known.read != nil {
			known.read(p, r, a)
		}
	}
	p.required(r, body)
	fixes := 0
	for _, b := range body.Blocks {
		switch b.Type {
		case fixBlock:
			if fixes++; fixes > 1 {
				p.find(tree.Span(b.TypeRange), "a rule has at most one fix")
			}
			p.fix(r, b)
		case testBlock:
			p.test(r, b)
		default:
			p.findName(tree.Span(b.TypeRange), "a rule has no block `"+b.Type+"`", b.Type, ruleWords())
		}
	}
	if len(r.Tests) > maxTests {
		p.find(p.it.Labels[0].Span, "a rule may have at most %d tests", maxTests)
	}
}

// required reports what is missing.
func (p *parser) required(r *Rule, body *hclsyntax.Body) {
	name := p.it.Labels[0].Span
	if body.Attributes[attrTitle] == nil {
		p.find(name, "a rule needs a title: `title = \"…\"`")
	}
	if body.Attributes[attrRequire] == nil {
		p.find(name, "a rule needs a condition that has to hold: `require = …`")
	}
}

// chosen reads what the rule looks at.
func (p *parser) chosen(r *Rule, body *hclsyntax.Body) {
	var looks []*hclsyntax.Attribute
	for _, a := range tree.Attributes(body) {
		switch {
		case subjectNamed(a.Name) != nil:
			looks = append(looks, a)
		case entryNamed(a.Name) != nil:
			if r.entry != nil {
				p.find(syntax.SpanOf(a), "a rule looks at inputs or at options, not at both")
			}
			r.entry = entryNamed(a.Name)
			r.entries = p.patterns(a)
		}
	}
	switch {
	case len(looks) == 0:
		p.find(p.it.Labels[0].Span, "a rule says what it looks at: write one of `resource`, `component`, `config`, `output`, `package` and `program`")
		return
	case len(looks) > 1:
		p.find(tree.Span(looks[1].NameRange), "a rule looks at one kind of thing; it looks at `%s` already", looks[0].Name)
	}
	r.subject = subjectNamed(looks[0].Name)
	if r.subject.word == wordProgram {
		if yes, ok := tree.Bool(looks[0].Expr); !ok || !yes {
			p.find(syntax.SpanOf(looks[0].Expr), "write `program = true`")
		}
	} else {
		r.patterns = p.patterns(looks[0])
	}
	if r.entry != nil && r.subject.member(memberOptions) == nil {
		p.find(tree.Span(looks[0].NameRange), "only resources and components have inputs and options")
	}
}

// patterns reads one pattern or a list of them.
func (p *parser) patterns(a *hclsyntax.Attribute) (all []pattern) {
	exprs := []hclsyntax.Expression{a.Expr}
	if list, ok := a.Expr.(*hclsyntax.TupleConsExpr); ok {
		exprs = list.Exprs
	}
	if len(exprs) == 0 || len(exprs) > maxPatterns {
		p.find(syntax.SpanOf(a.Expr), "write one to %d patterns", maxPatterns)
	}
	for _, e := range exprs {
		written, ok := tree.PlainText(e)
		switch {
		case !ok:
			p.find(syntax.SpanOf(e), "write a pattern in quotes, such as \"aws:s3/*:Bucket\", or a list of them")
		case written == "" || len(written) > maxPattern:
			p.find(syntax.SpanOf(e), "a pattern has 1 to %d characters", maxPattern)
		case strings.ContainsAny(written, " \t\n?[]{}()^$+\\|"):
			p.find(syntax.SpanOf(e), "a pattern is a name in which `*` stands for any characters; it is no regular expression")
		case a.Name == wordResource && !isTokenPattern(written):
			p.find(syntax.SpanOf(e), "a pattern for resources has the form `package:module:Type`, with `*` for any characters")
		default:
			all = append(all, pattern(written))
		}
	}
	return all
}

// isTokenPattern reports whether a pattern can match a token.
func isTokenPattern(written string) bool {
	colons := strings.Count(written, ":")
	return colons <= 2 && (colons > 0 || strings.Contains(written, "*"))
}

// compile compiles the regular expressions in an expression.
func (p *parser) compile(r *Rule, call *hclsyntax.FunctionCallExpr) {
	written, ok := tree.PlainText(call.Args[1])
	switch {
	case !ok:
		p.find(syntax.SpanOf(call.Args[1]), "write the regular expression as a text in quotes")
		return
	case len(written) > maxPattern:
		p.find(syntax.SpanOf(call.Args[1]), "a regular expression has at most %d characters", maxPattern)
		return
	}
	compiled, err := regexp.Compile(written)
	if err != nil {
		p.find(syntax.SpanOf(call.Args[1]), "%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		return
	}
	if r.expressions == nil {
		r.expressions = map[string]*regexp.Regexp{}
	}
	r.expressions[written] = compiled
}

// condition reads a condition.
func (p *parser) condition(r *Rule, a *hclsyntax.Attribute) hclsyntax.Expression {
	if what := neverCondition(a.Expr); what != "" {
		p.find(syntax.SpanOf(a.Expr), "this is %s, which is never true or false", what)
	} else if _, literal := tree.Bool(a.Expr); literal {
		p.find(syntax.SpanOf(a.Expr), "this condition looks at nothing")
	}
	return p.names(r, a.Expr)
}

// neverCondition says what an expression is that is no condition whatever it looks at; empty for one that
// may be.
func neverCondition(e hclsyntax.Expression) string {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return neverCondition(e.Expression)
	case *hclsyntax.LiteralValueExpr:
		switch {
		case e.Val.IsNull():
			return "null"
		case e.Val.Type() == cty.Number:
			return "a number"
		}
	case *hclsyntax.TemplateExpr:
		if written, ok := tree.PlainText(e); ok {
			if _, err := value.Boolean(cty.StringVal(written)); err != nil {
				return "a text"
			}
		}
	case *hclsyntax.TupleConsExpr, *hclsyntax.SplatExpr:
		return "a list"
	case *hclsyntax.ObjectConsExpr:
		return "an object"
	case *hclsyntax.ForExpr:
		if e.KeyExpr != nil {
			return "an object"
		}
		return "a list"
	case *hclsyntax.BinaryOpExpr:
		if e.Op.Type == cty.Number {
			return "a number"
		}
	case *hclsyntax.UnaryOpExpr:
		if e.Op.Type == cty.Number {
			return "a number"
		}
	case *hclsyntax.FunctionCallExpr:
		if f := functionNamed(e.Name); f != nil && (f.name == typeFunction || f.name == lowerFunction) {
			return "a text"
		}
	}
	return ""
}

// names reads an expression, and reports names and functions in it that do not exist.
func (p *parser) names(r *Rule, e hclsyntax.Expression) hclsyntax.Expression {
	whole := map[syntax.Span]bool{} // places where the subject as a whole is an argument
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok {
			p.call(r, call, whole)
		}
		return nil
	})
	for _, t := range e.Variables() {
		p.traversal(r, t, whole[tree.Span(t.SourceRange())])
	}
	return e
}

// traversal checks a name with its first step.
func (p *parser) traversal(r *Rule, t hcl.Traversal, whole bool) {
	var words []string
	for _, s := range r.roots() {
		words = append(words, s.word)
		if s.word != t.RootName() {
			continue
		}
		name, ok := stepName(t, 1)
		switch {
		case len(t) == 1 && !whole:
			p.find(tree.Span(t[0].SourceRange()), "write what of the %s is meant, such as `%s.%s`", s.word, s.word, s.members[0].name)
		case len(t) == 1:
		case !ok:
			p.find(tree.Span(t[1].SourceRange()), "write the name of a member behind `%s`", s.word)
		case s.member(name) == nil:
			span := tree.Span(t[1].SourceRange())
			if _, attr := t[1].(hcl.TraverseAttr); attr && span.Len() > len(name) {
				span.Start = span.End - len(name) // without the dot
			}
			p.findName(span, "`"+s.word+"` has no member `"+name+"`", name, s.memberNames())
		}
		return
	}
	p.findName(tree.Span(t[0].SourceRange()), "there is no name `"+t.RootName()+"` here", t.RootName(), words)
}

// call checks the call of a function.
func (p *parser) call(r *Rule, call *hclsyntax.FunctionCallExpr, whole map[syntax.Span]bool) {
	span := tree.Span(call.NameRange)
	f := functionNamed(call.Name)
	if f == nil {
		b := language.Called(call.Name)
		switch {
		case b.Name == "":
			p.findName(span, "there is no function `"+call.Name+"`", call.Name, functionNames())
		case !b.Pure():
			p.find(span, "`%s` means nothing in a rule, because its result depends on more than its arguments", call.Name)
		case !b.Accepts(len(call.Args)) && !call.ExpandFinal:
			p.find(span, "`%s` does not take %d arguments", call.Name, len(call.Args))
		}
		return
	}
	if len(call.Args) != f.args || call.ExpandFinal {
		p.find(span, "write `%s`", f.form)
		return
	}
	if f.name == matchFunction {
		p.compile(r, call)
	}
	if !f.taint {
		return
	}
	if e, ok := call.Args[0].(*hclsyntax.ScopeTraversalExpr); ok && len(e.Traversal) == 1 && f.name == dependsFunction {
		whole[tree.Span(e.Traversal.SourceRange())] = true
		return
	}
	if _, ok := writtenPath(r, call.Args[0]); !ok {
		p.find(syntax.SpanOf(call.Args[0]), "`%s` takes something that the program writes, such as %s", f.name, r.example())
	}
}

// example is something that a program writes.
func (r *Rule) example() string {
	for i := len(r.roots()) - 1; i >= 0; i-- {
		s := r.roots()[i]
		for _, m := range s.members {
			switch {
			case m.source && (m.name == factInputs || m.name == memberOptions):
				return "`" + s.word + "." + m.name + ".name`"
			case m.source:
				return "`" + s.word + "." + m.name + "`"
			}
		}
	}
	return "an input"
}

func functionNames() []string {
	names := lists.Map(functions(), func(f *function) string { return f.name })
	for _, b := range language.Builtins() {
		if b.Pure() {
			names = append(names, b.Name)
		}
	}
	return names
}
