package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

const toConvert = `-- tf/main.tf --
locals {
  cidr = "10.0.0.0/8"
}

resource "cloudy_network" "main" {
  cidr_block = var.cidr
  colour     = "red"
}
-- tf/variables.tf --
variable "cidr" {
  type = string
}
-- tree/main.tf --
module "net" {
  source = "./modules/net"
  cidr   = "10.0.0.0/8"
}

module "odd" {
  source = "./modules/odd"
}

module "outside" {
  source = "../tf"
}

output "block" {
  value = module.net.inner_network.cidr_block
}

output "gone" {
  value = module.net.gone
}
-- tree/outputs.tf --
# None.
-- tree/templates/shared.sh --
echo ${name}
-- tree/modules/net/main.tf --
variable "cidr" {
  type = string
}

module "inner" {
  source = "../inner"
  cidr   = var.cidr
}

module "itself" {
  source = "./"
}

output "inner_network" {
  value = module.inner.network
}

locals {
  script  = templatefile("${path.module}/../../templates/shared.sh", { name = var.cidr })
  outside = templatefile("${path.module}/../../../outside.sh", { name = var.cidr })
}
-- tree/modules/inner/main.tf --
variable "cidr" {
  type = string
}

resource "cloudy_network" "main" {
  cidr_block = var.cidr
}

output "network" {
  value = cloudy_network.main
}
-- outside.sh --
echo ${name}
-- tree/modules/odd/main.tf --
resource "nowhere_thing" "x" {
}
-- tree/modules/unused/main.tf --
locals {
  a = 1
}
-- yaml/Pulumi.yaml --
name: shop
runtime: yaml
resources:
  my-net:
    type: cloudy:net:Network
    properties:
      cidrBlock: 10.0.0.0/16
-- unknown.yaml --
resources:
  n:
    type: nowhere:index:Thing
-- plain.txt --
a = 1
`

// Files, directories and standard input are converted, to standard output or into new files. What cannot be converted is an error that says why.
func TestConvertCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(toConvert)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	putIn(t, dir, "half/variables.pp", "a = 1\n")
	putIn(t, dir, "project/Pulumi.yaml", "name: kept\n")
	schemas := "--schema " + filepath.Join(analysistest.Repository(t), "testdata", "schemas") + " "
	putIn(t, dir, "linked/.git/HEAD", "")
	putIn(t, dir, "linked/main.tf", "locals {\n  a = templatefile(\"${path.module}/t.tpl\", {})\n  b = templatefile(\"${path.module}/../foreign.tf\", {})\n}\n")
	putIn(t, dir, "foreign.tf", "variable \"foreign\" {}\n")
	for _, name := range []string{"t.tpl", "other.tf"} {
		if err := os.Symlink("../foreign.tf", filepath.Join(dir, "linked", name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	putIn(t, dir, "alone/.git/HEAD", "")
	putIn(t, dir, "alone/main.tf", "locals {\n  a = templatefile(\"${path.module}/../foreign.tf\", {})\n}\n")
	for _, c := range []struct {
		line, stdout, stderr string
		code                 int
	}{
		{"convert linked", "", "cannot read linked/other.tf: a link leads out of the repository", 2},
		{"convert --trust-workspace linked", "a = <<EOT\nvariable \"foreign\" {}\n", "", 0},
		{"convert linked/other.tf", "config foreign {", "", 0}, // the user names it
		{"convert alone", "cannot be read; write it as a heredoc", "", 0},
		{"convert " + schemas + "yaml", "__logicalName = \"my-net\"", "", 0},
		{"convert " + schemas + "--from yaml yaml/Pulumi.yaml", "__logicalName = \"my-net\"", "", 0},
		{"convert " + schemas + "tf", "cidrBlock = cidr\n", "tf/main.tf: 1 part without a counterpart", 0},
		{"convert " + schemas + "--out made tf", "", "tf/main.tf: 1 part", 0},
		{"convert " + schemas + "--out grown tree", "", "nothing of tree/modules/odd/main.tf can be converted, because the schema of nowhere is not known", 3},
		{"convert " + schemas + "--out made tf", "", "made/main.pp exists already; name another directory", 3},
		{"convert " + schemas + "--out half tf", "", "half/variables.pp exists already", 3},
		{"convert " + schemas + "--out new yaml", "", "", 0},
		{"convert " + schemas + "--out project yaml", "", "", 0},
		{"convert " + schemas + "--from kubernetes yaml", "", "yaml/Pulumi.yaml is not kubernetes, it is yaml", 3},
		{"convert --from yml yaml", "", "unknown language \"yml\"", 2},
		{"convert unknown.yaml", "", "the schema of nowhere is not known", 3},
		{"convert plain.txt", "", "plain.txt is not in a language that can be converted", 3},
		{"convert gone", "", "cannot read gone", 2},
	} {
		got := runIn(t, dir, words(c.line))
		if got.code != c.code || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "half", "main.pp")); err == nil {
		t.Error("half of the files are written")
	}
	for _, name := range []string{"grown/modules/unused", "tf/main.pp"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is written", name)
		}
	}
	for name, want := range map[string]string{"made/main.pp": "resource main", "grown/main.pp": "value = net.innerNetwork.cidrBlock\n}\n\n# Not converted: `net` has no output `gone`", "grown/modules/net/main.pp": "<<EOT\necho ${cidr}\nEOT\n# Not converted", "grown/modules/inner/main.pp": "resource main", "made/variables.pp": "config cidr string",
		"new/main.pp": "resource myNet", "new/Pulumi.yaml": "name: shop\nruntime: pcl\n", "project/Pulumi.yaml": "name: kept\n"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has %q: %v", name, text, err)
		}
	}
}
