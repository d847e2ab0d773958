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
