package syntax

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// Messages: what each diagnostic of the HCL parser is called here and what we
// say instead.

type explanation struct{ code, message string }

// explanations holds the diagnostics that one sentence explains, by summary.
var explanations = map[string]explanation{
	"Invalid character encoding": {codeEncoding, "The file is not valid UTF-8 at this byte; save it as UTF-8."},
	"Invalid multi-line string":  {codeStringNewline, `A quoted string ends on its line; close it with ", or use a heredoc for several lines.`},
	"Unterminated string literal": {
		codeStringUnterminated, `This string is never closed; add the closing ".`,
	},
	"Invalid number literal":      {codeNumber, "This is not a number; write digits with an optional fraction and exponent."},
	"Invalid escape sequence":     {codeEscape, `There is no such escape; use \n, \r, \t, \", \\, \uXXXX or \UXXXXXXXX, or double the backslash.`},
	"Invalid template directive":  {codeTemplateDirective, "A directive begins with if, else, endif, for or endfor; for a literal %{ write %%{."},
	"Invalid 'for' directive":     {codeTemplateDirective, "A for directive reads %{ for item in collection }, or with two names for key and value."},
	"Unexpected end of template":  {codeTemplateDirective, "A directive of this template is not closed; add %{ endif } or %{ endfor }."},
	"Unexpected else directive":   {codeTemplateDirective, "This else belongs to no open if directive; remove it."},
	"Unexpected if directive":     {codeTemplateDirective, "The directives of this template do not match; close each if with endif and each for with endfor."},
	"Unexpected endif directive":  {codeTemplateDirective, "This endif closes no open if directive; remove it or add the missing if."},
	"Unexpected for directive":    {codeTemplateDirective, "The directives of this template do not match; close each if with endif and each for with endfor."},
	"Unexpected endfor directive": {codeTemplateDirective, "This endfor closes no open for directive; remove it or add the missing for."},
	"Invalid template control keyword": {
		codeTemplateDirective, "There is no such directive; use if, else, endif, for or endfor, or write %%{ for a literal %{.",
	},
	"Unclosed template interpolation sequence": {
		codeTemplateUnterminated, "This ${ is never closed; add }, or write $${ for a literal ${.",
	},
	"Extra characters after interpolation expression": {
		codeTemplateUnterminated, "A } is needed here to end the interpolation; for a literal ${ write $${.",
	},
	"Missing false expression in conditional": {
		codeConditional, "A conditional needs both branches; add : and the value for false.",
	},
	"Unbalanced parentheses":         {codeParen, "A ) is needed here to close the parenthesis."},
	"Missing function name":          {codeCall, "A function name is needed after ::."},
	"Missing open parenthesis":       {codeCall, "A function name with :: must be called; add ( and its arguments."},
	"Missing closing parenthesis":    {codeCall, "Nothing may follow the expanded argument; close the call with )."},
	"Unterminated function call":     {codeCall, "This call is never closed; add )."},
	"Missing close bracket on index": {codeTuple, "A ] is needed here to end the index."},
	"Missing close bracket on splat index": {
		codeTuple, "A ] is needed directly after the * of a splat.",
	},
	"Unterminated tuple constructor expression":  {codeTuple, "This list is never closed; add ]."},
	"Unterminated object constructor expression": {codeObject, "This object is never closed; add }."},
	"Missing argument separator":                 {codeSeparator, "A comma is needed between arguments, or ) to end the call."},
	"Missing item separator":                     {codeSeparator, "A comma is needed between items, or ] to end the list."},
	"Missing attribute separator":                {codeSeparator, "A comma or a new line is needed between the entries of an object, or } to end it."},
	"Missing key/value separator":                {codeSeparator, "An = is needed between key and value; a key with dots or spaces must be quoted."},
	"Missing attribute value":                    {codeSeparator, "This key has no value; add = and the value."},
	"Missing newline after argument":             {codeNewline, "Nothing may follow the value of an attribute; start a new line here."},
	"Missing newline after block definition":     {codeNewline, "Nothing may follow a block; start a new line here."},
	"Unexpected comma after argument":            {codeNewline, "Attributes end with a new line, not with a comma; remove the comma."},
	"Extra characters after expression":          {codeNewline, "The expression is complete; remove what follows it."},
	"Invalid argument name":                      {codeBodyItem, "The name of an attribute is written without quotes; remove them."},
	"Attribute redefined":                        {codeAttributeDuplicate, "This attribute is already set in this block; remove one of the two."},
	"Unclosed configuration block":               {codeBlockUnclosed, "This block is never closed; add }."},
	"Unclosed configuration body":                {codeBlockUnclosed, "This block is never closed; add }."},
	"Invalid single-argument block definition": {
		codeBlockOneLine, "A block on one line holds one attribute and its closing }; put each attribute on its own line.",
	},
	"Argument definition required": {
		codeBlockOneLine, "A block on one line cannot hold another block; put the inner block on its own lines.",
	},
	"Invalid string literal":              {codeBlockLabel, "A label is a plain name or a plain quoted string, without ${ or %{."},
	"Nested splat expression not allowed": {codeSplatNested, "A splat cannot stand inside a .* splat; write [*] instead of .*."},
	"Invalid attribute name":              {codeExpressionInvalid, afterDot},
	"Invalid 'for' expression":            {codeFor, "A for expression reads [for v in list : value] or {for k, v in map : key => value}."},
}

