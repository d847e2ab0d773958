package language

import (
	"crypto/sha1" //nolint:gosec // the language has this function
	"encoding/base64"
	"encoding/hex"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file declares the functions about text.

func textBuiltins() []*Builtin {
	return []*Builtin{
		{
			Name: "join", Group: GroupText,
			Doc: "Joins strings, with a separator between them.",
			Parameters: []Parameter{
				fixed("separator", typesys.String, "The text between two strings."),
				fixed("strings", typesys.List(typesys.String), "The strings to join."),
			},
			Result: typesys.String, Text: TextJoined, Value: joinTexts,
			Examples: []Example{
				{Call: `join(", ", ["a", "b", "c"])`, Type: "string", Value: `"a, b, c"`},
				{Call: `join("-", ["port", 80])`, Type: "string", Value: `"port-80"`},
				{Given: bucketExample, Call: `join("/", [bucket.domainName, "index.html"])`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `join(",")`, Code: codes.CallMissing, Why: "the strings are missing"},
				{Call: `join(",", "a")`, Code: codes.CallArg, Why: "the strings must be in a list"},
				{Call: `join(",", [["a"]])`, Code: codes.CallArg, Why: "a list is not a string"},
			},
		},
		{
			Name: "split", Group: GroupText,
			Doc: "Splits a string at each separator.",
			Parameters: []Parameter{
				fixed("separator", typesys.String, "The text between two parts."),
				fixed("string", typesys.String, "The string to split."),
			},
			Result: typesys.List(typesys.String), Value: splitText,
			Notes: []string{"An empty separator splits the string into single characters."},
			Examples: []Example{
				{Call: `split(",", "a,b")`, Type: "list(string)", Value: `["a", "b"]`},
				{Call: `split("", "abc")`, Type: "list(string)", Value: `["a", "b", "c"]`},
				{Given: bucketExample, Call: `split(":", bucket.arn)[0]`, Type: "output(string)"},
			},
			Mistakes: []Mistake{{Call: `split(",", ["a,b"])`, Code: codes.CallArg, Why: "a list is not a string"}},
		},
		{
			Name: "toJSON", Elsewhere: []string{"jsonencode", "tojson", "jsonstringify", "jsondumps", "stringify"},
			Group: GroupText, Wanted: []string{"policy", "json"},
			Doc:        "Encodes a value as JSON with sorted keys.",
			Parameters: []Parameter{{Name: "value", Type: "dynamic", Doc: "The value to encode."}},
			Gives:      "string",
			Arity:      Arity{1, 1}, Signature: toJSONSignature, Text: TextSerialized, Value: toJSON,
			Notes: []string{
				"The characters `<`, `>` and `&` become `\\u003c`, `\\u003e` and `\\u0026`.",
				"The text is secret if anything in the value is secret, and unknown in a preview if anything in it is unknown.",
			},
			Examples: []Example{
				{Call: `toJSON({ b = 1, a = [true, null] })`, Type: "string", Value: `"{\"a\":[true,null],\"b\":1}"`},
				{Call: `toJSON("<b>")`, Type: "string", Value: `"\"\\u003cb\\u003e\""`},
				{Given: bucketExample, Call: `toJSON({ resources = [bucket.arn] })`, Type: "output(string)"},
			},
			Mistakes: []Mistake{
				{Call: `toJSON()`, Code: codes.FnArity, Why: "the value is missing"},
				{Call: `toJSON("a", "b")`, Code: codes.FnArity, Why: "it takes one value; put several in a list"},
			},
		},
		{
			Name: "toBase64", Elsewhere: []string{"base64encode", "encodebase64", "b64encode"},
			Group:      GroupText,
			Doc:        "Encodes a string in standard base64 with padding.",
			Parameters: []Parameter{fixed("value", typesys.String, "The string to encode.")},
			Result:     typesys.String, FailCode: codes.FnArgument,
			Value:    ofText(func(s string) (string, error) { return base64.StdEncoding.EncodeToString([]byte(s)), nil }),
			Examples: []Example{{Call: `toBase64("hi")`, Type: "string", Value: `"aGk="`}},
			Mistakes: []Mistake{{Call: `toBase64({})`, Code: codes.CallArg, Why: "an object is not a string"}},
		},
		{
			Name: "fromBase64", Elsewhere: []string{"base64decode", "decodebase64", "b64decode"},
			Group:      GroupText,
			Doc:        "Decodes a base64 string.",
			Parameters: []Parameter{fixed("value", typesys.String, "Standard base64 with padding.")},
			Result:     typesys.String, FailCode: codes.FnBase64Literal, Value: ofText(fromBase64),
			Notes:    []string{"Anything but the standard alphabet with padding fails when the program is run."},
			Examples: []Example{{Call: `fromBase64("aGk=")`, Type: "string", Value: `"hi"`}},
			Mistakes: []Mistake{{Call: `fromBase64()`, Code: codes.CallMissing, Why: "the text is missing"}},
		},
		{
			Name: "sha1", Group: GroupText, Doc: "Computes the SHA-1 hash of a string, in hexadecimal.",
			Parameters: []Parameter{fixed("input", typesys.String, "The string to hash.")},
			Result:     typesys.String,
			Value: ofText(func(s string) (string, error) {
				sum := sha1.Sum([]byte(s))
				return hex.EncodeToString(sum[:]), nil
			}),
			Examples: []Example{
				{Call: `sha1("hi")`, Type: "string", Value: `"c22b5f9178342609428d6f51b2c5af4c0bde6a42"`},
				{Given: bucketExample, Call: `sha1(bucket.arn)`, Type: "output(string)"},
			},
			Mistakes: []Mistake{{Call: `sha1("a", "b")`, Code: codes.CallSurplus, Why: "it takes one input"}},
		},
	}
}

// The definitions that examples share.
const (
	bucketExample = `resource bucket "cloudy:storage/bucket:Bucket" {}`
	nameExample   = `resource name "kit:Name" {}`
	siteExample   = "resource site \"kit:Site\" {\n  title   = \"Home\"\n  content = fileArchive(\"./www\")\n}"
)
