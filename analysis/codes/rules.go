package codes

// This file declares the codes about code that runs and could be written better.

// Codes about what is declared and never used.
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
	Title: "Unused things", About: "what is declared and never used",
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

// Codes about how things are named, typed and described.
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
	Title: "Names and types", About: "how things are named, typed and described",
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

// Codes about what is written and says nothing.
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
	Title: "Needless things", About: "what is written and says nothing",
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

// Codes about where things stand, how many there are, and what a program shows and needs.
const (
	ComponentSourceOutside Code = "component.source-outside"
	OutputWholeResource    Code = "output.whole-resource"
	OutputDuplicateValue   Code = "output.duplicate-value"
	PackageUndeclared      Code = "package.undeclared"
	OrderItems             Code = "order.items"
	OrderOptions           Code = "order.options"
	FileResources          Code = "file.resources"
	CommentTodo            Code = "comment.todo"
)

var orderArea = Area{
	Title: "Order and extent", About: "where things stand, how many there are, and what a program shows and needs",
	Declarations: []Declaration{
		{Code: ComponentSourceOutside, Severity: Information, Rule: true},
		{Code: OutputWholeResource, Severity: Off, Rule: true},
		{Code: OutputDuplicateValue, Severity: Off, Rule: true},
		{Code: PackageUndeclared, Severity: Off, Rule: true},
		{Code: OrderItems, Severity: Off, Rule: true},
		{Code: OrderOptions, Severity: Off, Rule: true},
		{Code: FileResources, Severity: Off, Rule: true},
		{Code: CommentTodo, Severity: Off, Rule: true},
	},
}

// Codes about texts that should not stand in a program.
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
	Title: "Hard-coded values", About: "texts that should not stand in a program",
	Declarations: []Declaration{
		{Code: HardcodedToken, Severity: Warning, Rule: true},
		{Code: HardcodedSecret, Severity: Warning, Rule: true},
		{Code: HardcodedPrivateKey, Severity: Warning, Rule: true},
		{Code: HardcodedPassword, Severity: Warning, Rule: true},
		{Code: HardcodedAccount, Severity: Hint, Rule: true},
		{Code: HardcodedImage, Severity: Hint, Rule: true},
		{Code: HardcodedRegion, Severity: Off, Rule: true},
	},
}

// Codes about what resources let in, leave in the clear or lose.
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
	Title: "Security and safety", About: "what resources let in, leave in the clear or lose",
	Declarations: []Declaration{
		{Code: SecurityOpenIngress, Severity: Information, Rule: true},
		{Code: SecurityWildcardAction, Severity: Information, Rule: true},
		{Code: SecurityWildcardPrincipal, Severity: Information, Rule: true},
		{Code: SecurityPublic, Severity: Information, Rule: true},
		{Code: SecurityUnencrypted, Severity: Information, Rule: true},
		{Code: ResourceUnguarded, Severity: Hint, Rule: true},
		{Code: ResourceUnprotected, Severity: Off, Rule: true},
	},
}

// Codes about what can be said in a shorter way.
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
	Title: "Roundabout expressions", About: "what can be said in a shorter way",
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
