package codes

// This file declares the codes about programs that run but could be written better.

// Codes about declarations that nothing uses.
const (
	UnusedLocal        Code = "unused.local"
	UnusedConfig       Code = "unused.config"
	UnusedRead         Code = "unused.read"
	UnusedHook         Code = "unused.hook"
	UnusedPackage      Code = "unused.package"
	UnusedLoopVariable Code = "unused.loop-variable"
	UnusedRange        Code = "unused.range"
)

var unusedArea = Area{
	Title: "Unused code", Category: Unused, About: "declarations that nothing uses",
	Declarations: []Declaration{
		{Code: UnusedLocal, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: UnusedConfig, Severity: Warning, Tag: Unnecessary, Rule: true},
		{Code: UnusedRead, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: UnusedHook, Severity: Warning, Tag: Unnecessary, Rule: true},
		{Code: UnusedPackage, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: UnusedLoopVariable, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: UnusedRange, Severity: Information, Rule: true},
	},
}

// Codes about naming, types and descriptions.
const (
	NameStyle            Code = "name.style"
	NameStyleInterface   Code = "name.style-interface"
	NameCase             Code = "name.case"
	NameBuiltin          Code = "name.builtin"
	NameShadowsVariable  Code = "name.shadows-variable"
	NameRedundantLogical Code = "name.redundant-logical"
	ConfigUntyped        Code = "config.untyped"
	ConfigDescription    Code = "config.description"
)

var namesArea = Area{
	Title: "Names and types", Category: Style, About: "naming, types and descriptions",
	Declarations: []Declaration{
		{Code: NameStyle, Severity: Off, Rule: true},
		{Code: NameStyleInterface, Severity: Off, Rule: true},
		{Code: NameCase, Severity: Information, Rule: true},
		{Code: NameBuiltin, Severity: Hint, Rule: true},
		{Code: NameShadowsVariable, Severity: Information, Rule: true},
		{Code: NameRedundantLogical, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: ConfigUntyped, Severity: Off, Rule: true},
		{Code: ConfigDescription, Severity: Off, Rule: true},
	},
}

// Codes about code that changes nothing.
const (
	ConfigRedundant      Code = "config.redundant"
	OptionDefault        Code = "option.default"
	OptionDuplicateEntry Code = "option.duplicate-entry"
	BlockEmpty           Code = "block.empty"
	StyleParentheses     Code = "style.parentheses"
	StyleQuotedKey       Code = "style.quoted-key"
	StyleQuotedLabel     Code = "style.quoted-label"
)

var needlessArea = Area{
	Title: "Redundant code", Category: Style, About: "code that changes nothing",
	Declarations: []Declaration{
		{Code: ConfigRedundant, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: OptionDefault, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: OptionDuplicateEntry, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: BlockEmpty, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: StyleParentheses, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: StyleQuotedKey, Severity: Off, Rule: true},
		{Code: StyleQuotedLabel, Severity: Off, Rule: true},
	},
}

// Codes about the order and size of files, and what a program exports and depends on.
const (
	ComponentSourceOutside Code = "component.source-outside"
	OutputWholeResource    Code = "output.whole-resource"
	OutputDuplicateValue   Code = "output.duplicate-value"
	PackageUndeclared      Code = "package.undeclared"
	OrderItems             Code = "order.items"
	OrderOptions           Code = "order.options"
	FileResources          Code = "file.resources"
	CommentTodo            Code = "comment.todo"
	TargetUnsupported      Code = "target.unsupported"
)

var orderArea = Area{
	Title: "Order and size", Category: Style, About: "the order and size of files, and what a program exports and depends on",
	Declarations: []Declaration{
		{Code: ComponentSourceOutside, Severity: Information, Rule: true},
		{Code: OutputWholeResource, Severity: Off, Rule: true},
		{Code: OutputDuplicateValue, Severity: Off, Rule: true},
		{Code: PackageUndeclared, Severity: Off, Rule: true},
		{Code: OrderItems, Severity: Off, Rule: true},
		{Code: OrderOptions, Severity: Off, Rule: true},
		{Code: FileResources, Severity: Off, Rule: true},
		{Code: CommentTodo, Severity: Off, Rule: true},
		{Code: TargetUnsupported, Severity: Warning, Rule: true},
	},
}

