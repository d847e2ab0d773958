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
		return "refer to a config by its name alone: `" + step.Name + "`"
	case "local":
		return "refer to a local by its name alone: `" + step.Name + "`"
	case "each":
		return "with the `range` option, write `range." + step.Name + "`"
	case "count":
		return "with the `range` option, write `range.value`"
	case "data":
		return "refer to a `read` block by its name alone; call a function with `invoke`"
	case "path":
		return "use `rootDirectory()` for the project directory, or `cwd()` for the working directory"
	case "pulumi", "terraform":
		return "use `stack()`, `project()` or `organization()`"
	}
	return ""
}
