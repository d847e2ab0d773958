package language

// ForeignName says what to write for a name of Terraform with a step, such as var.region; empty for others.
func ForeignName(root, step string) string {
	switch root {
	case "var":
		return "refer to a config by its name alone: `" + step + "`"
	case "local":
		return "refer to a local by its name alone: `" + step + "`"
	case "each", "count":
		if text := ForeignReference(root, step); text != "" {
			return "with the `range` option, write `" + text + "`"
		}
	case "data":
		return "refer to a `read` block by its name alone; call a function with `invoke`"
	case "path", "pulumi", "terraform":
		if text := ForeignReference(root, step); text != "" {
			return "write `" + text + "`"
		}
	}
	return ""
}

// foreignReferences are names of other languages, each with a step, and what they mean.
var foreignReferences = map[[2]string]string{
	{"each", "key"}: RangeVariable + ".key", {"each", "value"}: RangeVariable + ".value", {"count", "index"}: RangeVariable + ".value",
	{"path", "module"}: "rootDirectory()", {"path", "root"}: "rootDirectory()", {"path", "cwd"}: "cwd()",
	{"terraform", "workspace"}: "stack()", {"pulumi", "stack"}: "stack()", {"pulumi", "project"}: "project()", {"pulumi", "organization"}: "organization()",
}

// ForeignReference is what a name of another language with a step means, such as `region` for var.region; empty if that is not known.
func ForeignReference(root, step string) string {
	if root == "var" || root == "local" {
		return step
	}
	return foreignReferences[[2]string{root, step}]
}

// IsForeignOptions reports whether a nested block of another language holds what are options here.
func IsForeignOptions(name string) bool { return name == "lifecycle" }
