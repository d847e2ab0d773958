package check

import "github.com/pcl-lsp/pcl-lsp/analysis/codes"

// This file is the part of the table of functions that is about resources, and
// about the functions and methods that packages declare.

func providerBuiltins() []*Builtin {
	return []*Builtin{
		resourceFact("pulumiResourceType", "The type token of a resource."),
		resourceFact("pulumiResourceName", "The name under which a resource is registered."),
		{
			Name: "invoke", Group: GroupProviders,
			Doc: "What a function of a package gives.",
			Parameters: []Parameter{
				{Name: "token", Type: "string", Doc: "The function, `package:module:function`, as a literal."},
				{Name: "args", Type: "{ … }", Doc: "The inputs of the function in one object. Functions with positional inputs take them one by one instead."},
				{
					Name: "options", Type: "{ … }", Optional: true,
					Doc: "How to call it: `provider`, `parent`, `version`, `pluginDownloadUrl`, `dependsOn`.",
				},
			},
			Gives:   "output(T)",
			generic: (*checker).invoke,
			Notes: []string{
				"A function without inputs still needs its `{}`.",
				"Keys that the function, or the options, do not know pass without an error.",
				"The option is spelled `pluginDownloadUrl` here, and `pluginDownloadURL` in the options of a resource.",
				"`parent`, `version` and `pluginDownloadUrl` are accepted and not used when the program is run.",
				"Of a function that takes its inputs one by one, an optional input may be left out at the end, or skipped with `null`.",
			},
			Examples: []Example{
				{Call: `invoke("cloudy:getZones", { state = "available" }).names`, Type: "output(list(string))"},
				{Call: `invoke("cloudy:getCallerIdentity", {}).accountId`, Type: "output(string)"},
				{Call: `invoke("cloudy:data:getSecret", { name = "db" }, { version = "1.4.0" }).arn`, Type: "output(string)"},
				{Call: `invoke("kit:slug", "Hello, World", "_").result`, Type: "promise(string)"},
			},
			Mistakes: []Mistake{
				{Call: `invoke("cloudy:getCallerIdentity")`, Code: codes.InvokeNoArgs, Why: "the object is missing; write `{}`"},
				{Call: `invoke("cloudy:data:getSecret", {})`, Code: codes.InvokeArgs, Why: "an input is missing"},
				{Call: `invoke("cloudy:getZoneNames", {})`, Code: codes.FunctionUnknownToken, Why: "the package has no such function"},
				{Call: `invoke("${"cloudy"}:getZones", {})`, Code: codes.InvokeToken, Why: "the token is computed"},
				{Call: `invoke("kit:slug", { text = "Hello" })`, Code: codes.InvokePositional, Why: "this function takes its inputs one by one"},
			},
		},
		{
			Name: "call", Group: GroupProviders,
			Doc: "What a method of a resource gives.",
			Parameters: []Parameter{
				{Name: "receiver", Type: "resource", Doc: "A single resource whose type has methods."},
				{Name: "method", Type: "string", Doc: "The name of the method, as a literal."},
				{Name: "args", Type: "{ … }", Doc: "The inputs of the method in one object."},
			},
			Gives:   "output(T)",
			generic: (*checker).methodCall,
			Notes: []string{
				"A method without inputs still needs its `{}`.",
				"Keys that the method does not know pass without an error.",
				"There are no options.",
				"The result is plain where the package declares it so.",
			},
			Examples: []Example{
				{Given: siteExample, Call: `call(site, "stats", { days = 7 }).hits`, Type: "output(int)"},
			},
			Mistakes: []Mistake{
				{Given: siteExample, Call: `call(site, "stats")`, Code: codes.FnArity, Why: "the object is missing"},
				{Given: siteExample, Call: `call(site, "statistics", {})`, Code: codes.CallMethod, Why: "the resource has no such method"},
				{Given: siteExample, Call: `call(site, "stats", {})`, Code: codes.InvokeArgs, Why: "an input is missing"},
				{Given: siteExample, Call: `call(site, "${"stats"}", { days = 7 })`, Code: codes.CallMethodLiteral, Why: "the name is computed"},
				{Call: `call("site", "stats", {})`, Code: codes.CallReceiver, Why: "a string is no resource"},
			},
		},
	}
}

// resourceFact is pulumiResourceType or pulumiResourceName.
func resourceFact(name, doc string) *Builtin {
	return &Builtin{
		Name: name, Group: GroupProviders, Doc: doc,
		Parameters: []Parameter{{Name: "resource", Type: "resource", Doc: "A single resource, or the way to one."}},
		Gives:      "string",
		generic:    (*checker).resourceText,
		Notes:      []string{"The argument must be one resource: not a ranged one as a whole, not one that may be missing, not an object."},
		Examples: []Example{
			{Given: bucketExample, Call: name + `(bucket)`, Type: "string"},
			{Given: "resource buckets \"cloudy:storage/bucket:Bucket\" {\n  options {\n    range = 2\n  }\n}", Call: name + `(buckets[0])`, Type: "string"},
		},
		Mistakes: []Mistake{
			{Call: name + `("bucket")`, Code: codes.FnResourceArg, Why: "a string is no resource"},
			{Given: bucketExample, Call: name + `()`, Code: codes.FnArity, Why: "the resource is missing"},
		},
	}
}
