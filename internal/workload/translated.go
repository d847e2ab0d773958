package workload

import (
	"math/rand/v2"
	"strings"
)

// This file generates the same resources of aws in three languages, to compare language servers with each other.

// Language is a language of programs that declare resources.
type Language struct {
	// ID is what editors call the language.
	ID string
	// File is the name of the file of a program.
	File string
	// head is at the top of the file.
	head string
	// templates is the file of templates, which have one place in each resource.
	templates string
}

// Nobody begins the wrong text of each place. With a number after it, it is the name that the finding mentions.
const Nobody = "nobody"

// The languages. The wrong texts of PCL and Terraform refer to something that is not declared; only the names in count and its
// like are judged without a schema of the provider of Terraform. Those of Pulumi YAML are options that do not exist, because
// references are plain text to tools for YAML.
var (
	PCL        = Language{ID: "pcl", File: "main.pp", templates: "pcl"}
	Terraform  = Language{ID: "terraform", File: "main.tf", templates: "terraform"}
	PulumiYAML = Language{ID: "yaml", File: "Pulumi.yaml", head: yamlHead, templates: "pulumi-yaml"}
)

// yamlHead leads the server for YAML to a schema of such programs.
const yamlHead = `# yaml-language-server: $schema=` + YAMLSchemaFile + `
name: service
runtime: yaml
resources:`

// Translated makes a program in a language. Programs with the same number of resources have the same ones in each.
func Translated(l Language, resources int) *Workload {
	file := writer{path: l.File}
	if l.head != "" {
		file.item(item{text: l.head})
	}
	next := fromTemplates(templates(l.templates), rand.New(rand.NewPCG(0, 1)))
	for range resources {
		for _, item := range next() {
			file.item(item)
		}
	}
	return &Workload{Files: map[string]string{l.File: strings.TrimSuffix(file.text.String(), "\n")}, Places: file.places}
}
