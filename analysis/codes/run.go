package codes

// This file declares the codes about values, and how programs behave when they run.

// Codes about values of the right type that the schema or the engine rejects.
const (
	PropUnknownNested  Code = "prop.unknown-nested"
	ObjectDuplicateKey Code = "object.duplicate-key"
	EnumValue          Code = "enum.value"
	EnumCase           Code = "enum.case"
	ConstValue         Code = "const.value"
	UnionDiscriminator Code = "union.discriminator"
	LiteralParse       Code = "literal.parse"
	NumberFraction     Code = "number.fraction"
	TemplateRedundant  Code = "template.redundant"
	ProviderMismatch   Code = "provider.mismatch"
)

var valuesArea = Area{
	Title: "Values", About: "values of the right type that the schema or the engine rejects",
	Declarations: []Declaration{
		{Code: PropUnknownNested, Severity: Error},
		{Code: ObjectDuplicateKey, Severity: Warning, Rule: true},
		{Code: EnumValue, Severity: Error},
		{Code: EnumCase, Severity: Error},
		{Code: ConstValue, Severity: Error},
		{Code: UnionDiscriminator, Severity: Error},
		{Code: LiteralParse, Severity: Error, Evaluated: true},
		{Code: NumberFraction, Severity: Error},
		{Code: TemplateRedundant, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: ProviderMismatch, Severity: Error, Engine: true},
	},
}

// Codes about deprecated features, type tokens and provider versions.
const (
	DeprecatedResource Code = "deprecated.resource"
	DeprecatedFunction Code = "deprecated.function"
	DeprecatedMethod   Code = "deprecated.method"
	DeprecatedProperty Code = "deprecated.property"
	DeprecatedEnum     Code = "deprecated.enum"
	TokenFallback      Code = "token.fallback"
	TokenStyle         Code = "token.style"
	VersionUnchecked   Code = "version.unchecked"
)

var deprecationsArea = Area{
	Title: "Deprecations, tokens and versions", Category: Deprecation, About: "deprecated features, type tokens and provider versions",
	Declarations: []Declaration{
		{Code: DeprecatedResource, Severity: Warning, Tag: Deprecated, Rule: true},
		{Code: DeprecatedFunction, Severity: Warning, Tag: Deprecated, Rule: true},
		{Code: DeprecatedMethod, Severity: Warning, Tag: Deprecated, Rule: true},
		{Code: DeprecatedProperty, Severity: Warning, Tag: Deprecated, Rule: true},
		{Code: DeprecatedEnum, Severity: Warning, Tag: Deprecated, Rule: true},
		{Code: TokenFallback, Severity: Warning, Rule: true},
		{Code: TokenStyle, Severity: Hint, Rule: true},
		{Code: VersionUnchecked, Severity: Warning},
	},
}

// Codes about programs that pass type checks but fail or misbehave when they run.
const (
	ListAttribute       Code = "list.attribute"
	OperandRuntime      Code = "operand.runtime"
	TemplateValue       Code = "template.value"
	TemplateDollar      Code = "template.literal-dollar"
	IndexLiteral        Code = "index.literal"
	CompareDisjoint     Code = "compare.disjoint"
	ConditionConstant   Code = "condition.constant"
	ConditionBranches   Code = "condition.branches"
	DivisionByZero      Code = "division-by-zero"
	Precision           Code = "precision"
	FnArgument          Code = "fn.argument"
	FnRange             Code = "fn.range"
	FnLookupDefault     Code = "fn.lookup-default"
	FnLengthMap         Code = "fn.length-map"
	FnEntries           Code = "fn.entries"
	FnSingleOrNoneTuple Code = "fn.singleOrNone-literal"
	FnBase64Literal     Code = "fn.base64-literal"
	FnNotImplemented    Code = "fn.not-implemented"
	FnMaxInt            Code = "fn.max-int"
)

var runtimeArea = Area{
	Title: "Runtime errors", About: "programs that pass type checks but fail or misbehave when they run",
	Declarations: []Declaration{
		{Code: ListAttribute, Severity: Error, Evaluated: true},
		{Code: OperandRuntime, Severity: Error, Evaluated: true},
		{Code: TemplateValue, Severity: Error, Evaluated: true},
		{Code: TemplateDollar, Severity: Information, Rule: true},
		{Code: IndexLiteral, Severity: Error, Evaluated: true},
		{Code: CompareDisjoint, Severity: Warning, Rule: true},
		{Code: ConditionConstant, Severity: Information, Rule: true},
		{Code: ConditionBranches, Severity: Error, Evaluated: true},
		{Code: DivisionByZero, Severity: Warning},
		{Code: Precision, Severity: Information, Rule: true},
		{Code: FnArgument, Severity: Error, Evaluated: true},
		{Code: FnRange, Severity: Error, Evaluated: true},
		{Code: FnLookupDefault, Severity: Error, Evaluated: true},
		{Code: FnLengthMap, Severity: Error, Evaluated: true},
		{Code: FnEntries, Severity: Error, Evaluated: true},
		{Code: FnSingleOrNoneTuple, Severity: Error, Evaluated: true},
		{Code: FnBase64Literal, Severity: Error, Evaluated: true},
		{Code: FnNotImplemented, Severity: Error, Evaluated: true},
		{Code: FnMaxInt, Severity: Hint},
	},
}

