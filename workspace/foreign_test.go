package workspace_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	declared "github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// otherLanguages are declarations of other languages whose files end in .pp, as people write them: each alone
// must show what it is. NAME stands for a name.
var otherLanguages = map[string][]string{
	"Puppet": {
		"class NAME {\n}\n", "class my::NAME (\n  String $a = 'b',\n) inherits my::params {\n  include my::other\n}\n",
		"class { 'NAME':\n  ensure => present,\n}\n", "define my::NAME (Integer $port = 80) {\n  notice($port)\n}\n", "define NAME {\n}\n",
		"node 'NAME.example.com' {\n}\n", "node default {}\n", "node /^web\\d+$/ {\n  include NAME\n}\n",
		"type My::NAME = Integer[1, 65535]\n", "type My::NAME =\n  Enum['a', 'b']\n", "plan my::NAME(TargetSpec $targets) {\n  run_command('uptime', $targets)\n}\n",
		"function my::NAME(String $a) >> String {\n  $a\n}\n", "function my::NAME() {\n  'x'\n}\n",
		"Package['NAME'] -> Service['NAME']\n", "Package['NAME']\n-> File['/etc/NAME']\n~> Service['NAME']\n", "Class['my::NAME'] ->\nClass['my::other']\n",
		"File['/etc/NAME'] {\n  mode => '0644',\n}\n", "File {\n  owner => 'root',\n}\n", "Exec { path => '/bin' }\n",
		"User <| |>\n", "User <| title == 'NAME' |> {\n  ensure => absent,\n}\n", "Sshkey <<| |>>\n", "@user { 'NAME':\n  uid => 1,\n}\n", "@@sshkey { $NAME:\n  type => dsa,\n}\n",
		"@user {\n  'NAME':\n    uid => 1\n}\n", "realize User['NAME']\n", "realize(User['NAME'], User['other'])\n", "hiera_include('NAME')\n", "create_resources('NAME', hiera('x'))\n",
		"notice('NAME')\n", "notify { 'NAME': }\n", "fail(\"no NAME\")\n", "include NAME\n", "include my::NAME, my::other\n", "contain my::NAME # now\n", "require 'NAME'\n", "include $NAME\n",
		"$NAME = 'x'\n", "$NAME.each |$a| {\n  file { $a: }\n}\n", "['a', 'NAME'].each |String $a| {\n  file { $a: ensure => file }\n}\n", "range(1, 3).each |$i| { notice($i) }\n",
		"$NAME = @(\"EOT\")\n  text\n  | EOT\n", "file { '/NAME':\n  content => @(EOT)\n    text\n    | EOT\n}\n", "file { '/NAME':\nensure => present\n}\n", "file {\n  '/NAME':\n    ensure => file;\n  '/b':\n    ensure => file;\n}\n",
		"if $NAME {\n  include x\n}\n", "if defined(Class['NAME']) {\n}\n", "unless $NAME { }\n", "case $NAME {\n  'a': { include b }\n  default: { }\n}\n",
		"my::NAME { 'a':\n  b => 1,\n}\n", "my::NAME('a')\n", "ensure_packages(['NAME'])\n", "ensure_resource('package', 'NAME')\n", "import 'NAME.pp'\n", "resources { 'NAME': purge => true }\n",
	},
	"Powerpipe": {
		"mod \"NAME\" {\n  title = \"a\"\n}\n", "mod NAME {\n  require {\n    plugin \"aws\" {\n      min_version = \"0.1\"\n    }\n  }\n}\n",
		"query \"NAME\" {\n  sql = <<-EOQ\n    select 1;\n  EOQ\n}\n", "control \"NAME\" {\n  query = query.a\n}\n", "benchmark \"NAME\" {\n  children = [\n    control.a,\n  ]\n}\n",
		"dashboard \"NAME\" {\n  title = \"a\"\n  input \"region\" {\n  }\n  container {\n    card {\n      width = 2\n    }\n  }\n}\n",
		"detection \"NAME\" {\n  query = query.a\n}\n", "detection_benchmark \"NAME\" {\n  children = []\n}\n", "card \"NAME\" {\n}\n", "chart \"NAME\" {\n  type = \"pie\"\n}\n", "table \"NAME\" {\n}\n",
		"container \"NAME\" {\n}\n", "graph \"NAME\" {\n}\n", "node \"NAME\" {\n  category = category.a\n}\n", "edge \"NAME\" {\n  args = [self.input.a.value]\n}\n", "category \"NAME\" {\n  color = local.c\n}\n",
		"hierarchy \"NAME\" {\n}\n", "flow \"NAME\" {\n}\n", "image \"NAME\" {\n}\n", "text \"NAME\" {\n  value = \"# a\"\n}\n", "report \"NAME\" {\n}\n",
		"partition \"aws_log\" \"NAME\" {\n}\n", "connection \"aws\" \"NAME\" {\n}\n", "workspace \"NAME\" {\n}\n", "format \"regex\" \"NAME\" {\n  layout = `%a`\n}\n",
		"pipeline \"NAME\" {\n  step \"http\" \"a\" {\n    url = \"b\"\n  }\n}\n", "trigger \"schedule\" \"NAME\" {\n  schedule = \"daily\"\n}\n", "integration \"slack\" \"NAME\" {\n}\n",
		"locals {\n  tags = {}\n}\n\nquery \"NAME\" {\n}\n", "variable \"NAME\" {\n  type = string\n}\n\ncontrol \"a\" {\n}\n",
	},
	"Pascal": {
		"program NAME;\nbegin\nend.\n", "unit NAME;\n\ninterface\n\nimplementation\n\nend.\n", "library NAME;\n\nuses SysUtils, Classes;\n\nexports a;\n", "uses\n  SysUtils,\n  NAME;\n",
		"procedure NAME(a: Integer);\nbegin\n  b := a;\nend;\n", "function NAME: Integer;\nvar\n  i: Integer;\nbegin\n  Result := 1;\nend;\n",
		"type\n  TNAME = record\n    a, b: Integer;\n  end;\n", "type\n  TNAME = class(TObject)\n  private\n    FA: string;\n  public\n    constructor Create;\n  end;\n",
		"const\n  NAME = 1;\n", "var\n  NAME: array[0..3] of Byte;\n", "{$mode objfpc}\n{$H+}\n", "{$ifdef NAME}\n{$endif}\n", "(* NAME\n   does things *)\nbegin\nend.\n", "{ NAME does things }\n\nunit NAME;\n",
	},
	"C": {
		"#include <stdio.h>\n", "#include \"NAME.h\"\n\nint main(void)\n{\n  return 0;\n}\n", "#define NAME 1\n", "#ifndef NAME_H\n#define NAME_H\n#endif\n", "int NAME(int a, char *b);\n", "static void NAME(void) {\n}\n",
		"struct NAME {\n  int a;\n};\n", "typedef struct {\n  int a;\n} NAME;\n", "enum NAME { A, B };\n", "union NAME {\n  int a;\n  float b;\n};\n", "const char *NAME = \"a\";\n", "static int NAME[] = { 1, 2 };\n",
		"/* NAME */\nint a;\n", "// NAME\nextern int a;\n",
	},
	"C++": {
		"class NAME : public Other {\npublic:\n  NAME();\n};\n", "namespace NAME {\nint a;\n}\n", "template <typename T>\nT NAME(T a) {\n  return a;\n}\n", "using namespace NAME;\n", "std::string NAME() {\n  return \"\";\n}\n",
		"void NAME::run() const {\n  std::cout << 1 << std::endl;\n}\n", "auto NAME = std::make_unique<int>(1);\n",
	},
	"PHP": {"<?php\necho 1;\n", "<?php\n\nfunction NAME($a) {\n  return $a;\n}\n", "<?php\n\nclass NAME extends Other {\n}\n", "<?= $NAME ?>\n"},
	"text": {
		"This is a text about NAME.\nIt has two lines.\n", "# NAME\n\nA page with a title.\nAnd a list:\n\n- one\n- two\n", "NAME: a list of things\n\n1. one\n2. two\n", "Dear NAME,\n\nthank you for your letter.\n", "a|b|c\n1|2|3\n4|5|NAME\n",
	},
	"binary": {"\x8f\xff|\xf9\x01\x00\x00\x00\x01\x00\x00\x00NAME"},
}

