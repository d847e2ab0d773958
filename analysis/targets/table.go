package targets

// This file holds the table of what generators cannot express.

// The files that sources name, in the project of the generator.
const (
	goExpressions         = "pkg/codegen/go/gen_program_expressions.go"
	goProgram             = "pkg/codegen/go/gen_program.go"
	pythonExpressions     = "pkg/codegen/python/gen_program_expressions.go"
	typeScriptExpressions = "pkg/codegen/nodejs/gen_program_expressions.go"
	csharpExpressions     = "pulumi-language-dotnet/codegen/gen_program_expressions.go"
	csharpProgram         = "pulumi-language-dotnet/codegen/gen_program.go"
	javaExpressions       = "pkg/codegen/java/gen_program_expressions.go"
	javaProgram           = "pkg/codegen/java/gen_program.go"
	yamlProgram           = "pkg/pulumiyaml/codegen/gen_program.go"
)

// rows is the table, in the order of the document. Facts about Java are never Diagnosed or Seen: its generator was not run.
var rows = []Row{
	{Construct{Function, "can"}, "`can`", []Fact{
		{Go, Placeholder, Diagnosed, goExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-can"},
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-can"},
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-can"},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", "l1-builtin-can"},
	}},
	{Construct{Function, "try"}, "`try`", []Fact{
		{Go, Placeholder, Diagnosed, goExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-try"},
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-try"},
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-try"},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", "l1-builtin-try"},
	}},
	{Construct{Function, "recover"}, "`recover`", []Fact{
		{Go, Placeholder, Diagnosed, goExpressions + ": default case of GenFunctionCallExpression", "l2-failed-create-recover-continue-on-error"},
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": default case of GenFunctionCallExpression", "l2-failed-create-recover-continue-on-error"},
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", ""},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", "l2-failed-create-recover-continue-on-error"},
	}},
	{Construct{Function, "entries"}, "`entries`", []Fact{
		{Go, Placeholder, Diagnosed, goExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-object"},
		{Java, Invalid, Read, javaExpressions + ": case `entries` of GenFunctionCallExpression", "l1-builtin-object"},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", "l1-builtin-object"},
	}},
	{Construct{Function, "lookup"}, "`lookup`", []Fact{
		{Go, Placeholder, Diagnosed, goExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-object"},
		{CSharp, Differs, Seen, csharpExpressions + ": case `lookup` of GenFunctionCallExpression", "l1-builtin-object"},
		{Java, Invalid, Read, javaExpressions + ": case `lookup` of GenFunctionCallExpression", "l1-builtin-object"},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", ""},
	}},
	{Construct{Function, "max"}, "`max`", []Fact{
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-min-max"},
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-min-max"},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", "l1-builtin-min-max"},
	}},
	{Construct{Function, "min"}, "`min`", []Fact{
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-min-max"},
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", "l1-builtin-min-max"},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", "l1-builtin-min-max"},
	}},
	{Construct{Function, "range"}, "`range`", []Fact{
		{Go, Placeholder, Diagnosed, goExpressions + ": default case of GenFunctionCallExpression", ""},
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": genRange", ""},
		{Java, Placeholder, Read, javaExpressions + ": genRange", ""},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", ""},
	}},
	{Construct{Function, "pulumiResourceName"}, "`pulumiResourceName`", []Fact{
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": default case of GenFunctionCallExpression", "l2-resource-name-type"},
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", "l2-resource-name-type"},
	}},
	{Construct{Function, "pulumiResourceType"}, "`pulumiResourceType`", []Fact{
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": default case of GenFunctionCallExpression", "l2-resource-name-type"},
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", "l2-resource-name-type"},
	}},
	{Construct{Function, "singleOrNone"}, "`singleOrNone`", []Fact{
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", ""},
	}},
	{Construct{Function, "remoteArchive"}, "`remoteArchive`", []Fact{
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", ""},
	}},
	{Construct{Function, "sha1"}, "`sha1`", []Fact{
		{Java, Invalid, Read, javaExpressions + ": case `sha1` of GenFunctionCallExpression", "l1-builtin-sha1"},
	}},
	{Construct{Function, "readFile"}, "`readFile`", []Fact{
		{Java, Invalid, Read, javaExpressions + ": case `readFile` of GenFunctionCallExpression", "l1-builtin-file"},
	}},
	{Construct{Function, "filebase64"}, "`filebase64`", []Fact{
		{Java, Invalid, Read, javaExpressions + ": case `filebase64` of GenFunctionCallExpression", "l1-builtin-file"},
	}},
	{Construct{Function, "filebase64sha256"}, "`filebase64sha256`", []Fact{
		{Java, Invalid, Read, javaExpressions + ": case `filebase64sha256` of GenFunctionCallExpression", "l1-builtin-file"},
	}},
	{Construct{Function, "call"}, "`call`", []Fact{
		{Java, Placeholder, Read, javaExpressions + ": default case of GenFunctionCallExpression", "l2-component-call-plain"},
		{YAML, Fails, Diagnosed, yamlProgram + ": function", "l2-component-call-plain"},
	}},
	{Construct{Block, "component"}, "a `component` block", []Fact{
		{Java, LeftOut, Read, javaProgram + ": genNode", "l3-component-simple"},
		{YAML, Fails, Diagnosed, yamlProgram + ": genNode", ""},
	}},
	{Construct{Block, "read"}, "a `read` block", []Fact{
		{CSharp, LeftOut, Seen, csharpProgram + ": genNode", "l2-resource-read"},
		{Java, LeftOut, Read, javaProgram + ": genNode", "l2-resource-read"},
		{YAML, Fails, Diagnosed, yamlProgram + ": genNode", "l2-resource-read"},
	}},
	{Construct{Block, "hook"}, "a `hook` block", []Fact{
		{Java, LeftOut, Read, javaProgram + ": genNode", "l2-resource-option-hooks"},
		{YAML, Fails, Diagnosed, yamlProgram + ": genNode", "l2-resource-hook-on-error"},
	}},
	{Construct{Option, "range"}, "the option `range`", []Fact{
		{YAML, LeftOut, Seen, yamlProgram + ": genResourceOpts", ""},
	}},
	{Construct{Option, "aliases"}, "the option `aliases`", []Fact{
		{CSharp, LeftOut, Seen, csharpProgram + ": genResourceOptions", "l2-resource-option-alias"},
	}},
	{Construct{Option, "customTimeouts"}, "the option `customTimeouts`", []Fact{
		{CSharp, LeftOut, Seen, csharpProgram + ": genResourceOptions", "l2-resource-option-custom-timeouts"},
	}},
	{Construct{Option, "deletedWith"}, "the option `deletedWith`", []Fact{
		{Java, LeftOut, Read, javaProgram + ": genCustomResourceOptions", "l2-resource-option-deleted-with"},
	}},
	{Construct{Option, "envVarMappings"}, "the option `envVarMappings`", []Fact{
		{Java, LeftOut, Read, javaProgram + ": genCustomResourceOptions", "l2-resource-option-env-var-mappings"},
	}},
	{Construct{Option, "pluginDownloadURL"}, "the option `pluginDownloadURL`", []Fact{
		{Java, LeftOut, Read, javaProgram + ": genCustomResourceOptions", "l2-resource-option-plugin-download-url"},
	}},
	{Construct{Option, "providers"}, "the option `providers`", []Fact{
		{Java, LeftOut, Read, javaProgram + ": genCustomResourceOptions", ""},
	}},
	{Construct{Option, "replaceWith"}, "the option `replaceWith`", []Fact{
		{Java, Invalid, Read, javaProgram + ": genCustomResourceOptions", "l2-resource-option-replace-with"},
	}},
	{Construct{Kind: RangeOfBool}, "a range over a bool", []Fact{
		{Go, Invalid, Seen, goProgram + ": genResource", "l3-range-bool-ref"},
		{CSharp, Invalid, Seen, csharpProgram + ": genResource", "l3-range-bool-ref"},
		{Java, Invalid, Read, javaProgram + ": genResource", "l3-range-ref"},
	}},
	{Construct{Kind: ComputedBool}, "a computed value of this option", []Fact{
		{YAML, Differs, Seen, yamlProgram + ": mustCoerceBoolean", ""},
	}},
	{Construct{Kind: ComputedResources}, "a computed list of this option", []Fact{
		{YAML, Fails, Diagnosed, yamlProgram + ": genResourceOpts", ""},
	}},
	{Construct{Kind: ConfigOfCollection}, "a config of this type", []Fact{
		{Go, Invalid, Seen, goProgram + ": genConfigVariable", "l1-builtin-list, l2-resource-config-objects, l3-range"},
	}},
	{Construct{Kind: Conditional}, "a condition", []Fact{
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", "l2-resource-optional"},
	}},
	{Construct{Kind: Operator}, "an operator", []Fact{
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", "l1-config-secret"},
	}},
	{Construct{Kind: Unary}, "an operator", []Fact{
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", ""},
	}},
	{Construct{Kind: Loop}, "a loop", []Fact{
		{Java, Placeholder, Read, javaExpressions + ": GenForExpression", "l3-for"},
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", ""},
	}},
	{Construct{Kind: Grouping}, "a grouping loop", []Fact{
		{Go, Placeholder, Diagnosed, goExpressions + ": GenForExpression", ""},
		{Python, Differs, Seen, pythonExpressions + ": GenForExpression", ""},
		{TypeScript, Differs, Seen, typeScriptExpressions + ": GenForExpression", ""},
		{CSharp, Invalid, Seen, csharpExpressions + ": GenForExpression", ""},
		{Java, Placeholder, Read, javaExpressions + ": GenForExpression", ""},
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", ""},
	}},
	{Construct{Kind: TemplateLoop}, "a template loop", []Fact{
		{Go, Invalid, Seen, goExpressions + ": GenTemplateJoinExpression", ""},
		{Python, Fails, Diagnosed, pythonExpressions + ": GenTemplateJoinExpression", ""},
		{TypeScript, Fails, Diagnosed, typeScriptExpressions + ": GenTemplateJoinExpression", ""},
		{CSharp, Placeholder, Diagnosed, csharpExpressions + ": GenTemplateJoinExpression", ""},
		{Java, Placeholder, Read, javaExpressions + ": GenTemplateJoinExpression", ""},
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", ""},
	}},
	{Construct{Kind: Splat}, "a splat", []Fact{
		{Java, Invalid, Read, javaExpressions + ": GenSplatExpression", "l3-splat"},
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", ""},
	}},
	{Construct{Kind: IndexComputed}, "a computed index", []Fact{
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", ""},
	}},
	{Construct{Kind: PartOfValue}, "a part of a computed value", []Fact{
		{YAML, Fails, Diagnosed, yamlProgram + ": expr", "l2-provider-call"},
	}},
	{Construct{Kind: Expansion}, "an expanded argument", []Fact{
		{Go, Invalid, Seen, goExpressions + ": GenFunctionCallExpression", "l1-expand-final"},
		{Python, Invalid, Seen, pythonExpressions + ": GenFunctionCallExpression", "l1-expand-final"},
		{TypeScript, Invalid, Seen, typeScriptExpressions + ": GenFunctionCallExpression", "l1-expand-final"},
		{CSharp, Invalid, Seen, csharpExpressions + ": GenFunctionCallExpression", "l1-expand-final"},
		{YAML, Invalid, Seen, yamlProgram + ": function", "l1-expand-final"},
	}},
	{Construct{Kind: LongTemplate}, "a template of several lines", []Fact{
		{Java, Invalid, Read, javaProgram + ": GenTemplateExpression", ""},
	}},
}
