package codes

// This file declares the codes about projects.

// Codes about project files and those of stacks.
const (
	ProjectName    Code = "project.name"
	ProjectRuntime Code = "project.runtime"
	ProjectInvalid Code = "project.invalid"
)

var projectArea = Area{
	Title: "Projects", About: "project files and those of stacks",
	Declarations: []Declaration{
		{
			Code: ProjectName, Severity: Error,
			Title: "a project has no name",
			Explanation: "The name of a project is the namespace of its configuration, and a part of the names of its stacks. The engine refuses to run a project without one. " +
				"Add `name:` to the project file.",
			Bad: `-- Pulumi.yaml --
runtime: pcl
-- main.pp --
output greeting {
  value = "hello"
}
`,
			Good: `-- Pulumi.yaml --
name: hello
runtime: pcl
-- main.pp --
output greeting {
  value = "hello"
}
`,
		},
		{
			Code: ProjectRuntime, Severity: Information,
			Title: "the runtime of the project is not pcl",
			Explanation: "There are PCL programs in the directory that the project file names, but its runtime is another one, so a run does not look at them. " +
				"Where they are only material for a conversion this is as it should be; otherwise write `runtime: pcl`.",
			Bad: `-- Pulumi.yaml --
name: hello
runtime: yaml
-- main.pp --
output greeting {
  value = "hello"
}
`,
			Good: `-- Pulumi.yaml --
name: hello
runtime: pcl
-- main.pp --
output greeting {
  value = "hello"
}
`,
		},
		{
			Code: ProjectInvalid, Severity: Error,
			Title: "a project file or that of a stack cannot be used as it is",
			Explanation: "The file is no YAML, has a value of the wrong kind, sets a key twice, or has a second document. The engine refuses such a file, or reads only a part of it. " +
				"What could be read counts.",
			Bad: `-- Pulumi.dev.yaml --
config:
  region: eu-north
  region: eu-south
-- main.pp --
config region string {}

output region {
  value = region
}
`,
			Good: `-- Pulumi.dev.yaml --
config:
  region: eu-south
-- main.pp --
config region string {}

output region {
  value = region
}
`,
		},
	},
}
