package language

import "strings"

// This file says what to write in place of functions of other languages.

// ForeignFunction is a function of another language: one with another name here, or one
// that needs no function. It is the zero value where there is no counterpart.
type ForeignFunction struct{ Function, Instead string }

// String continues the sentence "there is no function …; ".
func (f ForeignFunction) String() string {
	switch {
	case f.Function != "":
		return "use `" + f.Function + "`"
	case f.Instead != "":
		return "write " + f.Instead
	}
	return "there is no equivalent; take the result from a config or from a function of a package"
}

// LookupForeign returns what to write in place of a function that does not exist. Known
// is false if no other language has it either.
func LookupForeign(name string) (f ForeignFunction, known bool) {
	f, known = foreignFunctions[strings.ToLower(strings.ReplaceAll(name, "_", ""))]
	return f, known
}

var foreignFunctions = func() map[string]ForeignFunction {
	all := map[string]ForeignFunction{}
	for name, instead := range writtenFunctions {
		all[name] = ForeignFunction{Instead: instead}
	}
	for _, name := range absentFunctions {
		all[name] = ForeignFunction{}
	}
	for _, b := range builtins.sorted { // after the lists, because a new builtin may have been absent
		delete(all, b.Name)
		for _, name := range b.Elsewhere {
			all[name] = ForeignFunction{Function: b.Name}
		}
	}
	return all
}()

// writtenFunctions need no function.
var writtenFunctions = map[string]string{
	"coalesce": "a condition: `a != null ? a : b`", "ifelse": "a condition: `test ? a : b`", "if": "a condition: `test ? a : b`",
	"coalescelist": "a condition: `length(a) > 0 ? a : b`", "default": "a condition: `a != null ? a : b`",
	"not": "the operator: `!a`", "and": "the operator: `a && b`", "or": "the operator: `a || b`",
	"equals": "the operator: `a == b`", "eq": "the operator: `a == b`",
	"add": "the operator: `a + b`", "sub": "the operator: `a - b`", "mul": "the operator: `a * b`", "div": "the operator: `a / b`",
	"mod": "the operator: `a % b`", "abs": "a condition: `x < 0 ? -x : x`", "signum": "a condition: `x < 0 ? -1 : x > 0 ? 1 : 0`",
	"format": "a template: `\"${name}-logs\"`", "interpolate": "a template: `\"${name}-logs\"`", "sprintf": "a template: `\"${name}-logs\"`",
	"tostring": "a template: `\"${value}\"`", "str": "a template: `\"${value}\"`", "templatestring": "a template: `\"${name}-logs\"`",
	"templatefile": "the text as a template in the program, `<<-EOT … EOT`",
	"formatlist":   "a loop: `[for v in list : \"${v}-logs\"]`",
	"keys":         "a loop: `[for k, v in map : k]`", "values": "a loop: `[for k, v in map : v]`",
	"compact": "a loop: `[for v in list : v if v != null]`", "filter": "a loop: `[for v in list : v if …]`",
	"map": "a loop: `[for v in list : …]`, or an object: `{ a = 1 }`", "list": "the elements in brackets: `[a, b]`",
	"tuple": "the elements in brackets: `[a, b]`", "object": "the members in braces: `{ a = 1 }`",
	"contains": "a loop: `length([for v in list : v if v == x]) > 0`", "slice": "a loop: `[for i, v in list : v if i >= 1 && i < 3]`",
	"zipmap":  "a loop: `{ for i, k in keys : k => values[i] }`",
	"alltrue": "a loop: `length([for v in list : v if !v]) == 0`", "anytrue": "a loop: `length([for v in list : v if v]) > 0`",
	"replace": "`join(new, split(old, text))`", "strcontains": "`length(split(part, text)) > 1`",
	"tonumber": "the value itself; it is converted where needed", "tobool": "the value itself; it is converted where needed",
	"tolist": "the value itself; it is converted where needed", "toset": "the value itself; a list is converted to a set where needed",
	"tomap": "the value itself; it is converted where needed",
	"apply": "the expression itself; outputs need no unwrapping", "all": "the values in a list; outputs need no unwrapping",
	"output": "the value itself; outputs need no wrapping", "startswith": "`split(part, text)[0] == \"\"`",
	"merge": "one object with the members of both", "concat": "one list with the elements of both",
	"filesha1": "`sha1(readFile(path))`", "filesha256": "`filebase64sha256(path)`, which is in base64",
}

// absentFunctions have no counterpart.
var absentFunctions = []string{
	"abspath", "base64gzip", "base64sha256", "base64sha512", "basename", "bcrypt", "ceil", "chomp", "chunklist", "cidrhost", "cidrnetmask",
	"cidrsubnet", "cidrsubnets", "csvdecode", "dirname", "distinct", "endswith", "env", "fileexists", "filemd5", "fileset", "filesha512",
	"flatten", "floor", "formatdate", "fromjson", "fromyaml", "getenv", "indent", "issensitive", "jsondecode", "jsonparse", "log", "lower",
	"matchkeys", "md5", "parseint", "pathexpand", "plantimestamp", "pow", "regex", "regexall", "reverse", "round", "rsadecrypt",
	"setintersection", "setproduct", "setsubtract", "setunion", "sha256", "sha512", "sort", "strrev", "substr", "sum", "textdecodebase64",
	"textencodebase64", "timeadd", "timecmp", "timestamp", "title", "tolower", "toupper", "toyaml", "transpose", "trim", "trimprefix",
	"trimspace", "trimsuffix", "upper", "urlencode", "uuid", "uuidv5", "yamldecode", "yamlencode",
}
