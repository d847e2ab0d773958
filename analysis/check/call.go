package check

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file types calls. (PCL specification, pcl-functions.md, section 1.)

// parameter is one parameter of a signature. It may be left out when its type
// accepts none.
type parameter struct {
	name string
	t    typesys.Type
}

// callSignature is what a call is checked against.
type callSignature struct {
	params   []parameter
	variadic *parameter
	result   typesys.Type
	// checked says that the function reported what is wrong with the number of
	// arguments, or that the signature is a stand-in for an unknown one.
	checked bool
	// argument codes, for invoke and call, that replace call.arg by position
	coded map[int]codes.Code
	// judge is the schema that says what the arguments before position judged are.
	judge  *schema.Package
	judged int
}

// argument is one argument as the signature sees it: expanding the last one may
// make several of one expression.
type argument struct {
	expr hclsyntax.Expression
	t    typesys.Type
}

func (c *checker) call(e *hclsyntax.FunctionCallExpr) typesys.Type {
	args := c.arguments(e)
	b := builtinNamed(e.Name)
	c.occur(Occurrence{Span: tree.Span(e.NameRange), Kind: OccurFunction, Name: e.Name, Denotation: &Denotation{Function: b}})
	if _, closed := c.ownNames(); closed {
		c.find(codes.FunctionUnknown, tree.Span(e.NameRange), "there are no functions here; only the input names of this resource")
		return typesys.Dynamic
	}
	if b == nil {
		c.unknownFunction(e)
		return typesys.Dynamic
	}
	found := len(c.info.Findings)
	result := c.applySignature(e, b.signature(c, e, args), args)
	if len(c.info.Findings) == found {
		c.foresee(e, args)
		c.needlessCall(e)
	}
	c.fileCall(e, found)
	if c.isBroken(e) {
		c.info.Findings = c.info.Findings[:found] // arguments may be lost
	}
	for i, d := range c.info.Findings[found:] {
		if d.Code == codes.FnArity && d.Span == tree.Span(e.Range()) {
			c.info.Findings[found+i].Message += ": " + b.form()
		}
	}
	return result
}

// form is the call with the names of its parameters, as messages show it.
func (b *Builtin) form() string {
	names := make([]string, len(b.Parameters))
	for i, p := range b.Parameters {
		names[i] = p.Name
	}
	return "`" + b.Name + "(" + strings.Join(names, ", ") + ")`"
}

// arguments types the arguments of a call in order and expands the last one.
func (c *checker) arguments(e *hclsyntax.FunctionCallExpr) []argument {
	var args []argument
	for i, x := range e.Args {
		leave := c.fate.attempting(e.Name, i == len(e.Args)-1)
		if e.Name == "recover" && i == 1 {
			failure := &Object{Kind: ObjectRecoverError, Name: "error", Type: typesys.String}
			c.with([]*Object{failure}, func() { c.expr(x) })
		} else {
			c.expr(x)
		}
		leave()
		args = append(args, argument{x, c.info.Types[x]})
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
		var args []argument
		for _, elem := range t.Elems() {
			args = append(args, argument{last.expr, elem})
		}
		return args
	case typesys.KindList, typesys.KindSet:
		return []argument{{last.expr, t.Elem()}}
	}
	return []argument{last}
}

// applySignature checks the arguments and gives the result's type, lifted when
// some parameter cannot take its argument as it is.
func (c *checker) applySignature(e *hclsyntax.FunctionCallExpr, sig callSignature, args []argument) typesys.Type {
	if !sig.checked {
		c.arity(e, sig, args)
	}
	lift := false
	for i, arg := range args {
		p, ok := sig.parameterAt(i)
		if !ok {
			break
		}
		c.fits(arg.expr, arg.t, p.t, needs{code: sig.codeAt(i), place: "`" + p.name + "`", of: " of `" + e.Name + "`", judge: sig.judgeAt(i)})
		lift = lift || !typesys.Assignable(p.t, arg.t)
	}
	if !lift {
		return sig.result
	}
	return typesys.Lift(sig.result, typesOf(args)...)
}

func typesOf(args []argument) []typesys.Type {
	types := make([]typesys.Type, len(args))
	for i, arg := range args {
		types[i] = arg.t
	}
	return types
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

func (s callSignature) parameterAt(i int) (parameter, bool) {
	switch {
	case i < len(s.params):
		return s.params[i], true
	case s.variadic != nil:
		return *s.variadic, true
	}
	return parameter{}, false
}

// arity reports missing and surplus arguments, each in one finding.
func (c *checker) arity(e *hclsyntax.FunctionCallExpr, sig callSignature, args []argument) {
	var missing []string
	for i := len(args); i < len(sig.params); i++ {
		if !typesys.IsOptional(sig.params[i].t) {
			missing = append(missing, "`"+sig.params[i].name+"`")
		}
	}
	if len(missing) > 0 {
		c.find(codes.CallMissing, closing(e), "`"+e.Name+"` also needs "+strings.Join(missing, " and "))
	}
	if len(args) > len(sig.params) && sig.variadic == nil {
		extra := tree.Span(args[len(sig.params)].expr.Range())
		extra.End = max(extra.End, tree.Span(args[len(args)-1].expr.Range()).End)
		c.find(codes.CallSurplus, extra, "`"+e.Name+"` takes "+count(len(sig.params), "argument")+"; remove what is beyond")
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
	message := "there is no function `" + e.Name + "`"
	near := typesys.Near(e.Name, builtinNames())
	if help, known := foreignFunctions[strings.ToLower(strings.ReplaceAll(e.Name, "_", ""))]; known && !strings.EqualFold(near, e.Name) {
		message += "; " + help.String()
	} else {
		message += didYouMean(near)
	}
	c.find(codes.FunctionUnknown, tree.Span(e.NameRange), message)
}
