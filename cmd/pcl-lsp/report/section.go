package report

// Section is what a check found out about one program: plain data, so that it can be kept and
// merged with those of other checks.
type Section struct {
	// Program is the name of the program's directory.
	Program string
	// Elsewhere means that no path leads to the program. Another one uses it as a component.
	Elsewhere bool
	// Configured means that the selected stack has a file that configures the program.
	Configured bool
	// Findings are in the order of their files, places and codes.
	Findings []Finding
	// Checked are the names of the checked files. There are none if settings exclude all.
	Checked []string
	// Excluded is the number of files that settings exclude.
	Excluded int
	// Known is the number of findings in a baseline, Unchanged that of others in unchanged lines.
	// They are not in Findings.
	Known, Unchanged int
	// Language is the version of the language that the program is judged by.
	Language Language
	// Schemas are the package schemas that the program needs.
	Schemas []Schema
	// Missing describes a package without the schema that settings require; empty for none.
	Missing string
	// Passed is what the program passes to components.
	Passed []Passed
	// Names is what becomes of the names of its resources; nil if they were not compared.
	Names *Names `json:",omitempty"`
}

// Language is a version of the language, and why it counts.
type Language struct {
	// Version is that of Pulumi, such as 3.276.
	Version string `json:"version"`
	// Reason is a sentence without its period.
	Reason string `json:"reason"`
	// IsClose means that somebody asked for another one, which is not known.
	IsClose bool `json:"-"`
}

// Passed is something that a component does because of a value that a program passes to it.
type Passed struct {
	// Component is the name of the component's directory, and By the path from there to the
	// program's.
	Component, By string
	// Hint is the finding in the component. Its message lacks who passes the value.
	Hint Finding
	// Subject identifies the hint in other runs.
	Subject Subject
	// Call is where the value is passed.
	Call Related
}