// explain returns the code and the message for a diagnostic whose place is
// known.
func (f fragment) explain(d *hcl.Diagnostic, at Span) (string, string) {
	if e, known := explanations[d.Summary]; known {
		return e.code, e.message
	}
	text := f.text[at.Start:at.End]
	switch d.Summary {
	case "Invalid character":
		return codeCharacter, explainCharacter(text)
	case "Unsupported operator":
		return codeOperator, explainOperator(text)
	case "Missing expression":
		return f.explainMissing()
	case "Invalid expression":
		return f.explainInvalid(at)
	case "Unterminated template string":
		return f.explainUnterminated(d)
	case "Argument or block definition required":
		return codeBodyItem, explainBodyItem(text)
	case "Invalid block definition":
		return codeBlockLabel, explainHeader(text)
	case "Invalid legacy index syntax":
		return codeLegacyIndex, "Indexes with dots cannot be chained; write " + bracketed(text) + "."
	}
	if strings.HasPrefix(d.Summary, "Extra characters in ") {
		return codeTemplateDirective, "A } is needed here to end the directive."
	}
	return codeExpressionInvalid, d.Summary + "."
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

// explainInvalid explains what begins no expression. The lexer splits what it
// does not know in two; the second half is what is reported.
func (f fragment) explainInvalid(at Span) (string, string) {
	found, before := f.text[at.Start:at.End], f.text[:at.Start]
	switch {
	case found == "*" && strings.HasSuffix(before, "*"):
		return codeOperator, explainOperator("**")
	case found == "*" && strings.HasSuffix(before, "/"):
		return codeExpressionInvalid, explainBodyItem("/*")
	}
	return explainExpression(found)
}

func explainExpression(found string) (string, string) {
	if strings.TrimSpace(found) == "" || strings.HasPrefix(found, "#") || strings.HasPrefix(found, "//") {
		return codeExpressionMissing, "An expression is needed here, but the line ends."
	}
	return codeExpressionInvalid, short(fmt.Sprintf("An expression is needed here, but this begins none: %s", found))
}

// explainMissing explains where the text ends too early: it names the innermost
// bracket that is still open.
func (f fragment) explainMissing() (string, string) {
	switch open, _ := innermostOpen(f.source()); open {
	case '(':
		return codeParen, "The text ends before the last ( is closed; add )."
	case '[':
		return codeTuple, "The text ends before the last [ is closed; add ]."
	case '{':
		return codeObject, "The text ends before the last { is closed; add }."
	case templateFrame:
		return codeTemplateUnterminated, "The text ends before the last ${ is closed; add }, or write $${ for a literal ${."
	}
	return explainExpression("")
}

// explainUnterminated tells strings from heredocs by what stands before the
// content.
func (f fragment) explainUnterminated(d *hcl.Diagnostic) (string, string) {
	if d.Context != nil {
		start := f.place(*d.Context).Start
		if start > 0 && f.text[start-1] == '"' {
			return codeStringUnterminated, `This string is never closed; add the closing ".`
		}
	}
	return codeHeredocUnterminated, "This heredoc is never closed; put its marker alone on a line."
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
	return "A label is a plain name or a quoted string; after the labels comes {."
}

// bracketed writes the legacy index 0.1 as [0][1].
func bracketed(index string) string {
	return "[" + strings.Join(strings.Split(strings.Trim(index, "."), "."), "][") + "]"
}
