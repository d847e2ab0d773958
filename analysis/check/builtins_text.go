package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is the part of the table of functions that is about text.

func textBuiltins() []*Builtin {
	return []*Builtin{
		{
			Name: "join", Group: GroupText,
			Doc: "The strings one after the other with the separator between them.",
			Parameters: []Parameter{
				fixed("separator", typesys.String, "What stands between two strings."),
				fixed("strings", typesys.List(typesys.String), "What to put together."),
			},
			result: typesys.String,
			Examples: []Example{
				{Call: `join(", ", ["a", "b", "c"])`, Type: "string", Value: `"a, b, c"`},
				{Call: `join("-", ["port", 80])`, Type: "string", Value: `"port-80"`},
				{Given: bucketExample, Call: `join("/", [bucket.domainName, "index.html"])`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `join(",")`, Code: codes.CallMissing, Why: "the strings are missing"},
				{Call: `join(",", "a")`, Code: codes.CallArg, Why: "the strings come in one list"},
				{Call: `join(",", [["a"]])`, Code: codes.CallArg, Why: "a list is no string"},
			},
		},
		{
			Name: "split", Group: GroupText,
			Doc: "The parts of a string between separators.",
			Parameters: []Parameter{
				fixed("separator", typesys.String, "What stands between two parts."),
				fixed("string", typesys.String, "What to take apart."),
			},
			result: typesys.List(typesys.String),
			Notes:  []string{"An empty separator splits into single characters."},
			Examples: []Example{
				{Call: `split(",", "a,b")`, Type: "list(string)", Value: `["a", "b"]`},
				{Call: `split("", "abc")`, Type: "list(string)", Value: `["a", "b", "c"]`},
				{Given: bucketExample, Call: `split(":", bucket.arn)[0]`, Type: "output(string)"},
			},
			Mistakes: []Mistake{{Call: `split(",", ["a,b"])`, Code: codes.CallArg, Why: "a list is no string"}},
		},
		{
			Name: "toJSON", Group: GroupText,
			Doc:        "The value as JSON text with sorted keys.",
			Parameters: []Parameter{{Name: "value", Type: "dynamic", Doc: "What to write as JSON."}},
			Gives:      "string",
			generic:    (*checker).toJSON,
			Notes: []string{
				"The characters `<`, `>` and `&` are written as `\\u003c`, `\\u003e` and `\\u0026`.",
				"The text is secret if anything inside the value is, and not known in a preview if anything inside is not.",
			},
			Examples: []Example{
				{Call: `toJSON({ b = 1, a = [true, null] })`, Type: "string", Value: `"{\"a\":[true,null],\"b\":1}"`},
				{Call: `toJSON("<b>")`, Type: "string", Value: `"\"\\u003cb\\u003e\""`},
				{Given: bucketExample, Call: `toJSON({ resources = [bucket.arn] })`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `toJSON()`, Code: codes.FnArity, Why: "the value is missing"},
				{Call: `toJSON("a", "b")`, Code: codes.FnArity, Why: "there is one value; make a list of several"},
			},
		},
		{
			Name: "toBase64", Group: GroupText, Doc: "The string in standard base64 with padding.",
			Parameters: []Parameter{fixed("value", typesys.String, "What to encode.")},
			result:     typesys.String,
			Examples:   []Example{{Call: `toBase64("hi")`, Type: "string", Value: `"aGk="`}},
			Mistakes:   []Mistake{{Call: `toBase64({})`, Code: codes.CallArg, Why: "an object is no string"}},
		},
		{
			Name: "fromBase64", Group: GroupText,
			Doc:        "The text that a base64 string stands for.",
			Parameters: []Parameter{fixed("value", typesys.String, "Standard base64 with padding.")},
			result:     typesys.String,
			Notes:      []string{"Anything but the standard alphabet with padding fails when the program is run."},
			Examples:   []Example{{Call: `fromBase64("aGk=")`, Type: "string", Value: `"hi"`}},
			Mistakes:   []Mistake{{Call: `fromBase64()`, Code: codes.CallMissing, Why: "the text is missing"}},
		},
		{
			Name: "sha1", Group: GroupText, Doc: "The SHA-1 digest of a string in hexadecimal.",
			Parameters: []Parameter{fixed("input", typesys.String, "What to digest.")},
			result:     typesys.String,
			Examples: []Example{
				{Call: `sha1("hi")`, Type: "string", Value: `"c22b5f9178342609428d6f51b2c5af4c0bde6a42"`},
				{Given: bucketExample, Call: `sha1(bucket.arn)`, Type: "output(string)"},
			},
			Mistakes: []Mistake{{Call: `sha1("a", "b")`, Code: codes.CallSurplus, Why: "there is one input"}},
		},
	}
}

// The definitions that examples share.
const (
	bucketExample = `resource bucket "cloudy:storage/bucket:Bucket" {}`
	nameExample   = `resource name "kit:Name" {}`
	siteExample   = "resource site \"kit:Site\" {\n  title   = \"Home\"\n  content = fileArchive(\"./www\")\n}"
)
