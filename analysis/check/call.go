package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file types calls. (docs/language/expressions.md#calls)

// callSignature is what a call is checked against. For functions and methods of packages
// it knows the schema.
type callSignature struct {
	language.Signature
	// coded are codes for invoke and call that replace call.arg, by position.
	coded map[int]codes.Code
	// judge is the schema that declares the arguments before position judged.
	judge  *schema.Package
	judged int
}

func formal(name string, t typesys.Type) language.Formal { return language.Formal{Name: name, Type: t} }

// uncheckedSignature is a stand-in for a signature that nobody knows.
func uncheckedSignature(result typesys.Type) callSignature {
	return callSignature{Signature: language.Signature{Result: result, Counted: true}}
}

// argument is one argument as the signature sees it: expanding the last one may
// make several of one expression.
type argument struct {
	expr hclsyntax.Expression
	t    typesys.Type
}

func (c *checker) call(e *hclsyntax.FunctionCallExpr) typesys.Type {
	b := c.language().Called(e.Name)
	c.info.occur(Occurrence{Span: tree.Span(e.NameRange), Kind: OccurFunction, Name: e.Name, Denotation: &Denotation{Function: c.language().Builtin(e.Name)}})
	before := len(c.info.Findings)
	args := c.arguments(e, b)
	if _, closed := c.scope.ownNames(); closed {
		c.info.find(codes.FunctionUnknown, tree.Span(e.NameRange), "function calls are not allowed here; only input names of this resource are valid")
		return typesys.Dynamic
	}
	if b.Name == "" {
		c.unknownFunction(e)
		return typesys.Dynamic
	}
	found := len(c.info.Findings)
	c.inputCall(b, tree.Span(e.NameRange))
	sig := c.signature(e, b, args)
	result := c.applySignature(e, sig, args)
	if !c.failedSince(found, tree.Span(e.Range())) {
		c.runArguments(b, sig, args)
	}
	if !c.failedSince(found, tree.Span(e.Range())) {
		c.runCall(e, b, args)
	}
	if b.FailCode != "" {
		c.failsByValue(e, before)
	}
	c.fileCall(e, b, found)
	if c.isBroken(e) {
		c.info.Findings = c.info.Findings[:found] // arguments may be lost
	}
	for i, d := range c.info.Findings[found:] {
		if d.Code == codes.FnArity && d.Span == tree.Span(e.Range()) {
			c.info.Findings[found+i].Message += ": " + b.Form()
		}
	}
	return result
}

// arguments types the arguments of a call in order and expands the last one.
func (c *checker) arguments(e *hclsyntax.FunctionCallExpr, b *language.Builtin) []argument {
	var args []argument
	next := always // how often the next argument is evaluated
	for i, x := range e.Args {
		evaluated := next
		if b.Evaluation.Catches(i, len(e.Args)) {
			evaluated = never
		}
		leave, failed := c.evaluation.enter(evaluated), c.evaluation.failed
		if name := b.Variable(i); name != "" {
			failure := &Object{Kind: ObjectRecoverError, Name: name, Type: typesys.String}
			c.with([]*Object{failure}, func() { c.expr(x) })
		} else {
			c.expr(x)
		}
		switch {
		case b.Evaluation == language.EvaluateReplacement:
			next = sometimes
		case !b.Evaluation.TriesFirst():
		case cannotFail(x):
			next = never
		case c.evaluation.failed == failed:
			next = min(next, sometimes)
		}
		leave()
		args = append(args, argument{x, c.info.TypeOf(x)})
	}
	if e.ExpandFinal && len(args) > 0 {
		last := args[len(args)-1]
		args = append(args[:len(args)-1], expanded(last)...)
	}
	return args
}

// expanded are the arguments that the last one stands for when it is spread.
func expanded(last argument) []argument {
	switch t := typesys.PlainShape(last.t); t.Kind() {
	case typesys.KindTuple:
		return lists.Map(t.Elems(), func(elem typesys.Type) argument { return argument{last.expr, elem} })
	case typesys.KindList, typesys.KindSet:
		return []argument{{last.expr, t.Elem()}}
	}
	return []argument{last}
}

// applySignature checks the arguments and gives the result's type, lifted when
// some parameter cannot take its argument as it is.
func (c *checker) applySignature(e *hclsyntax.FunctionCallExpr, sig callSignature, args []argument) typesys.Type {
	if !sig.Counted {
		c.arity(e, sig, args)
	}
	c.keepParameters(e, sig)
	lift, swapped := false, c.swapped(e, sig, args)
	for i, arg := range args {
		p, ok := sig.parameterAt(i)
		if !ok || swapped {
			break
		}
		c.fits(arg.expr, arg.t, p.Type, needs{code: sig.codeAt(i), name: p.Name, of: " of `" + e.Name + "`", judge: sig.judgeAt(i)})
		lift = lift || !typesys.Assignable(p.Type, arg.t)
	}
	result := sig.Result
	if typesys.Strip(result) == typesys.Dynamic && slices.ContainsFunc(args, func(a argument) bool { return typesys.Strip(a.t) == typesys.Unknown }) {
		result = typesys.Unknown
	}
	if !lift {
		return result
	}
	return typesys.Lift(result, typesOf(args)...)
}

// keepParameters notes what a call gives its arguments to, in an item with inputs: see [rewriting].
func (c *checker) keepParameters(e *hclsyntax.FunctionCallExpr, sig callSignature) {
	if kind := c.e.Syntax.Kind; kind != syntax.KindResource && kind != syntax.KindRead && kind != syntax.KindComponent {
		return
	}
	for i, x := range e.Args {
		if p, ok := sig.parameterAt(i); ok {
			if c.parameters == nil {
				c.parameters = map[node.ID]language.Formal{}
			}
			c.parameters[node.IDOf(x)] = p
		}
	}
}

// swapped reports two arguments of which each fits the place of the other only.
func (c *checker) swapped(e *hclsyntax.FunctionCallExpr, sig callSignature, args []argument) bool {
	if len(args) != 2 || e.ExpandFinal {
		return false
	}
	first, known := sig.parameterAt(0)
	second, alsoKnown := sig.parameterAt(1)
	takes := func(p language.Formal, a argument) bool {
		return typesys.Convert(accepted(c.language(), p.Type), a.t) != typesys.FitNone
	}
	if !known || !alsoKnown || takes(first, args[0]) || takes(second, args[1]) || !takes(first, args[1]) || !takes(second, args[0]) {
		return false
	}
	c.info.find(codes.CallArg, tree.Span(args[0].expr.Range()), "the arguments are in the wrong order: `"+e.Name+"("+first.Name+", "+second.Name+")`")
	return true
}

func typesOf(args []argument) []typesys.Type {
	return lists.Map(args, func(arg argument) typesys.Type { return arg.t })
}

func (s callSignature) codeAt(i int) codes.Code {
	if code, ok := s.coded[i]; ok {
		return code
	}
	return codes.CallArg
}

func (s callSignature) judgeAt(i int) *schema.Package {
	if i < s.judged {
		return s.judge
	}
	return nil
}

func (s callSignature) parameterAt(i int) (language.Formal, bool) {
	switch {
	case i < len(s.Formals):
		return s.Formals[i], true
	case s.Variadic != nil:
		return *s.Variadic, true
	}
	return language.Formal{}, false
}

// arity reports missing and surplus arguments, each in one finding.
func (c *checker) arity(e *hclsyntax.FunctionCallExpr, sig callSignature, args []argument) {
	var missing []string
	for i := len(args); i < len(sig.Formals); i++ {
		if !typesys.IsOptional(sig.Formals[i].Type) {
			missing = append(missing, "`"+sig.Formals[i].Name+"`")
		}
	}
	if len(missing) > 0 {
		c.info.find(codes.CallMissing, closing(e), "`"+e.Name+"` also needs "+strings.Join(missing, " and "))
	}
	if len(args) > len(sig.Formals) && sig.Variadic == nil {
		extra := tree.Span(args[len(sig.Formals)].expr.Range())
		extra.End = max(extra.End, tree.Span(args[len(args)-1].expr.Range()).End)
		c.info.find(codes.CallSurplus, extra, "`"+e.Name+"` takes "+prose.Counted(len(sig.Formals), "argument")+"; remove what is beyond")
	}
}

// closing is the closing parenthesis of a call.
func closing(e *hclsyntax.FunctionCallExpr) syntax.Span {
	if span := tree.Span(e.CloseParenRange); span.Len() > 0 {
		return span
	}
	return tree.Span(e.NameRange)
}

func (c *checker) unknownFunction(e *hclsyntax.FunctionCallExpr) {
	if newest := language.Newest.Builtin(e.Name); newest != nil {
		Later(c.info.propose(codes.FunctionUnknown, tree.Span(e.NameRange), diagnostic.Advice{Message: "Pulumi " + c.language().String() + " has no function `" + e.Name + "`"}), newest.Since)
		return
	}
	unknown := diagnostic.Advice{Message: "there is no function `" + e.Name + "`"}
	near := typesys.Near(e.Name, c.language().BuiltinNames())
	help, known := language.LookupForeign(e.Name)
	switch {
	case !known || strings.EqualFold(near, e.Name):
		unknown = unknown.DidYouMean(near)
	case help.Takes(len(e.Args)) && !e.ExpandFinal && !c.isBroken(e):
		call := help.Call(c.argumentTexts(e))
		if len(call) > longestCall || strings.Contains(call, "\n") {
			unknown = unknown.And("; " + help.String()).Suggesting(call)
		} else {
			unknown = unknown.Writing(call)
		}
	default:
		unknown = unknown.And("; " + help.String()).Suggesting(help.Function)
	}
	c.info.advise(codes.FunctionUnknown, tree.Span(e.NameRange), unknown)
}

// longestCall is the length of a call that a message shows with its arguments.
const longestCall = 120

// argumentTexts are the arguments of a call as they are written.
func (c *checker) argumentTexts(e *hclsyntax.FunctionCallExpr) []string {
	return lists.Map(e.Args, c.textOf)
}
