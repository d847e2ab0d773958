package language

// ForeignName says what to write for a name of Terraform with a step, such as var.region; empty for others.
func ForeignName(root, step string) string {
	switch root {
	case "var":
		return "refer to a config by its name alone: `" + step + "`"
	case "local":
		return "refer to a local by its name alone: `" + step + "`"
	case "each":
		return "with the `range` option, write `range." + step + "`"
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
