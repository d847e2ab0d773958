package language

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file declares the functions about files, assets and archives.

const (
	relativeNote = "A relative path starts at the working directory of the run, which is usually the directory of the program."
	missingNote  = "A missing file fails immediately, even in a preview."
)

func fileBuiltins() []*Builtin {
	members := typesys.Map(typesys.Union(typesys.Archive, typesys.Asset))
	return []*Builtin{
		onPath(&Builtin{
			Name: "readFile", Elsewhere: []string{"file", "readtext"},
			Doc: "Reads a file as text.", Result: typesys.String,
			Examples: []Example{{Call: `readFile("./policy.json")`, Type: "string"}},
		}, RoleFile),
		onPath(&Builtin{
			Name: "filebase64", Doc: "Reads a file and encodes its content in base64.", Result: typesys.String,
			Examples: []Example{{Call: `filebase64("./logo.png")`, Type: "string"}},
		}, RoleFile),
		onPath(&Builtin{
			Name: "filebase64sha256", Doc: "Computes the SHA-256 hash of a file, in base64 rather than hexadecimal.", Result: typesys.String,
			Examples: []Example{{Call: `filebase64sha256("./handler.zip")`, Type: "string"}},
		}, RoleFile),
		onPath(&Builtin{
			Name: "fileAsset", Elsewhere: []string{"asset"},
			Doc: "Makes an asset of a file.", Result: typesys.Asset,
			Meant: map[codes.Code]string{codes.AssetSwap: "remoteAsset", codes.FileDirectory: "fileArchive"},
			Examples: []Example{
				{Call: `fileAsset("./index.html")`, Type: "Asset"},
				{Given: bucketExample, Call: `fileAsset(bucket.bucketName)`, Type: "output(Asset)"},
			},
		}, RoleAssetFile),
		onPath(&Builtin{
			Name: "fileArchive", Elsewhere: []string{"archive"},
			Doc: "Makes an archive of a directory, or of an archive file such as a zip file.", Result: typesys.Archive,
			Meant:    map[codes.Code]string{codes.AssetSwap: "remoteArchive"},
			Examples: []Example{{Call: `fileArchive("./app")`, Type: "Archive"}},
		}, RoleArchivePath),
		{
			Name: "stringAsset", Elsewhere: []string{"textasset"},
			Group: GroupFiles, Doc: "Makes an asset of a string.",
			Parameters: []Parameter{fixed("value", typesys.String, "The content.").as(RoleAssetText)},
			Result:     typesys.Asset,
			Examples:   []Example{{Call: `stringAsset("<h1>Hello</h1>")`, Type: "Asset"}},
			Mistakes:   listForString(`stringAsset(["a"])`),
		},
		{
			Name: "remoteAsset", Elsewhere: []string{"urlasset"},
			Group: GroupFiles, Doc: "Makes an asset of the content at a URI.",
			Parameters: []Parameter{fixed("uri", typesys.String, "An `http`, `https` or `file` URI.").as(RoleAssetAddress)},
			Result:     typesys.Asset, Meant: map[codes.Code]string{codes.AssetSwap: "fileAsset"},
			Examples: []Example{{Call: `remoteAsset("https://example.com/logo.png")`, Type: "Asset"}},
			Mistakes: listForString(`remoteAsset(["https://example.com/a"])`),
		},
		{
			Name: "remoteArchive", Elsewhere: []string{"urlarchive"},
			Group: GroupFiles, Doc: "Makes an archive of the archive file at a URI.",
			Parameters: []Parameter{fixed("uri", typesys.String, "An `http`, `https` or `file` URI.").as(RoleArchiveAddress)},
			Result:     typesys.Archive, Meant: map[codes.Code]string{codes.AssetSwap: "fileArchive"},
			Examples: []Example{{Call: `remoteArchive("https://example.com/app.zip")`, Type: "Archive"}},
			Mistakes: listForString(`remoteArchive(["https://example.com/a.zip"])`),
		},
		{
			Name: "assetArchive", Group: GroupFiles, Doc: "Makes an archive of named assets and archives.",
			Parameters: []Parameter{fixed("assets", members, "The members of the archive, by their path in it.").as(RoleAssetMembers)},
			Result:     typesys.Archive,
			Examples: []Example{{
				Call: `assetArchive({ "index.html" = stringAsset("Hello"), lib = fileArchive("./lib") })`, Type: "Archive",
			}},
			Mistakes: []Mistake{{Call: `assetArchive({ "index.html" = "Hello" })`, Code: codes.AssetMember, Why: "a string is not an asset; use `stringAsset`"}},
		},
	}
}

// onPath completes a function of a path on the disk.
func onPath(b *Builtin, role Role) *Builtin {
	doc := "The path of the file."
	if role == RoleArchivePath {
		doc = "The path of the directory or file."
	}
	b.Group = GroupFiles
	b.Parameters = []Parameter{fixed("path", typesys.String, doc).as(role)}
	b.Notes = []string{relativeNote, missingNote}
	b.Mistakes = listForString(b.Name + `(["./a"])`)
	return b
}

func listForString(call string) []Mistake {
	return []Mistake{{Call: call, Code: codes.CallArg, Why: "a list is not a string"}}
}
