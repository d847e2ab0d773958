package parse

import (
	"fmt"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// The code and the message for each diagnostic of hclsyntax.

type explanation struct {
	code    codes.Code
	message string
}

// explanations are the diagnostics that have one code and one message, by summary.
var explanations = sync.OnceValue(func() map[string]explanation {
	return map[string]explanation{
		"Invalid character encoding": {codes.SyntaxEncoding, "The file is not valid UTF-8 at this byte; save it as UTF-8."},
		"Invalid multi-line string":  {codes.SyntaxStringNewline, `A quoted string ends on its line; close it with ", or use a heredoc for several lines.`},
		"Unterminated string literal": {
			codes.SyntaxStringUnterminated, `This string is never closed; add the closing ".`,
		},
		"Invalid number literal":      {codes.SyntaxNumber, "This is not a number; write decimal digits with an optional fraction and exponent, as in 1000, 0.5 or 1e6."},
		"Invalid escape sequence":     {codes.SyntaxEscape, `There is no such escape; use \n, \r, \t, \", \\, \uXXXX or \UXXXXXXXX, or double the backslash.`},
		"Invalid template directive":  {codes.SyntaxTemplateDirective, "A directive begins with if, else, endif, for or endfor; for a literal %{ write %%{."},
		"Invalid 'for' directive":     {codes.SyntaxTemplateDirective, "A for directive reads %{ for item in collection }, or with two names for key and value."},
		"Unexpected end of template":  {codes.SyntaxTemplateDirective, "A directive of this template is not closed; add %{ endif } or %{ endfor }."},
		"Unexpected else directive":   {codes.SyntaxTemplateDirective, "This else belongs to no open if directive; remove it."},
		"Unexpected if directive":     {codes.SyntaxTemplateDirective, "The directives of this template do not match; close each if with endif and each for with endfor."},
		"Unexpected endif directive":  {codes.SyntaxTemplateDirective, "This endif closes no open if directive; remove it or add the missing if."},
		"Unexpected for directive":    {codes.SyntaxTemplateDirective, "The directives of this template do not match; close each if with endif and each for with endfor."},
		"Unexpected endfor directive": {codes.SyntaxTemplateDirective, "This endfor closes no open for directive; remove it or add the missing for."},
		"Invalid template control keyword": {
			codes.SyntaxTemplateDirective, "There is no such directive; use if, else, endif, for or endfor, or write %%{ for a literal %{.",
		},
		"Unclosed template interpolation sequence": {
			codes.SyntaxTemplateUnterminated, "This ${ is never closed; add }, or write $${ for a literal ${.",
		},
		"Extra characters after interpolation expression": {
			codes.SyntaxTemplateUnterminated, "A } is needed here to end the interpolation; for a literal ${ write $${.",
		},
		"Missing false expression in conditional": {
			codes.SyntaxConditional, "A conditional needs both branches; add : and the value for false.",
		},
		"Unbalanced parentheses":         {codes.SyntaxParen, "A ) is needed here to close the parenthesis."},
		"Missing function name":          {codes.SyntaxCall, "A function name is needed after ::."},
		"Missing open parenthesis":       {codes.SyntaxCall, "A function name with :: must be called; add ( and its arguments."},
		"Missing closing parenthesis":    {codes.SyntaxCall, "Nothing may follow the expanded argument; close the call with )."},
		"Unterminated function call":     {codes.SyntaxCall, "This call is never closed; add )."},
		"Missing close bracket on index": {codes.SyntaxTuple, "A ] is needed here to end the index."},
		"Missing close bracket on splat index": {
			codes.SyntaxTuple, "A ] is needed directly after the * of a splat.",
		},
		"Unterminated tuple constructor expression":  {codes.SyntaxTuple, "This list is never closed; add ]."},
		"Unterminated object constructor expression": {codes.SyntaxObject, "This object is never closed; add }."},
		"Missing argument separator":                 {codes.SyntaxSeparator, "A comma is needed between arguments, or ) to end the call."},
		"Missing item separator":                     {codes.SyntaxSeparator, "A comma is needed between items, or ] to end the list."},
		"Missing attribute separator":                {codes.SyntaxSeparator, "A comma or a new line is needed between the entries of an object, or } to end it."},
		"Missing key/value separator":                {codes.SyntaxSeparator, "An = is needed between key and value; a key with dots or spaces must be quoted."},
		"Missing attribute value":                    {codes.SyntaxSeparator, "This key has no value; add = and the value."},
		"Missing newline after argument":             {codes.SyntaxNewline, "Nothing may follow the value of an attribute; start a new line here."},
		"Missing newline after block definition":     {codes.SyntaxNewline, "Nothing may follow a block; start a new line here."},
		"Unexpected comma after argument":            {codes.SyntaxNewline, "Attributes end with a new line, not with a comma; remove the comma."},
		"Extra characters after expression":          {codes.SyntaxNewline, "The expression is complete; remove what follows it."},
		"Invalid argument name":                      {codes.SyntaxBodyItem, "The name of an attribute is written without quotes; remove them."},
		"Attribute redefined":                        {codes.SyntaxAttributeDuplicate, "This attribute is already set in this block; remove one of the two."},
		"Unclosed configuration block":               {codes.SyntaxBlockUnclosed, "This block is never closed; add }."},
		"Unclosed configuration body":                {codes.SyntaxBlockUnclosed, "This block is never closed; add }."},
		"Invalid single-argument block definition": {
			codes.SyntaxBlockOneLine, "A block on one line holds one attribute and its closing }; put each attribute on its own line.",
		},
		"Argument definition required": {
			codes.SyntaxBlockOneLine, "A block on one line cannot hold another block; put the inner block on its own lines.",
		},
		"Invalid string literal":              {codes.SyntaxBlockLabel, "A label is a plain name or a plain quoted string, without ${ or %{."},
		"Nested splat expression not allowed": {codes.SyntaxSplatNested, "A splat cannot stand inside a .* splat; write [*] instead of .*."},
		"Invalid attribute name":              {codes.SyntaxExpressionInvalid, afterDot},
		"Invalid 'for' expression":            {codes.SyntaxFor, "A for expression reads [for v in list : value] or {for k, v in map : key => value}."},
	}
})

// explain returns the code and the message for a diagnostic at a place.
func (f fragment) explain(d *hcl.Diagnostic, at lex.Span) (codes.Code, string) {
	if f.numberAround(at).Len() > at.Len() {
		return codes.SyntaxNumber, explanations()["Invalid number literal"].message
	}
	if called, ok := f.calledMember(at); ok {
		return codes.SyntaxCall, explainMember(f.text[called.Start:called.End])
	}
	if e, known := explanations()[d.Summary]; known {
		return e.code, e.message
	}
	text := f.text[at.Start:at.End]
	switch d.Summary {
	case "Invalid character":
		return codes.SyntaxCharacter, explainCharacter(text)
	case "Unsupported operator":
		return codes.SyntaxOperator, explainOperator(text)
	case "Missing expression":
		return f.explainMissing()
	case "Invalid expression":
		return f.explainInvalid(at)
	case "Unterminated template string":
		return f.explainUnterminated(d)
	case "Argument or block definition required":
		return f.explainNoItem(at)
	case "Invalid block definition":
		return codes.SyntaxBlockLabel, explainHeader(text)
	case "Invalid legacy index syntax":
		return codes.SyntaxLegacyIndex, "Indexes with dots cannot be chained; write " + bracketed(text) + "."
	}
	if strings.HasPrefix(d.Summary, "Extra characters in ") {
		return codes.SyntaxTemplateDirective, "A } is needed here to end the directive."
	}
	return codes.SyntaxExpressionInvalid, d.Summary + "."
}

// explainMember explains the call of a member, such as server.restart.
func explainMember(called string) string {
	dot := strings.LastIndexByte(called, '.')
	return fmt.Sprintf("`%s` is not a function; a method of a resource is called as `call(%s, %q, { … })`", called, called[:dot], called[dot+1:])
}

func explainCharacter(text string) string {
	switch text {
	case "'", "`", "“", "”", "‘", "’":
		return fmt.Sprintf("The character %s has no meaning here; strings are quoted with \".", text)
	case ";":
		return "The character ; has no meaning here; attributes end with a new line."
	case "\\":
		return "A backslash does not carry a string over the end of its line; close the string, or use a heredoc."
	case "\r":
		return "A carriage return needs a line feed behind it here; save the file with LF or CRLF line ends."
	}
	return fmt.Sprintf("The character %q has no meaning here; remove it.", text)
}

func explainOperator(text string) string {
	switch text {
	case "&", "|":
		return fmt.Sprintf("There is no operator %s; did you mean %s%s?", text, text, text)
	case "~":
		return "There is no operator ~; did you mean !?"
	}
	return fmt.Sprintf("There is no operator %s.", text)
}

// explainInvalid explains text that doesn't begin an expression. The lexer of hclsyntax
// splits an unknown operator in two, and the parser reports the second half.
func (f fragment) explainInvalid(at lex.Span) (codes.Code, string) {
	found, before := f.text[at.Start:at.End], f.text[:at.Start]
	switch {
	case found == "*" && strings.HasSuffix(before, "*"):
		return codes.SyntaxOperator, explainOperator("**")
	case found == "*" && strings.HasSuffix(before, "/"):
		return codes.SyntaxExpressionInvalid, explainBodyItem("/*")
	}
	return explainExpression(found)
}

func explainExpression(found string) (codes.Code, string) {
	if strings.TrimSpace(found) == "" || strings.HasPrefix(found, "#") || strings.HasPrefix(found, "//") {
		return codes.SyntaxExpressionMissing, "An expression is needed here, but the line ends."
	}
	return codes.SyntaxExpressionInvalid, short(fmt.Sprintf("An expression is needed here, but this begins none: %s", found))
}

// explainMissing explains a text that ends too early. It names the innermost open
// bracket.
func (f fragment) explainMissing() (codes.Code, string) {
	switch open, _ := split.InnermostOpen(f.source()); open {
	case '(':
		return codes.SyntaxParen, "The text ends before the last ( is closed; add )."
	case '[':
		return codes.SyntaxTuple, "The text ends before the last [ is closed; add ]."
	case '{':
		return codes.SyntaxObject, "The text ends before the last { is closed; add }."
	case lex.Interpolation:
		return codes.SyntaxTemplateUnterminated, "The text ends before the last ${ is closed; add }, or write $${ for a literal ${."
	}
	return explainExpression("")
}

// explainUnterminated tells strings from heredocs by the text before the content.
func (f fragment) explainUnterminated(d *hcl.Diagnostic) (codes.Code, string) {
	if d.Context != nil {
		start := f.place(*d.Context).Start
		if start > 0 && f.text[start-1] == '"' {
			return codes.SyntaxStringUnterminated, `This string is never closed; add the closing ".`
		}
	}
	return codes.SyntaxHeredocUnterminated, "This heredoc is never closed; put its marker alone on a line."
}

// explainNoItem explains a word that begins neither an attribute nor a block.
func (f fragment) explainNoItem(at lex.Span) (codes.Code, string) {
	found := f.text[at.Start:at.End]
	switch next := f.behind(at); {
	case strings.HasPrefix(next, ":"):
		return codes.SyntaxBodyItem, short("An attribute is set with = and not with :; write " + found + " = and the value.")
	case next != "" && f.keywords[found]:
		return codes.SyntaxBlockLabel, explainHeader(next)
	}
	return codes.SyntaxBodyItem, explainBodyItem(found)
}

// behind returns the rest of the line behind a span.
func (f fragment) behind(at lex.Span) string {
	line, _, _ := strings.Cut(f.text[at.End:f.span.End], "\n")
	return strings.TrimSpace(line)
}

func explainBodyItem(found string) string {
	if strings.HasPrefix(found, "/*") {
		return "This comment is never closed; add */."
	}
	if found == "}" {
		return "This } closes nothing; remove it, or add the { it belongs to."
	}
	return "An attribute (name = value) or a block is needed here."
}

func explainHeader(found string) string {
	if found == "=" {
		return "A block has no =; remove it, or remove the labels to make this an attribute."
	}
	if strings.TrimSpace(found) == "" {
		return "A block needs its { on the line of its header."
	}
	if strings.ContainsAny(found[:1], "(:./[<") {
		return "A label with " + found[:1] + ` in it needs quotes, as in "list(string)" or "package:module:Type".`
	}
	return "A label is a plain name or a quoted string; after the labels comes {."
}

// bracketed writes the legacy index 0.1 as [0][1].
func bracketed(index string) string {
	return "[" + strings.Join(strings.Split(strings.Trim(index, "."), "."), "][") + "]"
}
