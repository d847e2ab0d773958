package codes

// This file declares the codes about settings files.

// Codes about settings files.
const (
	SettingsInvalid Code = "settings.invalid"
)

var settingsArea = Area{
	Title: "Settings", About: "the file .pcl-lsp.yaml",
	Declarations: []Declaration{
		{
			Code: SettingsInvalid, Severity: Error,
			Title: "a settings file has an entry that cannot be used",
			Explanation: "A `.pcl-lsp.yaml` holds what a team decides about its programs. This entry is misspelt or has a value of " +
				"the wrong kind, so it has no effect. In an editor the other entries count; `pcl-lsp check` stops before it checks anything.",
			Bad: `-- .pcl-lsp.yaml --
rules:
  attr.unknwon: warning
-- main.pp --
output greeting {
  value = "hello"
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  attr.unknown: warning
-- main.pp --
output greeting {
  value = "hello"
}
`,
		},
	},
}
