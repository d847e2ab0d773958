package check

import "github.com/pcl-lsp/pcl-lsp/analysis/codes"

// This file is the part of the table of functions that is about secrets and about
// what fails.

func outputBuiltins() []*Builtin {
	return []*Builtin{
		{
			Name: "secret", Group: GroupOutputs,
			Doc:        "The value, marked as secret: it is encrypted wherever it is stored.",
			Parameters: []Parameter{{Name: "value", Type: "T", Doc: "What to keep secret."}},
			Gives:      "output(T)",
			generic:    (*checker).marked,
			Notes:      []string{"It marks the outermost value; what is computed from it is secret too."},
			Examples: []Example{
				{Given: `config password "string" {}`, Call: `secret(password)`, Type: "output(string)"},
				{Call: `secret([1])`, Type: "output((1))"},
			},
			Mistakes: []Mistake{{Call: `secret("a", "b")`, Code: codes.CallSurplus, Why: "there is one value"}},
		},
		{
			Name: "unsecret", Group: GroupOutputs,
			Doc:        "The value without its secret mark.",
			Parameters: []Parameter{{Name: "value", Type: "T", Doc: "What may be seen."}},
			Gives:      "output(T)",
			generic:    (*checker).marked,
			Notes: []string{
				"It is always an output, even of a plain value.",
				"Only the outermost mark is removed; secrets inside stay secret.",
			},
			Examples: []Example{
				{Given: bucketExample, Call: `unsecret(bucket.arn)`, Type: "output(string)"},
				{Call: `unsecret("a")`, Type: "output(string)"},
			},
			Mistakes: []Mistake{{Call: `unsecret()`, Code: codes.CallMissing, Why: "the value is missing"}},
		},
		{
			Name: "try", Group: GroupOutputs,
			Doc: "The first argument that can be evaluated.",
			Parameters: []Parameter{
				{Name: "first", Type: "T", Doc: "What to try first."},
				{Name: "rest", Type: "U", Doc: "What to try when everything before has failed.", Variadic: true},
			},
			Gives:   "T | U",
			generic: (*checker).try,
			Notes: []string{
				"An argument is evaluated only when those before it have failed.",
				"An unknown value is taken as it is: it has not failed.",
				"It catches what fails while the program is run. What the checker rejects, such as an index beyond the end of a tuple, is still an error.",
			},
			Examples: []Example{
				{Call: `try(1, 2)`, Type: "1 | 2", Value: "1"},
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
			Doc:        "Whether a value can be evaluated without failing.",
			Parameters: []Parameter{{Name: "value", Type: "T", Doc: "What to evaluate."}},
			Gives:      "bool",
			generic:    (*checker).can,
			Notes: []string{
				"Of an output, or of a value of type `any`, it is an output; of a list that holds outputs it is not.",
			},
			Examples: []Example{
				{Call: `can(1)`, Type: "bool", Value: "true"},
				{Given: `config names "list(string)" {}`, Call: `can(names[3])`, Type: "bool"},
				{Given: bucketExample, Call: `can(bucket.arn)`, Type: "output(bool)"},
			},
			Mistakes: []Mistake{
				{Call: `can()`, Code: codes.FnArity, Why: "the value is missing"},
				{Call: `can(1, 2)`, Code: codes.FnArity, Why: "there is one value"},
			},
		},
		{
			Name: "recover", Group: GroupOutputs,
			Doc: "The value, or the recovery where the resource that the value comes from failed.",
			Parameters: []Parameter{
				{Name: "value", Type: "output(T)", Doc: "An output of a resource."},
				{Name: "recovery", Type: "U", Doc: "What to take instead; `error` is the message of the failure in it."},
			},
			Gives:   "output(T | U)",
			generic: (*checker).recoverBuiltin,
			Notes:   []string{"It catches nothing but the failure of that resource; other errors pass through. See `try` for those."},
			Examples: []Example{
				{Given: bucketExample, Call: `recover(bucket.arn, "none")`, Type: "output(string)"},
				{Given: bucketExample, Call: `recover(bucket.arn, "failed: ${error}")`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `recover("a", "b")`, Code: codes.FnRecover, Why: "a plain value comes from no resource"},
				{Given: bucketExample, Call: `recover(bucket.arn)`, Code: codes.FnArity, Why: "the recovery is missing"},
			},
		},
	}
}
