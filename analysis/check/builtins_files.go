package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is the part of the table of functions that is about files, assets and
// archives.

const (
	relativeNote = "A relative path is taken from the working directory of the run, as a rule the directory of the program."
	missingNote  = "A file that does not exist fails at once, also in a preview."
)

func fileBuiltins() []*Builtin {
	members := typesys.Map(typesys.Union(typesys.Archive, typesys.Asset))
	noString := func(call string) []Mistake {
		return []Mistake{{Call: call, Code: codes.CallArg, Why: "a list is no string"}}
	}
	return []*Builtin{
		{
			Name: "readFile", Group: GroupFiles, Doc: "The text of a file.",
			Parameters: []Parameter{fixed("path", typesys.String, "Where the file is.")},
			result:     typesys.String, Notes: []string{relativeNote, missingNote},
			Examples: []Example{{Call: `readFile("./policy.json")`, Type: "string"}},
			Mistakes: noString(`readFile(["a.txt"])`),
		},
		{
			Name: "filebase64", Group: GroupFiles, Doc: "The content of a file in base64.",
			Parameters: []Parameter{fixed("path", typesys.String, "Where the file is.")},
			result:     typesys.String, Notes: []string{relativeNote, missingNote},
			Examples: []Example{{Call: `filebase64("./logo.png")`, Type: "string"}},
			Mistakes: noString(`filebase64(["a.txt"])`),
		},
		{
			Name: "filebase64sha256", Group: GroupFiles, Doc: "The SHA-256 digest of a file, in base64 and not in hexadecimal.",
			Parameters: []Parameter{fixed("path", typesys.String, "Where the file is.")},
			result:     typesys.String, Notes: []string{relativeNote, missingNote},
			Examples: []Example{{Call: `filebase64sha256("./handler.zip")`, Type: "string"}},
			Mistakes: noString(`filebase64sha256(["a.txt"])`),
		},
		{
			Name: "fileAsset", Group: GroupFiles, Doc: "A file as an asset.",
			Parameters: []Parameter{fixed("path", typesys.String, "Where the file is.")},
			result:     typesys.Asset, Notes: []string{relativeNote, missingNote},
			Examples: []Example{
				{Call: `fileAsset("./index.html")`, Type: "Asset"},
				{Given: bucketExample, Call: `fileAsset(bucket.bucketName)`, Type: "output(Asset)"},
			},
			Mistakes: noString(`fileAsset(["a.txt"])`),
		},
		{
			Name: "fileArchive", Group: GroupFiles, Doc: "A directory, or an archive file such as a zip file, as an archive.",
			Parameters: []Parameter{fixed("path", typesys.String, "Where the directory or file is.")},
			result:     typesys.Archive, Notes: []string{relativeNote, missingNote},
			Examples: []Example{{Call: `fileArchive("./app")`, Type: "Archive"}},
			Mistakes: noString(`fileArchive(["./app"])`),
		},
		{
			Name: "stringAsset", Group: GroupFiles, Doc: "A text as an asset.",
			Parameters: []Parameter{fixed("value", typesys.String, "The text.")},
			result:     typesys.Asset,
			Examples:   []Example{{Call: `stringAsset("<h1>Hello</h1>")`, Type: "Asset"}},
			Mistakes:   noString(`stringAsset(["a"])`),
		},
		{
			Name: "remoteAsset", Group: GroupFiles, Doc: "What a URI gives, as an asset.",
			Parameters: []Parameter{fixed("uri", typesys.String, "An `http`, `https` or `file` URI.")},
			result:     typesys.Asset,
			Examples:   []Example{{Call: `remoteAsset("https://example.com/logo.png")`, Type: "Asset"}},
			Mistakes:   noString(`remoteAsset(["https://example.com/a"])`),
		},
		{
			Name: "remoteArchive", Group: GroupFiles, Doc: "The archive that a URI gives.",
			Parameters: []Parameter{fixed("uri", typesys.String, "An `http`, `https` or `file` URI.")},
			result:     typesys.Archive,
			Examples:   []Example{{Call: `remoteArchive("https://example.com/app.zip")`, Type: "Archive"}},
			Mistakes:   noString(`remoteArchive(["https://example.com/a.zip"])`),
		},
		{
			Name: "assetArchive", Group: GroupFiles, Doc: "An archive made of named assets and archives.",
			Parameters: []Parameter{fixed("assets", members, "What the archive holds, by the path in it.")},
			result:     typesys.Archive,
			Examples: []Example{{
				Call: `assetArchive({ "index.html" = stringAsset("Hello"), lib = fileArchive("./lib") })`, Type: "Archive",
			}},
			Mistakes: []Mistake{{Call: `assetArchive({ "index.html" = "Hello" })`, Code: codes.AssetMember, Why: "a string is no asset; use `stringAsset`"}},
		},
	}
}