// Codes about resources with a range.
const (
	RangeUnindexed    Code = "range.unindexed"
	RangeInOptions    Code = "range.in-options"
	RangeIgnored      Code = "range.ignored"
	RangeOne          Code = "range.one"
	RangeFraction     Code = "range.fraction"
	RangeNegative     Code = "range.negative"
	RangeListIdentity Code = "range.list-identity"
	RangeShapes       Code = "range.shapes"
)

var rangesArea = Area{
	Title: "Ranges", About: "resources with a range",
	Declarations: []Declaration{
		{Code: RangeUnindexed, Severity: Error, Evaluated: true},
		{Code: RangeInOptions, Severity: Error},
		{Code: RangeIgnored, Severity: Warning},
		{Code: RangeOne, Severity: Error, Evaluated: true},
		{Code: RangeFraction, Severity: Warning},
		{Code: RangeNegative, Severity: Warning},
		{Code: RangeListIdentity, Severity: Information, Rule: true},
		{Code: RangeShapes, Severity: Error, Evaluated: true},
	},
}

// Codes about options that have no effect or that the engine rejects.
const (
	OptionIgnored               Code = "option.ignored"
	OptionComponentResource     Code = "option.component-resource"
	OptionProviderOnly          Code = "option.provider-only"
	OptionPropertyListComponent Code = "option.property-list-component"
	OptionNotConverted          Code = "option.not-converted"
	OptionResourceKind          Code = "option.resource-kind"
	OptionSecretOutput          Code = "option.secret-output"
	OptionRedundant             Code = "option.redundant"
	OptionImportRange           Code = "option.import-range"
	HooksElement                Code = "hooks.element"
	HookCommandEmpty            Code = "hook.command-empty"
	HookCommandType             Code = "hook.command-type"
	TimeoutsDuration            Code = "timeouts.duration"
	AliasesURN                  Code = "aliases.urn"
	AliasesType                 Code = "aliases.type"
	AliasesNoParent             Code = "aliases.no-parent"
	AliasesOwn                  Code = "aliases.own"
	AliasesClaimed              Code = "aliases.claimed"
	PulumiRange                 Code = "pulumi.range"
)

var optionValuesArea = Area{
	Title: "Option values", About: "options that have no effect or that the engine rejects",
	Declarations: []Declaration{
		{Code: OptionIgnored, Severity: Warning},
		{Code: OptionComponentResource, Severity: Information},
		{Code: OptionProviderOnly, Severity: Error, Engine: true},
		{Code: OptionPropertyListComponent, Severity: Error},
		{Code: OptionNotConverted, Severity: Error, Evaluated: true},
		{Code: OptionResourceKind, Severity: Error, Evaluated: true},
		{Code: OptionSecretOutput, Severity: Warning},
		{Code: OptionRedundant, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: OptionImportRange, Severity: Warning},
		{Code: HooksElement, Severity: Error, Engine: true},
		{Code: HookCommandEmpty, Severity: Warning},
		{Code: HookCommandType, Severity: Warning},
		{Code: TimeoutsDuration, Severity: Error, Engine: true},
		{Code: AliasesURN, Severity: Error, Engine: true},
		{Code: AliasesType, Severity: Warning},
		{Code: AliasesNoParent, Severity: Warning},
		{Code: AliasesOwn, Severity: Information, Tag: Unnecessary, Rule: true},
		{Code: AliasesClaimed, Severity: Warning},
		{Code: PulumiRange, Severity: Error, Engine: true},
	},
}

// Codes about property paths and URNs.
const (
	PathKind            Code = "path.kind"
	PathEscape          Code = "path.escape"
	PathCase            Code = "path.case"
	PathDuplicate       Code = "path.duplicate"
	PathCovered         Code = "path.covered"
	PathRequiredReplace Code = "path.required-replace"
	URNMalformed        Code = "urn.malformed"
	URNTypeParts        Code = "urn.type-parts"
)

var pathsArea = Area{
	Title: "Paths and URNs", About: "property paths and URNs",
	Declarations: []Declaration{
		{Code: PathKind, Severity: Warning},
		{Code: PathEscape, Severity: Warning},
		{Code: PathCase, Severity: Warning},
		{Code: PathDuplicate, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: PathCovered, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: PathRequiredReplace, Severity: Information, Rule: true},
		{Code: URNMalformed, Severity: Error, Engine: true},
		{Code: URNTypeParts, Severity: Warning},
	},
}

