package language

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file declares the functions about resources, and those that call the functions
// and methods of packages.

func providerBuiltins() []*Builtin {
	return []*Builtin{
		resourceFact(HostResourceType, "pulumiResourceType", []string{"resourcetype"}, "Returns the type token of a resource."),
		resourceFact(HostResourceName, "pulumiResourceName", []string{"resourcename"}, "Returns the name under which a resource is registered."),
		{
			Name: "resourceExists", Since: v274, Rare: true,
			Group: GroupProviders,
			Doc:   "Tells whether there is a resource with an id, by asking its provider.",
			Parameters: []Parameter{
				fixed("type", typesys.String, "The type token of the resource."),
				fixed("id", typesys.Output(typesys.String), "The id that the provider gave it."),
				{Name: "state", Type: "{ … }", Optional: true, fixed: typesys.Dynamic, Doc: "What else the provider needs to find it."},
			},
			Result: typesys.Output(typesys.Bool), Flow: FlowLate,
			Notes: []string{"The result is unknown during a preview as long as the id is."},
			Examples: []Example{
				{Given: bucketExample, Call: `resourceExists("cloudy:storage/bucket:Bucket", bucket.id)`, Type: "output(bool)"},
				{Call: `resourceExists("cloudy:storage/bucket:Bucket", "logs", { arn = "arn:logs" })`, Type: "output(bool)"},
			},
			Mistakes: []Mistake{
				{Call: `resourceExists("cloudy:storage/bucket:Bucket")`, Code: codes.CallMissing, Why: "the id is missing"},
			},
		},
		{
			Name: "invoke", Elsewhere: []string{"data"},
			Group: GroupProviders, Snippet: `invoke("$1", { $0 })`,
			Doc: "Calls a function of a package.",
			Parameters: []Parameter{
				{Name: "token", Type: "string", Doc: "The function, as a literal `package:module:function`.", Role: RoleFunctionToken},
				{Name: "args", Type: "{ … }", Doc: "The inputs of the function in one object. A function with positional inputs takes them one by one instead."},
				{
					Name: "options", Type: "{ … }", Optional: true,
					Doc: "How to call it: `provider`, `parent`, `version`, `pluginDownloadUrl`, `dependsOn`.",
				},
			},
			Gives:  "output(T)",
			Source: SourceFunction, Flow: FlowFunction,
			Notes: []string{
				"A function without inputs still needs its `{}`.",
				"Unknown keys in the inputs or the options pass without an error.",
				"The option is spelled `pluginDownloadUrl` here, but `pluginDownloadURL` in the options of a resource.",
				"If the function takes its inputs one by one, an optional input may be left out at the end, or skipped with `null`.",
				"Without `provider`, the provider of `parent` is called, if that is for the package.",
			},
			Earlier: []Earlier[Builtin]{{
				v274, "a run of `invoke` follows its options `parent`, `version` and `pluginDownloadUrl`",
				"since then: `option.resource-kind` for a `parent` that is not a resource, and `option.version` for a `version` that is not one",
				func(b *Builtin) {
					b.Notes[len(b.Notes)-1] = "A run accepts `parent`, `version` and `pluginDownloadUrl` and ignores them."
				},
			}},
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
			Name: "call", Group: GroupProviders, Snippet: `call(${1:resource}, "$2", { $0 })`,
			Doc: "Calls a method of a resource.",
			Parameters: []Parameter{
				{Name: "receiver", Type: "resource", Doc: "A single resource whose type has methods."},
				{Name: "method", Type: "string", Doc: "The name of the method, as a literal.", Role: RoleMethodName},
				{Name: "args", Type: "{ … }", Doc: "The inputs of the method in one object."},
			},
			Gives: "output(T)",
			Arity: Arity{3, 3}, Source: SourceMethod, Flow: FlowMethod,
			Notes: []string{
				"A method without inputs still needs its `{}`.",
				"Unknown keys in the inputs pass without an error.",
				"There are no options.",
				"The result is plain if the package declares it so.",
			},
			Examples: []Example{
				{Given: siteExample, Call: `call(site, "stats", { days = 7 }).hits`, Type: "output(int)"},
			},
			Mistakes: []Mistake{
				{Given: siteExample, Call: `call(site, "stats")`, Code: codes.FnArity, Why: "the object is missing"},
				{Given: siteExample, Call: `call(site, "statistics", {})`, Code: codes.CallMethod, Why: "the resource has no such method"},
				{Given: siteExample, Call: `call(site, "stats", {})`, Code: codes.InvokeArgs, Why: "an input is missing"},
				{Given: siteExample, Call: `call(site, "${"stats"}", { days = 7 })`, Code: codes.CallMethodLiteral, Why: "the name is computed"},
				{Call: `call("site", "stats", {})`, Code: codes.CallReceiver, Why: "a string is not a resource"},
			},
		},
	}
}

// resourceFact returns pulumiResourceType or pulumiResourceName.
func resourceFact(fact HostFact, name string, elsewhere []string, doc string) *Builtin {
	return &Builtin{
		Name: name, Elsewhere: elsewhere, Group: GroupProviders, Doc: doc, Host: fact,
		Parameters: []Parameter{{Name: "resource", Type: "resource", Doc: "A single resource, or a path to one.", Role: RoleResource}},
		Gives:      "string",
		Arity:      Arity{1, 1}, Signature: resourceTextSignature, Flow: FlowGathered,
		Notes: []string{"The argument must be one resource: not all instances of a ranged resource, not an optional resource, not an object."},
		Examples: []Example{
			{Given: bucketExample, Call: name + `(bucket)`, Type: "string"},
			{Given: "resource buckets \"cloudy:storage/bucket:Bucket\" {\n  options {\n    range = 2\n  }\n}", Call: name + `(buckets[0])`, Type: "string"},
		},
		Mistakes: []Mistake{
			{Call: name + `("bucket")`, Code: codes.FnResourceArg, Why: "a string is not a resource"},
			{Given: bucketExample, Call: name + `()`, Code: codes.FnArity, Why: "the resource is missing"},
		},
	}
}
