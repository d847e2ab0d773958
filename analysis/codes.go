package analysis

import "slices"

// Code is the permanent name of a kind of finding, such as attr.unknown.
type Code string

// Declaration says what a code means.
type Declaration struct {
	Code     Code
	Severity Severity // where it is not lowered or raised by a place
	Title    string   // what is wrong, in a few words
}

// The codes of findings about programs that parse. Those of the parser begin
// with "syntax." and are declared by package syntax.
const (
	CodePackageUnknown         Code = "package.unknown"
	CodePackageLabelDeprecated Code = "package.label-deprecated"
	CodePackageLabels          Code = "package.labels"
	CodePackageNoName          Code = "package.no-name"
	CodePackageNameLiteral     Code = "package.name-literal"
	CodePackageVersion         Code = "package.version"
	CodePackageURL             Code = "package.url"
	CodePackageParamName       Code = "package.param.name"
	CodePackageParamVersion    Code = "package.param.version"
	CodePackageParamValue      Code = "package.param.value"
	CodePackageUnresolved      Code = "package.unresolved"
	CodePackageDuplicate       Code = "package.duplicate"
	CodePackageConflict        Code = "package.conflict"

	CodeLabelsResource   Code = "labels.resource"
	CodeLabelsConfig     Code = "labels.config"
	CodeLabelsOutput     Code = "labels.output"
	CodeLabelsComponent  Code = "labels.component"
	CodeLabelsHook       Code = "labels.hook"
	CodeLabelsPulumi     Code = "labels.pulumi"
	CodeBlockUnknownKind Code = "block.unknown-kind"
	CodeHookKind         Code = "hook.kind"
	CodeNameDuplicate    Code = "name.duplicate"
	CodeNameUndefined    Code = "name.undefined"
	CodeCycle            Code = "cycle"

	CodeTypeSyntax      Code = "type.syntax"
	CodeTypeUnknown     Code = "type.unknown"
	CodeTypeConstructor Code = "type.constructor"
	CodeTypeArity       Code = "type.arity"
	CodeTypeObjectArg   Code = "type.object-arg"
	CodeTypeTupleArg    Code = "type.tuple-arg"
	CodeTypeOptionalArg Code = "type.optional-arg"

	CodeConfigDefault      Code = "config.default"
	CodeConfigLiteral      Code = "config.literal"
	CodeOutputValue        Code = "output.value"
	CodeOutputNoValue      Code = "output.no-value"
	CodeOutputLiteral      Code = "output.literal"
	CodePulumiVersion      Code = "pulumi.version"
	CodePulumiTraverse     Code = "pulumi.traverse"
	CodeHookCommandMissing Code = "hook.command-missing"
	CodeHookMember         Code = "hook.member"
	CodeHookType           Code = "hook.type"

	CodeTokenMalformed   Code = "token.malformed"
	CodeResourceUnknown  Code = "resource.unknown"
	CodeResourceLoad     Code = "resource.load"
	CodeReadComponent    Code = "read.component"
	CodeReadProvider     Code = "read.provider"
	CodeResourceLiteral  Code = "resource.literal"
	CodeAttrUnknown      Code = "attr.unknown"
	CodeAttrType         Code = "attr.type"
	CodeAttrPlain        Code = "attr.plain"
	CodeAttrMissing      Code = "attr.missing"
	CodeBlockUnknown     Code = "block.unknown"
	CodeOptionsDuplicate Code = "options.duplicate"
	CodeOptionUnknown    Code = "option.unknown"
	CodeOptionType       Code = "option.type"
	CodeOptionLiteral    Code = "option.literal"
	CodeOptionVersion    Code = "option.version"
	CodeOptionHooksShape Code = "option.hooks-shape"
	CodeOptionHooksName  Code = "option.hooks-name"
	CodeOptionHooksKind  Code = "option.hooks-kind"
	CodeRangeIterate     Code = "range.iterate"

	CodeComponentSource       Code = "component.source"
	CodeComponentSourceCycle  Code = "component.source-cycle"
	CodeComponentErrors       Code = "component.errors"
	CodeComponentTokenMissing Code = "component.token-missing"
	CodeComponentTokenExtra   Code = "component.token-extra"
	CodeComponentLiteral      Code = "component.literal"

	CodePropUnknown   Code = "prop.unknown"
	CodePropCase      Code = "prop.case"
	CodeTraverseKind  Code = "traverse.kind"
	CodeIndexType     Code = "index.type"
	CodeIndexRange    Code = "index.range"
	CodeForCollection Code = "for.collection"
	CodeForDuplicate  Code = "for.duplicate"
	CodeObjectKey     Code = "object.key"
	CodeExprType      Code = "expr.type"
	CodeExprLiteral   Code = "expr.literal"

	CodeFunctionUnknown      Code = "function.unknown"
	CodeFunctionUnknownToken Code = "function.unknown-token"
	CodeFunctionLoad         Code = "function.load"
	CodeCallMissing          Code = "call.missing"
	CodeCallSurplus          Code = "call.surplus"
	CodeCallArg              Code = "call.arg"
	CodeFnElement            Code = "fn.element"
	CodeFnLookup             Code = "fn.lookup"
	CodeFnLength             Code = "fn.length"
	CodeFnSingleOrNone       Code = "fn.singleOrNone"
	CodeFnRecover            Code = "fn.recover"
	CodeFnArity              Code = "fn.arity"
	CodeFnResourceArg        Code = "fn.resource-arg"
	CodeInvokeToken          Code = "invoke.token"
	CodeInvokeNoArgs         Code = "invoke.no-args"
	CodeInvokePositional     Code = "invoke.positional"
	CodeInvokeArgs           Code = "invoke.args"
	CodeCallReceiver         Code = "call.receiver"
	CodeCallMethodLiteral    Code = "call.method-literal"
	CodeCallMethod           Code = "call.method"
)

