package workspace_test

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file holds the programs that sequences of edits begin with, and what is typed
// into them.

// editedWorlds are files by path below the root of the workspace. In each two
// programs and two directories of components use each other.
func editedWorlds(t testing.TB) []map[string]string {
	const one = "config size number {\n  default = 3\n}\n\nconfig pw string {\n  secret = true\n}\n\nconfig open string {\n  default = \"\"\n}\n\nhalf = size / 2\n\noutput y {\n  value = [half, pw]\n}\n\noutput shown {\n  value = unsecret(open)\n}\n"
	const two = "component deep \"../one\" {\n  size = 1\n  pw   = name\n  open = name\n}\n\nconfig name string {\n}\n\noutput z {\n  value = deep.y\n}\n"
	worlds := []map[string]string{
		{
			"app/main.pp": "config size number {\n  default = 3\n}\n\nconfig kind string {\n  default = \"dog\"\n}\n\nhalf = size / 2\n\ncomponent c \"./one\" {\n  size = half\n  pw   = kind\n}\n",
			"app/b.pp": "resource a \"zoo:index:Animal\" {\n  name = \"x${half}\"\n  options {\n    range = size\n  }\n}\n\n" +
				"resource b \"zoo:index:Animal\" {\n  name   = a[0].name\n  parent = nope\n}\n",
			"app/c.pp": "names = [for x in [\"a\", half] : \"${x}-${kind}\"]\n\noutput o {\n  value = { n = names, b = b.id, c = c.y }\n}\n\n" +
				"hook resource \"h\" {\n  command = [\"echo\", kind]\n}\n\nf = readFile(\"./a.txt\")\n",
			"app/one/main.pp": one, "app/two/main.pp": two, "app/a.txt": "hello",
			"lib/main.pp":     "component t \"../app/two\" {\n  name = \"n\"\n}\n\nl = t.z\n\noutput all {\n  value = l\n}\n",
			"app/Pulumi.yaml": "name: app\nruntime: pcl\n",
		},
		{
			"app/main.pp": "c0 = \"x\"\nc1 = c0\nc2 = \"${c1}!\"\nc3 = [c2, c1]\nc4 = { a = c3, b = c0 }\nc5 = c4.a[0]\nc6 = length(c3)\n",
			"app/b.pp": "config pw string {\n  secret = true\n}\n\nresource r \"zoo:index:Animal\" {\n  __logicalName = \"animal\"\n  name = c5\n  options {\n    ignoreChanges = [name]\n  }\n}\n\n" +
				"resource s \"zoo:index:Animal\" {\n  name = \"${pw}${r.name}\"\n  options {\n    parent = r\n    dependsOn = [r]\n  }\n}\n",
			"app/c.pp":        "output first {\n  value = s.name\n}\n\noutput second {\n  value = secret(c6)\n}\n\npackage {\n  baseProviderName = \"zoo\"\n}\n\ncomponent in \"./two\" {\n  name = pw\n}\n\nq = in.z\n",
			"app/one/main.pp": one, "app/two/main.pp": two,
			"lib/main.pp": "component up \"../app\" {\n  pw = \"x\"\n}\n\nvalue = up.first\n", ".pcl-lsp.yaml": "rules:\n  unused.*: off\nsuppressions:\n  requireReason: true\nexclude: [app/two]\noverrides: [{paths: [lib, \"**/b.pp\"], rules: {name.*: hint}, mode: vars}]\n",
		},
	}
	for _, name := range []string{"components", "multifile", "secrets", "careless", "options", "config", "packages", "ranges", "lookups", "webshop"} {
		worlds = append(worlds, repositoryProgram(t, name))
	}
	return worlds
}

