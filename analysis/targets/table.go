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

// rows is the table, in the order of the document. The tests that sources name are tests that the language host in the same project expects to fail.
var rows = []Row{
	{Construct{Function, "can"}, "`can`", []Fact{
		{Go, Placeholder, goExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-can"},
		{CSharp, Placeholder, csharpExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-can"},
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-can"},
		{YAML, Fails, yamlProgram + ": function; test l1-builtin-can"},
	}},
	{Construct{Function, "try"}, "`try`", []Fact{
		{Go, Placeholder, goExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-try"},
		{CSharp, Placeholder, csharpExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-try"},
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-try"},
		{YAML, Fails, yamlProgram + ": function; test l1-builtin-try"},
	}},
	{Construct{Function, "recover"}, "`recover`", []Fact{
		{Go, Placeholder, goExpressions + ": default case of GenFunctionCallExpression; test l2-failed-create-recover-continue-on-error"},
		{CSharp, Placeholder, csharpExpressions + ": default case of GenFunctionCallExpression; test l2-failed-create-recover-continue-on-error"},
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression"},
		{YAML, Fails, yamlProgram + ": function; test l2-failed-create-recover-continue-on-error"},
	}},
	{Construct{Function, "entries"}, "`entries`", []Fact{
		{Go, Placeholder, goExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-object"},
		{Java, Invalid, javaExpressions + ": case `entries` of GenFunctionCallExpression; test l1-builtin-object"},
		{YAML, Fails, yamlProgram + ": function; test l1-builtin-object"},
	}},
	{Construct{Function, "lookup"}, "`lookup`", []Fact{
		{Go, Placeholder, goExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-object"},
		{CSharp, Differs, csharpExpressions + ": case `lookup` of GenFunctionCallExpression; test l1-builtin-object"},
		{Java, Invalid, javaExpressions + ": case `lookup` of GenFunctionCallExpression; test l1-builtin-object"},
		{YAML, Fails, yamlProgram + ": function"},
	}},
	{Construct{Function, "max"}, "`max`", []Fact{
		{CSharp, Placeholder, csharpExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-min-max"},
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-min-max"},
		{YAML, Fails, yamlProgram + ": function; test l1-builtin-min-max"},
	}},
	{Construct{Function, "min"}, "`min`", []Fact{
		{CSharp, Placeholder, csharpExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-min-max"},
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression; test l1-builtin-min-max"},
		{YAML, Fails, yamlProgram + ": function; test l1-builtin-min-max"},
	}},
	{Construct{Function, "range"}, "`range`", []Fact{
		{Go, Placeholder, goExpressions + ": default case of GenFunctionCallExpression"},
		{CSharp, Placeholder, csharpExpressions + ": genRange"},
		{Java, Placeholder, javaExpressions + ": genRange"},
		{YAML, Fails, yamlProgram + ": function"},
	}},
	{Construct{Function, "pulumiResourceName"}, "`pulumiResourceName`", []Fact{
		{CSharp, Placeholder, csharpExpressions + ": default case of GenFunctionCallExpression; test l2-resource-name-type"},
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression; test l2-resource-name-type"},
	}},
	{Construct{Function, "pulumiResourceType"}, "`pulumiResourceType`", []Fact{
		{CSharp, Placeholder, csharpExpressions + ": default case of GenFunctionCallExpression; test l2-resource-name-type"},
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression; test l2-resource-name-type"},
	}},
	{Construct{Function, "element"}, "`element`", []Fact{
		{Java, Invalid, javaExpressions + ": case `element` of GenFunctionCallExpression; test l1-builtin-list"},
	}},
	{Construct{Function, "singleOrNone"}, "`singleOrNone`", []Fact{
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression"},
	}},
	{Construct{Function, "remoteArchive"}, "`remoteArchive`", []Fact{
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression"},
	}},
	{Construct{Function, "sha1"}, "`sha1`", []Fact{
		{Java, Invalid, javaExpressions + ": case `sha1` of GenFunctionCallExpression; test l1-builtin-sha1"},
	}},
	{Construct{Function, "readFile"}, "`readFile`", []Fact{
		{Java, Invalid, javaExpressions + ": case `readFile` of GenFunctionCallExpression; test l1-builtin-file"},
	}},
	{Construct{Function, "filebase64"}, "`filebase64`", []Fact{
		{Java, Invalid, javaExpressions + ": case `filebase64` of GenFunctionCallExpression; test l1-builtin-file"},
	}},
	{Construct{Function, "filebase64sha256"}, "`filebase64sha256`", []Fact{
		{Java, Invalid, javaExpressions + ": case `filebase64sha256` of GenFunctionCallExpression; test l1-builtin-file"},
	}},
	{Construct{Function, "call"}, "`call`", []Fact{
		{Java, Placeholder, javaExpressions + ": default case of GenFunctionCallExpression; test l2-component-call-plain"},
		{YAML, Fails, yamlProgram + ": function; test l2-component-call-plain"},
	}},
	{Construct{Block, "component"}, "a `component` block", []Fact{
		{Java, LeftOut, javaProgram + ": genNode; test l3-component-simple"},
		{YAML, Fails, yamlProgram + ": genNode"},
	}},
	{Construct{Block, "read"}, "a `read` block", []Fact{
		{CSharp, LeftOut, csharpProgram + ": genNode; test l2-resource-read"},
		{Java, LeftOut, javaProgram + ": genNode; test l2-resource-read"},
		{YAML, Fails, yamlProgram + ": genNode; test l2-resource-read"},
	}},
	{Construct{Block, "hook"}, "a `hook` block", []Fact{
		{Java, LeftOut, javaProgram + ": genNode; test l2-resource-option-hooks"},
		{YAML, Fails, yamlProgram + ": genNode; test l2-resource-hook-on-error"},
	}},
	{Construct{Option, "range"}, "the option `range`", []Fact{
		{YAML, LeftOut, yamlProgram + ": genResourceOpts"},
	}},
	{Construct{Option, "aliases"}, "the option `aliases`", []Fact{
		{CSharp, LeftOut, csharpProgram + ": genResourceOptions; test l2-resource-option-alias"},
	}},
	{Construct{Option, "customTimeouts"}, "the option `customTimeouts`", []Fact{
		{CSharp, LeftOut, csharpProgram + ": genResourceOptions; test l2-resource-option-custom-timeouts"},
	}},
	{Construct{Option, "deletedWith"}, "the option `deletedWith`", []Fact{
		{Java, LeftOut, javaProgram + ": genCustomResourceOptions; test l2-resource-option-deleted-with"},
	}},
	{Construct{Option, "envVarMappings"}, "the option `envVarMappings`", []Fact{
		{Java, LeftOut, javaProgram + ": genCustomResourceOptions; test l2-resource-option-env-var-mappings"},
	}},
	{Construct{Option, "pluginDownloadURL"}, "the option `pluginDownloadURL`", []Fact{
		{Java, LeftOut, javaProgram + ": genCustomResourceOptions; test l2-resource-option-plugin-download-url"},
	}},
	{Construct{Option, "providers"}, "the option `providers`", []Fact{
		{Java, LeftOut, javaProgram + ": genCustomResourceOptions"},
	}},
	{Construct{Option, "replaceWith"}, "the option `replaceWith`", []Fact{
		{Java, Invalid, javaProgram + ": genCustomResourceOptions; test l2-resource-option-replace-with"},
	}},
	{Construct{Kind: RangeOfBool}, "a range over a bool", []Fact{
		{Go, Invalid, goProgram + ": genResource; test l3-range-bool-ref"},
		{CSharp, Invalid, csharpProgram + ": genResource; test l3-range-bool-ref"},
		{Java, Invalid, javaProgram + ": genResource; test l3-range-ref"},
	}},
	{Construct{Kind: ComputedBool}, "a computed value of this option", []Fact{
		{YAML, Differs, yamlProgram + ": mustCoerceBoolean"},
	}},
	{Construct{Kind: ComputedResources}, "a computed list of this option", []Fact{
		{YAML, Fails, yamlProgram + ": genResourceOpts"},
	}},
	{Construct{Kind: ConfigOfCollection}, "a config of this type", []Fact{
		{Go, Invalid, goProgram + ": genConfigVariable; tests l1-builtin-list, l3-range, l3-component-config-objects"},
	}},
	{Construct{Kind: Conditional}, "a condition", []Fact{
		{YAML, Fails, yamlProgram + ": expr; test l2-resource-optional"},
	}},
	{Construct{Kind: Operator}, "an operator", []Fact{
		{YAML, Fails, yamlProgram + ": expr; test l1-config-secret"},
	}},
	{Construct{Kind: Unary}, "an operator", []Fact{
		{YAML, Fails, yamlProgram + ": expr"},
	}},
	{Construct{Kind: Loop}, "a loop", []Fact{
		{Java, Placeholder, javaExpressions + ": GenForExpression; test l3-for"},
		{YAML, Fails, yamlProgram + ": expr"},
	}},
	{Construct{Kind: Grouping}, "a grouping loop", []Fact{
		{Go, Placeholder, goExpressions + ": GenForExpression"},
		{Python, Differs, pythonExpressions + ": GenForExpression"},
		{TypeScript, Differs, typeScriptExpressions + ": GenForExpression"},
		{CSharp, Differs, csharpExpressions + ": GenForExpression"},
		{Java, Placeholder, javaExpressions + ": GenForExpression"},
		{YAML, Fails, yamlProgram + ": expr"},
	}},
	{Construct{Kind: TemplateLoop}, "a template loop", []Fact{
		{Go, Invalid, goExpressions + ": GenTemplateJoinExpression"},
		{Python, Fails, pythonExpressions + ": GenTemplateJoinExpression"},
		{TypeScript, Fails, typeScriptExpressions + ": GenTemplateJoinExpression"},
		{CSharp, Placeholder, csharpExpressions + ": GenTemplateJoinExpression"},
		{Java, Placeholder, javaExpressions + ": GenTemplateJoinExpression"},
		{YAML, Fails, yamlProgram + ": expr"},
	}},
	{Construct{Kind: Splat}, "a splat", []Fact{
		{Java, Invalid, javaExpressions + ": GenSplatExpression; test l3-splat"},
		{YAML, Fails, yamlProgram + ": expr"},
	}},
	{Construct{Kind: IndexComputed}, "a computed index", []Fact{
		{YAML, Fails, yamlProgram + ": expr"},
	}},
	{Construct{Kind: PartOfValue}, "a part of a computed value", []Fact{
		{YAML, Fails, yamlProgram + ": expr; test l2-provider-call"},
	}},
	{Construct{Kind: Expansion}, "an expanded argument", []Fact{
		{Go, Invalid, goExpressions + ": GenFunctionCallExpression; test l1-expand-final"},
		{Python, Invalid, pythonExpressions + ": GenFunctionCallExpression; test l1-expand-final"},
		{TypeScript, Invalid, typeScriptExpressions + ": GenFunctionCallExpression; test l1-expand-final"},
		{CSharp, Invalid, csharpExpressions + ": GenFunctionCallExpression; test l1-expand-final"},
		{YAML, Invalid, yamlProgram + ": function; test l1-expand-final"},
	}},
	{Construct{Kind: LongTemplate}, "a template of several lines", []Fact{
		{Java, Invalid, javaProgram + ": GenTemplateExpression; test l1-output-string"},
	}},
}