// declarations is every code once. All are errors but those that say otherwise.
var declarations = []Declaration{
	{CodePackageUnknown, SeverityWarning, "the schema of a package cannot be found"},
	{CodePackageLabelDeprecated, SeverityWarning, "a package block has a label"},
	{CodePackageLabels, SeverityError, "a package block has several labels"},
	{CodePackageNoName, SeverityError, "a package block names no provider"},
	{CodePackageNameLiteral, SeverityError, "a provider name is not a literal string"},
	{CodePackageVersion, SeverityError, "a provider version is not a semantic version"},
	{CodePackageURL, SeverityError, "a download URL is not a URL"},
	{CodePackageParamName, SeverityError, "a parameterization's name is not a literal string"},
	{CodePackageParamVersion, SeverityError, "a parameterization's version is not a semantic version"},
	{CodePackageParamValue, SeverityError, "a parameterization's value is not base64 text"},
	{CodePackageUnresolved, SeverityError, "a parameterization has no name"},
	{CodePackageDuplicate, SeverityError, "a package is declared twice in one file"},
	{CodePackageConflict, SeverityError, "two files declare a package differently"},
	{CodeLabelsResource, SeverityError, "a resource or read block has not two labels"},
	{CodeLabelsConfig, SeverityError, "a config block has not one or two labels"},
	{CodeLabelsOutput, SeverityError, "an output block has not one or two labels"},
	{CodeLabelsComponent, SeverityError, "a component block has not one or two labels"},
	{CodeLabelsHook, SeverityError, "a hook block has not two labels"},
	{CodeLabelsPulumi, SeverityError, "a pulumi block has labels"},
	{CodeBlockUnknownKind, SeverityError, "a block is of no kind that the language knows"},
	{CodeHookKind, SeverityError, "a hook is neither a resource nor an error hook"},
	{CodeNameDuplicate, SeverityError, "a name is declared twice"},
	{CodeNameUndefined, SeverityError, "a name is declared nowhere"},
	{CodeCycle, SeverityError, "declarations refer to each other in a circle"},
	{CodeTypeSyntax, SeverityError, "a type label is not a type expression"},
	{CodeTypeUnknown, SeverityError, "a type name is unknown"},
	{CodeTypeConstructor, SeverityError, "a type constructor is unknown"},
	{CodeTypeArity, SeverityError, "a type constructor has too few or too many arguments"},
	{CodeTypeObjectArg, SeverityError, "object(...) is given something else than members"},
	{CodeTypeTupleArg, SeverityError, "tuple(...) is given something else than positions"},
	{CodeTypeOptionalArg, SeverityError, "optional(...) is not given exactly one type"},
	{CodeConfigDefault, SeverityError, "a default does not fit the declared type"},
	{CodeConfigLiteral, SeverityError, "a config attribute must be a literal"},
	{CodeOutputValue, SeverityError, "a value does not fit the declared type"},
	{CodeOutputNoValue, SeverityError, "an output has no value"},
	{CodeOutputLiteral, SeverityError, "an output attribute must be a literal"},
	{CodePulumiVersion, SeverityError, "the required version is not a string"},
	{CodePulumiTraverse, SeverityError, "the pulumi block has no members"},
	{CodeHookCommandMissing, SeverityError, "a hook has no command"},
	{CodeHookMember, SeverityError, "a hook has an unknown attribute or a block"},
	{CodeHookType, SeverityError, "a hook attribute has the wrong type"},
	{CodeTokenMalformed, SeverityError, "a type token is malformed"},
	{CodeResourceUnknown, SeverityError, "a package has no such resource type"},
	{CodeResourceLoad, SeverityError, "the schema of a resource type cannot be read"},
	{CodeReadComponent, SeverityError, "a component resource is read"},
	{CodeReadProvider, SeverityError, "a provider resource is read"},
	{CodeResourceLiteral, SeverityError, "a resource attribute must be a literal"},
	{CodeAttrUnknown, SeverityError, "an attribute is not an input"},
	{CodeAttrType, SeverityError, "a value does not fit the type of its input"},
	{CodeAttrPlain, SeverityWarning, "an output is given to an input that wants a plain value"},
	{CodeAttrMissing, SeverityError, "a required input is missing"},
	{CodeBlockUnknown, SeverityError, "a nested block is not allowed here"},
	{CodeOptionsDuplicate, SeverityError, "a block has options twice"},
	{CodeOptionUnknown, SeverityError, "an option is unknown"},
	{CodeOptionType, SeverityError, "an option's value has the wrong type"},
	{CodeOptionLiteral, SeverityError, "an option must be a literal"},
	{CodeOptionVersion, SeverityError, "a version option is not a semantic version"},
	{CodeOptionHooksShape, SeverityError, "the hooks option is not an object of lists"},
	{CodeOptionHooksName, SeverityError, "a hook point is unknown"},
	{CodeOptionHooksKind, SeverityError, "a hook is of the wrong kind for its hook point"},
	{CodeRangeIterate, SeverityError, "a range is neither a bool, a number nor a collection"},
	{CodeComponentSource, SeverityError, "a component's source is not a directory with a program"},
	{CodeComponentSourceCycle, SeverityError, "component directories include each other"},
	{CodeComponentErrors, SeverityError, "a component's own program has errors"},
	{CodeComponentTokenMissing, SeverityError, "a component has neither a source nor a token"},
	{CodeComponentTokenExtra, SeverityError, "a component has a source and a token"},
	{CodeComponentLiteral, SeverityError, "a component attribute must be a literal"},
	{CodePropUnknown, SeverityError, "a value has no such member"},
	{CodePropCase, SeverityWarning, "a member is spelt with other capitals"},
	{CodeTraverseKind, SeverityError, "a value of this type has no members"},
	{CodeIndexType, SeverityError, "an index has the wrong type"},
	{CodeIndexRange, SeverityError, "an index is out of range"},
	{CodeForCollection, SeverityError, "a value cannot be iterated"},
	{CodeForDuplicate, SeverityError, "key and value variable have one name"},
	{CodeObjectKey, SeverityError, "an object key is not a string"},
	{CodeExprType, SeverityError, "an operand has the wrong type"},
	{CodeExprLiteral, SeverityError, "a whole number has more digits than can be kept exactly"},
	{CodeFunctionUnknown, SeverityError, "a function is unknown"},
	{CodeFunctionUnknownToken, SeverityError, "a package has no such function"},
	{CodeFunctionLoad, SeverityError, "the schema of a function cannot be read"},
	{CodeCallMissing, SeverityError, "a call lacks an argument"},
	{CodeCallSurplus, SeverityError, "a call has too many arguments"},
	{CodeCallArg, SeverityError, "an argument has the wrong type"},
	{CodeFnElement, SeverityError, "element is given no list"},
	{CodeFnLookup, SeverityError, "lookup is given no map"},
	{CodeFnLength, SeverityError, "length is given a value without a length"},
	{CodeFnSingleOrNone, SeverityError, "singleOrNone is given no list"},
	{CodeFnRecover, SeverityError, "recover is given a value that cannot fail"},
	{CodeFnArity, SeverityError, "a function has too few or too many arguments"},
	{CodeFnResourceArg, SeverityError, "an argument is not a single resource"},
	{CodeInvokeToken, SeverityError, "an invoke token is not a literal string"},
	{CodeInvokeNoArgs, SeverityError, "an invoke has no arguments object"},
	{CodeInvokePositional, SeverityError, "a function takes its arguments one by one"},
	{CodeInvokeArgs, SeverityError, "the arguments do not fit the function's inputs"},
	{CodeCallReceiver, SeverityError, "a method is called on something else than one resource"},
	{CodeCallMethodLiteral, SeverityError, "a method name is not a literal string"},
	{CodeCallMethod, SeverityError, "a resource has no such method"},
}

var declared = func() map[Code]Declaration {
	byCode := make(map[Code]Declaration, len(declarations))
	for _, d := range declarations {
		byCode[d.Code] = d
	}
	return byCode
}()

// Codes are all declarations, in the order of the specification.
func Codes() []Declaration { return slices.Clip(declarations) }

// Severity is how bad a finding with the code is by default.
func (c Code) Severity() Severity {
	if d, ok := declared[c]; ok {
		return d.Severity
	}
	return SeverityError
}
