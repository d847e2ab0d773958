package language

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file declares the functions about the project, its stacks and the run.

func hostBuiltins() []*Builtin {
	stack := hostText("stack", []string{"getstack", "stackname"}, "Returns the name of the stack.", hostNote)
	stack.Host = HostStack
	project := hostText("project", []string{"getproject", "projectname"}, "Returns the name of the project.", hostNote)
	project.Host = HostProject
	return []*Builtin{
		stack,
		project,
		hostText("organization", []string{"getorganization"}, "Returns the name of the organization that owns the stack.", hostNote),
		hostText("rootDirectory", []string{"getroot"}, "Returns the directory of the project file.", hostNote),
		hostText("cwd", []string{"getcwd", "currentdirectory"}, "Returns the working directory of the run."),
		{
			Name: "getOutput", Elsewhere: []string{"requireoutput", "stackoutput"},
			Group: GroupHost,
			Doc:   "Returns an output of another stack.",
			Parameters: []Parameter{
				{Name: "stackReference", Type: "resource", Doc: "A resource of type `pulumi:pulumi:StackReference`.", Role: RoleStackReference, fixed: typesys.Dynamic},
				fixed("outputName", typesys.String, "The name of the output."),
			},
			Result: typesys.Output(typesys.Dynamic), Flow: FlowLate,
			Notes: []string{
				"An output that the other stack does not have is null. So is that of anything but a stack reference.",
				"An output that is secret in the other stack is secret here, too.",
			},
			Examples: []Example{{Given: stackExample, Call: `getOutput(network, "vpcId")`, Type: "output(dynamic)"}},
			Mistakes: []Mistake{{Given: stackExample, Call: `getOutput(network)`, Code: codes.CallMissing, Why: "the name of the output is missing"}},
		},
		{
			Name: "notImplemented", Group: GroupHost,
			Doc:        "Fails with a message. A conversion from another language leaves it where something is still to be written.",
			Parameters: []Parameter{fixed("errorMessage", typesys.String, "What is missing.")},
			Result:     typesys.Dynamic, Run: runNotImplemented,
			Value: func(*value.Budget, []cty.Value) (cty.Value, error) {
				return cty.NilVal, value.Fail("this is not implemented")
			},
			Notes:    []string{"It always fails at run time."},
			Examples: []Example{{Call: `notImplemented("templatefile(…)")`, Type: "dynamic", Code: codes.FnNotImplemented}},
			Mistakes: []Mistake{{Call: `notImplemented()`, Code: codes.CallMissing, Why: "the message is missing"}},
		},
	}
}

const (
	hostNote     = "It fails if the tool that runs the program does not supply the value."
	stackExample = "resource network \"pulumi:pulumi:StackReference\" {\n  name = \"acme/network/prod\"\n}"
)

// hostText returns a function without parameters that tells something about the run.
func hostText(name string, elsewhere []string, doc string, notes ...string) *Builtin {
	return &Builtin{
		Name: name, Elsewhere: elsewhere, Group: GroupHost, Doc: doc, Notes: notes, Result: typesys.String,
		Examples: []Example{{Call: name + "()", Type: "string"}, {Call: `"${` + name + `()}-logs"`, Type: "string"}},
		Mistakes: []Mistake{{Call: name + `("a")`, Code: codes.CallSurplus, Why: "it takes no arguments"}},
	}
}
