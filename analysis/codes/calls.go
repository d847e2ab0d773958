package codes

// This file declares the codes about calls of functions, invokes and methods.

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
		{
			Code: FunctionUnknown, Severity: Error,
			Title: "a function is unknown",
		},
		{
			Code: FunctionUnknownToken, Severity: Error,
			Title: "a package has no such function",
		},
		{
			Code: FunctionLoad, Severity: Error,
			Title: "the schema of a function cannot be read",
		},
		{
			Code: CallMissing, Severity: Error,
			Title: "a call lacks an argument",
		},
		{
			Code: CallSurplus, Severity: Error,
			Title: "a call has too many arguments",
		},
		{
			Code: CallArg, Severity: Error,
			Title: "an argument has the wrong type",
		},
		{
			Code: FnElement, Severity: Error,
			Title: "element is given no list",
		},
		{
			Code: FnLookup, Severity: Error,
			Title: "lookup is given no map",
		},
		{
			Code: FnLength, Severity: Error,
			Title: "length is given a value without a length",
		},
		{
			Code: FnSingleOrNone, Severity: Error,
			Title: "singleOrNone is given no list",
		},
		{
			Code: FnRecover, Severity: Error,
			Title: "recover is given a value that cannot fail",
		},
		{
			Code: FnArity, Severity: Error,
			Title: "a function has too few or too many arguments",
		},
		{
			Code: FnResourceArg, Severity: Error,
			Title: "an argument is not a single resource",
		},
		{
			Code: InvokeToken, Severity: Error,
			Title: "an invoke token is not a literal string",
		},
		{
			Code: InvokeNoArgs, Severity: Error,
			Title: "an invoke has no arguments object",
		},
		{
			Code: InvokePositional, Severity: Error,
			Title: "a function takes its arguments one by one",
		},
		{
			Code: InvokeArgs, Severity: Error,
			Title: "the arguments do not fit the function's inputs",
		},
		{
			Code: CallReceiver, Severity: Error,
			Title: "a method is called on something else than one resource",
		},
		{
			Code: CallMethodLiteral, Severity: Error,
			Title: "a method name is not a literal string",
		},
		{
			Code: CallMethod, Severity: Error,
			Title: "a resource has no such method",
		},
	},
}
