package language

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file declares the kinds of blocks. (docs/language/blocks.md#kinds)

// LogicalNameDoc documents [LogicalName] of what is registered with the engine.
const LogicalNameDoc = "The name under which it is registered, if that is not the name of the block."

// logicalName returns the attribute for another name outside of the program.
func logicalName(code codes.Code, doc string) Attribute {
	return Attribute{Name: LogicalName, Type: typesys.String, Literal: true, Code: code, Doc: doc}
}

func declaredBlocks() []*Block {
	return []*Block{
		{
			Kind: KindResource, Keyword: "resource", Declares: DeclaresItem,
			Form:    `resource name "package:module:Type" { … }`,
			Doc:     "Declares a resource: its attributes are the inputs, `options { … }` holds the resource options.",
			Snippet: "resource ${2:name} \"$1\" {\n  $0\n}", Plain: `resource `,
			Labels:     []Label{{Role: LabelName}, {Role: LabelToken}},
			LabelsCode: codes.LabelsResource, LabelsMessage: "a resource has a name and a type: `resource name \"package:module:Type\" { … }`",
			Body:    Body{Noun: "a resource", Attributes: []Attribute{logicalName(codes.ResourceLiteral, LogicalNameDoc)}},
			Options: true, Paths: true, Order: 3,
		},
		{
			Kind: KindConfig, Keyword: "config", Declares: DeclaresItem,
			Form:    `config name "type" { … }`,
			Doc:     "Declares a configuration value of the stack. In a component directory it is an input of the component.",
			Snippet: "config ${1:name} ${2:string} {\n  $0\n}", Plain: `config `,
			Labels:     []Label{{Role: LabelName}, {Role: LabelType, Optional: true}},
			LabelsCode: codes.LabelsConfig, LabelsMessage: "a config block has a name and an optional type: `config name \"string\" { … }`",
			Body: Body{
				Noun: "a config",
				Attributes: []Attribute{
					{Name: ConfigDefault, TypeLabel: true, Code: codes.ConfigDefault, Doc: "The value if the configuration has none."},
					{Name: ConfigNullable, Type: typesys.Bool, Literal: true, Code: codes.ConfigLiteral, Doc: "Whether the value may be missing."},
					{Name: ConfigSecret, Type: typesys.Bool, Literal: true, Code: codes.ConfigLiteral, Doc: "Whether the value is secret."},
					{Name: ConfigDescription, Type: typesys.String, Literal: true, Code: codes.ConfigLiteral, Doc: "What the value is for."},
					logicalName(codes.ConfigLiteral, "The configuration key, if it is not the name of the block."),
				},
				Meant: map[string]string{
					"type":      "write the type as the second label: `config name string { … }`",
					"sensitive": "write `secret = true`",
					"optional":  "write `nullable = true`",
					"name":      "write `__logicalName = …`",
				},
			},
			Order: 2, Unused: codes.UnusedConfig, Elsewhere: []string{"variable", "input"},
		},
		{
			Kind: KindOutput, Keyword: "output", Declares: DeclaresOutput,
			Form:    `output name { value = … }`,
			Doc:     "Exports a value. In a component directory it is an output of the component.",
			Snippet: "output ${1:name} {\n  value = ${2:null}\n}", Plain: `output `,
			Labels:     []Label{{Role: LabelName}, {Role: LabelType, Optional: true}},
			LabelsCode: codes.LabelsOutput, LabelsMessage: "an output block has a name and an optional type: `output name { value = … }`",
			Body: Body{
				Noun: "an output",
				Attributes: []Attribute{
					{Name: OutputValue, TypeLabel: true, Code: codes.OutputValue, Required: true, Doc: "The exported value.",
						Missing: codes.OutputNoValue, MissingMessage: "this output has no `value`, which fails at run time"},
					logicalName(codes.OutputLiteral, "The exported name, if it is not the name of the block."),
				},
				Meant: map[string]string{
					"type":      "write the type as the second label: `output name string { … }`",
					"secret":    "write `value = secret(…)`",
					"sensitive": "write `value = secret(…)`",
					"name":      "write `__logicalName = …`",
				},
			},
			Order: 4,
		},
		{
			Kind: KindComponent, Keyword: "component", Declares: DeclaresItem,
			Form:    `component name "./directory" { … }`,
			Doc:     "Uses the program in another directory: its attributes are the config values of that program.",
			Snippet: "component ${2:name} \"$1\" {\n  $0\n}", Plain: `component `,
			Labels:     []Label{{Role: LabelName}, {Role: LabelDirectory, Optional: true}},
			LabelsCode: codes.LabelsComponent, LabelsMessage: "a component has a name and a source directory: `component name \"./directory\" { … }`",
			Body:    Body{Noun: "a component", Attributes: []Attribute{logicalName(codes.ComponentLiteral, LogicalNameDoc)}},
			Options: true, Order: 3, Elsewhere: []string{"module"},
		},
		{
			Kind: KindRead, Keyword: "read", Declares: DeclaresItem,
			Form:    `read name "package:module:Type" { id = … }`,
			Doc:     "Looks up an existing resource by its `id`.",
			Snippet: "read ${2:name} \"$1\" {\n  id = ${3:\"\"}\n}", Plain: `read `,
			Labels:     []Label{{Role: LabelName}, {Role: LabelToken}},
			LabelsCode: codes.LabelsResource, LabelsMessage: "a read has a name and a type: `read name \"package:module:Type\" { id = … }`",
			Body:    Body{Noun: "a read", Attributes: []Attribute{logicalName(codes.ResourceLiteral, LogicalNameDoc)}},
			Options: true, Paths: true, Order: 3, Unused: codes.UnusedRead,
		},
		{
			Kind: KindHook, Keyword: "hook", Declares: DeclaresItem,
			Form:    `hook resource "name" { command = […] }`,
			Doc:     "Declares a command that runs before, after or on failure of resource operations.",
			Snippet: "hook ${1:resource} \"${2:name}\" {\n  command = [$0]\n}", Plain: `hook `,
			Labels: []Label{
				{Role: LabelChoice, Choices: []Choice{{ResourceHook, "runs before or after resource operations"}, {ErrorHook, "runs when an operation fails"}}},
				{Role: LabelName},
			},
			LabelsCode: codes.LabelsHook, LabelsMessage: "a hook block has a kind and a name: `hook resource \"name\" { … }`",
			Body: Body{
				Noun: "a hook",
				Attributes: []Attribute{
					{Name: "command", Type: typesys.List(typesys.String), Code: codes.HookType, Required: true, Doc: "The program to run, with its arguments. `args` describes the operation.",
						Missing: codes.HookCommandMissing, MissingMessage: "a hook needs a `command`: the program to run and its arguments"},
					{Name: "ignoreErrors", Type: typesys.Bool, Code: codes.HookType, Choice: ResourceHook, Doc: "Whether the operation continues if the command fails; false by default."},
					{Name: "onDryRun", Type: typesys.Bool, Code: codes.HookType, Choice: ResourceHook, Doc: "Whether the hook also runs in a preview; false by default."},
				},
			},
			Unused: codes.UnusedHook,
		},
		{
			Kind: KindPackage, Keyword: "package",
			Form:    `package { baseProviderName = "…" }`,
			Doc:     "Says which provider serves a package, and in which version.",
			Snippet: "package {\n  baseProviderName    = \"$1\"\n  baseProviderVersion = \"${2:1.0.0}\"\n}", Plain: `package {`,
			Labels:     []Label{{Role: LabelName, Optional: true}}, // deprecated
			LabelsCode: codes.PackageLabels, LabelsMessage: "a package block has no labels; name the provider with `baseProviderName`",
			Body: Body{
				Noun: "a package block",
				Attributes: []Attribute{
					{Name: Parameterization, Body: &parameterization, Doc: "What the provider is told so that it serves this package."},
					{Name: ProviderName, Type: typesys.String, Literal: true, Code: codes.PackageNameLiteral, Required: true, Doc: "The provider plugin that serves the package.",
						Missing: codes.PackageNoName, MissingMessage: "a package block needs `baseProviderName`, the provider of the package"},
					{Name: ProviderVersion, Type: typesys.String, Literal: true, Code: codes.PackageVersion, Doc: "The version of the provider plugin, such as `4.5.0`."},
					{Name: "baseProviderDownloadUrl", Type: typesys.String, Literal: true, Code: codes.PackageURL, Doc: "The URL to download the provider plugin from."},
				},
				Meant: map[string]string{
					"name":              "write `baseProviderName = …`",
					"version":           "write `baseProviderVersion = …`",
					"pluginDownloadURL": "write `baseProviderDownloadUrl = …`",
				},
			},
			Order: 1, Generic: true,
		},
		{
			Kind: KindPulumi, Keyword: "pulumi", Declares: DeclaresKeyword,
			Form:    `pulumi { requiredVersionRange = "…" }`,
			Doc:     "Settings of the engine for this program.",
			Snippet: "pulumi {\n  requiredVersionRange = \"${1:>=" + Newest.String() + ".0}\"\n}", Plain: `pulumi {`,
			LabelsCode: codes.LabelsPulumi, LabelsMessage: "a pulumi block has no labels; remove them",
			Body: Body{
				Noun: "a pulumi block",
				Attributes: []Attribute{{
					Name: RequiredVersionRange, Type: typesys.String, Code: codes.PulumiVersion,
					Doc: "The versions of the engine that can run this program, as a range of semantic versions.",
				}},
				Meant: map[string]string{
					"version":          "write `requiredVersionRange = …`",
					"required_version": "write `requiredVersionRange = …`",
				},
			},
			Order: 1, Generic: true,
		},
	}
}

var parameterization = Body{
	Noun: "a parameterization",
	Attributes: []Attribute{
		{Name: "name", Type: typesys.String, Literal: true, Required: true, Doc: "The name of the resulting package."},
		{Name: "version", Type: typesys.String, Literal: true, Required: true, Doc: "The version of the resulting package, such as `1.2.3`."},
		{Name: "value", Type: typesys.String, Literal: true, Required: true, Doc: "The value for the provider, in standard base64."},
	},
}

// ParameterizationBody is the content of the nested block of a package block.
func ParameterizationBody() *Body { return &parameterization }

// LookupForeignBlock says how to write a block of another language: as which kind of block,
// and in words. Both may be empty.
func LookupForeignBlock(keyword string) (meant, help string) {
	for _, b := range blocks().all {
		if slices.ContainsFunc(b.Elsewhere, func(e string) bool { return e == keyword }) {
			return b.Keyword, ""
		}
	}
	f := foreignBlocks[keyword]
	return f.meant, f.help
}

// foreignBlocks says what to write for blocks that have no counterpart.
var foreignBlocks = map[string]struct{ meant, help string }{
	"data":     {"read", "Call a function of a package with `invoke(…)`"},
	"locals":   {"", "declare a local as an attribute outside blocks: `name = value`"},
	"provider": {"", "declare a provider as a resource: `resource name \"pulumi:providers:package\" { … }`"},
}