// Codes about what a change does to the names of resources.
const (
	NamesReplaced Code = "urns.replaced"
	NamesDeleted  Code = "urns.deleted"
	NamesRefused  Code = "urns.refused"
	NamesUnknown  Code = "urns.unknown"
)

var changesArea = Area{
	Title: "Changes of URNs", About: "what a change does to the names of resources, for `pcl-lsp check --urns-from`", Varies: true,
	Declarations: []Declaration{
		{Code: NamesReplaced, Severity: Error},
		{Code: NamesDeleted, Severity: Error},
		{Code: NamesRefused, Severity: Error},
		{Code: NamesUnknown, Severity: Information},
	},
}

// Codes about a team's own rules. Those of their findings begin with [TeamPrefix].
const (
	RuleInvalid   Code = "rule.invalid"
	RuleExpensive Code = "rule.expensive"
)

var rulesArea = Area{
	Title: "Team rules", About: "the rule files of a team", Varies: true,
	Declarations: []Declaration{
		{Code: RuleInvalid, Severity: Error},
		{Code: RuleExpensive, Severity: Warning},
	},
}

// Codes about later versions of packages.
const (
	UpgradeBreaking   Code = "upgrade.breaking"
	UpgradeSilent     Code = "upgrade.silent"
	UpgradeDeprecated Code = "upgrade.deprecated"
	UpgradeUnknown    Code = "upgrade.unknown"
)

var upgradesArea = Area{
	Title: "Upgrades", About: "what a later version of a package does to the program, for the setting `upgrade`", Varies: true, Category: Deprecation,
	Declarations: []Declaration{
		{Code: UpgradeBreaking, Severity: Warning},
		{Code: UpgradeSilent, Severity: Information},
		{Code: UpgradeDeprecated, Severity: Hint},
		{Code: UpgradeUnknown, Severity: Information},
	},
}

// Codes about values that may be unknown during a preview.
const (
	UnknownRange     Code = "unknown.range"
	UnknownKey       Code = "unknown.key"
	UnknownFor       Code = "unknown.for"
	UnknownCondition Code = "unknown.condition"
	UnknownTry       Code = "unknown.try"
	UnknownOptional  Code = "unknown.optional"
	UnknownPermanent Code = "unknown.permanent"
	UnknownAsset     Code = "unknown.asset"
)

var unknownsArea = Area{
	Title: "Unknown in preview", About: "values that may be unknown during a preview",
	Declarations: []Declaration{
		{Code: UnknownRange, Severity: Warning},
		{Code: UnknownKey, Severity: Warning},
		{Code: UnknownFor, Severity: Information},
		{Code: UnknownCondition, Severity: Information},
		{Code: UnknownTry, Severity: Information},
		{Code: UnknownOptional, Severity: Hint},
		{Code: UnknownPermanent, Severity: Warning},
		{Code: UnknownAsset, Severity: Information},
	},
}

// Codes about where secrets come from and where they go.
const (
	SecretLiteral       Code = "secret.literal"
	SecretUnsecret      Code = "secret.unsecret"
	SecretConfigLooking Code = "secret.config-looking"
	SecretOutput        Code = "secret.output"
	SecretIdentity      Code = "secret.identity"
	SecretKey           Code = "secret.key"
	SecretID            Code = "secret.id"
	SecretHook          Code = "secret.hook"
	SecretToPlain       Code = "secret.to-plain"
	SecretSpread        Code = "secret.spread"
	SecretAsset         Code = "secret.asset"
	SecretRedundant     Code = "secret.redundant"
	SecretName          Code = "secret.name"
	SecretCommand       Code = "secret.command"
	SecretLiteralInput  Code = "secret.literal-input"
)

var secretsArea = Area{
	Title: "Secrets", Category: Secrets, About: "where secrets come from and where they go",
	Declarations: []Declaration{
		{Code: SecretLiteral, Severity: Warning, Rule: true, Risk: HighRisk},
		{Code: SecretUnsecret, Severity: Information, Rule: true, Risk: MediumRisk},
		{Code: SecretConfigLooking, Severity: Information, Rule: true, Risk: MediumRisk},
		{Code: SecretOutput, Severity: Information, Rule: true},
		{Code: SecretIdentity, Severity: Warning, Evaluated: true, Risk: MediumRisk},
		{Code: SecretKey, Severity: Warning},
		{Code: SecretID, Severity: Warning},
		{Code: SecretHook, Severity: Warning, Risk: MediumRisk},
		{Code: SecretToPlain, Severity: Information, Rule: true, Risk: LowRisk},
		{Code: SecretSpread, Severity: Hint, Rule: true},
		{Code: SecretAsset, Severity: Information, Rule: true, Risk: LowRisk},
		{Code: SecretRedundant, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: SecretName, Severity: Warning, Risk: MediumRisk},
		{Code: SecretCommand, Severity: Warning, Risk: MediumRisk},
		{Code: SecretLiteralInput, Severity: Warning, Rule: true, Risk: HighRisk},
	},
}