// Codes about values that do not belong in source code.
const (
	HardcodedToken      Code = "hardcoded.token"
	HardcodedSecret     Code = "hardcoded.secret"
	HardcodedPrivateKey Code = "hardcoded.private-key"
	HardcodedPassword   Code = "hardcoded.url-password"
	HardcodedAccount    Code = "hardcoded.account"
	HardcodedImage      Code = "hardcoded.image"
	HardcodedRegion     Code = "hardcoded.region"
)

var hardcodedArea = Area{
	Title: "Hard-coded values", Category: Secrets, About: "values that do not belong in source code",
	Declarations: []Declaration{
		{Code: HardcodedToken, Severity: Warning, Rule: true, Risk: HighRisk},
		{Code: HardcodedSecret, Severity: Warning, Rule: true, Risk: HighRisk},
		{Code: HardcodedPrivateKey, Severity: Warning, Rule: true, Risk: HighRisk},
		{Code: HardcodedPassword, Severity: Warning, Rule: true, Risk: HighRisk},
		{Code: HardcodedAccount, Severity: Hint, Rule: true},
		{Code: HardcodedImage, Severity: Hint, Rule: true},
		{Code: HardcodedRegion, Severity: Off, Rule: true},
	},
}

// Codes about open access, missing encryption and unprotected data.
const (
	SecurityOpenIngress       Code = "security.open-ingress"
	SecurityWildcardAction    Code = "security.wildcard-action"
	SecurityWildcardPrincipal Code = "security.wildcard-principal"
	SecurityPublic            Code = "security.public"
	SecurityUnencrypted       Code = "security.unencrypted"
	ResourceUnguarded         Code = "resource.unguarded"
	ResourceUnprotected       Code = "resource.unprotected"
)

var securityArea = Area{
	Title: "Security and safety", Category: Security, About: "open access, missing encryption and unprotected data",
	Declarations: []Declaration{
		{Code: SecurityOpenIngress, Severity: Information, Rule: true, Risk: HighRisk},
		{Code: SecurityWildcardAction, Severity: Information, Rule: true, Risk: MediumRisk},
		{Code: SecurityWildcardPrincipal, Severity: Information, Rule: true, Risk: HighRisk},
		{Code: SecurityPublic, Severity: Information, Rule: true, Risk: HighRisk},
		{Code: SecurityUnencrypted, Severity: Information, Rule: true, Risk: MediumRisk},
		{Code: ResourceUnguarded, Severity: Hint, Rule: true},
		{Code: ResourceUnprotected, Severity: Off, Rule: true},
	},
}

// Codes about access policies.
const (
	PolicyKey        Code = "policy.key"
	PolicyValue      Code = "policy.value"
	PolicyIncomplete Code = "policy.incomplete"
	PolicyAction     Code = "policy.action"
)

var policiesArea = Area{
	Title: "Access policies", About: "policies that AWS refuses",
	Declarations: []Declaration{
		{Code: PolicyKey, Severity: Warning, Rule: true},
		{Code: PolicyValue, Severity: Warning, Rule: true},
		{Code: PolicyIncomplete, Severity: Warning, Rule: true},
		{Code: PolicyAction, Severity: Hint, Rule: true},
	},
}

// Codes about expressions that can be shorter.
const (
	SimplifyComparison    Code = "simplify.comparison"
	SimplifyNegation      Code = "simplify.negation"
	SimplifyCondition     Code = "simplify.condition"
	SimplifyOperand       Code = "simplify.operand"
	SimplifyCall          Code = "simplify.call"
	SimplifyFor           Code = "simplify.for"
	SimplifyInterpolation Code = "simplify.interpolation"
	CompareItself         Code = "compare.itself"
	ConditionSameBranches Code = "condition.same-branches"
)

var simplifyArea = Area{
	Title: "Simplifications", Category: Style, About: "expressions that can be shorter",
	Declarations: []Declaration{
		{Code: SimplifyComparison, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: SimplifyNegation, Severity: Hint, Rule: true},
		{Code: SimplifyCondition, Severity: Hint, Rule: true},
		{Code: SimplifyOperand, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: SimplifyCall, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: SimplifyFor, Severity: Hint, Rule: true},
		{Code: SimplifyInterpolation, Severity: Hint, Tag: Unnecessary, Rule: true},
		{Code: CompareItself, Severity: Warning, Rule: true},
		{Code: ConditionSameBranches, Severity: Information, Rule: true},
	},
}
