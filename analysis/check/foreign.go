package check

import "github.com/hashicorp/hcl/v2"

// This file says how to write here what neighbouring languages have a function or
// a name for.

// foreignRoot says what to write for a name with steps of Terraform, such as
// var.region; empty for others.
func foreignRoot(t hcl.Traversal) string {
	if len(t) < 2 {
		return ""
	}
	step, ok := t[1].(hcl.TraverseAttr)
	if !ok {
		return ""
	}
	switch t.RootName() {
	case "var":
		return "a config is used by its name alone: `" + step.Name + "`"
	case "local":
		return "a local is used by its name alone: `" + step.Name + "`"
	case "each":
		return "with the option `range` it is `range." + step.Name + "`"
	case "count":
		return "with the option `range` it is `range.value`"
	case "data":
		return "a `read` block is used by its name alone, and a function is called with `invoke`"
	case "path":
		return "the function `rootDirectory()` gives the directory of the project, `cwd()` that of the run"
	case "pulumi", "terraform":
		return "the functions `stack()`, `project()` and `organization()` tell about the run"
	}
	return ""
}

// foreign is what stands in for a function of another language: a function of
// another name, or something to write. Where both are empty there is nothing.
type foreign struct{ function, instead string }

// String goes on after "there is no function …; ".
func (f foreign) String() string {
	switch {
	case f.function != "":
		return "it is called `" + f.function + "` here"
	case f.instead != "":
		return "write " + f.instead
	}
	return "nothing here does the same, so take the result from a config or from a function of a package"
}

// foreignFunctions are the functions that are looked for in vain, by name in lower
// case without underscores. Names that are near to one of ours need no entry.
var foreignFunctions = func() map[string]foreign {
	all := map[string]foreign{}
	for name, ours := range renamedFunctions {
		all[name] = foreign{function: ours}
	}
	for name, instead := range writtenFunctions {
		all[name] = foreign{instead: instead}
	}
	for _, name := range absentFunctions {
		all[name] = foreign{}
	}
	return all
}()

// renamedFunctions do the same under another name.
var renamedFunctions = map[string]string{
	"jsonencode": "toJSON", "tojson": "toJSON", "jsonstringify": "toJSON", "jsondumps": "toJSON", "stringify": "toJSON",
	"base64encode": "toBase64", "encodebase64": "toBase64", "b64encode": "toBase64",
	"base64decode": "fromBase64", "decodebase64": "fromBase64", "b64decode": "fromBase64",
	"file": "readFile", "readtext": "readFile",
	"one": "singleOrNone", "sensitive": "secret", "nonsensitive": "unsecret",
	"len": "length", "size": "length", "count": "length",
	"getstack": "stack", "stackname": "stack", "getproject": "project", "projectname": "project",
	"getorganization": "organization", "getcwd": "cwd", "currentdirectory": "cwd", "getroot": "rootDirectory",
	"requireoutput": "getOutput", "stackoutput": "getOutput",
	"asset": "fileAsset", "archive": "fileArchive", "textasset": "stringAsset",
	"urlasset": "remoteAsset", "urlarchive": "remoteArchive", "data": "invoke",
	"resourcetype": "pulumiResourceType", "resourcename": "pulumiResourceName",
}

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
	"tonumber": "the value itself; it is converted where that is needed", "tobool": "the value itself; it is converted where that is needed",
	"tolist": "the value itself; it is converted where that is needed", "toset": "the value itself; a list does where a set is wanted",
	"tomap": "the value itself; it is converted where that is needed",
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
