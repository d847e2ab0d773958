package codes

// This file declares the codes about declarations and expressions.

// Codes about package blocks and the schemas they load.
const (
	PackageUnknown         Code = "package.unknown"
	PackageLabelDeprecated Code = "package.label-deprecated"
	PackageLabels          Code = "package.labels"
	PackageNoName          Code = "package.no-name"
	PackageNameLiteral     Code = "package.name-literal"
	PackageVersion         Code = "package.version"
	PackageURL             Code = "package.url"
	PackageParamName       Code = "package.param.name"
	PackageParamVersion    Code = "package.param.version"
	PackageParamValue      Code = "package.param.value"
	PackageUnresolved      Code = "package.unresolved"
	PackageDuplicate       Code = "package.duplicate"
	PackageConflict        Code = "package.conflict"
)

var packagesArea = Area{
	Title: "Packages", About: "package blocks and the schemas they load",
	Declarations: []Declaration{
		{Code: PackageUnknown, Severity: Warning},
		{Code: PackageLabelDeprecated, Severity: Warning, Tag: Deprecated, Rule: true},
		{Code: PackageLabels, Severity: Error},
		{Code: PackageNoName, Severity: Error},
		{Code: PackageNameLiteral, Severity: Error},
		{Code: PackageVersion, Severity: Error},
		{Code: PackageURL, Severity: Error},
		{Code: PackageParamName, Severity: Error},
		{Code: PackageParamVersion, Severity: Error},
		{Code: PackageParamValue, Severity: Error},
		{Code: PackageUnresolved, Severity: Error},
		{Code: PackageDuplicate, Severity: Error},
		{Code: PackageConflict, Severity: Error},
	},
}

// Codes about labels, names and circular references.
const (
	LabelsResource   Code = "labels.resource"
	LabelsConfig     Code = "labels.config"
	LabelsOutput     Code = "labels.output"
	LabelsComponent  Code = "labels.component"
	LabelsHook       Code = "labels.hook"
	LabelsPulumi     Code = "labels.pulumi"
	BlockUnknownKind Code = "block.unknown-kind"
	HookKind         Code = "hook.kind"
	NameDuplicate    Code = "name.duplicate"
	NameUndefined    Code = "name.undefined"
	Cycle            Code = "cycle"
)

var declarationsArea = Area{
	Title: "Declarations", About: "labels, names and circular references",
	Declarations: []Declaration{
		{Code: LabelsResource, Severity: Error},
		{Code: LabelsConfig, Severity: Error},
		{Code: LabelsOutput, Severity: Error},
		{Code: LabelsComponent, Severity: Error},
		{Code: LabelsHook, Severity: Error},
		{Code: LabelsPulumi, Severity: Error},
		{Code: BlockUnknownKind, Severity: Warning},
		{Code: HookKind, Severity: Error},
		{Code: NameDuplicate, Severity: Error},
		{Code: NameUndefined, Severity: Error},
		{Code: Cycle, Severity: Error},
	},
}

// Codes about type labels of config and output blocks.
const (
	TypeSyntax      Code = "type.syntax"
	TypeValue       Code = "type.value"
	TypeUnknown     Code = "type.unknown"
	TypeConstructor Code = "type.constructor"
	TypeArity       Code = "type.arity"
	TypeObjectArg   Code = "type.object-arg"
	TypeTupleArg    Code = "type.tuple-arg"
	TypeOptionalArg Code = "type.optional-arg"
)

var typesArea = Area{
	Title: "Types", About: "type labels of config and output blocks",
	Declarations: []Declaration{
		{Code: TypeSyntax, Severity: Error},
		{Code: TypeValue, Severity: Warning},
		{Code: TypeUnknown, Severity: Error},
		{Code: TypeConstructor, Severity: Error},
		{Code: TypeArity, Severity: Error},
		{Code: TypeObjectArg, Severity: Error},
		{Code: TypeTupleArg, Severity: Error},
		{Code: TypeOptionalArg, Severity: Error},
	},
}

// Codes about config, output, pulumi and hook blocks.
const (
	ConfigDefault      Code = "config.default"
	ConfigLiteral      Code = "config.literal"
	ConfigSet          Code = "config.set"
	OutputValue        Code = "output.value"
	OutputNoValue      Code = "output.no-value"
	OutputLiteral      Code = "output.literal"
	PulumiVersion      Code = "pulumi.version"
	PulumiTraverse     Code = "pulumi.traverse"
	HookCommandMissing Code = "hook.command-missing"
	HookMember         Code = "hook.member"
	HookType           Code = "hook.type"
)

