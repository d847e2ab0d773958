package workspace_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

func TestLooksLikePCL(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"empty", "", true},
		{"comment", "# nothing yet\n", true},
		{"begun", "resou", true},
		{"begun block", "resource", true},
		{"unknown block", "resourse a \"b\" {\n}\n", true},
		{"local", "a = 1\n", true},
		{"broken local", "a = {for k, v in m :\n  k => v\n", true},
		{"broken string", "a = \"b\nc = 'd'\n", true},
		{"package", "package {\n  baseProviderName = \"zoo\"\n}\n", true},
		{"block beside rubbish", "include foo\nconfig a string {\n}\n", true},
		{"script in a local that is not closed", "script = <<-EOT\n  begin\n  echo hi;\n  include foo\n  EOT2\n", true},
		{"comment about Puppet", "# class foo {\nx = [\n", true},

		{"class", "class ntp (\n  Boolean $autoupdate,\n) {\n  package { 'ntp':\n    ensure => present,\n  }\n}\n", false},
		{"class with inheritance", "class a::b inherits a::c {\n}\n", false},
		{"node", "node 'web01.example.com' {\n  include apache\n}\n", false},
		{"node default", "node default {\n}\n", false},
		{"resource declaration", "package { 'nginx':\n  ensure => installed,\n}\n", false},
		{"file", "file { '/etc/motd':\n  content => \"hello\",\n}\n", false},
		{"array title", "user { ['a', 'b']:\n  ensure => present,\n}\n", false},
		{"include", "include ::ntp\n", false},
		{"variable", "$x = 'y'\n", false},
		{"define", "define apache::vhost (Integer $port) {\n}\n", false},
		{"site", "if $facts['os']['family'] == 'RedHat' {\n  include yum\n}\n", false},
		{"program", "program Hello;\nbegin\n  writeln('Hello');\nend.\n", false},
		{"unit", "unit Things;\n\ninterface\n\nuses SysUtils;\n", false},
		{"directive", "{$mode objfpc}{$H+}\n\nprocedure Foo(x: Integer);\nbegin\n  y := x;\nend;\n", false},
	} {
		if got := workspace.LooksLikePCL(test.text); got != test.want {
			t.Errorf("%s: got %v for\n%s", test.name, got, test.text)
		}
	}
}

// A file of another language is left out of the program of its directory, unless
// the project says that it is PCL.
func TestForeignFiles(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/site.pp": "include foo\n", "/w/a.pp": "a = 1\n", "/p/site.pp": "include foo\n"}
	s := open(files)
	now := s.Snapshot()
	wantCodes(t, now, "/w", "")
	if now.Program("/w/site.pp") != nil || now.Program("/p/site.pp") != nil {
		t.Error("a Puppet file has a program")
	}
	if file, _, _, ok := now.File("/w/site.pp"); !ok || file.Text() != "include foo\n" {
		t.Errorf("got another text; found: %v", ok)
	}
	wantCodes(t, now, "/p", "")
	for _, project := range []string{"runtime: pcl\n", "name: x\nruntime:\n  name: pcl\n  options: {}\n"} {
		files["/w/Pulumi.yaml"] = project
		wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/Pulumi.yaml"}}), "/w", "site.pp:syntax.block.label")
	}
	for _, project := range []string{"runtime: nodejs\n", "runtime: [", "- 1\n", ""} {
		files["/w/Pulumi.yaml"] = project
		wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/Pulumi.yaml"}}), "/w", "")
	}
}
