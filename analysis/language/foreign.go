package language

import (
	"strings"
	"sync"
)

// This file says what to write in place of functions of other languages.

// ForeignFunction is a function of another language: one with another name here, one of the
// package std, or one that needs no function. It is the zero value where there is no counterpart.
type ForeignFunction struct {
	_ incomparable

	Function string
	Standard string   // its name in the package std
	inputs   []string // in the order in which other languages have them
	Instead  string
}

// String continues the sentence "there is no function …; ".
func (f ForeignFunction) String() string {
	switch {
	case f.Function != "":
		return "use `" + f.Function + "`"
	case f.Standard != "":
		return "write `" + f.Call(nil) + "`"
	case f.Instead != "":
		return "write " + f.Instead
	}
	return "there is no equivalent; take the result from a config or from a function of a package"
}

// LookupForeign returns what to write in place of a function that does not exist. Known
// is false if no other language has it either.
func LookupForeign(name string) (f ForeignFunction, known bool) {
	f, known = ForeignFunctions()[strings.ToLower(strings.ReplaceAll(name, "_", ""))]
	return f, known
}

// ForeignFunctions are the functions of other languages by name. They are not exported in a test file: all packages above this one would be compiled again
// for the tests here.
var ForeignFunctions = sync.OnceValue(func() map[string]ForeignFunction {
	all := map[string]ForeignFunction{}
	for name, instead := range writtenFunctions() {
		all[name] = ForeignFunction{Instead: instead}
	}
	for _, name := range absentFunctions {
		all[name] = ForeignFunction{}
	}
	for name, inputs := range standardFunctions() {
		all[name] = ForeignFunction{Standard: name, inputs: strings.Fields(inputs)}
	}
	all["toupper"], all["tolower"] = all["upper"], all["lower"]
	for _, b := range builtins(Newest).sorted { // after the lists, because a new builtin may have been absent
		delete(all, b.Name)
		for _, name := range b.Elsewhere {
			all[name] = ForeignFunction{Function: b.Name}
		}
	}
	return all
})

// Takes reports whether the function of the package std needs n arguments.
func (f ForeignFunction) Takes(n int) bool { return f.Standard != "" && n == len(f.inputs) }

// Call is the call of the function of the package std with the given arguments, or with all of
// them left open.
func (f ForeignFunction) Call(args []string) string {
	members := make([]string, len(f.inputs))
	for i, input := range f.inputs {
		members[i] = input + " = …"
		if len(args) > 0 {
			members[i] = input + " = " + args[i]
		}
	}
	inputs := "{}"
	if len(members) > 0 {
		inputs = "{ " + strings.Join(members, ", ") + " }"
	}
	return "invoke(\"std:index:" + f.Standard + "\", " + inputs + ").result"
}

// writtenFunctions returns what to write instead of functions that nobody needs.
func writtenFunctions() map[string]string {
	return map[string]string{
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
}

// standardFunctions returns functions of the package std, with the inputs that they need in the order in which Terraform has them.
func standardFunctions() map[string]string {
	return map[string]string{
		"abspath": "input", "base64gzip": "input", "base64sha256": "input", "base64sha512": "input", "basename": "input", "bcrypt": "input",
		"ceil": "input", "chomp": "input", "chunklist": "input size", "cidrhost": "input host", "cidrnetmask": "input",
		"cidrsubnet": "input newbits netnum", "cidrsubnets": "input newbits", "csvdecode": "input", "dirname": "input", "distinct": "input",
		"endswith": "input suffix", "fileexists": "input", "filemd5": "input", "filesha512": "input", "flatten": "input", "floor": "input",
		"indent": "spaces input", "jsondecode": "input", "log": "input base", "lower": "input", "matchkeys": "searchList values",
		"md5": "input", "parseint": "input", "pathexpand": "input", "pow": "base exponent", "regex": "pattern string",
		"regexall": "pattern string", "reverse": "input", "rsadecrypt": "cipherText key", "setintersection": "input", "sha256": "input",
		"sha512": "input", "sort": "input", "strrev": "input", "substr": "input offset length", "sum": "input", "timeadd": "timestamp duration",
		"timecmp": "timestampa timestampb", "timestamp": "", "title": "input", "transpose": "input", "trim": "input cutset",
		"trimprefix": "input prefix", "trimspace": "input", "trimsuffix": "input suffix", "upper": "input", "urlencode": "input", "uuid": "",
	}
}

// absentFunctions have no counterpart.
var absentFunctions = []string{
	"env", "fileset", "formatdate", "fromjson", "fromyaml", "getenv", "issensitive", "jsonparse", "plantimestamp", "round", "setproduct",
	"setsubtract", "setunion", "textdecodebase64", "textencodebase64", "toyaml", "uuidv5", "yamldecode", "yamlencode",
}