var blocksArea = Area{
	Title: "Blocks", About: "config, output, pulumi and hook blocks",
	Declarations: []Declaration{
		{Code: ConfigDefault, Severity: Error},
		{Code: ConfigLiteral, Severity: Error},
		{Code: ConfigSet, Severity: Warning},
		{Code: OutputValue, Severity: Error},
		{Code: OutputNoValue, Severity: Error, Evaluated: true},
		{Code: OutputLiteral, Severity: Error},
		{Code: PulumiVersion, Severity: Error},
		{Code: PulumiTraverse, Severity: Error},
		{Code: HookCommandMissing, Severity: Error},
		{Code: HookMember, Severity: Error},
		{Code: HookType, Severity: Error},
	},
}

// Codes about resource and read blocks.
const (
	TokenMalformed  Code = "token.malformed"
	ResourceUnknown Code = "resource.unknown"
	ResourceLoad    Code = "resource.load"
	ReadComponent   Code = "read.component"
	ReadProvider    Code = "read.provider"
	ResourceLiteral Code = "resource.literal"
	AttrUnknown     Code = "attr.unknown"
	AttrType        Code = "attr.type"
	AttrPlain       Code = "attr.plain"
	AttrMissing     Code = "attr.missing"
	BlockUnknown    Code = "block.unknown"
)

var resourcesArea = Area{
	Title: "Resources", About: "resource and read blocks",
	Declarations: []Declaration{
		{Code: TokenMalformed, Severity: Error},
		{Code: ResourceUnknown, Severity: Error},
		{Code: ResourceLoad, Severity: Error},
		{Code: ReadComponent, Severity: Error},
		{Code: ReadProvider, Severity: Error},
		{Code: ResourceLiteral, Severity: Error},
		{Code: AttrUnknown, Severity: Error},
		{Code: AttrType, Severity: Error},
		{Code: AttrPlain, Severity: Warning},
		{Code: AttrMissing, Severity: Error},
		{Code: BlockUnknown, Severity: Error},
	},
}

// Codes about files of inputs, and snippets of deployments.
const (
	InputsToken     Code = "inputs.token"
	InputsPurpose   Code = "inputs.purpose"
	InputsList      Code = "inputs.list"
	InputsBlock     Code = "inputs.block"
	InputsCall      Code = "inputs.call"
	InputsReference Code = "inputs.reference"
)

var inputsArea = Area{
	Title: "Inputs", About: "files of inputs (.pcl) and snippets of deployments",
	Declarations: []Declaration{
		{Code: InputsToken, Severity: Hint},
		{Code: InputsPurpose, Severity: Warning},
		{Code: InputsList, Severity: Error},
		{Code: InputsBlock, Severity: Error},
		{Code: InputsCall, Severity: Error},
		{Code: InputsReference, Severity: Hint},
	},
}

// Codes about options blocks and ranges.
const (
	OptionsDuplicate Code = "options.duplicate"
	OptionUnknown    Code = "option.unknown"
	OptionType       Code = "option.type"
	OptionLiteral    Code = "option.literal"
	OptionVersion    Code = "option.version"
	OptionHooksShape Code = "option.hooks-shape"
	OptionHooksName  Code = "option.hooks-name"
	OptionHooksKind  Code = "option.hooks-kind"
	RangeIterate     Code = "range.iterate"
)

var optionsArea = Area{
	Title: "Options", About: "options blocks and ranges",
	Declarations: []Declaration{
		{Code: OptionsDuplicate, Severity: Error},
		{Code: OptionUnknown, Severity: Error},
		{Code: OptionType, Severity: Error},
		{Code: OptionLiteral, Severity: Error},
		{Code: OptionVersion, Severity: Error},
		{Code: OptionHooksShape, Severity: Error},
		{Code: OptionHooksName, Severity: Error},
		{Code: OptionHooksKind, Severity: Error},
		{Code: RangeIterate, Severity: Error},
	},
}

// Codes about component blocks.
const (
	ComponentSource       Code = "component.source"
	ComponentSourceCycle  Code = "component.source-cycle"
	ComponentErrors       Code = "component.errors"
	ComponentHook         Code = "component.hook"
	ComponentAlias        Code = "component.alias"
	ComponentTokenMissing Code = "component.token-missing"
	ComponentTokenExtra   Code = "component.token-extra"
	ComponentLiteral      Code = "component.literal"
)

var componentsArea = Area{
	Title: "Components", About: "component blocks",
	Declarations: []Declaration{
		{Code: ComponentSource, Severity: Error},
		{Code: ComponentSourceCycle, Severity: Error},
		{Code: ComponentErrors, Severity: Error},
		{Code: ComponentHook, Severity: Error, Engine: true},
		{Code: ComponentAlias, Severity: Information, Rule: true},
		{Code: ComponentTokenMissing, Severity: Error},
		{Code: ComponentTokenExtra, Severity: Error},
		{Code: ComponentLiteral, Severity: Error},
	},
}

