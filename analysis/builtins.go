package analysis

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Builtin is a function of the language.
type Builtin struct {
	Name string
	// Usage is the call with its parameters and result, as it is shown to users.
	Usage string
	// Doc says in a sentence or two what the function gives and when it fails.
	Doc string

	params   []parameter
	variadic *parameter
	result   typesys.Type
	// generic computes the signature from the arguments, for functions whose
	// types depend on them; it may report what is wrong. It replaces the fields
	// above.
	generic func(c *checker, e *hclsyntax.FunctionCallExpr, args []argument) callSignature
}

func (b *Builtin) signature(c *checker, e *hclsyntax.FunctionCallExpr, args []argument) callSignature {
	if b.generic != nil {
		return b.generic(c, e, args)
	}
	return callSignature{params: b.params, variadic: b.variadic, result: b.result}
}

// Builtins are all functions of the language, sorted by name.
func Builtins() []*Builtin { return slices.Clip(builtins) }

var builtins, builtinsByName = func() ([]*Builtin, map[string]*Builtin) {
	all := slices.Concat(textBuiltins(), collectionBuiltins(), fileBuiltins(), hostBuiltins(), outputBuiltins())
	slices.SortFunc(all, func(a, b *Builtin) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	byName := make(map[string]*Builtin, len(all))
	for _, b := range all {
		byName[b.Name] = b
	}
	return all, byName
}()

func builtinNamed(name string) *Builtin { return builtinsByName[name] }

// LookupBuiltin is the function with this name, nil when there is none.
func LookupBuiltin(name string) *Builtin { return builtinNamed(name) }

func builtinNames() []string {
	names := make([]string, len(builtins))
	for i, b := range builtins {
		names[i] = b.Name
	}
	return names
}

var (
	stringParam = func(name string) parameter { return parameter{name, typesys.String} }
	stringList  = typesys.List(typesys.String)
)

func textBuiltins() []*Builtin {
	return []*Builtin{
		{
			Name: "join", Usage: "join(separator: string, strings: list(string)) → string",
			Doc:    "The strings one after the other with the separator between them.",
			params: []parameter{stringParam("separator"), {"strings", stringList}}, result: typesys.String,
		},
		{
			Name: "split", Usage: "split(separator: string, string: string) → list(string)",
			Doc:    "The parts of a string between separators. An empty separator gives the single characters.",
			params: []parameter{stringParam("separator"), stringParam("string")}, result: stringList,
		},
		{
			Name: "toJSON", Usage: "toJSON(value: any) → string",
			Doc:     "The value as JSON text with sorted keys. The text is secret if anything inside the value is.",
			generic: (*checker).toJSON,
		},
		{
			Name: "toBase64", Usage: "toBase64(value: string) → string", Doc: "The string in standard base64 with padding.",
			params: []parameter{stringParam("value")}, result: typesys.String,
		},
		{
			Name: "fromBase64", Usage: "fromBase64(value: string) → string",
			Doc:    "The text that a standard base64 string with padding stands for. Other text fails.",
			params: []parameter{stringParam("value")}, result: typesys.String,
		},
		{
			Name: "sha1", Usage: "sha1(input: string) → string", Doc: "The SHA-1 digest of a string in hexadecimal.",
			params: []parameter{stringParam("input")}, result: typesys.String,
		},
	}
}

func collectionBuiltins() []*Builtin {
	return []*Builtin{
		{
			Name: "element", Usage: "element(list: list(T), index: int) → T",
			Doc:     "The element at an index. Indexes beyond the end wrap around; an empty list fails.",
			generic: (*checker).element,
		},
		{
			Name: "entries", Usage: "entries(collection: map(T)) → list({ key: string, value: T })",
			Doc:     "The keys and values of a map, sorted by key.",
			generic: (*checker).entries,
		},
		{
			Name: "length", Usage: "length(value: list(T) | string) → int",
			Doc:     "How many elements a list has, or characters a string.",
			generic: (*checker).length,
		},
		{
			Name: "lookup", Usage: "lookup(map: map(T), key: string, default: T) → T",
			Doc:     "The value of a key, or the default where the map has no such key.",
			generic: (*checker).lookupBuiltin,
		},
		{
			Name: "range", Usage: "range(fromOrTo: int, to: int?) → list(int)",
			Doc:    "The whole numbers from 0 or from the first argument up to, and without, the last. Programs that are run directly cannot use it.",
			params: []parameter{{"fromOrTo", typesys.Int}, {"to", typesys.Optional(typesys.Int)}}, result: typesys.List(typesys.Int),
		},
		{
			Name: "singleOrNone", Usage: "singleOrNone(value: list(T)) → T?",
			Doc:     "The only element of a list, or null for an empty one. More than one element fails.",
			generic: (*checker).singleOrNone,
		},
		{
			Name: "max", Usage: "max(first: number, rest: number…) → number", Doc: "The greatest of the numbers.",
			generic: (*checker).extremum,
		},
		{
			Name: "min", Usage: "min(first: number, rest: number…) → number", Doc: "The smallest of the numbers.",
			generic: (*checker).extremum,
		},
	}
}

func fileBuiltins() []*Builtin {
	path := []parameter{stringParam("path")}
	uri := []parameter{stringParam("uri")}
	members := typesys.Map(typesys.Union(typesys.Archive, typesys.Asset))
	return []*Builtin{
		{Name: "readFile", Usage: "readFile(path: string) → string", Doc: "The text of a file, which must exist already in a preview.", params: path, result: typesys.String},
		{Name: "filebase64", Usage: "filebase64(path: string) → string", Doc: "The content of a file in base64.", params: path, result: typesys.String},
		{Name: "filebase64sha256", Usage: "filebase64sha256(path: string) → string", Doc: "The SHA-256 digest of a file in base64 (not hexadecimal).", params: path, result: typesys.String},
		{Name: "fileAsset", Usage: "fileAsset(path: string) → Asset", Doc: "A file as an asset.", params: path, result: typesys.Asset},
		{Name: "fileArchive", Usage: "fileArchive(path: string) → Archive", Doc: "A directory or archive file as an archive.", params: path, result: typesys.Archive},
		{Name: "stringAsset", Usage: "stringAsset(value: string) → Asset", Doc: "A text as an asset.", params: []parameter{stringParam("value")}, result: typesys.Asset},
		{Name: "remoteAsset", Usage: "remoteAsset(uri: string) → Asset", Doc: "What an http, https or file URI gives, as an asset.", params: uri, result: typesys.Asset},
		{Name: "remoteArchive", Usage: "remoteArchive(uri: string) → Archive", Doc: "The archive that an http, https or file URI gives.", params: uri, result: typesys.Archive},
		{Name: "assetArchive", Usage: "assetArchive(assets: map(Asset | Archive)) → Archive", Doc: "An archive made of named assets and archives.", params: []parameter{{"assets", members}}, result: typesys.Archive},
	}
}

func hostBuiltins() []*Builtin {
	var all []*Builtin
	for name, doc := range map[string]string{
		"stack":         "The name of the stack.",
		"project":       "The name of the project.",
		"organization":  "The name of the organization.",
		"cwd":           "The directory in which the program runs.",
		"rootDirectory": "The directory of the project file.",
	} {
		all = append(all, &Builtin{Name: name, Usage: name + "() → string", Doc: doc, result: typesys.String})
	}
	return append(all,
		&Builtin{
			Name: "notImplemented", Usage: "notImplemented(errorMessage: string) → any",
			Doc:    "Always fails with the message: a place that a conversion left open.",
			params: []parameter{stringParam("errorMessage")}, result: typesys.Dynamic,
		},
		&Builtin{
			Name: "getOutput", Usage: "getOutput(stackReference, outputName: string) → output(any)",
			Doc:    "An output of the stack that a stack reference names; null if it has none of this name.",
			params: []parameter{{"stackReference", typesys.Dynamic}, stringParam("outputName")}, result: typesys.Output(typesys.Dynamic),
		},
		&Builtin{
			Name: "invoke", Usage: `invoke("package:module:function", { arguments }, { options }) → output(T)`,
			Doc: "What a function of a provider gives. Functions with positional inputs take them one by one.", generic: (*checker).invoke,
		},
		&Builtin{
			Name: "call", Usage: `call(resource, "method", { arguments }) → output(T)`,
			Doc: "What a method of a resource gives.", generic: (*checker).methodCall,
		},
	)
}

func outputBuiltins() []*Builtin {
	return []*Builtin{
		{Name: "secret", Usage: "secret(value: T) → output(T)", Doc: "The value, marked secret: it is encrypted wherever it is stored.", generic: (*checker).marked},
		{Name: "unsecret", Usage: "unsecret(value: T) → output(T)", Doc: "The value without its outermost secret mark.", generic: (*checker).marked},
		{Name: "try", Usage: "try(first, rest…)", Doc: "The first argument whose evaluation does not fail. An unknown value is taken as it is.", generic: (*checker).try},
		{Name: "can", Usage: "can(value) → bool", Doc: "Whether a value can be evaluated without failing.", generic: (*checker).can},
		{Name: "recover", Usage: "recover(value: output(T), recovery: U) → output(T | U)", Doc: "The value, or the recovery where the resource it comes from failed; inside the recovery `error` is the message.", generic: (*checker).recoverBuiltin},
		{Name: "pulumiResourceType", Usage: "pulumiResourceType(resource) → string", Doc: "The type token of a resource.", generic: (*checker).resourceText},
		{Name: "pulumiResourceName", Usage: "pulumiResourceName(resource) → string", Doc: "The registered name of a resource.", generic: (*checker).resourceText},
	}
}
