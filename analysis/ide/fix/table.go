package fix

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file assembles the table of fixes and the reasons why some findings have none. Nothing
// but candidates.go refers to it.

// families are fixes that are known to be right and need no trial.
var families = map[codes.Code]family{
	codes.PackageUnknown: packageUnknown, codes.PackageLabelDeprecated: keepsMeaning(packageLabel),
	codes.SecretConfigLooking: configLooking, codes.SecretLiteral: literal, codes.SecretLiteralInput: literalInput,
	codes.SecretRedundant: keepsMeaning(redundantCall), codes.SecretUnsecret: unsecret, codes.SecretOutput: secretOutput,
	codes.OptionRedundant: keepsMeaning(needlessEntry), codes.UnknownPermanent: permanent,
	codes.SuppressionUnused: keepsMeaning(unneeded), codes.SuppressionUnknown: meantCode,
}

// repairs are fixes that are offered only if a trial succeeds.
var repairs = map[codes.Code]repair{
	codes.SyntaxCharacter: singleQuotes, codes.SyntaxOperator: operator, codes.SyntaxNumber: number,
	codes.SyntaxStringNewline: joinedLines, codes.SyntaxStringUnterminated: closedText, codes.SyntaxHeredocUnterminated: closedHeredoc,
	codes.SyntaxEscape: doubledBackslash, codes.SyntaxTemplateDirective: closedDirective, codes.SyntaxTemplateUnterminated: closedInterpolation,
	codes.SyntaxConditional: secondBranch, codes.SyntaxParen: closedParen, codes.SyntaxCall: closedParen, codes.SyntaxTuple: closedList,
	codes.SyntaxObject: closedBrace, codes.SyntaxSeparator: comma, codes.SyntaxNewline: removedComma, codes.SyntaxBodyItem: assignment,
	codes.SyntaxAttributeDuplicate: duplicate, codes.SyntaxBlockUnclosed: closedBrace, codes.SyntaxBlockOneLine: severalLines,
	codes.SyntaxBlockLabel: removedEquals, codes.SyntaxLegacyIndex: brackets, codes.SyntaxFor: forColon, codes.SyntaxSplatNested: fullSplat,

	codes.PackageLabels: noLabels, codes.PackageNoName: nameOfPackage, codes.PackageNameLiteral: quotedName, codes.PackageVersion: versionText,
	codes.PackageURL: secureURL, codes.PackageParamName: nameOfPackage, codes.PackageParamVersion: versionText, codes.PackageParamValue: base64Text,
	codes.PackageUnresolved: nameOfPackage, codes.PackageDuplicate: removedItem, codes.PackageConflict: removedItem,
	codes.PackageParamDuplicate: removedFirst, codes.PackageNotInherited: inherited, codes.PackageVersionMissing: currentVersion,

	codes.LabelsConfig: configLabels, codes.LabelsOutput: outputLabels, codes.LabelsHook: hookLabels, codes.LabelsPulumi: noLabels,
	codes.BlockUnknownKind: proposed, codes.HookKind: proposed, codes.NameDuplicate: otherName, codes.NameUndefined: undefined,
	codes.TypeSyntax: typeBrackets, codes.TypeUnknown: proposed, codes.TypeConstructor: proposed, codes.TypeArity: oneType(false),
	codes.TypeObjectArg: mapType, codes.TypeTupleArg: inBrackets, codes.TypeOptionalArg: oneType(true),

	codes.ConfigDefault: either(retyped, misfit), codes.ConfigLiteral: literally, codes.OutputValue: either(misfit, retyped),
	codes.OutputNoValue: outputValue, codes.OutputLiteral: literally, codes.PulumiVersion: either(joinedRange, misfit), codes.PulumiTraverse: stackFunction,
	codes.HookCommandMissing: command, codes.HookMember: proposedOrRemoved, codes.HookType: either(truth, misfit),

	codes.TokenMalformed: proposed, codes.ResourceUnknown: proposed, codes.ReadComponent: declaredResource, codes.ReadProvider: declaredResource,
	codes.ResourceLiteral: literally, codes.AttrUnknown: proposedOrRemoved, codes.AttrType: either(members, proposed, truth, misfit),
	codes.AttrMissing: required, codes.BlockUnknown: blockToAttribute,

	codes.OptionsDuplicate: mergedOptions, codes.OptionUnknown: proposedOrRemoved, codes.OptionType: either(truth, misfit, removed),
	codes.OptionLiteral: literally, codes.OptionVersion: versionText, codes.OptionHooksShape: inBrackets, codes.OptionHooksName: proposed,
	codes.OptionHooksKind: hookOfKind,

	codes.ComponentTokenExtra: removed, codes.ComponentLiteral: literally,

	codes.PropUnknown: proposedOrListed, codes.PropCase: proposed, codes.TraverseKind: removedText, codes.IndexType: writtenInstead,
	codes.IndexRange: lastIndex, codes.ForCollection: inBrackets, codes.ForDuplicate: withoutKey,
	codes.ObjectKey: wrapped("(toJSON(", "))", "Convert to JSON"), codes.ExprType: either(condition, misfit), codes.FunctionUnknown: proposed,
	codes.FunctionUnknownToken: proposed, codes.CallMissing: missingArguments, codes.CallSurplus: remaining, codes.CallArg: either(members, misfit),
	codes.FnElement: inBrackets, codes.FnSingleOrNone: inBrackets, codes.FnRecover: meantFunction,
	codes.FnArity: argument("null"), codes.FnResourceArg: lostSteps, codes.InvokeToken: computed, codes.InvokeNoArgs: argument("{}"),
	codes.InvokePositional: oneByOne, codes.InvokeArgs: either(members, proposed, misfit), codes.CallReceiver: lostSteps,
	codes.CallMethodLiteral: computed, codes.CallMethod: proposedOrListed,

	codes.ConfigStackMissing: defaultValue,
	codes.AttrIgnored:        proposedOrRemoved, codes.LabelNotIdentifier: identifier, codes.NameShadows: otherVariable,
	codes.NameLogicalDuplicate: removed, codes.UnusedLocal: removedItem, codes.UnusedConfig: removedItem, codes.UnusedRead: removedItem,
	codes.UnusedHook: removedItem, codes.UnusedPackage: removedItem, codes.UnusedLoopVariable: withoutKey, codes.UnusedRange: elementCount,

	codes.PropUnknownNested: proposed, codes.ObjectDuplicateKey: removedFirst, codes.EnumValue: proposed, codes.EnumCase: proposed,
	codes.ConstValue: proposed, codes.UnionDiscriminator: proposed, codes.NumberFraction: whole, codes.TemplateRedundant: template,
	codes.ProviderMismatch:   otherProvider,
	codes.DeprecatedResource: deprecated, codes.DeprecatedFunction: deprecated, codes.DeprecatedMethod: deprecated,
	codes.DeprecatedProperty: deprecated, codes.DeprecatedEnum: deprecated, codes.TokenFallback: proposed, codes.TokenStyle: safely(proposed),
	codes.VersionUnchecked: removed,

	codes.ListAttribute: inserted("[0]", "[*]"), codes.OperandRuntime: condition, codes.TemplateValue: either(wrapped(`join(", ", `, ")", "Join the elements"), wrapped("toJSON(", ")", "Convert to JSON")),
	codes.TemplateDollar: writtenInstead, codes.IndexLiteral: fromEnd, codes.CompareDisjoint: compared, codes.ConditionConstant: chosenBranch,
	codes.Precision: quoted, codes.FnRange: counted, codes.FnLookupDefault: argument("null"), codes.FnLengthMap: keyedCount, codes.FnEntries: pairs,
	codes.FnBase64Literal: base64Text,

	codes.RangeUnindexed: inserted("[0]", "[*]"), codes.RangeIgnored: removed, codes.RangeFraction: proposed, codes.RangeNegative: rewritten("0"),
	codes.RangeListIdentity: keyed, codes.OptionIgnored: removed, codes.OptionComponentResource: removed,
	codes.OptionPropertyListComponent: removed, codes.OptionNotConverted: misfit, codes.OptionResourceKind: lostSteps,
	codes.OptionSecretOutput: removedText, codes.OptionImportRange: removed, codes.HooksElement: either(withoutQuotes, removedElement),
	codes.HookCommandEmpty: rewritten(`["true"]`), codes.HookCommandType: quoted, codes.TimeoutsDuration: durationText, codes.AliasesURN: alias,
	codes.PulumiRange: plainRange,

	codes.PathKind: pathInstead, codes.PathEscape: pathInstead, codes.PathCase: proposed, codes.PathDuplicate: safely(removedElement),
	codes.PathCovered: safely(removedElement), codes.PathRequiredReplace: removedElement,

	codes.FileDirectory: meantFunction, codes.AssetScheme: httpsAddress, codes.AssetSwap: meantFunction,
	codes.AssetMember: wrapped("stringAsset(", ")", "Convert to an asset"), codes.ComponentPathCase: proposed,

	codes.NameShadowsVariable: otherVariable, codes.NameRedundantLogical: removed, codes.ConfigRedundant: removed, codes.OptionDefault: removed,
	codes.OptionDuplicateEntry: safely(removedElement), codes.BlockEmpty: safely(emptyBlock), codes.StyleParentheses: safely(withoutParentheses),
	codes.StyleQuotedKey: safely(redundantQuotes), codes.StyleQuotedLabel: safely(redundantQuotes), codes.ConfigDescription: describe,
	codes.HardcodedToken: credential, codes.HardcodedSecret: credential, codes.HardcodedAccount: configured, codes.HardcodedImage: configured, codes.HardcodedRegion: configured,
	codes.SecurityPublic: closed, codes.SecurityUnencrypted: rewritten("true"), codes.ResourceUnguarded: rewritten("true"), codes.ResourceUnprotected: protected,

	codes.SimplifyComparison: alone, codes.SimplifyNegation: positively, codes.SimplifyCondition: conditionAlone, codes.SimplifyOperand: otherOperand,
	codes.SimplifyCall: argumentAlone, codes.SimplifyFor: collectionAlone, codes.SimplifyInterpolation: textAlone, codes.ConditionSameBranches: eitherBranch,

	codes.SecretIdentity: plainSecret, codes.SecretKey: plainSecret, codes.SecretHook: plainSecret,
}