// Each declaration of another language shows what it is, alone and with others.
func TestOtherLanguages(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for name, forms := range otherLanguages {
		for i := range 3 * len(forms) {
			text := forms[i%len(forms)]
			for range i / len(forms) {
				text += "\n" + forms[random.IntN(len(forms))]
			}
			text = strings.ReplaceAll(text, "NAME", []string{"web", "ntp", "a1", "resource_list"}[random.IntN(4)])
			if workspace.LooksLikePCL(text) {
				t.Errorf("%s is taken for PCL:\n%s", name, text)
			}
		}
	}
}

// Single blocks and locals of programs are PCL without anything around them, and so is what has mistakes.
func TestPartsOfProgramsArePCL(t *testing.T) {
	t.Parallel()
	var parts []string
	err := filepath.WalkDir("../testdata/programs", func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".pp" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, it := range syntax.Parse(path, string(text), nil).All() {
			parts = append(parts, it.Text)
		}
		return err
	})
	if err != nil || len(parts) < 200 {
		t.Fatalf("%d parts: %v", len(parts), err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		text := parts[random.IntN(len(parts))]
		if !workspace.LooksLikePCL(text) {
			t.Errorf("not taken for PCL:\n%s", text)
		}
		if cut := text[:random.IntN(len(text)+1)]; !workspace.LooksLikePCL(cut) {
			t.Errorf("not taken for PCL as long as it is typed:\n%s", cut)
		}
	}
	for _, d := range declared.All() {
		if text := d.Code.Text().Bad; d.Code != declared.FileLanguage && !workspace.LooksLikePCL(text) {
			t.Errorf("the bad example of %s is not taken for PCL:\n%s", d.Code, text)
		}
	}
}

