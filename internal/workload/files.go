package workload

import (
	"embed"
	"strings"
)

// This file reads the templates, and the schemas of what they declare.

//go:embed templates yard-1.0.0.json pulumi-yaml.json
var files embed.FS

// SchemaFile is the name of the file that Schema belongs in.
const SchemaFile = "yard-1.0.0.json"

// Schema is the schema of the package whose resources Simple, Nested and Chained
// declare. It serves where no aws schema is.
func Schema() []byte { return read(SchemaFile) }

// YAMLSchemaFile is the name of the file that YAMLSchema belongs in, beside the program.
const YAMLSchemaFile = "pulumi-yaml.json"

// YAMLSchema is a JSON schema of programs in Pulumi YAML. It knows their structure, and nothing of the properties of resources.
func YAMLSchema() []byte { return read(YAMLSchemaFile) }

// templates are those of a file, with lines of three dashes between them.
func templates(name string) []string {
	return strings.Split(string(read("templates/"+name+".txt")), "---\n")
}

func read(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return data
}
