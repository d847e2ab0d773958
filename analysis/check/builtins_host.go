package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is the part of the table of functions that is about the project, its
// stacks, and what the run of a program supplies.

func hostBuiltins() []*Builtin {
	return []*Builtin{
		hostText("stack", "The name of the stack.", hostNote),
		hostText("project", "The name of the project.", hostNote),
		hostText("organization", "The name of the organization that the stack belongs to.", hostNote),
		hostText("rootDirectory", "The directory of the project file.", hostNote),
		hostText("cwd", "The working directory of the run."),
		{
			Name: "getOutput", Group: GroupHost,
			Doc: "An output of another stack.",
			Parameters: []Parameter{
				{Name: "stackReference", Type: "resource", Doc: "A resource of type `pulumi:pulumi:StackReference`. It is not checked.", t: typesys.Dynamic},
				fixed("outputName", typesys.String, "The name of the output."),
			},
			result: typesys.Output(typesys.Dynamic),
			Notes: []string{
				"An output that the other stack does not have is null.",
				"An output that the other stack keeps secret is secret here too.",
			},
			Examples: []Example{{Given: stackExample, Call: `getOutput(network, "vpcId")`, Type: "output(dynamic)"}},
			Mistakes: []Mistake{{Given: stackExample, Call: `getOutput(network)`, Code: codes.CallMissing, Why: "the name of the output is missing"}},
		},
		{
			Name: "notImplemented", Group: GroupHost,
			Doc:        "Fails with a message: a place that a conversion from another language left open.",
			Parameters: []Parameter{fixed("errorMessage", typesys.String, "What is missing.")},
			result:     typesys.Dynamic,
			Notes:      []string{"It always fails when the program is run."},
			Examples:   []Example{{Call: `notImplemented("templatefile(…)")`, Type: "dynamic", Code: codes.FnNotImplemented}},
			Mistakes:   []Mistake{{Call: `notImplemented()`, Code: codes.CallMissing, Why: "the message is missing"}},
		},
	}
}

const (
	hostNote     = "It fails where whoever runs the program does not supply the value."
	stackExample = "resource network \"pulumi:pulumi:StackReference\" {\n  name = \"acme/network/prod\"\n}"
)

// hostText is a function without parameters that gives a text about the run.
func hostText(name, doc string, notes ...string) *Builtin {
	return &Builtin{
		Name: name, Group: GroupHost, Doc: doc, Notes: notes, result: typesys.String,
		Examples: []Example{{Call: name + "()", Type: "string"}, {Call: `"${` + name + `()}-logs"`, Type: "string"}},
		Mistakes: []Mistake{{Call: name + `("a")`, Code: codes.CallSurplus, Why: "there are no arguments"}},
	}
}