// unfixable explains why a finding has no fix.
var unfixable = map[codes.Code]string{
	codes.SyntaxEncoding:          "which letter was meant is not in the file",
	codes.SyntaxExpressionMissing: "only its author knows the value",
	codes.SyntaxExpressionInvalid: "only its author knows the value",
	codes.SyntaxDepth:             "the program has to be written in another way",
	codes.LabelsResource:          "the type of the resource is not known",
	codes.LabelsComponent:         "the directory of the component is not known",
	codes.Cycle:                   "which reference is wrong is not known",
	codes.ResourceLoad:            "the schema is damaged, not the program",
	codes.FunctionLoad:            "the schema is damaged, not the program",
	codes.AttrPlain:               "the value is not known when it is needed",
	codes.RangeIterate:            "what is to be counted is not known",
	codes.ComponentSource:         "which directory is meant is not known",
	codes.ComponentSourceCycle:    "one of the programs has to be divided",
	codes.ComponentErrors:         "the errors of the component have their own fixes",
	codes.ComponentTokenMissing:   "what the component is made of is not known",
	codes.ExprLiteral:             "no number keeps these digits",
	codes.FnLookup:                "what is looked up in a list is not known",
	codes.FnLength:                "what is to be counted is not known",
	codes.SettingsInvalid:         "the settings are no part of a program",
	codes.ConfigStackPlainSecret:  "only the engine can encrypt",
	codes.ConfigStackValue:        "the value of a stack is no part of the program",
	codes.ConfigStackUnknown:      "the key of a stack is no part of the program",
	codes.ProjectName:             "the project file is no part of the program",
	codes.ProjectRuntime:          "the project file is no part of the program",
	codes.ProjectInvalid:          "the project file is no part of the program",
	codes.LiteralParse:            "which value is meant is not known",
	codes.DivisionByZero:          "which divisor is meant is not known",
	codes.FnSingleOrNoneTuple:     "which element is meant is not known",
	codes.FnNotImplemented:        "what the conversion left open is for its author to write",
	codes.FnMaxInt:                "no other form has the type of a fraction",
	codes.RangeInOptions:          "the resource has to be declared once for each case",
	codes.URNMalformed:            "which parts are missing is not known",
	codes.URNTypeParts:            "which module is missing is not known",
	codes.FileMissing:             "the content of the file is not known",
	codes.ArchiveKind:             "the file itself has the wrong form or name",
	codes.AssetEmpty:              "which file is meant is not known",
	codes.AssetOutside:            "the file has to move",
	codes.UnknownRange:            "the value is not known before the update",
	codes.UnknownKey:              "the value is not known before the update",
	codes.UnknownFor:              "the value is not known before the update",
	codes.UnknownCondition:        "the value is not known before the update",
	codes.UnknownTry:              "the value is not known before the update",
	codes.UnknownOptional:         "what to do without the value is not known",
	codes.UnknownAsset:            "the value is not known before the update",
	codes.SecretToPlain:           "who may read the secret is a decision",
	codes.SecretSpread:            "who may read the rest is a decision",
	codes.SecretAsset:             "who may read the secret is a decision",
	codes.SecretID:                "another config is needed",
	codes.SuppressionMalformed:    "which findings are meant is not known",
	codes.SuppressionNoReason:     "only its author knows the reason",
	codes.SecretName:              "another name is needed",
	codes.SecretCommand:           "how the command takes the secret is not known",
	codes.NameStyle:               "a rename changes the name wherever it is used, in other programs too",
	codes.NameStyleInterface:      "those who set or read it have to change as well",
	codes.NameCase:                "a rename changes the name wherever it is used, in other programs too",
	codes.NameBuiltin:             "a rename changes the name wherever it is used, in other programs too",
	codes.ConfigUntyped:           "which type is meant is not known",
	codes.ComponentSourceOutside:  "the directory has to move",
	codes.OutputWholeResource:     "which properties are needed is not known",
	codes.OutputDuplicateValue:    "who reads the output is not known",
	codes.PackageUndeclared:       "which version is meant is a decision",
	codes.OrderItems:              "what belongs together is for its author to say",
	codes.OrderOptions:            "what belongs together is for its author to say",
	codes.FileResources:           "what belongs together is for its author to say",
	codes.CommentTodo:             "what is left to do is not known",

	codes.HardcodedPrivateKey:       "another key is needed",
	codes.HardcodedPassword:         "what else of the address is secret is not known",
	codes.SecurityOpenIngress:       "who needs the port is not known",
	codes.SecurityWildcardAction:    "which actions are needed is not known",
	codes.SecurityWildcardPrincipal: "who is meant is not known",
	codes.CompareItself:             "which of the operands is wrong is not known",
}

// Why explains why findings of a code have no fix. It returns an empty string if they may have
// one.
func Why(code codes.Code) string { return unfixable[code] }

// Has reports whether findings of a code may have fixes.
func Has(code codes.Code) bool { return families[code] != nil || repairs[code] != nil }

// family returns fixes for a finding. [For] fills in their kind and finding.
type family func(*analysis.Program, analysis.Diagnostic) []Fix

// keepsMeaning marks the preferred fixes of a family as safe.
func keepsMeaning(find family) family {
	return func(p *analysis.Program, d analysis.Diagnostic) []Fix {
		fixes := find(p, d)
		for i := range fixes {
			fixes[i].Safe = fixes[i].Preferred
		}
		return fixes
	}
}
