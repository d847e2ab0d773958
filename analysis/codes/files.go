package codes

// This file declares the codes about files, assets and archives.

// Codes about files, assets and archives.
const (
	FileMissing       Code = "file.missing"
	FileDirectory     Code = "file.directory"
	ArchiveKind       Code = "archive.kind"
	AssetEmpty        Code = "asset.empty"
	AssetScheme       Code = "asset.scheme"
	AssetSwap         Code = "asset.swap"
	AssetMember       Code = "asset.member"
	AssetOutside      Code = "asset.outside"
	ComponentPathCase Code = "component.path-case"
)

var filesArea = Area{
	Title: "Files", About: "files, assets and archives",
	Declarations: []Declaration{
		{
			Code: FileMissing, Severity: Warning,
			Title: "a file does not exist",
			Explanation: "The file is read as soon as the program runs, also in a preview, and the run fails without it. A relative path is taken from the directory of the program. " +
				"If something else makes the file before the run, the warning can be switched off.",
			Bad: `output policy {
  value = readFile("./policy.json")
}
`,
			Good: `-- main.pp --
output policy {
  value = readFile("./policy.json")
}
-- policy.json --
{}
`,
		},
		{
			Code: FileDirectory, Severity: Warning,
			Title:       "a directory stands where a file is needed",
			Explanation: "`readFile`, `fileAsset` and their like take the path of a file; the run fails on a directory. `fileArchive` takes directories.",
			Bad: `-- main.pp --
output pages {
  value = readFile("./pages")
}
-- pages/index.html --
Hello
`,
			Good: `-- main.pp --
output pages {
  value = readFile("./pages/index.html")
}
-- pages/index.html --
Hello
`,
		},
		{
			Code: ArchiveKind, Severity: Warning,
			Title: "this is no archive",
			Explanation: "`fileArchive` takes a directory, or a file whose name ends in `.tar`, `.tgz`, `.tar.gz`, `.zip` or `.jar`, in lower case. The run fails on other files, and where there is nothing. " +
				"The address of a `remoteArchive` ends in the same way.",
			Bad: `-- main.pp --
resource site "kit:index:Site" {
  title   = "Hello"
  content = fileArchive("./content.ZIP")
}
-- content.ZIP --
PK
`,
			Good: `-- main.pp --
resource site "kit:index:Site" {
  title   = "Hello"
  content = fileArchive("./content.zip")
}
-- content.zip --
PK
`,
		},
		{
			Code: AssetEmpty, Severity: Warning,
			Title:       "a path or address is empty",
			Explanation: "An asset with an empty path or address is silently an empty text. Write the path, or `stringAsset(\"\")` where an empty text is meant.",
			Bad: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "pages"
  key    = "index.html"
  source = fileAsset("")
}
`,
			Good: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "pages"
  key    = "index.html"
  source = stringAsset("")
}
`,
		},
		{
			Code: AssetScheme, Severity: Warning,
			Title:       "an address cannot be fetched",
			Explanation: "Remote assets and archives are fetched from addresses with the scheme `https`, `http` or `file`. A `file` address has neither a host nor a user, query or fragment.",
			Bad: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "pages"
  key    = "index.html"
  source = remoteAsset("ftp://example.com/index.html")
}
`,
			Good: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "pages"
  key    = "index.html"
  source = remoteAsset("https://example.com/index.html")
}
`,
		},
		{
			Code: AssetSwap, Severity: Warning,
			Title:       "an address stands where a path is needed",
			Explanation: "`fileAsset` and `fileArchive` read from the disk, and fetch nothing. For addresses there are `remoteAsset` and `remoteArchive`.",
			Bad: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "pages"
  key    = "index.html"
  source = fileAsset("https://example.com/index.html")
}
`,
			Good: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "pages"
  key    = "index.html"
  source = remoteAsset("https://example.com/index.html")
}
`,
		},
		{
			Code: AssetMember, Severity: Error,
			Title:       "a member of an archive is no asset",
			Explanation: "The members of an `assetArchive` are assets and archives. A text is not made into one: `stringAsset` says that it is the content, `fileAsset` that it is a path.",
			Bad: `resource site "kit:index:Site" {
  title   = "Hello"
  content = assetArchive({ "index.html" = "<h1>Hello</h1>" })
}
`,
			Good: `resource site "kit:index:Site" {
  title   = "Hello"
  content = assetArchive({ "index.html" = stringAsset("<h1>Hello</h1>") })
}
`,
		},
		{
			Code: AssetOutside, Severity: Information, Rule: true,
			Title:       "a path leads out of the project",
			Explanation: "What lies outside the project is not there when the project is checked out elsewhere, and an absolute path is right on one machine only. Keep such files in the project, with relative paths.",
			Bad: `-- shop/Pulumi.yaml --
name: shop
runtime: pcl
-- shop/main.pp --
resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "pages"
  key    = "index.html"
  source = fileAsset("../pages/index.html")
}
-- pages/index.html --
Hello
`,
			Good: `-- shop/Pulumi.yaml --
name: shop
runtime: pcl
-- shop/main.pp --
resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "pages"
  key    = "index.html"
  source = fileAsset("./pages/index.html")
}
-- shop/pages/index.html --
Hello
`,
		},
		{
			Code: ComponentPathCase, Severity: Warning, Rule: true,
			Title:       "a component's directory is spelt in other letters",
			Explanation: "Some file systems tell capitals from small letters and others do not, so this component is found on some machines only. Write the directory as it is called.",
			Bad: `-- main.pp --
component site "./Site" {
  title = "Hello"
}
-- site/main.pp --
config title string {}

resource name "kit:index:Name" {
  prefix = title
}
`,
			Good: `-- main.pp --
component site "./site" {
  title = "Hello"
}
-- site/main.pp --
config title string {}

resource name "kit:index:Name" {
  prefix = title
}
`,
		},
	},
}