// The checker says of files in several languages what their comments say, and nothing else.
func TestLanguageFixtures(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/languages", func(t *testing.T, f *fixture.Fixture) { f.CheckAnnotations(t) })
}

// What a text leaves open, the files around it decide, on disk as they are now.
func TestSignsOfOtherLanguages(t *testing.T) {
	t.Parallel()
	const shared, doubtful = "variable \"x\" {\n}\n", "one two three\nfour five six\n"
	for _, test := range []struct{ name, at, sign, of, want string }{
		{"nothing", "", "", shared, "a.pp:block.unknown-kind"},
		{"nothing", "", "", doubtful, "a.pp:file.language"},
		{"a mod above", "/w/mod.pp", "mod \"m\" {\n}\n", shared, ""},
		{"no mod above", "/w/mod.pp", "resource a \"b:c:D\" {\n}\n", shared, "a.pp:block.unknown-kind"},
		{"a mod beside", "/w/sub/mod.pp", "mod \"m\" {\n}\n", shared, ""},
		{"a module of Puppet", "/w/metadata.json", `{"requirements": [{"name": "puppet"}]}`, doubtful, ""},
		{"other data", "/w/metadata.json", `{"name": "x"}`, doubtful, "a.pp:file.language"},
		{"an environment of Puppet", "/environment.conf", "modulepath = site:modules\n", doubtful, ""},
		{"modules of Puppet", "/w/Puppetfile", "mod 'stdlib', '9.0.0'\n", shared, ""},
		{"PCL beside", "/w/sub/b.pp", "output o {\n  value = 1\n}\n", doubtful, "a.pp:syntax.block.label"},
		{"Puppet beside", "/w/sub/b.pp", "include foo\n", shared, ""},
		{"both beside", "/w/sub/b.pp", "mod \"m\" {\n}\noutput o {\n  value = 1\n}\n", shared, "a.pp:block.unknown-kind b.pp:block.unknown-kind"},
		{"a project above", "/w/Pulumi.yaml", "name: p\nruntime: pcl\n", doubtful, "a.pp:syntax.block.label"},
		{"chosen", "/w/.pcl-lsp.yaml", "pclFiles: [sub]\n", doubtful, "a.pp:syntax.block.label"},
		{"refused", "/w/.pcl-lsp.yaml", "pclFiles: [sub, \"!sub/a.pp\"]\n", doubtful, ""},
		{"refused", "/w/.pcl-lsp.yaml", "pclFiles: [\"!sub\"]\n", "x = \n", ""},
		{"others are chosen", "/w/.pcl-lsp.yaml", "pclFiles: [other]\n", doubtful, "a.pp:file.language"},
	} {
		t.Run(fmt.Sprint(test.name, " ", test.at), func(t *testing.T) {
			t.Parallel()
			files := fixture.Files{"/w/sub/a.pp": test.of}
			s := open(files)
			before := codes(t, s.Snapshot(), "/w/sub")
			if test.at == "" {
				wantCodes(t, s.Snapshot(), "/w/sub", test.want)
				return
			}
			files[test.at] = test.sign
			wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{test.at}}), "/w/sub", test.want)
			wantCodes(t, open(files).Snapshot(), "/w/sub", test.want)
			delete(files, test.at)
			wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{test.at}}), "/w/sub", before)
		})
	}
}
