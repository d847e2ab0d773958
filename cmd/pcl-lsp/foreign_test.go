package main

import (
	"path"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// foreignTree has files of other languages beside programs. Everything in them could be formatted or fixed if it were PCL.
const foreignTree = `schemas: zoo
-- main.pp --
output   one {
  value = "${toJSON("x")}"
}
-- types/port.pp --
type   My::Port = Integer[1, 65535]
-- beside.pp --
file { '/etc/motd':
content   =>   "${toJSON("x")}",
}
-- plans/deploy.pp --
plan my::deploy(TargetSpec $targets) {
    run_command('uptime', $targets)
}
-- checks/mod.pp --
mod "m" {
    title = "${"M"}"
}
-- checks/checks.pp --
query   "q" {
  sql = "${toJSON("x")}"
}
-- checks/ec2/variables.pp --
variable   "limit" {
  default = "${toJSON("x")}"
}
locals   {
  a = "${toJSON("x")}"
}
-- pascal/things.pp --
unit Things;
interface
implementation
  x   =   1
end.
-- pascal/c.pp --
#include <stdio.h>
int   main(void) {
  x = "${toJSON("x")}";
}
-- php/page.pp --
<?php
x   =   "${toJSON("x")}"
-- text/notes.pp --
some words about     this
and some about that
-- refused/.pcl-lsp.yaml --
pclFiles: ["!old.pp"]
-- refused/old.pp --
output   old {
  value = "${toJSON("x")}"
}
`

// No command writes a file of another language, whatever it changes beside it.
func TestForeignFilesAreNotWritten(t *testing.T) {
	t.Parallel()
	dirs := []string{"types", "plans", "checks", "checks/ec2", "pascal", "php", "refused"} // without PCL
	for _, line := range []string{"fmt", "check --fix", "check --fix=all", "check --add-ignores", "check --fix=all --add-ignores --mode lenient"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			dir := unpacked(t, fixture.LoadText(t, foreignTree))
			got, changed := changedBy(t, dir, words(line))
			delete(changed, "main.pp")
			if got.code != 0 || len(changed) > 0 {
				t.Errorf("got %+v, changed %v", got, changed)
			}
			for _, below := range dirs {
				if got, _ := changedBy(t, dir, append(words(line), below)); got.code != exitUsage || !strings.Contains(got.stderr, "no PCL program at or below "+below) {
					t.Errorf("%s: %+v", below, got)
				}
			}
			for name := range inFolders(t, dir) {
				if strings.HasSuffix(name, ".pp") && name != "main.pp" && path.Dir(name) != "text" {
					if got, _ := changedBy(t, dir, append(words(line), name)); got.code != exitUsage || !strings.Contains(got.stderr, name+" does not look like PCL") {
						t.Errorf("%s: %+v", name, got)
					}
				}
			}
		})
	}
	dir := unpacked(t, fixture.LoadText(t, foreignTree))
	if got := runIn(t, dir, words("fmt text/notes.pp")); got.code != 0 || !strings.Contains(got.stderr, "not formatted: text/notes.pp: it is not clear whether this is PCL") {
		t.Errorf("fmt of a file in doubt: %+v", got)
	}
	if got := runIn(t, dir, words("fmt --check")); got.stdout != "main.pp\n" || got.code != 1 {
		t.Errorf("fmt --check: %+v", got)
	}
}
