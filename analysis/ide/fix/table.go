package fix

import (
	"context"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file is the table of fixes. Only candidates.go refers to it.

// families are fixes that are known to be right and need no trial.
var families = sync.OnceValue(func() map[codes.Code]family {
	return map[codes.Code]family{
		codes.PackageUnknown: packageUnknown, codes.PackageLabelDeprecated: keepsMeaning(known(inBlock(packageLabel))),
		codes.SecretConfigLooking: configLooking, codes.SecretLiteral: known(literal), codes.SecretLiteralInput: known(literalInput),
		codes.SecretRedundant: keepsMeaning(known(redundantCall)), codes.SecretUnsecret: known(unsecret), codes.SecretOutput: known(inBlock(secretOutput)),
		codes.OptionRedundant: keepsMeaning(known(removedElement)), codes.UnknownPermanent: known(permanent),
		codes.NamesReplaced: formerName, codes.InputsToken: purpose, codes.SuppressionUnused: keepsMeaning(unneeded), codes.SuppressionUnknown: meantCode,
	}
})

// repairs are fixes that are offered only if a trial succeeds.
var repairs = sync.OnceValue(func() map[codes.Code]repair {
	return map[codes.Code]repair{
		codes.SyntaxCharacter: singleQuotes, codes.SyntaxOperator: operator, codes.SyntaxNumber: number,
		codes.SyntaxStringNewline: joinedLines, codes.SyntaxStringUnterminated: closedText, codes.SyntaxHeredocUnterminated: closedHeredoc,
		codes.SyntaxEscape: doubledBackslash, codes.SyntaxTemplateDirective: closedDirective, codes.SyntaxTemplateUnterminated: closedInterpolation,
		codes.SyntaxConditional: secondBranch, codes.SyntaxParen: closedParen, codes.SyntaxCall: repairedCall, codes.SyntaxTuple: closedList,
		codes.SyntaxObject: closedBrace, codes.SyntaxSeparator: comma, codes.SyntaxNewline: removedComma, codes.SyntaxBodyItem: assignment,
		codes.SyntaxAttributeDuplicate: duplicate, codes.SyntaxBlockUnclosed: closedBrace, codes.SyntaxBlockOneLine: severalLines,
		codes.SyntaxBlockLabel: removedEquals, codes.SyntaxLegacyIndex: brackets, codes.SyntaxFor: forColon, codes.SyntaxSplatNested: fullSplat,

		codes.PackageLabels: noLabels, codes.PackageNoName: either(proposed, inBlock(nameOfPackage)), codes.PackageNameLiteral: quotedName, codes.PackageVersion: versionText,
		codes.PackageURL: secureURL, codes.PackageParamName: inBlock(nameOfPackage), codes.PackageParamVersion: versionText, codes.PackageParamValue: base64Text,
		codes.PackageUnresolved: inBlock(nameOfPackage), codes.PackageDuplicate: removedItem, codes.PackageConflict: removedItem,
		codes.PackageParamDuplicate: removedFirst, codes.PackageNotInherited: inherited, codes.PackageVersionMissing: currentVersion,

		codes.LabelsConfig: configLabels, codes.LabelsOutput: outputLabels, codes.LabelsHook: hookLabels, codes.LabelsPulumi: noLabels,
		codes.BlockUnknownKind: meantKind, codes.HookKind: proposed, codes.NameDuplicate: otherName, codes.NameUndefined: undefined,
		codes.TypeSyntax: meantType, codes.TypeUnknown: meantType, codes.TypeConstructor: proposed, codes.TypeArity: oneType(false),
		codes.TypeObjectArg: mapType, codes.TypeTupleArg: inBrackets, codes.TypeOptionalArg: oneType(true),

		codes.ConfigDefault: either(inBlock(retyped), misfit), codes.ConfigLiteral: literally, codes.ConfigSet: proposed, codes.OutputValue: either(misfit, inBlock(retyped)),
		codes.OutputNoValue: verbatimOr(inBlock(outputValue)), codes.OutputLiteral: literally, codes.PulumiVersion: either(about(site.is, joinedRange), misfit), codes.PulumiTraverse: stackFunction,
		codes.HookCommandMissing: inBlock(command), codes.HookMember: proposedOrRemoved, codes.HookType: either(truth, misfit),

		codes.TokenMalformed: proposed, codes.ResourceUnknown: proposed, codes.ReadComponent: inBlock(declaredResource), codes.ReadProvider: inBlock(declaredResource),
		codes.ResourceLiteral: literally, codes.AttrUnknown: either(asOption, proposedOrRemoved), codes.AttrType: either(members, truth, misfit),
		codes.AttrMissing: inBlock(required), codes.BlockUnknown: either(about(site.begins, blockAsOptions), proposed, blockToAttribute),

		codes.InputsPurpose: either(proposed, removedText), codes.InputsBlock: removedBlock, codes.InputsReference: proposed,

		codes.OptionsDuplicate: inBlock(mergedOptions), codes.OptionUnknown: proposedOrRemoved, codes.OptionType: either(truth, misfit, removedWhole),
		codes.OptionLiteral: literally, codes.OptionVersion: versionText, codes.OptionHooksShape: inBrackets, codes.OptionHooksName: proposed,
		codes.OptionHooksKind: hookOfKind,

		codes.ComponentTokenExtra: removed, codes.ComponentLiteral: literally,

		codes.PropUnknown: either(proposed, choices), codes.PropCase: proposed, codes.TraverseKind: removedText, codes.IndexType: proposed,
		codes.IndexRange: choices, codes.ForCollection: inBrackets, codes.ForDuplicate: withoutKey,
		codes.ObjectKey: wrapped("(toJSON(", "))", "Convert to JSON"), codes.ExprType: either(condition, misfit), codes.FunctionUnknown: otherCall,
		codes.FunctionUnknownToken: proposed, codes.CallMissing: about(anywhere, missingArguments), codes.CallSurplus: about(anywhere, remaining), codes.CallArg: either(members, misfit),
		codes.FnElement: inBrackets, codes.FnSingleOrNone: inBrackets, codes.FnRecover: meantFunction,
		codes.FnArity: argument("null"), codes.FnResourceArg: lostSteps, codes.InvokeToken: computed, codes.InvokeNoArgs: argument("{}"),
		codes.InvokePositional: about(anywhere, oneByOne), codes.InvokeArgs: either(members, misfit), codes.CallReceiver: lostSteps,
		codes.CallMethodLiteral: computed, codes.CallMethod: either(proposed, choices),

		codes.ConfigStackMissing: inBlock(defaultValue),
		codes.AttrIgnored:        proposedOrRemoved, codes.LabelNotIdentifier: identifier, codes.NameShadows: otherVariable, codes.Cycle: otherVariable,
		codes.NameLogicalDuplicate: removed, codes.UnusedLocal: removedItem, codes.UnusedConfig: removedItem, codes.UnusedRead: removedItem,
		codes.UnusedHook: removedItem, codes.UnusedPackage: removedItem, codes.UnusedLoopVariable: withoutKey, codes.UnusedRange: elementCount,

		codes.PropUnknownNested: proposedAtOrigin, codes.ObjectDuplicateKey: removedFirst, codes.EnumValue: proposedAtOrigin, codes.EnumCase: proposedAtOrigin,
		codes.ConstValue: proposedAtOrigin, codes.UnionDiscriminator: proposedAtOrigin, codes.NumberFraction: whole, codes.TemplateRedundant: about(site.is, template),
		codes.ProviderMismatch:   otherProvider,
		codes.DeprecatedResource: successor, codes.DeprecatedFunction: choices, codes.DeprecatedMethod: choices,
		codes.UpgradeDeprecated: otherProperty, codes.UpgradeBreaking: proposed, codes.UpgradeSilent: keptDefault, // tried with today's version
		codes.DeprecatedProperty: otherProperty, codes.DeprecatedEnum: choices, codes.TokenFallback: proposed, codes.TokenStyle: safely(proposed),
		codes.VersionUnchecked: removed,

		codes.ListAttribute: inserted("[0]", "[*]"), codes.OperandRuntime: condition, codes.TemplateValue: either(wrapped(`join(", ", `, ")", "Join the elements"), wrapped("toJSON(", ")", "Convert to JSON")),
		codes.TemplateDollar: proposed, codes.IndexLiteral: either(proposed, about(anywhere, fromEnd)), codes.CompareDisjoint: compared, codes.ConditionConstant: chosenBranch,
		codes.Precision: quoted, codes.FnRange: about(anywhere, counted), codes.FnLookupDefault: about(anywhere, lookupDefault), codes.FnLengthMap: keyedCount, codes.FnEntries: about(anywhere, pairs),
		codes.FnBase64Literal: ofLiteral(base64Text),

		codes.RangeUnindexed: verbatimOr(inserted("[0]", "[*]")), codes.RangeIgnored: removed, codes.RangeOne: removedText, codes.RangeFraction: proposed, codes.RangeNegative: ofLiteral(rewritten("0")),
		codes.RangeListIdentity: keyed, codes.RangeShapes: keyed, codes.OptionIgnored: removed, codes.OptionComponentResource: removed, codes.OptionProviderOnly: removed,
		codes.OptionPropertyListComponent: removed, codes.OptionNotConverted: misfit, codes.OptionResourceKind: either(verbatim, lostSteps),
		codes.OptionSecretOutput: removedText, codes.OptionImportRange: removed, codes.HooksElement: either(withoutQuotes, removedElement),
		codes.HookCommandEmpty: rewritten(`["true"]`), codes.HookCommandType: quoted, codes.TimeoutsDuration: durationText, codes.AliasesURN: about(anywhere, alias),
		codes.AliasesType: proposed, codes.AliasesNoParent: about(anywhere, withoutNoParent), codes.AliasesOwn: withoutAlias, codes.AliasesClaimed: withoutAlias,
		codes.PulumiRange: plainRange,

		codes.PathKind: pathInstead, codes.PathEscape: pathInstead, codes.PathCase: proposed, codes.PathDuplicate: safely(removedElement),
		codes.PathCovered: safely(removedElement), codes.PathRequiredReplace: removedElement,

		codes.FileDirectory: meantFunction, codes.AssetScheme: ofLiteral(either(verbatim, httpsAddress)), codes.AssetSwap: meantFunction,
		codes.AssetMember: wrapped("stringAsset(", ")", "Convert to an asset"), codes.ComponentPathCase: proposed,

		codes.NameShadowsVariable: otherVariable, codes.NameRedundantLogical: removed, codes.ConfigRedundant: removed, codes.OptionDefault: removed,
		codes.OptionDuplicateEntry: safely(removedElement), codes.BlockEmpty: safely(about(site.begins, emptyBlock)), codes.StyleParentheses: safely(withoutParentheses),
		codes.StyleQuotedKey: safely(redundantQuotes), codes.StyleQuotedLabel: safely(redundantQuotes), codes.ConfigDescription: inBlock(describe), codes.ConfigUntyped: inBlock(configType),
		codes.HardcodedToken: credential, codes.HardcodedSecret: credential, codes.HardcodedAccount: configured, codes.HardcodedImage: configured, codes.HardcodedRegion: configured,
		codes.SecurityPublic: closed, codes.SecurityUnencrypted: rewritten("true"), codes.ResourceUnguarded: rewritten("true"), codes.ResourceUnprotected: inBlock(protected),

		codes.PolicyKey: proposed, codes.PolicyValue: proposed, codes.PolicyAction: proposed,

		codes.SimplifyComparison: alone, codes.SimplifyNegation: about(site.is, positively), codes.SimplifyCondition: about(site.is, conditionAlone), codes.SimplifyOperand: otherOperand,
		codes.SimplifyCall: argumentAlone, codes.SimplifyFor: about(site.is, collectionAlone), codes.SimplifyInterpolation: textAlone, codes.ConditionSameBranches: about(site.is, eitherBranch),

		codes.SecretIdentity: plainSecret, codes.SecretKey: plainSecret, codes.SecretHook: plainSecret,
	}
})

// Has reports whether findings of a code may have fixes.
func Has(code codes.Code) bool { return families()[code] != nil || repairs()[code] != nil }

// family returns fixes for a finding. [For] fills in their kind and finding.
type family func(context.Context, *analysis.Program, analysis.Diagnostic) []Fix

// known makes a family of a repair that needs no trial.
func known(write repair) family {
	return func(ctx context.Context, p *analysis.Program, d analysis.Diagnostic) []Fix {
		s, ok := siteOf(ctx, p, d)
		if !ok {
			return nil
		}
		return write(s)
	}
}

// keepsMeaning marks the preferred fixes of a family as safe.
func keepsMeaning(find family) family {
	return func(ctx context.Context, p *analysis.Program, d analysis.Diagnostic) []Fix {
		fixes := find(ctx, p, d)
		for i := range fixes {
			fixes[i].Safe = fixes[i].Preferred
		}
		return fixes
	}
}
