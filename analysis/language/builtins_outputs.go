package language

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file declares the functions about secrets and failures.

func outputBuiltins() []*Builtin {
	return []*Builtin{
		{
			Name: "secret", Elsewhere: []string{"sensitive"},
			Group:      GroupOutputs,
			Doc:        "Marks a value as secret, so that it is encrypted wherever it is stored.",
			Parameters: []Parameter{{Name: "value", Type: "T", Doc: "The value to keep secret."}},
			Gives:      "output(T)",
			Signature:  markedSignature, Flow: FlowSecret,
			Value: func(_ *value.Budget, args []cty.Value) (cty.Value, error) { return args[0].Mark(value.Secret), nil },
			Notes: []string{"It marks the outermost value. Everything computed from it is secret, too."},
			Earlier: []Earlier[Builtin]{{
				v274, "`secret` takes null", "before: `fn.argument`", func(b *Builtin) { b.Parameters[0].NotNull = true },
			}},
			Examples: []Example{
				{Given: `config password "string" {}`, Call: `secret(password)`, Type: "output(string)"},
				{Call: `secret([1])`, Type: "output([int])"},
			},
			Mistakes: []Mistake{{Call: `secret("a", "b")`, Code: codes.CallSurplus, Why: "it takes one value"}},
		},
		{
			Name: "unsecret", Elsewhere: []string{"nonsensitive"},
			Group:      GroupOutputs,
			Doc:        "Removes the secret mark of a value.",
			Parameters: []Parameter{{Name: "value", Type: "T", Doc: "The value to make public.", NotNull: true}},
			Gives:      "output(T)",
			Signature:  markedSignature, Flow: FlowUnsecret,
			Value: func(_ *value.Budget, args []cty.Value) (cty.Value, error) {
				v, marks := args[0].Unmark()
				delete(marks, value.Secret)
				return v.WithMarks(marks), nil
			},
			Notes: []string{
				"The result is always an output, even for a plain value.",
				"Only the outermost mark is removed. Secrets inside the value stay secret.",
			},
			Examples: []Example{
				{Given: bucketExample, Call: `unsecret(bucket.arn)`, Type: "output(string)"},
				{Call: `unsecret("a")`, Type: "output(string)"},
			},
			Mistakes: []Mistake{{Call: `unsecret()`, Code: codes.CallMissing, Why: "the value is missing"}},
		},
		{
			Name: "try", Group: GroupOutputs,
			Doc: "Returns the first argument that can be evaluated.",
			Parameters: []Parameter{
				{Name: "first", Type: "T", Doc: "The first value to try."},
				{Name: "rest", Type: "U", Doc: "The values to try if everything before fails.", Variadic: true},
			},
			Gives: "T | U",
			Arity: Arity{1, -1}, Signature: trySignature, Flow: FlowFirstSuccess, Evaluation: EvaluateFirstSuccess,
			Notes: []string{
				"An argument is evaluated only if all arguments before it fail.",
				"An unknown value has not failed, so it is the result.",
				"It catches failures of the run. What the checker rejects, such as an index past the end of a tuple, is still an error.",
			},
			Examples: []Example{
				{Call: `try(1, 2)`, Type: "int", Value: "1"},
				{Given: `config names "list(string)" {}`, Call: `try(names[0], "none")`, Type: "string"},
				{Given: `config settings "any" {}`, Call: `try(settings.port, 80)`, Type: "output(dynamic)"},
			},
			Mistakes: []Mistake{
				{Call: `try()`, Code: codes.FnArity, Why: "there is nothing to try"},
				{Call: `try([1][5], 0)`, Code: codes.IndexRange, Why: "the checker knows that the tuple is shorter"},
			},
		},
		{
			Name: "can", Group: GroupOutputs,
			Doc:        "Tells whether a value can be evaluated without failing.",
			Parameters: []Parameter{{Name: "value", Type: "T", Doc: "The value to evaluate."}},
			Gives:      "bool",
			Arity:      Arity{1, 1}, Signature: canSignature, Flow: FlowSuccess, Evaluation: EvaluateSuccess,
			Notes: []string{
				"For an output, or a value of type `any`, the result is an output; for a list that contains outputs it is not.",
			},
			Examples: []Example{
				{Call: `can(1)`, Type: "bool", Value: "true"},
				{Given: `config names "list(string)" {}`, Call: `can(names[3])`, Type: "bool"},
				{Given: bucketExample, Call: `can(bucket.arn)`, Type: "output(bool)"},
			},
			Mistakes: []Mistake{
				{Call: `can()`, Code: codes.FnArity, Why: "the value is missing"},
				{Call: `can(1, 2)`, Code: codes.FnArity, Why: "it takes one value"},
			},
		},
		{
			Name: "recover", Group: GroupOutputs,
			Doc: "Returns the value, or the recovery if the value cannot be evaluated.",
			Parameters: []Parameter{
				{Name: "value", Type: "output(T)", Doc: "An output of a resource or of a function of a package."},
				{Name: "recovery", Type: "U", Doc: "The result after a failure. In it `error` is the message of the failure.", Variable: "error"},
			},
			Gives: "output(T | U)",
			Arity: Arity{2, 2}, Signature: recoverSignature, Flow: FlowEither, Evaluation: EvaluateRecovery,
			Meant: map[codes.Code]string{codes.FnRecover: "try"},
			Notes: []string{
				"It catches failures of the run, such as that of an `invoke`. Use `try` for values that are not outputs.",
				"An unknown value has not failed, so it is the result. If a resource fails in a run that continues on errors, its outputs are unknown.",
			},
			Earlier: []Earlier[Builtin]{{
				v274, "`recover` catches failures of the evaluation, and no longer those of resources",
				"what fails in it is an error before, and not reported since then",
				func(b *Builtin) {
					b.Doc, b.Evaluation = "Returns the value, or the recovery if the resource that the value comes from failed.", EvaluateReplacement
					b.Notes = []string{"It catches only the failure of that resource. Use `try` for other errors."}
				},
			}},
			Examples: []Example{
				{Call: `recover(invoke("cloudy:getCallerIdentity", {}).accountId, "none")`, Type: "output(string)"},
				{Given: bucketExample, Call: `recover(bucket.arn, "none")`, Type: "output(string)"},
				{Given: bucketExample, Call: `recover(bucket.arn, "failed: ${error}")`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `recover("a", "b")`, Code: codes.FnRecover, Why: "a plain value is not an output"},
				{Given: bucketExample, Call: `recover(bucket.arn)`, Code: codes.FnArity, Why: "the recovery is missing"},
			},
		},
	}
}
