//go:build madeup

package language

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file adds a builtin, an option and a kind of block that PCL does not have. It is built
// only for the tests in internal/madeup, which show that an entry in a table is all that the
// checker and the editor features need.

func init() {
	for _, b := range builtins(Newest).sorted {
		b.formals, b.variadic = nil, nil // newTable prepares them again
	}
	moreBuiltins := newBuiltinTable(append(Builtins(), &Builtin{
		Name: "echo", Group: GroupText,
		Doc: "Repeats a text.",
		Parameters: []Parameter{
			fixed("text", typesys.String, "The text to repeat."),
			fixed("times", typesys.Number, "How many times the text appears."),
		},
		Result: typesys.String, Text: TextJoined,
		Value:    func(_ *value.Budget, args []cty.Value) (cty.Value, error) { return args[0], nil },
		Examples: []Example{{Call: `echo("a", 1)`, Type: "string", Value: `"a"`}},
		Mistakes: []Mistake{{Call: `echo("a")`, Code: codes.CallMissing, Why: "the number is missing"}},
	}))
	moreOptions := newOptionTable(append(Options(), &Option{
		Name: "quarantine", Type: typesys.Bool, Rule: OptionBool,
		Doc:       "Whether the resource is kept apart from others.",
		Immediate: "a bool", Public: PublicItself, Default: DefaultFalse,
	}))
	moreBlocks := newBlockTable(append(slices.Clone(Blocks()), &Block{
		Kind: KindBlank + 1, Keyword: "alarm", Declares: DeclaresItem,
		Form:    `alarm name { threshold = … }`,
		Doc:     "Rings when a limit is exceeded.",
		Snippet: "alarm ${1:name} {\n  threshold = $0\n}", Plain: `alarm `,
		Labels:     []Label{{Role: LabelName}},
		LabelsCode: codes.LabelsOutput, LabelsMessage: "an alarm has a name: `alarm name { … }`",
		Body: Body{Noun: "an alarm", Attributes: []Attribute{
			{Name: "threshold", Type: typesys.Number, Code: codes.OutputValue, Required: true, Doc: "The limit.",
				Missing: codes.OutputNoValue, MissingMessage: "this alarm has no `threshold`"},
			{Name: "silent", Type: typesys.Bool, Literal: true, Code: codes.OutputLiteral, Doc: "Whether the alarm only logs."},
		}},
	}))
	builtins = func(Version) *table[Builtin] { return moreBuiltins }
	options = func() *table[Option] { return moreOptions }
	blocks = func() *blockTable { return moreBlocks }
}