// Codes about expressions and the members of values.
const (
	PropUnknown   Code = "prop.unknown"
	PropCase      Code = "prop.case"
	TraverseKind  Code = "traverse.kind"
	IndexType     Code = "index.type"
	IndexRange    Code = "index.range"
	ForCollection Code = "for.collection"
	ForDuplicate  Code = "for.duplicate"
	ObjectKey     Code = "object.key"
	ExprType      Code = "expr.type"
	ExprLiteral   Code = "expr.literal"
)

var expressionsArea = Area{
	Title: "Expressions", About: "expressions and the members of values",
	Declarations: []Declaration{
		{Code: PropUnknown, Severity: Error},
		{Code: PropCase, Severity: Error, Evaluated: true},
		{Code: TraverseKind, Severity: Error},
		{Code: IndexType, Severity: Error},
		{Code: IndexRange, Severity: Error},
		{Code: ForCollection, Severity: Error},
		{Code: ForDuplicate, Severity: Error},
		{Code: ObjectKey, Severity: Error},
		{Code: ExprType, Severity: Error},
		{Code: ExprLiteral, Severity: Warning},
	},
}

// Codes about calls of functions, invokes and methods.
const (
	FunctionUnknown      Code = "function.unknown"
	FunctionUnknownToken Code = "function.unknown-token"
	FunctionLoad         Code = "function.load"
	CallMissing          Code = "call.missing"
	CallSurplus          Code = "call.surplus"
	CallArg              Code = "call.arg"
	FnElement            Code = "fn.element"
	FnLookup             Code = "fn.lookup"
	FnLength             Code = "fn.length"
	FnSingleOrNone       Code = "fn.singleOrNone"
	FnRecover            Code = "fn.recover"
	FnArity              Code = "fn.arity"
	FnResourceArg        Code = "fn.resource-arg"
	InvokeToken          Code = "invoke.token"
	InvokeNoArgs         Code = "invoke.no-args"
	InvokePositional     Code = "invoke.positional"
	InvokeArgs           Code = "invoke.args"
	CallReceiver         Code = "call.receiver"
	CallMethodLiteral    Code = "call.method-literal"
	CallMethod           Code = "call.method"
)

var callsArea = Area{
	Title: "Calls", About: "calls of functions, invokes and methods",
	Declarations: []Declaration{
		{Code: FunctionUnknown, Severity: Error},
		{Code: FunctionUnknownToken, Severity: Error},
		{Code: FunctionLoad, Severity: Error},
		{Code: CallMissing, Severity: Error},
		{Code: CallSurplus, Severity: Error},
		{Code: CallArg, Severity: Error},
		{Code: FnElement, Severity: Error},
		{Code: FnLookup, Severity: Error},
		{Code: FnLength, Severity: Error},
		{Code: FnSingleOrNone, Severity: Error},
		{Code: FnRecover, Severity: Error},
		{Code: FnArity, Severity: Error},
		{Code: FnResourceArg, Severity: Error},
		{Code: InvokeToken, Severity: Error},
		{Code: InvokeNoArgs, Severity: Error},
		{Code: InvokePositional, Severity: Error},
		{Code: InvokeArgs, Severity: Error},
		{Code: CallReceiver, Severity: Error},
		{Code: CallMethodLiteral, Severity: Error},
		{Code: CallMethod, Severity: Error},
	},
}

// Codes about attributes without effect, logical names and the packages of a directory.
const (
	AttrIgnored           Code = "attr.ignored"
	LabelNotIdentifier    Code = "label.not-identifier"
	NameShadows           Code = "name.shadows"
	NameLogicalDuplicate  Code = "name.logical-duplicate"
	PackageParamDuplicate Code = "package.param.duplicate"
	PackageNotInherited   Code = "package.not-inherited"
	PackageVersionMissing Code = "package.version-missing"
)

var structureArea = Area{
	Title: "Structure", About: "attributes without effect, logical names and the packages of a directory",
	Declarations: []Declaration{
		{Code: AttrIgnored, Severity: Warning},
		{Code: LabelNotIdentifier, Severity: Warning},
		{Code: NameShadows, Severity: Information, Rule: true},
		{Code: NameLogicalDuplicate, Severity: Error, Engine: true},
		{Code: PackageParamDuplicate, Severity: Warning},
		{Code: PackageNotInherited, Severity: Information},
		{Code: PackageVersionMissing, Severity: Information, Rule: true},
	},
}