// repositoryProgram is a program of testdata/programs as the files of app.
func repositoryProgram(t testing.TB, name string) map[string]string {
	world := map[string]string{"lib/main.pp": "component up \"../app\" {\n}\n\nvalue = up\n", "app/one/main.pp": "config size number {\n}\n\noutput y {\n  value = size\n}\n"}
	root := filepath.Join(analysistest.Repository(t), "testdata", "programs", name)
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(p, ".golden") {
			return err
		}
		text, err := os.ReadFile(p)
		rest, _ := filepath.Rel(root, p)
		world[path.Join("app", filepath.ToSlash(rest))] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return world
}

// pasted are blocks that are put in as a whole.
var pasted = []string{
	"x = 1\n", "# why\n\n", "name = half\n", "component c \"../app\" {\n}\n", "component d \"./one\" {\n  size = 1\n}\n", "component e \"../lib\" {\n}\n\nw = e\n",
	"shown = unsecret(pw) # as everybody knows\n", "# it is printed on the box\n",
	"resource r \"zoo:index:Animal\" {\n  name = c1\n}\n", "output o {\n  value = r.name\n}\n", "config half string {\n  secret = true\n}\n",
	"read look \"zoo:index:Animal\" {\n  id = \"x\"\n}\n", "hook resource \"h2\" {\n  command = [\"x\"]\n}\n", "class foo {\n  include bar\n}\n",
	"package {\n  baseProviderName = \"kit\"\n}\n", "pulumi {\n  requiredVersionRange = \">=3.0.0\"\n}\n", "t = fileAsset(\"./a.txt\")\n", "u = readFile(\"../app/main.pp\")\n",
	"resource p \"pulumi:providers:zoo\" {\n  city = \"x\"\n}\n", "max = max(1, 2)\n", "v = [for half in [1] : half]\n",
	"# pcl-lsp:ignore unused.*, name.undefined -- for later\n", "# pcl-lsp:ignore-block attr.unknown, attr.type why\n", " # pcl-lsp:ignore unused.local",
	"# pcl-lsp:ignore-file unused.*, secret.*\n", "# pcl-lsp:ignore cycle\n",
	"}\n", "{\n", "\"\n", "${", "<<EOT\n", "EOT\n", "/*\n", "*/\n", "\ufeff", "\r\n", "é😀",
}

// letters are typed one or a few at a time.
const letters = "a b c.x [0] { } ( ) \" ${ = \n # resource config half kind c1 r.name options range = 2\nx=[for y in c3 : y]\n\"./one\"../two\n"

// words replace words.
var wordsOfPrograms = strings.Fields("half size kind a b c c0 c1 c2 r s x y z name pw string number bool config output resource component local hook read package options range parent provider " +
	"./one ../two ../one ../app ../lib ./two zoo:index:Animal zoo:index:Cage kit:index:Thing __logicalName secret length 1 2 true null a.txt ./a.txt main.pp default value dependsOn")

// wordsIn are what may be replaced in a text.
func wordsIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n\t{}()[]=,\"$", r) })
}

// other contents of files that are no programs.
var (
	projectTexts = []string{"name: app\nruntime: pcl\n", "name: app\nruntime: nodejs\n", "name: app\nruntime: pcl\nmain: one\n", "name: [\n", ""}
	stackTexts   = []string{
		"config:\n  app:kind:\n    secure: abc\n  app:size: 3\n  name: x\n", "config:\n  kind: cat\n  app:size:\n    secure: abc\n  name:\n    secure: abc\n",
		"config:\n  pw:\n    secure: abc\n  region: eu\n  tags:\n    a:\n      secure: x\n", "config: [\n", "",
	}
	settingsTexts = []string{"rules:\n  unused.*: off\n", "rules:\n  name.*: hint\n  config.*: hint\n  output.*: hint\n  style.*: hint\n  order.*: hint\n  comment.todo: hint\n  package.undeclared: hint\n", "rules:\n  unused.local: error\n  name.undefined: hint\n", "rules:\n  nope: off\n", "rules: [\n", ""}
)

// sortedPaths are the paths of a world.
func sortedPaths(world map[string]string) []string { return slices.Sorted(maps.Keys(world)) }
